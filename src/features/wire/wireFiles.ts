/** Saves the log to files and opens saved logs. */
import type { WireEntry } from '../../session/wire/wireLogEntry';
import { readWireFile, WireFileError, writeWireFile } from '../../session/wire/wireLogFile';
import { readTextFile } from '../../ui/readTextFile';
import { saveFile } from '../../ui/saveFile';
import { wireLogHar } from './wireLogHar';

/** A log read from a file. */
export interface SavedLog {
  name: string;
  savedAt: number;
  entries: readonly WireEntry[];
}

/** Larger files are not read. In bytes. */
const FILE_LIMIT = 400_000_000;

/**
 * Reads a saved log.
 * @throws WireFileError
 */
export async function openWireFile(file: File): Promise<SavedLog> {
  if (file.size > FILE_LIMIT) throw new WireFileError('tooLarge');
  const text = await readTextFile(file, FILE_LIMIT).catch(() => {
    throw new WireFileError('notJson');
  });
  return { name: file.name, ...readWireFile(text) };
}

/** Downloads the entries as a HAR file; `now` is in milliseconds since the epoch. */
export function saveHar(entries: readonly WireEntry[], pageUrl: string, now: number): void {
  saveFile(`oriel ${stamp(now)}.har`, 'application/json', [JSON.stringify(wireLogHar(entries, { pageUrl }), null, 2)]);
}

/** Downloads the entries as a file that Oriel can open again. */
export function saveWireFile(entries: readonly WireEntry[], now: number): void {
  saveFile(`oriel wire ${stamp(now)}.json`, 'application/json', [writeWireFile(entries, now)]);
}

/** '2026-03-31 14.05.09' */
function stamp(now: number): string {
  return new Date(now).toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
}
