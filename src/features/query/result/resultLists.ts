/** Finds the lists in a result and derives the table columns of their rows. */
import { csvLine } from '../../../lib/text/csvLine';
import { valueAsText } from '../../../lib/text/valueAsText';
import { shortJson } from '../../../ui/json/shortJson';

/** A list in a result. */
export interface ResultList {
  /** Property names on the path to the list, joined by dots; empty for the root. */
  path: string;
  rows: readonly unknown[];
}

/** A column: the property names on the path from a row to a value. */
export interface ResultColumn {
  path: readonly string[];
  /** True if all examined values are numbers. */
  numeric: boolean;
  /** True if all examined values are ISO 8601 dates. */
  dated: boolean;
}

/** Maximum number of lists. */
export const MOST_LISTS = 50;
const MOST_COLUMNS = 60;
/** Number of rows that are examined to derive the columns. */
const LOOKED_AT = 200;
/** Maximum number of names and lists on the path to a list. */
export const DEEPEST_LIST = 12;

/**
 * Returns all non-empty lists. Outer lists come first, longer ones before shorter ones. A list inside the rows of another list is merged
 * across all rows, for example the visits of all ships.
 */
export function findLists(value: unknown): ResultList[] {
  const found: (ResultList & { within: number })[] = [];
  /** `values`: all values at this path. */
  const look = (values: readonly unknown[], path: readonly string[], within: number): void => {
    if (path.length + within > DEEPEST_LIST) return;
    const rows = values.filter(Array.isArray).flat();
    if (rows.length > 0 && found.length < MOST_LISTS) found.push({ path: path.join('.'), rows, within });
    // Lists directly inside a list, without a property name in between.
    const inner = rows.some(Array.isArray) ? [...path.slice(0, -1), `${path.at(-1) ?? ''}[]`] : path;
    if (rows.length > 0) look(rows, inner, within + 1);
    const places = new Map<string, unknown[]>();
    for (const record of values.filter(isRecord))
      for (const [name, below] of Object.entries(record)) {
        if (typeof below !== 'object' || below === null) continue;
        const others = places.get(name);
        if (others) others.push(below);
        else places.set(name, [below]);
      }
    for (const [name, below] of places) look(below, [...path, name], within);
  };
  look([value], [], 0);
  found.sort((a, b) => a.within - b.within || b.rows.length - a.rows.length);
  return found.map(({ path, rows }) => ({ path, rows }));
}

/** Derives the columns from the leaves of objects up to two levels deep. Rows that are not objects have a single column. */
export function columnsOf(rows: readonly unknown[]): ResultColumn[] {
  const found = new Map<string, { path: readonly string[]; numeric: boolean; dated: boolean; empty: boolean }>();
  const add = (path: readonly string[], value: unknown): void => {
    const key = JSON.stringify(path);
    const column = found.get(key) ?? { path, numeric: true, dated: true, empty: true };
    if (value !== null) {
      column.empty = false;
      if (typeof value !== 'number') column.numeric = false;
      if (typeof value !== 'string' || !DATE.test(value)) column.dated = false;
    }
    if (found.size < MOST_COLUMNS || found.has(key)) found.set(key, column);
  };
  const look = (value: unknown, path: readonly string[]): void => {
    if (!isRecord(value) || path.length >= 2 || Object.keys(value).length === 0) add(path, value);
    else for (const [name, inner] of Object.entries(value)) look(inner, [...path, name]);
  };
  for (const row of rows.slice(0, LOOKED_AT)) look(row, []);
  const columns = [...found.values()].map(({ empty, ...column }) => ({
    ...column,
    numeric: column.numeric && !empty,
    dated: column.dated && !empty,
  }));
  // A value that is an object in some rows and null in others needs no separate column for null.
  return columns.filter(
    ({ path }) => !columns.some(other => other.path.length > path.length && path.every((part, at) => part === other.path[at])),
  );
}

/** Returns the value of a column in a row; undefined if it is missing. */
export function cellOf(row: unknown, path: readonly string[]): unknown {
  let inner = row;
  for (const name of path) inner = isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  return inner;
}

/** Returns the header line as CSV. Names in a custom scalar can be formulas, too. */
export function csvHead(columns: readonly ResultColumn[]): string {
  return csvLine(
    columns.map(({ path }) => path.join('.')),
    true,
  );
}

/** Returns rows as CSV, with lists and objects as JSON. Text that a spreadsheet would interpret as a formula is escaped. */
export function csvRows(rows: readonly unknown[], columns: readonly ResultColumn[]): string {
  return rows
    .map(row =>
      csvLine(
        columns.map(({ path }) => cellText(cellOf(row, path))),
        true,
      ),
    )
    .join('');
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** Converts a cell to a number. Strings of digits are parsed, dates become seconds since 1970. Returns NaN for anything else. */
export function numberOf(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string' || cell.trim() === '') return Number.NaN;
  return DATE.test(cell) ? Date.parse(cell) / 1000 : Number(cell);
}

/** Compares two cells: numbers by value, everything else as text. Missing values come last. */
export function compareCells(a: unknown, b: unknown): number {
  if (a == null || b == null) return (a == null ? 1 : 0) - (b == null ? 1 : 0);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [typeof a === 'object' ? shortJson(a, 100) : String(a), typeof b === 'object' ? shortJson(b, 100) : String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return valueAsText(value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
