/** The changes sent from this browser to the address of a connection, newest first. Values that contain a secret are not stored. */
import { readJson } from '../../../../lib/storage';
import { createStore, type Readable } from '../../../../lib/store';
import { normalAddress } from '../../../../session/connections/connections';
import type { Session } from '../../../../session/connections/session';
import type { StagedEdit, StagedRow } from '../sending/stagedRow';
import { holdsSecret } from '../sending/storedEdits';
import { accountName } from './accountName';

/** One change of one record. Times are milliseconds since the epoch. */
export interface ChangeEntry {
  readonly id: string;
  readonly at: number;
  readonly collection: string;
  readonly typeName: string;
  readonly row: string;
  readonly keys: StagedRow['keys'];
  readonly title: string;
  readonly edits: readonly StagedEdit[];
  readonly result: 'sent' | 'refused' | 'unknown';
  readonly message: string | null;
  readonly undone: boolean;
  /** True if its undo was sent and the outcome is unknown: the change may be undone already. */
  readonly undoing?: boolean | undefined;
  /** True for a change that undid others. */
  readonly isUndo?: boolean | undefined;
  /** The signed-in account, if known. */
  readonly account?: string | undefined;
  /**
   * What was done to the record; missing: an update. The edits of a deletion are the values that the record had, in the form in which its
   * creation takes them.
   */
  readonly kind?: 'create' | 'delete' | undefined;
}

/** State of the undo of a change. `begun` is stored before the undo is sent, because the page may be closed before its outcome is known. */
export type UndoState = 'open' | 'begun' | 'done';

/** The list of changes. */
export interface ChangeLog extends Readable<readonly ChangeEntry[]> {
  /** Returns the entry that is now in the list. */
  add(entry: Omit<ChangeEntry, 'id' | 'undone' | 'undoing' | 'account'>): ChangeEntry;
  mark(id: string, undo: UndoState): void;
}

/** A change with the address that it was sent to; entries of an earlier version have none. */
type StoredEntry = ChangeEntry & { readonly address?: string };

const MOST_ENTRIES = 300;
const MOST_CHARACTERS = 300_000;

/** Opens the change log of a session's connection. */
export function createChangeLog(session: Session): ChangeLog {
  const { storage, connection } = session;
  const key = `oriel:${connection.id}:changes`;
  const address = normalAddress(connection.httpEndpoint, session.pageUrl);
  // Read from storage each time, because another tab may have written to it.
  const stored = (): readonly StoredEntry[] => readEntries(readJson(storage, key));
  // On another server, the same key is another record, so its changes are neither listed nor undone.
  const own = (entries: readonly StoredEntry[]): readonly ChangeEntry[] =>
    entries.flatMap(({ address: sentTo, ...entry }) => (sentTo === undefined || sentTo === address ? [entry] : []));
  const store = createStore<readonly ChangeEntry[]>(own(stored()), []);
  const keep = (entries: readonly StoredEntry[]): void => {
    let kept = entries.slice(0, MOST_ENTRIES);
    let json = JSON.stringify(kept);
    while (kept.length > 1 && json.length > MOST_CHARACTERS) {
      kept = kept.slice(0, Math.ceil(kept.length / 2));
      json = JSON.stringify(kept);
    }
    storage.setItem(key, json);
    store.set(own(kept));
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    rendered: store.rendered,
    add(entry) {
      const edits = entry.edits.filter(edit => !holdsSecret([edit.before, edit.after]));
      const before = stored();
      const ids = new Set(before.map(other => other.id));
      let number = 0;
      while (ids.has(`${entry.at}-${number}`)) number++;
      const account = accountName(session) ?? undefined;
      const added = { ...entry, edits, account, id: `${entry.at}-${number}`, undone: false };
      keep([{ ...added, address }, ...before]);
      return added;
    },
    mark: (id, undo) =>
      keep(stored().map(entry => (entry.id === id ? { ...entry, undone: undo === 'done', undoing: undo === 'begun' } : entry))),
  };
}

function readEntries(value: unknown): readonly StoredEntry[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_ENTRIES).filter((entry: unknown): entry is StoredEntry => {
    if (typeof entry !== 'object' || entry === null) return false;
    const { id, at, typeName, row, collection, keys, title, edits, result, message, kind, account, address } =
      entry as Partial<StoredEntry>;
    return (
      [id, typeName, row, collection, title].every(text => typeof text === 'string') &&
      typeof at === 'number' &&
      !Number.isNaN(new Date(at).getTime()) &&
      (typeof message === 'string' || message == null) &&
      Array.isArray(keys) &&
      keys.every(pair => Array.isArray(pair) && typeof pair[0] === 'string') &&
      Array.isArray(edits) &&
      edits.every(edit => typeof edit?.field === 'string' && typeof edit.column === 'string' && typeof edit.label === 'string') &&
      (result === 'sent' || result === 'refused' || result === 'unknown') &&
      (kind === undefined || kind === 'create' || kind === 'delete') &&
      (account === undefined || typeof account === 'string') &&
      (address === undefined || typeof address === 'string')
    );
  });
}
