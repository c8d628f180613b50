/**
 * The position of a page among all rows. With cursors, the server does not report it. But pages follow each other, so it is derived from
 * the previously shown page: counted from the first row, or from the last one after "Last page".
 */
import type { Page } from '../../../../schema/collections/paging/page';
import { isSamePage, type PageRef } from '../../../../schema/collections/paging/paging';

/** Number of rows before and after a page; null: unknown. */
export interface PagePosition {
  readonly start: number | null;
  readonly after: number | null;
}

/** What is known of a page before it loads; the number of its own rows is still unknown. */
export interface ExpectedPosition extends PagePosition {
  /** Number of rows up to the end of the page. */
  readonly end: number | null;
  /** Number of rows from the start of the page to the last one of all. */
  readonly rest: number | null;
}

/** The position of a loaded page. `ahead` is what was known before it loaded. */
export function pagePosition(page: Page, at: PageRef | null, ahead: ExpectedPosition | undefined): PagePosition {
  const count = rowsOf(page);
  const end = ahead?.end ?? null;
  const derived = page.start ?? ahead?.start ?? (end === null ? null : Math.max(0, end - count));
  // A server that ignores the cursor sends the first page again: it cannot end after the last row.
  const start = derived !== null && page.total !== null && derived + count > page.total ? null : derived;
  const isLast = at?.kind === 'last' && page.next === null;
  const byTotal = page.total === null || start === null ? null : Math.max(0, page.total - start - count);
  const rest = ahead?.rest ?? null;
  const byRest = rest === null ? null : Math.max(0, rest - count);
  return { start, after: byTotal ?? ahead?.after ?? byRest ?? (isLast ? 0 : null) };
}

/** What is known of the next or previous page; undefined for any other page. */
export function expectedPosition(page: Page, { start, after }: PagePosition, to: PageRef): ExpectedPosition | undefined {
  const count = rowsOf(page);
  if (isSamePage(to, page.next)) return { start: start === null ? null : start + count, end: null, after: null, rest: after };
  if (isSamePage(to, page.previous)) return { start: null, end: start, after: after === null ? null : after + count, rest: null };
  return undefined;
}

const rowsOf = ({ rows, missing }: Page): number => rows.length + missing;
