/**
 * Stores the changes of a connection in this browser, newest first. They are stored in parts, because each change rewrites a whole value of
 * the storage. Another tab may write to it at any time, so a part is read again before it is written.
 */
import { type KeyValueStorage, readJson } from '../../../../lib/storage';
import type { ChangeEntry } from './changeEntry';
import { changesKey, MOST_PARTS } from './changesKey';

/** A change with the address that it was sent to; entries of an earlier version have none. */
export type StoredChange = ChangeEntry & { readonly address?: string };

/** The stored changes. */
export interface StoredChanges {
  /** All changes, newest first, as this tab knows them. A part that has not changed is the same array. */
  parts(): ReadonlyArray<readonly StoredChange[]>;
  has(id: string): boolean;
  /** Adds the newest change. The oldest ones are removed when there are too many. */
  add(change: StoredChange): void;
  /** Replaces a change, if it is still there. */
  change(id: string, replace: (change: StoredChange) => StoredChange): void;
}

/** Maximum number of changes of a part that grows. An earlier version stored up to 300 in one. */
const PART_ENTRIES = 100;
const MOST_READ = 300;
/** Maximum number of characters of a part of several changes, and of all parts. The browser stores about 5,000,000 for all keys. */
const PART_CHARACTERS = 300_000;
const MOST_CHARACTERS = 2_000_000;

interface Part {
  /** The value in the storage. */
  readonly json: string | null;
  readonly entries: readonly StoredChange[];
}

const NONE: Part = { json: null, entries: [] };

/** Opens the stored changes. */
export function createStoredChanges(storage: KeyValueStorage, connectionId: string): StoredChanges {
  const keyOf = (at: number): string => changesKey(connectionId, at);
  let parts: readonly Part[] = [];
  const read = (): void => {
    parts = Array.from({ length: MOST_PARTS }, (_, at) => {
      const json = storage.getItem(keyOf(at));
      const known = parts[at] ?? NONE;
      return known.json === json ? known : { json, entries: readEntries(readJson(storage, keyOf(at))) };
    });
  };
  const isCurrent = (at: number): boolean => storage.getItem(keyOf(at)) === (parts[at] ?? NONE).json;
  const write = (at: number, part: Part): void => {
    if (part.json === null) storage.removeItem(keyOf(at));
    else storage.setItem(keyOf(at), part.json);
    parts = parts.map((known, index) => (index === at ? part : known));
  };
  /** Moves every part one place on, and removes the oldest ones. */
  const makeRoom = (): void => {
    let room = MOST_CHARACTERS;
    const moved = parts.slice(0, -1).map(part => {
      room -= part.json?.length ?? 0;
      return room < 0 ? NONE : part;
    });
    for (const [at, part] of [...moved.entries()].reverse()) if (part !== parts[at + 1]) write(at + 1, part);
    write(0, NONE);
  };
  const partOf = (id: string): number => parts.findIndex(({ entries }) => entries.some(entry => entry.id === id));
  read();
  return {
    parts: () => parts.map(({ entries }) => entries),
    has(id) {
      if (!isCurrent(0)) read();
      return partOf(id) >= 0;
    },
    add(change) {
      if (!isCurrent(0)) read();
      const before = (parts[0] ?? NONE).entries;
      const json = JSON.stringify([change, ...before]);
      if (before.length < PART_ENTRIES && (before.length === 0 || json.length <= PART_CHARACTERS)) {
        write(0, { json, entries: [change, ...before] });
        return;
      }
      makeRoom();
      write(0, { json: JSON.stringify([change]), entries: [change] });
    },
    change(id, replace) {
      const known = partOf(id);
      if (known < 0 || !isCurrent(known)) read();
      const at = partOf(id);
      if (at < 0) return;
      const entries = (parts[at] ?? NONE).entries.map(entry => (entry.id === id ? replace(entry) : entry));
      write(at, { json: JSON.stringify(entries), entries });
    },
  };
}

function readEntries(value: unknown): readonly StoredChange[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_READ).filter((entry: unknown): entry is StoredChange => {
    if (typeof entry !== 'object' || entry === null) return false;
    const { id, at, typeName, row, collection, keys, title, edits, result, message, kind, account, address } =
      entry as Partial<StoredChange>;
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
