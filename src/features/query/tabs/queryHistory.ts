/**
 * The history of operations executed in the Query screen, newest first, with favourites. Stored in this browser for the connection, without
 * values that are secret by their names. An operation that was executed twice is listed once.
 */
import type { Clock } from '../../../lib/clock';
import type { DocumentStore } from '../../../lib/documentStore';
import type { Readable } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import { keptDocument } from '../../../session/history/keptDocument';
import { withoutSecrets } from '../../../session/wire/secretLiterals';

/** An executed operation. */
export interface HistoryEntry {
  readonly id: string;
  /** When it was last executed, in milliseconds since 1970. */
  readonly at: number;
  readonly query: string;
  /** JSON text; empty if there is none. */
  readonly variables: string;
  readonly operation: string | null;
  readonly kind: 'query' | 'mutation' | 'subscription';
  readonly favourite: boolean;
}

/** The history as state: null until it is loaded. */
export interface QueryHistory extends Readable<readonly HistoryEntry[] | null> {
  /** Loads changes that another page of this browser made. */
  refresh(): Promise<void>;
  /** Adds an operation at the top. If it is already listed, it stays a favourite. */
  add(entry: Pick<HistoryEntry, 'query' | 'variables' | 'operation' | 'kind'>): Promise<void>;
  mark(id: string, favourite: boolean): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes all entries except favourites. */
  clear(): Promise<void>;
  /** Returns all entries as the text of a file. */
  exported(): Promise<string>;
  /**
   * Adds the content of a file.
   * @returns the number of new entries, and the number of entries that could not be read
   * @throws Error if the file has another format; then nothing is changed
   */
  accept(text: string): Promise<{ added: number; left: number }>;
  dispose(): void;
}

/** Options of `createQueryHistory`. */
export interface QueryHistoryOptions {
  documents: DocumentStore;
  key: string;
  clock: Clock;
}

/** Maximum number of entries, not counting favourites. */
const KEPT = 200;
/** Longer texts, in characters, are not stored: a pasted file would fill the storage. */
const LONGEST = 200_000;
const FORMAT = 'oriel-query-history';

/** Returns the history of a session. */
export function queryHistoryOf(session: Session): QueryHistory {
  const { documents, documentKey, clock } = session;
  return session.part('queryHistory', () => createQueryHistory({ documents, key: documentKey('queryHistory'), clock }));
}

/** Opens the history and starts to load it. */
export function createQueryHistory({ documents, key, clock }: QueryHistoryOptions): QueryHistory {
  const state = keptDocument<readonly HistoryEntry[]>(documents, key, readEntries);
  const change = (make: (entries: readonly HistoryEntry[]) => readonly HistoryEntry[]): Promise<void> =>
    state.change(entries => bounded(make(entries)));
  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    refresh: state.refresh,
    async add(entry) {
      const bare = withoutSecrets(entry);
      const query = bare.query.trim();
      const variables = bare.variables.trim();
      if (query === '' || query.length + variables.length > LONGEST) return;
      await change(entries => {
        const same = entries.find(other => isSame(other, { ...entry, query, variables }));
        const made = {
          ...entry,
          query,
          variables,
          at: clock.now(),
          id: same?.id ?? freeId(entries),
          favourite: same?.favourite ?? false,
        };
        return [made, ...entries.filter(other => other !== same)];
      });
    },
    mark: (id, favourite) => change(entries => entries.map(entry => (entry.id === id ? { ...entry, favourite } : entry))),
    remove: id => change(entries => entries.filter(entry => entry.id !== id)),
    clear: () => change(entries => entries.filter(entry => entry.favourite)),
    async exported() {
      await state.refresh();
      return JSON.stringify({ format: FORMAT, version: 1, entries: state.get() ?? [] }, null, 2);
    },
    async accept(text) {
      const file: unknown = JSON.parse(text);
      if (typeof file !== 'object' || file === null || (file as { format?: unknown }).format !== FORMAT)
        throw new Error('This file contains no query history');
      const { entries: listed } = file as { entries?: unknown };
      const imported = readEntries(listed);
      let added = 0;
      await change(entries => {
        const all = [...entries];
        for (const entry of imported) {
          const made = withoutSecrets(entry);
          if (all.some(other => isSame(other, made))) continue;
          all.push({ ...made, id: freeId(all) });
          added += 1;
        }
        return all.sort((a, b) => b.at - a.at);
      });
      return { added, left: (Array.isArray(listed) ? listed.length : 0) - imported.length };
    },
    dispose: () => undefined,
  };
}

/** Returns the entries that contain every word of `words`, optionally only favourites. */
export function searchHistory(entries: readonly HistoryEntry[], words: string, favourites: boolean): HistoryEntry[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(entry => {
    if (favourites && !entry.favourite) return false;
    const text = `${entry.operation ?? ''} ${entry.query} ${entry.variables}`.toLowerCase();
    return wanted.every(word => text.includes(word));
  });
}

function isSame(a: Pick<HistoryEntry, 'query' | 'variables' | 'operation'>, b: typeof a): boolean {
  return a.query === b.query && a.variables === b.variables && a.operation === b.operation;
}

function freeId(entries: readonly HistoryEntry[]): string {
  return String(Math.max(0, ...entries.map(entry => Number(entry.id) || 0)) + 1);
}

function bounded(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  let left = KEPT;
  return entries.filter(entry => entry.favourite || left-- > 0);
}

function readEntries(stored: unknown): HistoryEntry[] {
  if (!Array.isArray(stored)) return [];
  return stored.filter((entry): entry is HistoryEntry => {
    const { id, at, query, variables, operation, kind, favourite } = (entry ?? {}) as Record<string, unknown>;
    return (
      typeof id === 'string' &&
      typeof at === 'number' &&
      typeof query === 'string' &&
      typeof variables === 'string' &&
      (operation === null || typeof operation === 'string') &&
      (kind === 'query' || kind === 'mutation' || kind === 'subscription') &&
      typeof favourite === 'boolean'
    );
  });
}
