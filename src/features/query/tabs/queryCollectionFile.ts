/**
 * Files with collections of operations: Oriel's own format, and those of other programs (foreignCollections.ts). Entries that are not
 * operations are reported by name; values that are secret by their names are left out.
 */
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import { brunoFile, type ForeignCollection, type ForeignEntry, foreignCollections, operationEntry } from './foreignCollections';

/** An operation in a collection. */
export interface SavedQuery {
  readonly id: string;
  /** Empty if the name of the operation is sufficient. */
  readonly name: string;
  readonly query: string;
  /** JSON text; empty if there is none. */
  readonly variables: string;
  readonly operation: string | null;
}

/** A collection. */
export interface QueryCollection {
  readonly id: string;
  readonly name: string;
  readonly queries: readonly SavedQuery[];
}

/** The content of a file. `left` is the number of entries that are not readable operations. */
export interface CollectionFile {
  collections: { name: string; queries: Omit<SavedQuery, 'id'>[] }[];
  left: number;
  /** Names of the first of these entries. */
  leftNames: string[];
}

const FORMAT = 'oriel-query-collections';
/** Maximum length of an operation in characters, as in the history. */
const LONGEST = 200_000;

/** Returns the collections as the text of a file. */
export function collectionFile(collections: readonly QueryCollection[]): string {
  const bare = collections.map(({ name, queries }) => ({ name, queries: queries.map(({ id: _, ...query }) => query) }));
  return JSON.stringify({ format: FORMAT, version: 1, collections: bare }, null, 2);
}

/**
 * Parses a file. Its extension determines the format if the content does not.
 * @throws Error if the file contains no collections
 */
export async function readCollectionFile(text: string, fileName = ''): Promise<CollectionFile> {
  const result: CollectionFile = { collections: [], left: 0, leftNames: [] };
  const leave = (name: string): void => {
    result.left += 1;
    if (name !== '…' && result.leftNames.length < MOST_NAMED) result.leftNames.push(name);
  };
  const value = await readValue(text, fileName);
  for (const { name, entries } of ownCollections(value) ?? foreign(value, text, fileName)) {
    const queries: Omit<SavedQuery, 'id'>[] = [];
    for (const entry of entries) {
      const query = 'query' in entry ? saved(entry.name, entry.query, entry.variables, entry.operation) : null;
      if (query) queries.push(query);
      else leave(('query' in entry ? textOf(entry.name) : entry.left) || '…');
    }
    result.collections.push({ name: textOf(name) || '…', queries });
  }
  return result;
}

/** Maximum number of reported names. */
const MOST_NAMED = 20;
/** Maximum length of YAML, which takes longer to parse, in characters. */
const LONGEST_YAML = 10_000_000;

/** Parses JSON or YAML; returns undefined for other texts. */
async function readValue(text: string, fileName: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!/\.ya?ml$/i.test(fileName) && !/^type: (?:collection|spec)\.insomnia/.test(text)) return undefined;
    if (text.length > LONGEST_YAML) throw error;
    const { parse } = await import(/* webpackChunkName: "yaml" */ 'yaml');
    // Such files contain few aliases. Many aliases would only expand a small file to a large one.
    return parse(text, { maxAliasCount: 100, schema: 'core' }) as unknown;
  }
}

function ownCollections(value: unknown): ForeignCollection[] | null {
  const file = objectOf(value);
  if (file?.format !== FORMAT) return null;
  return (Array.isArray(file.collections) ? file.collections : []).map((each): ForeignCollection => {
    const collection = objectOf(each);
    const queries = Array.isArray(collection?.queries) ? collection.queries : [];
    const entries = queries.map((query): ForeignEntry => {
      const { name, query: text, variables, operation } = objectOf(query) ?? {};
      return { name, query: text, variables, operation };
    });
    return collection ? { name: collection.name, entries } : { name: '', entries: [{ left: '…' }] };
  });
}

function foreign(value: unknown, text: string, fileName: string): ForeignCollection[] {
  const [, stem = ''] = /([^/\\]{1,200})\.(?:graphql|gql)$/i.exec(fileName) ?? [];
  const found =
    stem === ''
      ? (foreignCollections(value) ?? asList(brunoFile(text)))
      : [{ name: 'GraphQL', entries: [operationEntry(text, stem)] }];
  if (!found) throw new Error('This file contains no collections');
  return found;
}

const asList = <T>(value: T | null): T[] | null => (value === null ? null : [value]);

function saved(name: unknown, query: unknown, variables: unknown, operation: unknown): Omit<SavedQuery, 'id'> | null {
  if (typeof query !== 'string' || query.trim() === '') return null;
  const values = typeof variables === 'string' ? variables : objectOf(variables) ? JSON.stringify(variables, null, 2) : '';
  if (query.length + values.length > LONGEST) return null;
  return {
    name: textOf(name),
    ...withoutSecrets({ query, variables: values.trim() === '{}' ? '' : values }),
    operation: typeof operation === 'string' ? operation : null,
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().slice(0, 200) : '';
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null;
}
