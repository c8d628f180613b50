/** Where the last page of a collection is. */
import type { PageRef, Paging } from './paging';

/** Where the last page is; null where that is unknown. @param total number of all rows, as far as it is known */
export function lastPageRef(paging: Paging, total: number | null, size: number): PageRef | null {
  if (paging.style === 'cursor') return paging.last !== null && paging.before !== null ? { kind: 'last' } : null;
  if (total === null || total <= size) return null;
  const before = Math.floor((total - 1) / size);
  if (paging.style === 'offset') return { kind: 'offset', offset: before * size };
  return paging.style === 'page' && paging.size !== null ? { kind: 'page', page: before + paging.firstPage } : null;
}
