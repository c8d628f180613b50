/**
 * Collections of operations as files: Oriel's own, and what other programs write (foreignCollections.ts). What is no operation in a file is named,
 * never guessed at; what is secret by its name is left out.
 */
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import { brunoFile, type ForeignCollection, type ForeignEntry, foreignCollections, operationEntry } from './foreignCollections';

/** An operation in a collection. */
export interface SavedQuery {
  readonly id: string;
  /** '' where its own name says enough. */
  readonly name: string;
  readonly query: string;
  /** JSON as typed, '' for none. */
  readonly variables: string;
  readonly operation: string | null;
}

/** A collection. */
export interface QueryCollection {
  readonly id: string;
  readonly name: string;
  readonly queries: readonly SavedQuery[];
}

/** What a file holds. `left`: how many of its entries are no operations that can be read. */
export interface CollectionFile {
  collections: { name: string; queries: Omit<SavedQuery, 'id'>[] }[];
  left: number;
  /** Names of the first of them. */
  leftNames: string[];
}

const FORMAT = 'oriel-query-collections';
/** As in the history: a pasted file would fill the store. */
const LONGEST = 200_000;

/** The text of a file with all of them. */
export function collectionFile(collections: readonly QueryCollection[]): string {
  const bare = collections.map(({ name, queries }) => ({ name, queries: queries.map(({ id: _, ...query }) => query) }));
  return JSON.stringify({ format: FORMAT, version: 1, collections: bare }, null, 2);
}

/**
 * Reads a file; its name says what it is where its content does not. @throws Error when it is no file of collections
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

/** Names of what was left that are told. */
const MOST_NAMED = 20;
/** Of YAML, which takes longer to read, in characters. */
const LONGEST_YAML = 10_000_000;

/** The value of JSON or YAML; undefined for other texts. */
async function readValue(text: string, fileName: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (!/\.ya?ml$/i.test(fileName) && !/^type: (?:collection|spec)\.insomnia/.test(text)) return undefined;
    if (text.length > LONGEST_YAML) throw error;
    const { parse } = await import(/* webpackChunkName: "yaml" */ 'yaml');
    // The few references that such files hold; more would only make a small file large.
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
  if (!found) throw new Error('This file holds no collections');
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
