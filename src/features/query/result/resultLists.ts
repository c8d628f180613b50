/** The lists inside an answer, as tables: which there are, and their columns by what stands in the rows. */
import { guardFormula } from '../../../lib/guardFormula';
import { shortJson } from '../../../ui/json/shortJson';

/** A list in an answer. */
export interface ResultList {
  /** Names that lead to it, joined by dots; '' for the answer itself. */
  path: string;
  rows: readonly unknown[];
}

/** A column: the names that lead from a row to a value. */
export interface ResultColumn {
  path: readonly string[];
  /** All values seen are numbers. */
  numeric: boolean;
  /** All values seen are dates, by ISO 8601. */
  dated: boolean;
}

/** Lists distinguished at most. */
export const MOST_LISTS = 50;
const MOST_COLUMNS = 60;
/** Rows looked at to find the columns. */
const LOOKED_AT = 200;
/** Names and lists on the way to a list at most. */
export const DEEPEST_LIST = 12;

/**
 * All lists with something in them, the longest of the outermost first. Lists within the rows of a list come behind those, each with the rows
 * of all of them put together: the visits of all ships.
 */
export function findLists(value: unknown): ResultList[] {
  const found: (ResultList & { within: number })[] = [];
  /** `values`: all that stand in this place. */
  const look = (values: readonly unknown[], path: readonly string[], within: number): void => {
    if (path.length + within > DEEPEST_LIST) return;
    const rows = values.filter(Array.isArray).flat();
    if (rows.length > 0 && found.length < MOST_LISTS) found.push({ path: path.join('.'), rows, within });
    // Lists that stand in a list without a name between them.
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

/** The columns of rows: the leaves of objects up to two levels deep; one column for rows that are no objects. */
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
  // A value that is an object in some rows and null in others needs no column for the null.
  return columns.filter(
    ({ path }) => !columns.some(other => other.path.length > path.length && path.every((part, at) => part === other.path[at])),
  );
}

/** The value of a column in a row; undefined where there is none. */
export function cellOf(row: unknown, path: readonly string[]): unknown {
  let inner = row;
  for (const name of path) inner = isRecord(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined;
  return inner;
}

/** The head of rows as CSV, by RFC 4180. */
export function csvHead(columns: readonly ResultColumn[]): string {
  return csvLine(columns.map(({ path }) => path.join('.')));
}

/** Rows as CSV; values that are lists or objects as JSON. What a spreadsheet would take for a formula is kept a text. */
export function csvRows(rows: readonly unknown[], columns: readonly ResultColumn[]): string {
  return rows.map(row => csvLine(columns.map(({ path }) => cellText(cellOf(row, path))))).join('');
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/** A cell as a number: digits too, dates as seconds since the epoch; NaN for anything else. */
export function numberOf(cell: unknown): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string' || cell.trim() === '') return Number.NaN;
  return DATE.test(cell) ? Date.parse(cell) / 1000 : Number(cell);
}

/** How two cells stand to each other: numbers by value, everything else as text; what is not there comes last. */
export function compareCells(a: unknown, b: unknown): number {
  if (a == null || b == null) return (a == null ? 1 : 0) - (b == null ? 1 : 0);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const [x, y] = [typeof a === 'object' ? shortJson(a, 100) : String(a), typeof b === 'object' ? shortJson(b, 100) : String(b)];
  return x < y ? -1 : x > y ? 1 : 0;
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return guardFormula(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
