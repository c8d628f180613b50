/**
 * Named collections of operations, to keep and to share. Stored in this browser for the connection, without values that are secret by their
 * names. Nothing is removed automatically, and the state before a change can be restored.
 */
import type { DocumentStore } from '../../../lib/documentStore';
import type { Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import type { Environment } from '../../../session/environments/environments';
import { keptDocument } from '../../../session/history/keptDocument';
import { withoutSecrets } from '../../../session/wire/secretLiterals';
import { collectionFile, type NamedText, type QueryCollection, type SavedQuery } from './queryCollectionFile';
import { isQueryHeader, type QueryContent, withoutSecretHeaders } from './queryTabs';
import { type ReadingOptions, readLargeFiles } from './readLargeFiles';

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
   * Adds the content of a file, or of a folder (readCollectionFiles.ts).
   * @returns the number of new operations, and the number of entries that could not be read
   * @throws Error if it has another format, or if it was cancelled; then nothing is changed
   */
  accept(
    files: readonly NamedText[],
    options?: ReadingOptions,
  ): Promise<{ added: number; left: number; leftNames: readonly string[]; environments: readonly Environment[] }>;
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
          const same = each.queries.find(query => textOf(query) === textOf(made));
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
    async accept(files, options = {}) {
      const file = await readLargeFiles(files, options);
      let added = 0;
      await change(all => {
        const next = [...all];
        let lastId = Number(freeId(all)) - 1;
        const newId = (): string => String(++lastId);
        // If several collections have the same name, the first one is used.
        const places = new Map(all.map(({ name }, place) => [name, place] as const).reverse());
        for (const { name, queries } of file.collections) {
          const place = places.get(name) ?? next.length;
          const collection = next[place] ?? { id: newId(), name, queries: [] };
          const texts = new Set(collection.queries.map(textOf));
          const fresh = queries.filter(query => {
            const text = textOf(query);
            const isFresh = !texts.has(text);
            texts.add(text);
            return isFresh;
          });
          next[place] = { ...collection, queries: [...collection.queries, ...fresh.map(query => ({ ...query, id: newId() }))] };
          added += fresh.length;
        }
        return next;
      });
      return { added, left: file.left, leftNames: file.leftNames, environments: file.environments };
    },
    dispose: () => undefined,
  };
}

/** Identifies an operation by its content, to find duplicates. */
const textOf = ({ name, query, variables, operation, headers }: Omit<SavedQuery, 'id'>): string =>
  JSON.stringify([name, query, variables, operation, headers]);

function freeId(collections: readonly QueryCollection[]): string {
  const ids = collections.flatMap(({ id, queries }) => [id, ...queries.map(query => query.id)]);
  return String(ids.reduce((last, id) => Math.max(last, Number(id) || 0), 0) + 1);
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
  // Operations stored by earlier versions have no headers.
  const lines = Array.isArray(headers) ? headers.filter(isQueryHeader) : [];
  return [{ id, name, query, variables, headers: lines, operation: typeof operation === 'string' ? operation : null }];
}
