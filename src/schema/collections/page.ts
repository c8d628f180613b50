/**
 * Reading a page of a collection out of an answer: its rows, the total, and where the next and the previous page begin. It takes any
 * answer, however broken, and gives an empty page where there is nothing to read.
 */
import type { ListShape } from './listShape';
import type { PageRef, Paging } from './paging';

/** A step on the way through an answer: a field, a place in a list, or the row of a list that has a key, and is of a type where others may have it too. */
export type Step = string | number | { readonly column: string; readonly is: unknown; readonly typeName?: string };

/** A page of rows. */
export interface Page {
  /** The rows as the answer has them; `cellValue` reads their cells. */
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** How many rows the server gave as null (not allowed to see, or failed). */
  readonly missing: number;
  /** Number of all rows; null when the server does not tell. */
  readonly total: number | null;
  /** Number of rows before this page; null when that is not known (cursors). */
  readonly start: number | null;
  /** Where to go on; null at the end. */
  readonly next: PageRef | null;
  /** Where to go back; null at the start, and where the server only goes forward (then the screen keeps its own trail). */
  readonly previous: PageRef | null;
}

/** Where in an answer everything is, and what was asked. */
export interface RowSource {
  /** Keys from `data` to the list field's value. */
  readonly list: readonly Step[];
  /** Keys from `data` to what tells about the list; default: the list field's value. */
  readonly facts?: readonly Step[];
  readonly shape: ListShape;
  readonly paging: Paging;
  /** Keys from `data` to the total; null when it was not asked for. */
  readonly total: readonly Step[] | null;
  readonly page: PageRef | null;
  readonly size: number;
}

/** Reads a page. */
export function readPage(data: unknown, source: RowSource): Page {
  const { shape, paging, size } = source;
  const items = valueAtKeys(valueAtKeys(data, source.list), shape.rows);
  const wrapper = valueAtKeys(data, source.facts ?? source.list);
  const list: readonly unknown[] = Array.isArray(items) ? items : [];
  const nodes = shape.node === null ? list : list.map(item => valueAtKeys(item, [shape.node as string]));
  const extra = paging.style === 'offset' && nodes.length > size;
  const shown = extra ? nodes.slice(0, size) : nodes;
  const rows = shown.filter(
    (row): row is Record<string, unknown> => typeof row === 'object' && row !== null && !Array.isArray(row),
  );
  const total = source.total === null ? null : count(valueAtKeys(data, source.total));
  const facts = {
    count: shown.length,
    // One row more is asked for only where no total is.
    extra: extra || (paging.style === 'offset' && source.total !== null && total === null && shown.length >= size),
    total,
    hasNext: truth(wrapper, shape.hasNext),
    hasPrevious: truth(wrapper, shape.hasPrevious),
    endCursor:
      text(shape.endCursor === null ? undefined : valueAtKeys(wrapper, shape.endCursor)) ?? itemCursor(list.at(-1), shape),
    startCursor:
      text(shape.startCursor === null ? undefined : valueAtKeys(wrapper, shape.startCursor)) ?? itemCursor(list[0], shape),
    pageCount: shape.pageCount === null ? null : count(valueAtKeys(wrapper, shape.pageCount)),
    token: text(valueAtKeys(wrapper, shape.nextToken ?? shape.endCursor ?? [])),
  };
  return { rows, missing: shown.length - rows.length, total, ...places(paging, source.page, size, facts) };
}

interface Facts {
  count: number;
  extra: boolean;
  total: number | null;
  hasNext: boolean | null;
  hasPrevious: boolean | null;
  endCursor: string | null;
  startCursor: string | null;
  pageCount: number | null;
  token: string | null;
}

function places(paging: Paging, page: PageRef | null, size: number, facts: Facts): Pick<Page, 'start' | 'next' | 'previous'> {
  switch (paging.style) {
    case 'none':
      return { start: 0, next: null, previous: null };
    case 'cursor': {
      // Servers may answer "has previous" only when going backwards and "has next" only when going forwards: where one came from there is more.
      const isLast = page?.kind === 'last';
      const more = facts.hasNext ?? (!isLast && facts.count >= size);
      const forward = (more || page?.kind === 'before') && facts.endCursor !== null;
      const back =
        paging.before !== null &&
        (facts.hasPrevious === true || page?.kind === 'after' || (isLast && facts.hasPrevious === null)) &&
        facts.startCursor !== null &&
        facts.count > 0;
      return {
        start: page === null ? 0 : isLast && facts.total !== null && !more ? Math.max(0, facts.total - facts.count) : null,
        next: forward && facts.count > 0 ? { kind: 'after', cursor: facts.endCursor as string } : null,
        previous: back ? { kind: 'before', cursor: facts.startCursor as string } : null,
      };
    }
    case 'offset': {
      const offset = page?.kind === 'offset' ? page.offset : 0;
      const end = offset + facts.count;
      const more =
        facts.count > 0 &&
        (facts.total !== null ? end < facts.total : (facts.hasNext ?? (facts.extra || isCapped(facts.count, size))));
      return {
        start: offset,
        next: more ? { kind: 'offset', offset: end } : null,
        previous: offset > 0 ? { kind: 'offset', offset: Math.max(0, offset - size) } : null,
      };
    }
    case 'page': {
      const number = page?.kind === 'page' ? page.page : paging.firstPage;
      const before = (number - paging.firstPage) * size;
      const told = facts.hasNext ?? (facts.pageCount !== null ? number - paging.firstPage + 1 < facts.pageCount : null);
      const byTotal = facts.total !== null && paging.size !== null ? before + facts.count < facts.total : null;
      const more =
        facts.count > 0 && (told ?? byTotal ?? (paging.size === null || facts.count >= size || isCapped(facts.count, size)));
      return {
        start: paging.size === null && number > paging.firstPage ? null : before,
        next: more ? { kind: 'page', page: number + 1 } : null,
        previous: number > paging.firstPage ? { kind: 'page', page: number - 1 } : null,
      };
    }
    case 'token':
      return {
        start: page === null ? 0 : null,
        next: facts.token === null ? null : { kind: 'token', token: facts.token },
        previous: null,
      };
  }
}

/** A server that gives exactly 10, 20, 25, 50 … rows although more were asked for has most likely a limit of its own: there may be more. */
function isCapped(rows: number, size: number): boolean {
  return rows < size && (rows === 25 || (rows >= 10 && rows % 10 === 0));
}

/** The value one step further; undefined when there is none. */
export function valueAtStep(value: unknown, step: Step): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  if (typeof step === 'object') {
    const key = text(step.is);
    return key !== null && Array.isArray(value)
      ? value.find(
          row =>
            text(valueAtKeys(row, step.column.split('.'))) === key &&
            [undefined, valueAtStep(row, '__typename')].includes(step.typeName),
        )
      : undefined;
  }
  return Object.hasOwn(value, step) ? (value as Record<string | number, unknown>)[step] : undefined;
}

/** The value at the end of a way through an answer; undefined when it does not go so far. */
export function valueAtKeys(value: unknown, keys: readonly Step[]): unknown {
  return keys.reduce(valueAtStep, value);
}

function truth(wrapper: unknown, path: readonly string[] | null): boolean | null {
  const value = path === null ? null : valueAtKeys(wrapper, path);
  return typeof value === 'boolean' ? value : null;
}

function text(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

function itemCursor(item: unknown, shape: ListShape): string | null {
  return shape.itemCursor === null ? null : text(valueAtKeys(item, [shape.itemCursor]));
}

/** A count is a whole number; 64-bit ones may come as text. */
function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
