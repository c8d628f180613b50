/** Pages by number, for paging styles that can request any page. */
import type { PageRef, Paging } from './paging';

/** Reference of the page with a number, counted from 1; null for the first page, and if the style has no such pages. */
export function numberedPage(paging: Paging, number: number, size: number): PageRef | null {
  if (number <= 1) return null;
  if (paging.style === 'page') return { kind: 'page', page: number - 1 + paging.firstPage };
  return paging.style === 'offset' ? { kind: 'offset', offset: (number - 1) * size } : null;
}

/** True if a reference means a page in this style. References of other styles would show the first page. */
export function isPageOf(paging: Paging, { kind }: PageRef): boolean {
  if (kind === 'before' || kind === 'last') return paging.style === 'cursor' && paging.last !== null && paging.before !== null;
  return kind === 'after' ? paging.style === 'cursor' : kind === paging.style;
}
