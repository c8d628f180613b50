/**
 * A large result, kept as the received bytes. The lines of its tree, the rows of its lists and pieces of its text are created on request.
 * It runs in a worker (resultWorker.ts), but does not depend on one.
 */
import { laidOutJson } from '../../../../lib/text/laidOutJson';
import { type JsonBytes, readJsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { JsonLine } from '../../../../ui/json/jsonLines';
import { type RequestedShape, requestsTypename, withoutAddedTypenames } from '../../explorer/requestedShape';
import {
  cellOf,
  columnsOf,
  compareCells,
  csvHead,
  csvRows,
  DEEPEST_LIST,
  MOST_LISTS,
  numberOf,
  type ResultColumn,
} from '../resultLists';
import { createLargeTree } from './createLargeTree';
import { createLargeLists, type LargeLists } from './largeLists';

/** Properties of a result that are known after parsing. */
export interface LargeOutline {
  /** Whether the result has data: `none` if the property `data` is missing. */
  data: 'there' | 'null' | 'none';
  /** As received. */
  errors: unknown;
  extensions: unknown;
  bytes: number;
  /** Number of lines of the tree in its initial state. */
  lines: number;
  /** The outermost lists in the data, longest first. */
  lists: readonly LargeList[];
}

/** A list in a result. */
export interface LargeList {
  /** Property names on the path to the list, joined by dots. */
  path: string;
  count: number;
}

/** Methods that the page calls in the worker. Arguments and results are structured-cloneable. */
export interface LargeResult {
  outline(): LargeOutline;
  lines(from: number, to: number): JsonLine[];
  /**
   * Folds or unfolds a line.
   * @returns the new number of lines
   */
  fold(path: string, open: boolean): number;
  /**
   * Searches the whole text.
   * @returns the number of matches, at most `MOST_MATCHES`
   */
  search(words: string): number;
  /**
   * Unfolds the tree down to the match with this index.
   * @returns its line, and the new number of lines
   */
  match(at: number): { line: number | null; lines: number };
  /** Returns the value of a line as text to copy. */
  textOf(path: string): string;
  /**
   * Continues the search for lists inside the rows of other lists for a short time slice.
   * @returns all lists known so far, and whether these are all
   */
  nested(): { lists: readonly LargeList[]; isAll: boolean };
  columns(list: string): ResultColumn[];
  rows(list: string, from: number, to: number): unknown[];
  /** Sorts the rows of a list by a column; null restores the received order. */
  sort(list: string, by: { path: readonly string[]; direction: 'ascending' | 'descending' } | null): void;
  /** Returns the numbers of columns in the order of the rows; NaN for other values. */
  numbers(list: string, paths: readonly (readonly string[])[]): Float64Array[];
  /** Returns the rows of a list as CSV. */
  csv(list: string): Blob;
  /** Returns the body as received. */
  file(): Blob;
  /** Returns the text from byte `from` to byte `to`; both are moved to the start of a character. */
  text(from: number, to: number): string;
}

/** Maximum number of matches. */
export const MOST_MATCHES = 10_000;
/** Time slice of the search for lists, in ms. Other calls wait at most this long. */
const LOOK_MS = 40;
/** Number of rows that are examined to derive the columns. */
const LOOKED_AT = 200;
/** Errors and extensions larger than this, in bytes, are only shown in the tree. */
const LARGEST_ASIDE = 1_000_000;
/** Maximum size in bytes of a value that can be copied. */
const LARGEST_COPY = 64_000_000;

interface FoundList {
  path: string;
  items: Uint32Array;
  shape: RequestedShape | undefined;
  order: Uint32Array | null;
}

/**
 * Parses a response.
 * @throws BrokenJsonError if it is not JSON
 */
export function openLargeResult(bytes: Uint8Array, shape: RequestedShape): LargeResult {
  const json = readJsonBytes(bytes);
  const tree = createLargeTree(json, shape);
  const parts = partsOf(json, json.root);
  const data = parts.get('data');
  const lists = data === undefined ? [] : findLists(json, data, shape);
  const outer = lists.map(({ path, items }) => ({ path, count: items.length }));
  let finder: LargeLists | undefined;
  const hidesTypename = !requestsTypename(shape);
  let matches: number[] = [];

  const aside = (name: string): unknown => {
    const at = parts.get(name);
    if (at === undefined) return undefined;
    if (json.endOf(at) - at <= LARGEST_ASIDE) return json.valueAt(at);
    // Of a very long list of errors, only the first are shown.
    return json.kindOf(at) === 'list' ? Array.from(json.childrenOf(at).subarray(0, 100), item => json.valueAt(item)) : undefined;
  };
  const listAt = (path: string): FoundList => {
    const cached = lists.find(each => each.path === path);
    if (cached) return cached;
    const placed = finder?.at(path);
    if (!placed) throw new Error(`There is no list ${path}`);
    const list = { path, ...placed, order: null };
    lists.push(list);
    return list;
  };
  const rowsOf = ({ items, shape: inner, order }: FoundList, from: number, to: number): unknown[] => {
    const rows: unknown[] = [];
    for (let at = Math.max(0, from); at < Math.min(to, items.length); at++)
      rows.push(withoutAddedTypenames(json.valueAt(items[order ? (order[at] as number) : at] as number), inner));
    return rows;
  };
  const columns = (list: FoundList): ResultColumn[] => columnsOf(rowsOf({ ...list, order: null }, 0, LOOKED_AT));

  return {
    outline: () => ({
      data: data === undefined ? 'none' : bytes[data] === 0x6e ? 'null' : 'there',
      errors: aside('errors'),
      extensions: aside('extensions'),
      bytes: bytes.length,
      lines: tree.count(),
      lists: outer,
    }),
    lines: tree.lines,
    fold(path, open) {
      tree.fold(path, open);
      return tree.count();
    },
    search(words) {
      matches = words === '' ? [] : offsetsOf(bytes, words, hidesTypename);
      return matches.length;
    },
    match(at) {
      const offset = matches[at];
      const line = offset === undefined ? null : tree.reveal(offset);
      return { line, lines: tree.count() };
    },
    textOf(path) {
      const found = tree.find(path);
      if (!found) return '';
      if (json.endOf(found.at) - found.at > LARGEST_COPY) throw new RangeError('This is too large to be copied');
      const value = withoutAddedTypenames(json.valueAt(found.at), found.shape);
      return typeof value === 'string' ? value : laidOutJson(value);
    },
    nested() {
      if (data === undefined || outer.length === 0) return { lists: outer, isAll: true };
      finder ??= createLargeLists(json, data, shape);
      const isAll = finder.lookOn(LOOK_MS);
      return { lists: finder.found(), isAll };
    },
    columns: path => columns(listAt(path)),
    rows: (path, from, to) => rowsOf(listAt(path), from, to),
    sort(path, by) {
      const list = listAt(path);
      list.order = by && orderOf(json, list, by);
    },
    numbers(path, paths) {
      const list = listAt(path);
      const series = paths.map(() => new Float64Array(list.items.length).fill(Number.NaN));
      for (let at = 0; at < list.items.length; at++) {
        const [row] = rowsOf(list, at, at + 1);
        for (const [column, names] of paths.entries()) {
          (series[column] as Float64Array)[at] = numberOf(cellOf(row, names));
        }
      }
      return series;
    },
    csv(path) {
      const list = listAt(path);
      const found = columns(list);
      const texts = ['\ufeff', csvHead(found)];
      for (let from = 0; from < list.items.length; from += 1000) texts.push(csvRows(rowsOf(list, from, from + 1000), found));
      return new Blob(texts, { type: 'text/csv;charset=utf-8' });
    },
    file: () => new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/json' }),
    text: (from, to) => textOf(bytes, from, to),
  };
}

/** Returns the values of an object by name. */
function partsOf(json: JsonBytes, at: number): Map<string, number> {
  const parts = new Map<string, number>();
  if (json.kindOf(at) === 'object') for (const name of json.childrenOf(at)) parts.set(json.nameAt(name), json.valueOfName(name));
  return parts;
}

/** Returns the non-empty lists as resultLists.ts does, but without those inside rows. */
function findLists(json: JsonBytes, data: number, shape: RequestedShape): FoundList[] {
  const lists: FoundList[] = [];
  const look = (at: number, inner: RequestedShape | undefined, path: readonly string[]): void => {
    if (lists.length >= MOST_LISTS || path.length > DEEPEST_LIST) return;
    const kind = json.kindOf(at);
    if (kind === 'object') for (const [name, below] of partsOf(json, at)) look(below, inner?.fields.get(name), [...path, name]);
    if (kind !== 'list') return;
    const items = json.childrenOf(at);
    if (items.length > 0) lists.push({ path: path.join('.'), items, shape: inner, order: null });
  };
  look(data, shape, []);
  return lists.sort((a, b) => b.items.length - a.items.length);
}

function orderOf(
  json: JsonBytes,
  { items }: FoundList,
  { path, direction }: { path: readonly string[]; direction: 'ascending' | 'descending' },
): Uint32Array {
  const cells = Array.from(items, at => cellOf(json.valueAt(at), path));
  const turn = direction === 'ascending' ? 1 : -1;
  return Uint32Array.from(cells.keys()).sort((a, b) => turn * compareCells(cells[a], cells[b]) || a - b);
}

/** Returns a piece of a text; `from` and `to` are moved to the start of a character. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder().decode(bytes.subarray(characterAt(bytes, from), characterAt(bytes, to)));
}

/** Returns the first offset from `at` on at which a character starts. */
function characterAt(bytes: Uint8Array, at: number): number {
  let place = Math.min(at, bytes.length);
  while (place < bytes.length && ((bytes[place] as number) & 0xc0) === 0x80) place++;
  return place;
}

/**
 * Returns the offsets of a text in the bytes, ignoring the case of ASCII letters. Non-ASCII characters are searched both as they are and as
 * `\uXXXX`, which some servers write.
 */
function offsetsOf(bytes: Uint8Array, words: string, hidesTypename: boolean): number[] {
  const plain = JSON.stringify(words).slice(1, -1);
  const escaped = plain.replace(/[\u0080-\uffff]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const found: number[] = [];
  for (const wanted of new Set([plain, escaped])) {
    const low = new TextEncoder().encode(wanted.replace(/[A-Z]/g, letter => letter.toLowerCase()));
    scan(bytes, low, at => {
      if (!(hidesTypename && isInTypename(bytes, at))) found.push(at);
      return found.length < MOST_MATCHES;
    });
  }
  return found.sort((a, b) => a - b);
}

function scan(bytes: Uint8Array, low: Uint8Array, onMatch: (at: number) => boolean): void {
  const [first = 0] = low;
  const other = first >= 0x61 && first <= 0x7a ? first - 32 : first;
  const end = bytes.length - low.length;
  for (let at = 0; at <= end; at++) {
    const byte = bytes[at];
    if (byte !== first && byte !== other) continue;
    let length = 1;
    while (length < low.length) {
      const next = bytes[at + length] as number;
      if ((next >= 0x41 && next <= 0x5a ? next + 32 : next) !== low[length]) break;
      length++;
    }
    if (length < low.length) continue;
    if (!onMatch(at)) return;
    at += low.length - 1;
  }
}

const TYPENAME = '"__typename"';

/** Returns true inside `"__typename": "…"`, which the tree does not show. */
function isInTypename(bytes: Uint8Array, at: number): boolean {
  const from = Math.max(0, at - 120);
  const around = new TextDecoder('latin1').decode(bytes.subarray(from, at + TYPENAME.length));
  const name = around.lastIndexOf(TYPENAME);
  if (name < 0) return false;
  return name + TYPENAME.length > at - from || /^\s*:\s*"[^"]*$/.test(around.slice(name + TYPENAME.length, at - from));
}
