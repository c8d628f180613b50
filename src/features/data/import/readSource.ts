/**
 * The rows of a file or of a pasted block: CSV and TSV (papaparse), a JSON array, or one JSON object a line. All values become cells of text.
 * A file of CSV is read piece by piece; what holds JSON is read whole, up to a bound.
 */
import Papa from 'papaparse';

/** Takes the rows as they are read; the reading waits for it. */
export interface RowSink {
  /** Names of the columns, once, before any rows. */
  head(columns: readonly string[]): void;
  rows(rows: readonly (readonly string[])[]): Promise<void>;
}

/** Why a source was not read. */
export type SourceProblem = 'empty' | 'tooLarge' | 'notJson' | 'unreadable';

/** Of a source, at most: what has more is not read, as a part of it would pass for the whole. `cell`: characters. */
export const MOST_IMPORTED = { rows: 100_000, columns: 300, cell: 200_000 } as const;
const MOST_BYTES = 200_000_000;
const MOST_JSON_BYTES = 30_000_000;
/** Rows handed on at once. */
const PIECE = 500;

/** Reads a source; null when all of it was read. */
export async function readSource(source: Blob, sink: RowSink): Promise<SourceProblem | null> {
  if (source.size > MOST_BYTES) return 'tooLarge';
  const beginning = (await source.slice(0, 2000).text()).replace(/^\uFEFF/, '').trimStart();
  if (beginning === '') return 'empty';
  const isJson = beginning.startsWith('{') || /^\[\s*[{[\]]/.test(beginning);
  if (!isJson) return readCsv(source, sink);
  if (source.size > MOST_JSON_BYTES) return 'tooLarge';
  return readJson((await source.text()).replace(/^\uFEFF/, ''), sink);
}

function readCsv(source: Blob, sink: RowSink): Promise<SourceProblem | null> {
  return new Promise((resolve, reject) => {
    let width = -1;
    let count = 0;
    let isTooLarge = false;
    let waiting: Promise<void> = Promise.resolve();
    // A Blob is read as a File is: papaparse only slices it.
    Papa.parse<string[]>(source as File, {
      skipEmptyLines: 'greedy',
      chunk: ({ data }, parser) => {
        let rows = data;
        if (width < 0 && rows.length > 0) {
          const [first = [], ...others] = rows;
          width = first.length;
          sink.head(uniqueNames(first));
          rows = others;
        }
        count += rows.length;
        if (count > MOST_IMPORTED.rows || width > MOST_IMPORTED.columns || rows.some(hasLongCell)) {
          isTooLarge = true;
          return parser.abort();
        }
        const taken = rows.map(row => Array.from({ length: width }, (_, at) => row[at] ?? ''));
        parser.pause();
        waiting = waiting.then(() => sink.rows(taken)).then(() => parser.resume());
        waiting.catch(reject);
      },
      complete: () => void waiting.then(() => resolve(isTooLarge ? 'tooLarge' : width < 0 ? 'empty' : null), reject),
      error: () => resolve('unreadable'),
    });
  });
}

const hasLongCell = (row: readonly string[]): boolean => row.some(cell => cell.length > MOST_IMPORTED.cell);

async function readJson(text: string, sink: RowSink): Promise<SourceProblem | null> {
  const items = parseItems(text);
  if (items === null) return 'notJson';
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
      .map(item => columns.map(name => cellOf(Object.hasOwn(item, name) ? item[name] : '')));
    if (rows.some(hasLongCell)) return 'tooLarge';
    await sink.rows(rows);
  }
  return null;
}

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number of more digits than JavaScript's numbers keep, which is read as text; strings are passed over. */
const LONG_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*(?:"|\\?$)|-?\d[\d.]{15,}(?:[eE][+-]?\d+)?/g;

/** The objects of a JSON array, of the first list inside an object, or of one JSON a line; null when there are none. */
function parseItems(source: string): readonly Item[] | null {
  const text = source.replace(LONG_NUMBER, found => (found.startsWith('"') ? found : `"${found}"`));
  try {
    const value: unknown = JSON.parse(text);
    const list = Array.isArray(value) ? value : isItem(value) ? (Object.values(value).find(Array.isArray) ?? [value]) : [];
    return (list as unknown[]).filter(isItem);
  } catch {
    const items: Item[] = [];
    for (const line of text.split('\n')) {
      if (line.trim() === '') continue;
      try {
        const value: unknown = JSON.parse(line);
        if (!isItem(value)) return null;
        items.push(value);
      } catch {
        return null;
      }
    }
    return items;
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Column names as they are, with a number where one stands twice or is empty. */
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
