/**
 * The history of operations executed in the Query screen, newest first, with favourites. Stored in this browser for the connection, without
 * values that are secret by their names. An operation that was executed twice is listed once.
 */
import type { Clock } from '../../../lib/clock';
import type { DocumentStore } from '../../../lib/documentStore';
import type { Readable } from '../../../lib/store';
import { parseBounded } from '../../../lib/text/boundedJson';
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
   * @returns the number of new entries that are kept, and the number of entries that could not be read or are too many
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
/** Maximum number of favourites up to which files can add some. */
const MOST_FAVOURITES = 1000;
/** Longer texts, in characters, are not stored: a pasted file would fill the storage. */
const LONGEST = 200_000;
/** Characters that a file can add. */
const MOST_ADDED = 10_000_000;
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
      const file = parseBounded(text);
      if (typeof file !== 'object' || file === null || (file as { format?: unknown }).format !== FORMAT)
        throw new Error('This file contains no query history');
      const { entries: listed } = file as { entries?: unknown };
      const imported = readEntries(listed).filter(({ query, variables }) => query.length + variables.length <= LONGEST);
      let result = { added: 0, left: 0 };
      await change(entries => {
        const { fresh, left } = freshEntries(imported, entries, clock.now());
        const all = bounded([...entries, ...fresh].sort((a, b) => b.at - a.at));
        const unread = (Array.isArray(listed) ? listed.length : 0) - imported.length;
        const kept = new Set(all);
        const added = fresh.filter(entry => kept.has(entry)).length;
        result = { added, left: unread + left + fresh.length - added };
        return all;
      });
      return result;
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

/**
 * The imported entries that are new, with IDs and without secrets: the newest, as many as are kept. A date in the future would keep an entry
 * at the top for good.
 */
function freshEntries(
  imported: readonly HistoryEntry[],
  entries: readonly HistoryEntry[],
  now: number,
): { fresh: HistoryEntry[]; left: number } {
  const known = new Set(entries.map(textOf));
  const room = { favourites: MOST_FAVOURITES - entries.filter(entry => entry.favourite).length, others: KEPT, text: MOST_ADDED };
  const fresh: HistoryEntry[] = [];
  let id = Number(freeId(entries));
  let left = 0;
  for (const entry of [...imported].sort((a, b) => b.at - a.at)) {
    if (known.has(textOf(entry))) continue;
    const kind = entry.favourite ? 'favourites' : 'others';
    const size = entry.query.length + entry.variables.length;
    if (room[kind] <= 0 || room.text < size) {
      left += 1;
      continue;
    }
    const made = { ...withoutSecrets(entry), at: Math.min(entry.at, now), id: String(id) };
    const text = textOf(made);
    if (known.has(text)) continue;
    known.add(text).add(textOf(entry));
    room[kind] -= 1;
    room.text -= size;
    id += 1;
    fresh.push(made);
  }
  return { fresh, left };
}

/** Identifies an operation by its content, to find duplicates. */
const textOf = ({ query, variables, operation }: Pick<HistoryEntry, 'query' | 'variables' | 'operation'>): string =>
  JSON.stringify([query, variables, operation]);

function isSame(a: Pick<HistoryEntry, 'query' | 'variables' | 'operation'>, b: typeof a): boolean {
  return a.query === b.query && a.variables === b.variables && a.operation === b.operation;
}

function freeId(entries: readonly HistoryEntry[]): string {
  return String(entries.reduce((last, { id }) => Math.max(last, Number(id) || 0), 0) + 1);
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
