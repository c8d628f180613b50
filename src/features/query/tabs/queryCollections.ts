/**
 * Named collections of operations, to keep and to share. Stored in this browser for the connection, without values that are secret by their
 * names. Nothing is removed automatically, and the state before a change can be restored.
 */
import type { DocumentStore } from '../../../lib/documentStore';
import type { Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import { keptDocument } from '../../../session/history/keptDocument';
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import {
  collectionFile,
  type NamedText,
  type QueryCollection,
  readCollectionFiles,
  type SavedQuery,
} from './queryCollectionFile';
import { isQueryHeader, type QueryContent, withoutSecretHeaders } from './queryTabs';

/** The collections as state: null until they are loaded. */
export interface QueryCollections extends Readable<readonly QueryCollection[] | null> {
  /** Loads changes that another page of this browser made. */
  refresh(): Promise<void>;
  /**
   * Creates an empty collection.
   * @returns its ID
   */
  add(name: string): Promise<string>;
  rename(id: string, name: string): Promise<void>;
  remove(id: string): Promise<void>;
  /** Appends an operation to a collection; one with the same text is replaced. */
  save(collection: string, name: string, content: QueryContent): Promise<void>;
  renameQuery(id: string, name: string): Promise<void>;
  removeQuery(id: string): Promise<void>;
  /** Restores a previous state. */
  restore(before: readonly QueryCollection[]): Promise<void>;
  /** Returns all collections as the text of a file. */
  exported(): Promise<string>;
  /**
   * Adds the content of a file, or of a folder (queryCollectionFile.ts).
   * @returns the number of new operations, and the number of entries that could not be read
   * @throws Error if it has another format; then nothing is changed
   */
  accept(files: readonly NamedText[]): Promise<{ added: number; left: number; leftNames: readonly string[] }>;
  dispose(): void;
}

/** Returns the collections of a session. */
export function queryCollectionsOf(session: Session): QueryCollections {
  const { documents, documentKey } = session;
  return session.part('queryCollections', () => createQueryCollections(documents, documentKey('queryCollections')));
}

/** Opens the collections that are stored under a key and starts to load them. */
export function createQueryCollections(documents: DocumentStore, key: string): QueryCollections {
  const state = keptDocument<readonly QueryCollection[]>(documents, key, readCollections);
  const { change } = state;
  const changeQueries = (make: (queries: readonly SavedQuery[]) => readonly SavedQuery[]): Promise<void> =>
    change(all => all.map(collection => ({ ...collection, queries: make(collection.queries) })));
  return {
    get: state.get,
    subscribe: state.subscribe,
    refresh: state.refresh,
    async add(name) {
      let id = '';
      await change(all => {
        id = freeId(all);
        return [...all, { id, name, queries: [] }];
      });
      return id;
    },
    rename: (id, name) => change(all => all.map(each => (each.id === id ? { ...each, name } : each))),
    remove: id => change(all => all.filter(each => each.id !== id)),
    save: (collection, name, content) =>
      change(all =>
        all.map(each => {
          if (each.id !== collection) return each;
          const { query, variables, operation } = withoutSecrets(content);
          const made = { id: freeId(all), name, query, variables, headers: withoutSecretHeaders(content.headers), operation };
          const same = each.queries.find(query => isSame(query, made));
          const queries = each.queries.map(query => (query === same ? { ...made, id: query.id } : query));
          return { ...each, queries: same ? queries : [...queries, made] };
        }),
      ),
    renameQuery: (id, name) => changeQueries(queries => queries.map(query => (query.id === id ? { ...query, name } : query))),
    removeQuery: id => changeQueries(queries => queries.filter(query => query.id !== id)),
    restore: before => change(() => before),
    async exported() {
      await state.refresh();
      return collectionFile(state.get() ?? []);
    },
    async accept(files) {
      const file = await readCollectionFiles(files);
      let added = 0;
      await change(all => {
        let next = all;
        for (const { name, queries } of file.collections) {
          const known = next.find(each => each.name === name) ?? { id: freeId(next), name, queries: [] };
          let inner = known.queries;
          for (const query of queries) {
            if (inner.some(other => isSame(other, query))) continue;
            const within = [...next.filter(each => each.id !== known.id), { ...known, queries: inner }];
            inner = [...inner, { ...query, id: freeId(within) }];
            added += 1;
          }
          const made = { ...known, queries: inner };
          next = next.some(each => each.id === made.id) ? next.map(each => (each.id === made.id ? made : each)) : [...next, made];
        }
        return next;
      });
      return { added, left: file.left, leftNames: file.leftNames };
    },
    dispose: () => undefined,
  };
}

function isSame(a: Omit<SavedQuery, 'id'>, b: Omit<SavedQuery, 'id'>): boolean {
  const isSameText = a.query === b.query && a.variables === b.variables && a.operation === b.operation && a.name === b.name;
  return isSameText && JSON.stringify(a.headers) === JSON.stringify(b.headers);
}

function freeId(collections: readonly QueryCollection[]): string {
  const ids = collections.flatMap(({ id, queries }) => [id, ...queries.map(query => query.id)]);
  return String(Math.max(0, ...ids.map(id => Number(id) || 0)) + 1);
}

function readCollections(stored: unknown): QueryCollection[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap(each => {
    const { id, name, queries } = (each ?? {}) as Record<string, unknown>;
    if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(queries)) return [];
    return [{ id, name, queries: queries.flatMap(readSavedQuery) }];
  });
}

function readSavedQuery(value: unknown): SavedQuery[] {
  const { id, name, query, variables, operation, headers } = (value ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof query !== 'string' || typeof variables !== 'string') return [];
  // Operations that were stored without headers have none.
  const lines = Array.isArray(headers) ? headers.filter(isQueryHeader) : [];
  return [{ id, name, query, variables, headers: lines, operation: typeof operation === 'string' ? operation : null }];
}
