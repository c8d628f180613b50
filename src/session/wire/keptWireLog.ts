/**
 * Keeps the wire log across a reload: the latest rows are written to the tab's storage when the page is hidden, and read by the next page.
 * The format is that of a saved log, without secrets and with limited size. Rows of another endpoint or account are not read, unless saved
 * settings of the connection changed it (wireOf.ts).
 */
import { ownValues } from '../../lib/ownValues';
import { type KeyValueStorage, readJson } from '../../lib/storage';
import type { WireEntry, WireStep, WireText } from './wireLogEntry';
import { joinWireFile, readWireValue, writeWireEntry } from './wireLogFile';

/** Limits of the stored log. Sizes in characters. */
export const KEPT_WIRE_LIMITS = {
  rows: 150,
  all: 600_000,
  /** One row; a longer one is stored without bodies, with its first and latest steps only. */
  row: 60_000,
  body: 20_000,
  firstSteps: 20,
  lastSteps: 20,
} as const;

/** The stored log of an earlier page. */
export interface EarlierWire {
  /** Number of earlier pages in this tab; makes the ids of this page's rows unique. */
  pages: number;
  /** Fingerprint of the endpoint and account of the rows. */
  owner: string;
  /** Parses and checks the rows; returns none if they cannot be read. */
  entries(): WireEntry[];
}

/** Stores the latest rows. `now` is in milliseconds since the epoch. */
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
  // If there was no space, the older log would stay.
  if (storage.isStored?.(key) === false) storage.removeItem(key);
}

/** Reads the log that an earlier page stored under this key. */
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
        // Written by another version or another program.
        return [];
      }
    },
  };
}

/** The JSON of a row. null if it is too long even when shortened, because of its headers or errors. */
function writeRow(entry: WireEntry): string | null {
  const row = writeWireEntry(entry, shortText);
  if (row.length <= KEPT_WIRE_LIMITS.row) return row;
  // Only documents and variables have `bytes` 0, and these are kept.
  const short = writeWireEntry(shortened(entry), text => (text.bytes === 0 ? shortText(text) : null));
  return short.length <= KEPT_WIRE_LIMITS.row ? short : null;
}

/** The text if it is short, otherwise null. Large bodies are not even created. */
function shortText(text: WireText): string | null {
  if (text.bytes > KEPT_WIRE_LIMITS.body) return null;
  const read = text.read();
  return read !== null && read.length <= KEPT_WIRE_LIMITS.body ? read : null;
}

/** The entry without the steps in its middle. */
function shortened(entry: WireEntry): WireEntry {
  const { firstSteps, lastSteps } = KEPT_WIRE_LIMITS;
  const left = Math.max(0, entry.steps.length - firstSteps - lastSteps);
  const steps = left === 0 ? entry.steps : [...entry.steps.slice(0, firstSteps), ...entry.steps.slice(-lastSteps)];
  return { ...entry, steps, letGo: entry.letGo + left };
}

/** Close code of a websocket whose page is unloaded. */
const GOING_AWAY = 1001;

/** Ends an entry that was in progress when its page was unloaded. `at`: milliseconds since the epoch. */
function endedWithPage(entry: WireEntry, at: number): WireEntry {
  if (entry.endedAt !== null) return entry;
  const last: WireStep =
    entry.kind === 'socket' ? { type: 'socketClosed', at, code: GOING_AWAY, reason: '', byUs: true } : { type: 'cancelled', at };
  return { ...entry, endedAt: at, leftScreen: true, steps: [...entry.steps, last] };
}
