/**
 * Collections of operations as files: Oriel's own, and what Altair (`.agc`) and Postman (collection 2.x) write. What is no operation in a file is
 * counted, never guessed at; what is secret by its name is left out.
 */
import { withoutSecrets } from '../../../session/wire/secretLiterals';

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
}

const FORMAT = 'oriel-query-collections';
/** As in the history: a pasted file would fill the store. */
const LONGEST = 200_000;

/** The text of a file with all of them. */
export function collectionFile(collections: readonly QueryCollection[]): string {
  const bare = collections.map(({ name, queries }) => ({ name, queries: queries.map(({ id: _, ...query }) => query) }));
  return JSON.stringify({ format: FORMAT, version: 1, collections: bare }, null, 2);
}

/** Reads a file. @throws Error when it is no JSON, or no file of collections */
export function readCollectionFile(text: string): CollectionFile {
  const file = objectOf(JSON.parse(text));
  if (!file) throw new Error('This file holds no collections');
  const result: CollectionFile = { collections: [], left: 0 };
  const put = (
    name: unknown,
    queries: unknown,
    read: (given: Record<string, unknown>) => Omit<SavedQuery, 'id'> | null,
  ): void => {
    const found: Omit<SavedQuery, 'id'>[] = [];
    for (const each of Array.isArray(queries) ? queries : []) {
      const given = objectOf(each);
      const query = given && read(given);
      if (query) found.push(query);
      else result.left += 1;
    }
    result.collections.push({ name: textOf(name) || '…', queries: found });
  };
  if (file.format === FORMAT) {
    for (const each of Array.isArray(file.collections) ? file.collections : []) {
      const collection = objectOf(each);
      if (collection) put(collection.name, collection.queries, ownQuery);
      else result.left += 1;
    }
  } else if (file.type === 'collection' && Array.isArray(file.queries)) put(file.title, file.queries, altairQuery);
  else if (Array.isArray(file.item) && objectOf(file.info)) put(objectOf(file.info)?.name, postmanItems(file.item), postmanQuery);
  else throw new Error('This file holds no collections');
  return result;
}

function ownQuery({ name, query, variables, operation }: Record<string, unknown>): Omit<SavedQuery, 'id'> | null {
  return saved(name, query, variables, operation);
}

function altairQuery({ windowName, query, variables }: Record<string, unknown>): Omit<SavedQuery, 'id'> | null {
  return saved(windowName, query, variables, null);
}

/** Postman keeps folders within folders. */
function postmanItems(items: readonly unknown[], depth = 0): unknown[] {
  return items.flatMap(item => {
    const inner = objectOf(item)?.item;
    return Array.isArray(inner) && depth < 20 ? postmanItems(inner, depth + 1) : [item];
  });
}

function postmanQuery({ name, request }: Record<string, unknown>): Omit<SavedQuery, 'id'> | null {
  const graphql = objectOf(objectOf(objectOf(request)?.body)?.graphql);
  return graphql && saved(name, graphql.query, graphql.variables, null);
}

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
