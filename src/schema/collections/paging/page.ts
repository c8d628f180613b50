/**
 * Reads a page of a collection from a result: its rows, the total, and references to the next and previous page. It accepts any data,
 * however malformed, and returns an empty page if there is nothing to read.
 */
import type { ListShape } from '../listShape';
import type { PageRef, Paging } from './paging';

/**
 * A step of a path through a result: a response key, a list index, or the row of a list whose column has a value. `typeName` excludes rows
 * of other types with the same key.
 */
export type Step = string | number | { readonly column: string; readonly is: unknown; readonly typeName?: string };

/** A page of rows. */
export interface Page {
  /** The rows as in the result; `cellValue` reads their cells. */
  readonly rows: ReadonlyArray<Readonly<Record<string, unknown>>>;
  /** Number of items that are not objects, usually null because access was denied or the resolver failed. */
  readonly missing: number;
  /** True if an object above the list is null, such as the signed-in user of `viewer { ships }`. */
  readonly isParentNull: boolean;
  /** Number of all rows; null if unknown. */
  readonly total: number | null;
  /** Number of rows before this page; null if unknown, as with cursors. */
  readonly start: number | null;
  /** The next page; null at the end. */
  readonly next: PageRef | null;
  /** The previous page; null at the start, or if the server can only page forward (then the screen keeps a history of pages). */
  readonly previous: PageRef | null;
}

/** Where the parts of a page are in the result, and which page was requested. */
export interface RowSource {
  /** Steps from `data` to the list field's value. */
  readonly list: readonly Step[];
  /** Steps from `data` to the object with the paging information. Default: the list field's value. */
  readonly facts?: readonly Step[];
  readonly shape: ListShape;
  readonly paging: Paging;
  /** Steps from `data` to the total; null if it was not requested. */
  readonly total: readonly Step[] | null;
  /** The requested page; null for the first. */
  readonly page: PageRef | null;
  /** The number of rows per page. */
  readonly size: number;
}

/** Reads a page. Never throws. */
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
  const counted = source.total === null ? null : count(valueAtKeys(data, source.total));
  const hasNext = truth(wrapper, shape.hasNext);
  const isPartial = counted !== null && shown.length > 0 && counted < shown.length + othersAtLeast(source, hasNext);
  const total = isPartial ? null : counted;
  const facts = {
    count: shown.length,
    // No extra row was requested if a total was, or the server allows no more. Without a total, a full page then means that there can be more.
    extra:
      extra ||
      (paging.style === 'offset' && (source.total !== null || size === paging.most) && total === null && shown.length >= size),
    total,
    hasNext,
    hasPrevious: truth(wrapper, shape.hasPrevious),
    endCursor:
      text(shape.endCursor === null ? undefined : valueAtKeys(wrapper, shape.endCursor)) ?? itemCursor(list.at(-1), shape),
    startCursor:
      text(shape.startCursor === null ? undefined : valueAtKeys(wrapper, shape.startCursor)) ?? itemCursor(list[0], shape),
    pageCount: shape.pageCount === null ? null : count(valueAtKeys(wrapper, shape.pageCount)),
    token: text(valueAtKeys(wrapper, shape.nextToken ?? shape.endCursor ?? [])),
  };
  return {
    rows,
    missing: shown.length - rows.length,
    isParentNull: source.list.length > 1 && valueAtKeys(data, source.list.slice(0, -1)) == null,
    total,
    ...places(paging, source.page, size, facts),
  };
}

/** The least number of rows outside of the page. A total that is too small for them counts only the rows of the page (TinaCMS). */
function othersAtLeast({ page, paging }: RowSource, hasNext: boolean | null): number {
  const after = hasNext === true ? 1 : 0;
  if (page?.kind === 'offset') return page.offset + after;
  const isFirst = page === null || (page.kind === 'page' && paging.style === 'page' && page.page === paging.firstPage);
  return isFirst || page.kind === 'last' ? after : 1 + after;
}

/** The paging information of a result; null for what it does not contain. */
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
      // Servers may set `hasPreviousPage` only when paging backward and `hasNextPage` only when paging forward. In the direction that the
      // user came from there is always another page.
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
        next: forward && (facts.count > 0 || facts.hasNext) ? { kind: 'after', cursor: facts.endCursor as string } : null,
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
      const reported = facts.hasNext ?? (facts.pageCount !== null ? number - paging.firstPage + 1 < facts.pageCount : null);
      const byTotal = facts.total !== null && paging.size !== null ? before + facts.count < facts.total : null;
      const more =
        facts.count > 0 && (reported ?? byTotal ?? (paging.size === null || facts.count >= size || isCapped(facts.count, size)));
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

/** True if the server returned exactly 10, 20, 25, 50 … rows although more were requested. It probably has its own limit, and more rows. */
function isCapped(rows: number, size: number): boolean {
  return rows < size && (rows === 25 || (rows >= 10 && rows % 10 === 0));
}

/** The value after one step; undefined if there is none. */
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

/** The value at the end of a path; undefined if there is none. */
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

/** Reads a count. 64-bit numbers can be strings. */
function count(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : null;
}
