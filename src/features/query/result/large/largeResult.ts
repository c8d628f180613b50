/**
 * A large answer, held as the bytes that came: its tree by lines, its lists by rows, its text by pieces, each made when it is looked at. It runs in
 * a worker (resultWorker.ts) and knows nothing of it.
 */
import { type JsonBytes, readJsonBytes } from '../../../../transport/http/body/jsonBytes';
import type { JsonLine } from '../../../../ui/json/jsonLines';
import { type AskedShape, asksTypename, stripped } from '../../explorer/askedShape';
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

/** What is known of an answer at once. */
export interface LargeOutline {
  /** Whether the answer has data: `none` where it does not even say so. */
  data: 'there' | 'null' | 'none';
  /** As the server sent them. */
  errors: unknown;
  extensions: unknown;
  bytes: number;
  /** Lines of the tree to begin with. */
  lines: number;
  /** The outermost lists in the data, the longest first. */
  lists: readonly LargeList[];
}

/** A list in an answer. */
export interface LargeList {
  /** Names that lead to it, joined by dots. */
  path: string;
  count: number;
}

/** What can be asked of an answer; everything is plain data. */
export interface LargeResult {
  outline(): LargeOutline;
  lines(from: number, to: number): JsonLine[];
  /** Folds or unfolds a line. @returns how many lines there are then. */
  fold(path: string, open: boolean): number;
  /** Looks for words in the whole text. @returns how often they occur, at most `MOST_MATCHES`. */
  search(words: string): number;
  /** Unfolds the tree down to a match, counted from 0. @returns its line, and how many lines there are then. */
  match(at: number): { line: number | null; lines: number };
  /** The value of a line as text to be copied. */
  textOf(path: string): string;
  /** Looks on for lists within the rows of others, for a moment. @returns all lists that are known then, and whether that is all there are */
  nested(): { lists: readonly LargeList[]; isAll: boolean };
  columns(list: string): ResultColumn[];
  rows(list: string, from: number, to: number): unknown[];
  /** Puts the rows of a list in order by a column; null: as they came. */
  sort(list: string, by: { path: readonly string[]; direction: 'ascending' | 'descending' } | null): void;
  /** The numbers of columns, in the order of the rows; NaN where there is none. */
  numbers(list: string, paths: readonly (readonly string[])[]): Float64Array[];
  /** The rows of a list as CSV. */
  csv(list: string): Blob;
  /** The body as it came. */
  file(): Blob;
  /** A piece of the text: bytes `from` to `to`, moved to where characters begin. */
  text(from: number, to: number): string;
}

/** Matches distinguished at most. */
export const MOST_MATCHES = 10_000;
/** How long lists are looked for at a time, in ms: other questions wait no longer. */
const LOOK_MS = 40;
/** Rows looked at to find the columns. */
const LOOKED_AT = 200;
/** Errors and extensions of more bytes than this are seen in the tree only. */
const LARGEST_ASIDE = 1_000_000;
/** A single value of more bytes is not copied. */
const LARGEST_COPY = 64_000_000;

interface FoundList {
  path: string;
  items: Uint32Array;
  shape: AskedShape | undefined;
  order: Uint32Array | null;
}

/** Reads an answer. @throws BrokenJsonError when it is no JSON */
export function openLargeResult(bytes: Uint8Array, shape: AskedShape): LargeResult {
  const json = readJsonBytes(bytes);
  const tree = createLargeTree(json, shape);
  const parts = partsOf(json, json.root);
  const data = parts.get('data');
  const lists = data === undefined ? [] : findLists(json, data, shape);
  const outer = lists.map(({ path, items }) => ({ path, count: items.length }));
  let finder: LargeLists | undefined;
  const hidesTypename = !asksTypename(shape);
  let matches: number[] = [];

  const aside = (name: string): unknown => {
    const at = parts.get(name);
    if (at === undefined) return undefined;
    if (json.endOf(at) - at <= LARGEST_ASIDE) return json.valueAt(at);
    // Of very many errors the first tell enough.
    return json.kindOf(at) === 'list' ? Array.from(json.childrenOf(at).subarray(0, 100), item => json.valueAt(item)) : undefined;
  };
  const listAt = (path: string): FoundList => {
    const known = lists.find(each => each.path === path);
    if (known) return known;
    const placed = finder?.at(path);
    if (!placed) throw new Error(`There is no list ${path}`);
    const list = { path, ...placed, order: null };
    lists.push(list);
    return list;
  };
  const rowsOf = ({ items, shape: inner, order }: FoundList, from: number, to: number): unknown[] => {
    const rows: unknown[] = [];
    for (let at = Math.max(0, from); at < Math.min(to, items.length); at++)
      rows.push(stripped(json.valueAt(items[order ? (order[at] as number) : at] as number), inner));
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
      const value = stripped(json.valueAt(found.at), found.shape);
      return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
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

/** The values of an object by name. */
function partsOf(json: JsonBytes, at: number): Map<string, number> {
  const parts = new Map<string, number>();
  if (json.kindOf(at) === 'object') for (const name of json.childrenOf(at)) parts.set(json.nameAt(name), json.valueOfName(name));
  return parts;
}

/** The lists with something in them, as resultLists.ts finds them: not those within rows. */
function findLists(json: JsonBytes, data: number, shape: AskedShape): FoundList[] {
  const lists: FoundList[] = [];
  const look = (at: number, inner: AskedShape | undefined, path: readonly string[]): void => {
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

/** A piece of a text; `from` and `to` are moved to where characters begin. */
export function textOf(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder().decode(bytes.subarray(characterAt(bytes, from), characterAt(bytes, to)));
}

/** The first place from `at` on at which a character begins. */
function characterAt(bytes: Uint8Array, at: number): number {
  let place = Math.min(at, bytes.length);
  while (place < bytes.length && ((bytes[place] as number) & 0xc0) === 0x80) place++;
  return place;
}

/**
 * Where words stand in the bytes; small and capital ASCII letters are the same. What is not ASCII is looked for as it is and as `\uXXXX`, in which
 * some servers write it.
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

/** True within `"__typename": "…"`, which the tree does not show. */
function isInTypename(bytes: Uint8Array, at: number): boolean {
  const from = Math.max(0, at - 120);
  const around = new TextDecoder('latin1').decode(bytes.subarray(from, at + TYPENAME.length));
  const name = around.lastIndexOf(TYPENAME);
  if (name < 0) return false;
  return name + TYPENAME.length > at - from || /^\s*:\s*"[^"]*$/.test(around.slice(name + TYPENAME.length, at - from));
}
