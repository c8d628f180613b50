/**
 * Reads the rows of a file or of pasted text: CSV and TSV (papaparse), a JSON array, or one JSON object per line. All values become text
 * cells. A CSV file is read piece by piece; JSON is read whole, up to a maximum size.
 */
import Papa from 'papaparse';
import { excessOf } from '../../../lib/text/boundedJson';
import { cellText, createNumberMark, markLongNumbers } from './longNumbers';
import { characterOffsets, convertToUtf8, PIECE_BYTES } from './utf8';

/** Receives the rows as they are read; the reader awaits each call. */
export interface RowSink {
  /** Receives the column names, once, before any rows. */
  head(columns: readonly string[]): void;
  rows(rows: readonly (readonly string[])[]): Promise<void>;
}

/** Why a source could not be read. */
export type SourceProblem = 'empty' | 'tooLarge' | 'notJson' | 'notText' | 'unreadable' | RowProblem;

/** A problem with a row that would lose part of its data. Rows are counted from 1, as in the import. */
export interface RowProblem {
  readonly kind: 'moreCells' | 'quotes' | 'noObject';
  readonly row: number;
}

/** Limits of a source. A larger one is rejected, because a part of it could be mistaken for the whole. `cell`: characters. */
export const MOST_IMPORTED = { rows: 100_000, columns: 300, cell: 200_000 } as const;
const MOST_BYTES = 200_000_000;
const MOST_JSON_BYTES = 30_000_000;
/** Number of rows passed on at once. */
const PIECE = 500;

/** Reads a source; null when all of it was read. */
export async function readSource(input: Blob, sink: RowSink): Promise<SourceProblem | null> {
  if (input.size > MOST_BYTES) return 'tooLarge';
  const source = await convertToUtf8(input);
  const cuts = source && (await characterOffsets(source));
  if (!source || !cuts) return 'notText';
  const beginning = (await source.slice(0, 2000).text()).replace(/^\uFEFF/, '').trimStart();
  if (beginning === '') return 'empty';
  const isJson = beginning.startsWith('{') || /^\[\s*[{[\]]/.test(beginning);
  if (!isJson) return readCsv(source, cuts, sink);
  if (source.size > MOST_JSON_BYTES) return 'tooLarge';
  return readJson((await source.text()).replace(/^\uFEFF/, ''), sink);
}

function readCsv(source: Blob, cuts: ReadonlyMap<number, number>, sink: RowSink): Promise<SourceProblem | null> {
  return new Promise((resolve, reject) => {
    let width = -1;
    let count = 0;
    let problem: SourceProblem | null = null;
    let waiting: Promise<void> = Promise.resolve();
    // papaparse reads slices of a file and decodes each separately. The slices are moved so that no character is cut in two.
    const slice = (from: number, to: number): Blob => source.slice(cuts.get(from) ?? from, cuts.get(to) ?? to);
    Papa.parse<string[]>({ size: source.size, slice } as unknown as File, {
      chunkSize: PIECE_BYTES,
      chunk: ({ data, errors }, parser) => {
        // A row that does not end within a piece: every further piece would be parsed together with all pieces before it.
        if (data.length === 0 && source.size > PIECE_BYTES) problem = 'tooLarge';
        const rows = data.filter(isFilled);
        const quotes = errors.find(error => error.type === 'Quotes');
        let before = data.slice(0, quotes?.row ?? 0).filter(isFilled).length;
        const first = width < 0 ? rows.shift() : undefined;
        if (first !== undefined) {
          width = first.length;
          before--;
          // The time to number equal names grows with the square of their count.
          if (width <= MOST_IMPORTED.columns) sink.head(uniqueNames(first));
        }
        const wide = rows.findIndex(row => isFilled(row.slice(width)));
        if (quotes !== undefined) problem = { kind: 'quotes', row: Math.max(1, count + before + 1) };
        else if (wide >= 0) problem = { kind: 'moreCells', row: count + wide + 1 };
        count += rows.length;
        if (count > MOST_IMPORTED.rows || width > MOST_IMPORTED.columns || rows.some(hasLongCell)) problem ??= 'tooLarge';
        if (problem !== null) return parser.abort();
        const cells = rows.map(row => Array.from({ length: width }, (_, at) => row[at] ?? ''));
        parser.pause();
        waiting = waiting.then(() => sink.rows(cells)).then(() => parser.resume());
        waiting.catch(reject);
      },
      complete: () => void waiting.then(() => resolve(problem ?? (width < 0 ? 'empty' : null)), reject),
      error: () => resolve('unreadable'),
    });
  });
}

const isFilled = (row: readonly string[]): boolean => row.some(cell => cell.trim() !== '');
const hasLongCell = (row: readonly string[]): boolean => row.some(cell => cell.length > MOST_IMPORTED.cell);

async function readJson(text: string, sink: RowSink): Promise<SourceProblem | null> {
  if (excessOf(text) !== null) return 'tooLarge';
  const mark = createNumberMark();
  const { items, problem } = parseItems(markLongNumbers(text, mark));
  if (problem !== null) return problem;
  if (items.length > MOST_IMPORTED.rows) return 'tooLarge';
  const names = new Set<string>();
  for (const item of items) {
    for (const name of Object.keys(item)) names.add(name);
    if (names.size > MOST_IMPORTED.columns) return 'tooLarge';
  }
  if (names.size === 0) return 'empty';
  const columns = [...names];
  sink.head(columns);
  for (let at = 0; at < items.length; at += PIECE) {
    const rows = items
      .slice(at, at + PIECE)
      .map(item => columns.map(name => cellOf(Object.hasOwn(item, name) ? item[name] : '', mark)));
    if (rows.some(hasLongCell)) return 'tooLarge';
    await sink.rows(rows);
  }
  return null;
}

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

interface Parsed {
  readonly items: readonly Item[];
  readonly problem: SourceProblem | null;
}

/** The objects of a JSON array, of the first list of objects inside an object, or of one JSON object per line. */
function parseItems(text: string): Parsed {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return parseLines(text);
  }
  const isList = (entry: unknown): entry is unknown[] => Array.isArray(entry) && (entry.length === 0 || entry.some(isItem));
  const list = Array.isArray(value) ? (value as unknown[]) : isItem(value) ? (Object.values(value).find(isList) ?? [value]) : [];
  const wrong = list.findIndex(item => item !== null && !isItem(item));
  return { items: list.filter(isItem), problem: wrong < 0 ? null : { kind: 'noObject', row: wrong + 1 } };
}

function parseLines(text: string): Parsed {
  const items: Item[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    try {
      const value: unknown = JSON.parse(line);
      if (!isItem(value)) return { items, problem: { kind: 'noObject', row: items.length + 1 } };
      items.push(value);
      if (items.length > MOST_IMPORTED.rows) return { items, problem: 'tooLarge' };
    } catch {
      return { items, problem: 'notJson' };
    }
  }
  return { items, problem: null };
}

const cellOf = (value: unknown, mark: string): string => (value === null || value === undefined ? '' : cellText(value, mark));

/** Column names as they are, with a number for a name that is empty or occurs twice. */
function uniqueNames(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.map((name, at) => {
    const base = name.trim() || `${at + 1}`;
    let unique = base;
    for (let number = 2; seen.has(unique); number++) unique = `${base} ${number}`;
    seen.add(unique);
    return unique;
  });
}
