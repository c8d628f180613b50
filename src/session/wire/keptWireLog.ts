/**
 * The wire log over a reload: the latest rows are written into the storage of the tab when the page goes away, and read when the next one begins.
 * They are written as a saved log is, without secrets, and bounded. Rows of another endpoint or of another account are dropped unread.
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson } from '../../lib/storage';
import type { WireEntry, WireStep, WireText } from './wireLogEntry';
import { joinWireFile, readWireValue, writeWireEntry } from './wireLogFile';

/** What is kept of a log. Sizes in characters. */
export const KEPT_WIRE_LIMITS = {
  rows: 150,
  all: 600_000,
  /** One row; beyond it a row is kept without its bodies, and with its first and latest steps alone. */
  row: 60_000,
  body: 20_000,
  firstSteps: 20,
  lastSteps: 20,
} as const;

/** What an earlier page left. */
export interface EarlierWire {
  /** How many pages of this tab came before; it makes the ids of this one's rows new. */
  pages: number;
  /** Whose rows they are. */
  owner: string;
  /** The rows, read and checked when they are wanted; none where they cannot be read. */
  entries(): WireEntry[];
}

/** Writes rows of `entries`, the latest ones. `now` in milliseconds since the epoch. */
export function writeKeptWire(
  storage: KeyValueStorage,
  key: string,
  entries: readonly WireEntry[],
  { owner, pages, now }: { owner: string; pages: number; now: number },
): void {
  const written: string[] = [];
  let length = 0;
  for (let at = entries.length - 1; at >= 0 && written.length < KEPT_WIRE_LIMITS.rows; at--) {
    const row = writeRow(entries[at] as WireEntry);
    if (row === null) continue;
    length += row.length;
    if (length > KEPT_WIRE_LIMITS.all) break;
    written.push(row);
  }
  storage.setItem(key, joinWireFile(written.reverse(), now, { owner, pages }));
  // Without room for it the older one would stay.
  if (storage.isStored?.(key) === false) storage.removeItem(key);
}

/** What an earlier page left under this key. */
export function readKeptWire(storage: KeyValueStorage, key: string): EarlierWire {
  const value = readJson(storage, key);
  const own = ownValues(value);
  const pages = own?.get('pages');
  return {
    pages: Number.isInteger(pages) ? Math.min(Math.max((pages as number) + 1, 0), 1_000_000) : 0,
    owner: String(own?.get('owner') ?? ''),
    entries() {
      try {
        const { entries, savedAt } = readWireValue(value);
        return entries.map(entry => endedWithPage(entry, Math.max(savedAt, entry.startedAt)));
      } catch {
        // Written by another version, or by something else.
        return [];
      }
    },
  };
}

/** null for a row that is too long all the same: its headers or errors are. */
function writeRow(entry: WireEntry): string | null {
  const row = writeWireEntry(entry, shortText);
  if (row.length <= KEPT_WIRE_LIMITS.row) return row;
  // What was asked has no size of its own.
  const short = writeWireEntry(shortened(entry), text => (text.bytes === 0 ? shortText(text) : null));
  return short.length <= KEPT_WIRE_LIMITS.row ? short : null;
}

/** A text where it is short; a body that is larger is not even made. */
function shortText(text: WireText): string | null {
  if (text.bytes > KEPT_WIRE_LIMITS.body) return null;
  const read = text.read();
  return read !== null && read.length <= KEPT_WIRE_LIMITS.body ? read : null;
}

/** Without the steps between its beginning and its end. */
function shortened(entry: WireEntry): WireEntry {
  const { firstSteps, lastSteps } = KEPT_WIRE_LIMITS;
  const left = Math.max(0, entry.steps.length - firstSteps - lastSteps);
  const steps = left === 0 ? entry.steps : [...entry.steps.slice(0, firstSteps), ...entry.steps.slice(-lastSteps)];
  return { ...entry, steps, letGo: entry.letGo + left };
}

/** The code with which browsers close the websocket of a page that goes away. */
const GOING_AWAY = 1001;

/** The entry as the end of its page left it: what was under way ended there. `at`: milliseconds since the epoch. */
function endedWithPage(entry: WireEntry, at: number): WireEntry {
  if (entry.endedAt !== null) return entry;
  const last: WireStep =
    entry.kind === 'socket' ? { type: 'socketClosed', at, code: GOING_AWAY, reason: '', byUs: true } : { type: 'cancelled', at };
  return { ...entry, endedAt: at, leftScreen: true, steps: [...entry.steps, last] };
}
