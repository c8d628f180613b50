/**
 * Where a page lies among all rows. With cursors a server does not say it; but one page follows another, so it is known from the page one came from:
 * counted from the first row, or from the last one for what was reached by "Last page".
 */
import type { Page } from '../../../schema/collections/page';
import type { PageRef } from '../../../schema/collections/paging';

/** Rows before a page or after it; null: not known. */
export interface PagePosition {
  readonly start: number | null;
  readonly after: number | null;
}

/** What is known of a page when one goes there; the number of its own rows is not known yet. */
export interface PlaceAhead extends PagePosition {
  /** Rows before the end of the page. */
  readonly end: number | null;
}

/** The position of a page that is loaded. `ahead`: what was known before it came. */
export function pagePosition(page: Page, at: PageRef | null, ahead: PlaceAhead | undefined): PagePosition {
  const count = rowsOf(page);
  const end = ahead?.end ?? null;
  const start = page.start ?? ahead?.start ?? (end === null ? null : Math.max(0, end - count));
  const isLast = at?.kind === 'last' && page.next === null;
  const byTotal = page.total === null || start === null ? null : Math.max(0, page.total - start - count);
  return { start, after: byTotal ?? ahead?.after ?? (isLast ? 0 : null) };
}

/** What is known of a neighbour of a page; undefined for any other page. */
export function placeAhead(page: Page, { start, after }: PagePosition, to: PageRef): PlaceAhead | undefined {
  const count = rowsOf(page);
  if (isSame(to, page.next)) return { start: start === null ? null : start + count, end: null, after: null };
  if (isSame(to, page.previous)) return { start: null, end: start, after: after === null ? null : after + count };
  return undefined;
}

const rowsOf = ({ rows, missing }: Page): number => rows.length + missing;

const isSame = (one: PageRef, other: PageRef | null): boolean => JSON.stringify(one) === JSON.stringify(other);
