/** Computes the reference of a collection's last page. */
import type { PageRef, Paging } from './paging';

/** The reference of the last page; null if it is unknown or the only page. @param total the number of all rows, or null if unknown */
export function lastPageRef(paging: Paging, total: number | null, size: number): PageRef | null {
  if (paging.style === 'cursor') return paging.last !== null && paging.before !== null ? { kind: 'last' } : null;
  if (total === null || total <= size) return null;
  const before = Math.floor((total - 1) / size);
  if (paging.style === 'offset') return { kind: 'offset', offset: before * size };
  return paging.style === 'page' && paging.size !== null ? { kind: 'page', page: before + paging.firstPage } : null;
}
