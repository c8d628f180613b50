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
export type SourceProblem = 'empty' | 'tooLarge' | 'notJson';

/** Rows and bytes of a source, at most. */
export const MOST_IMPORTED = 100_000;
const MOST_BYTES = 200_000_000;
const MOST_JSON_BYTES = 30_000_000;
const MOST_COLUMNS = 300;
const MOST_CELL = 200_000;
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
  return new Promise(resolve => {
    let width = -1;
    let count = 0;
    let waiting: Promise<void> = Promise.resolve();
    // A Blob is read as a File is: papaparse only slices it.
    Papa.parse<string[]>(source as File, {
      skipEmptyLines: 'greedy',
      chunk: ({ data }, parser) => {
        let rows = data;
        if (width < 0 && rows.length > 0) {
          const [first = [], ...others] = rows;
          width = Math.min(MOST_COLUMNS, first.length);
          sink.head(uniqueNames(first.slice(0, width)));
          rows = others;
        }
        const taken = rows.slice(0, MOST_IMPORTED - count).map(row => cut(row, width));
        count += taken.length;
        parser.pause();
        waiting = waiting
          .then(() => sink.rows(taken))
          .then(() => {
            if (count >= MOST_IMPORTED) parser.abort();
            else parser.resume();
          });
      },
      complete: () => void waiting.then(() => resolve(width < 0 ? 'empty' : null)),
      error: () => resolve('empty'),
    });
  });
}

const cut = (row: readonly string[], width: number): string[] =>
  Array.from({ length: width }, (_, at) => (row[at] ?? '').slice(0, MOST_CELL));

async function readJson(text: string, sink: RowSink): Promise<SourceProblem | null> {
  const items = parseItems(text);
  if (items === null) return 'notJson';
  const names = new Set<string>();
  for (const item of items.slice(0, MOST_IMPORTED))
    for (const name of Object.keys(item)) if (names.size < MOST_COLUMNS) names.add(name);
  if (names.size === 0) return 'empty';
  const columns = [...names];
  sink.head(columns);
  for (let at = 0; at < items.length && at < MOST_IMPORTED; at += PIECE)
    await sink.rows(
      items
        .slice(at, Math.min(at + PIECE, MOST_IMPORTED))
        .map(item => columns.map(name => cellOf(Object.hasOwn(item, name) ? item[name] : ''))),
    );
  return null;
}

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a JSON array, of the first list inside an object, or of one JSON a line; null when there are none. */
function parseItems(text: string): readonly Item[] | null {
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
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, MOST_CELL);
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
