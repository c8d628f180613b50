/** Files with collections of operations, in Oriel's own format. */
import type { Environment } from '../../../session/environments/environments';
import type { QueryHeader } from './queryTabs';

/** An operation in a collection. */
export interface SavedQuery {
  readonly id: string;
  /** Empty if the name of the operation is sufficient. */
  readonly name: string;
  readonly query: string;
  /** JSON text; empty if there is none. */
  readonly variables: string;
  /** Without the values of secret headers. */
  readonly headers: readonly QueryHeader[];
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
  /** Without secret values. */
  environments: Environment[];
}

/** Marks files with Oriel's own collections. */
export const FORMAT = 'oriel-query-collections';

/** Returns the collections as the text of a file. */
export function collectionFile(collections: readonly QueryCollection[]): string {
  const bare = collections.map(({ name, queries }) => ({ name, queries: queries.map(({ id: _, ...query }) => query) }));
  return JSON.stringify({ format: FORMAT, version: 1, collections: bare }, null, 2);
}

/** ID of a worker's progress messages. Their value is the share that is done, from 0 to 1. */
export const PROGRESS = 0;

/** A file to be parsed. */
export interface NamedText {
  /** Its name; for a file of a folder its path, with slashes. */
  name: string;
  text: string;
}
