/** The position of a page among all rows, and the way back to the pages before it. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Page } from '../../../../schema/collections/paging/page';
import { formatPageRef, type PageRef } from '../../../../schema/collections/paging/paging';
import { type ExpectedPosition, expectedPosition, type PagePosition, pagePosition } from './pagePosition';

/** Where a page is. */
export interface PagePlace {
  /** Must be called before going to a page: if the server only pages forward, this records the target of Back. */
  leaveFor(page: PageRef | null): void;
  /** Position of the current page among all rows. */
  readonly position: PagePosition;
  /** Target of Back if the server does not provide one: the previously shown page, or the first one; null: none. */
  readonly back: PageRef | 'first' | null;
}

const UNKNOWN: PagePosition = { start: null, after: null };

/** Identifies a page among those of the same rows. */
export const pageKey = (page: PageRef | null): string => (page === null ? '' : formatPageRef(page));

/**
 * Returns where a page is.
 * @param value the last result; null before the first one
 * @param isOld true if it belongs to another page
 * @param rowsKey identifies the rows of which the page is a part
 */
export function usePagePosition(value: Page | null, isOld: boolean, page: PageRef | null, rowsKey: string): PagePlace {
  const trail = useRef(new Map<string, PageRef | null>());
  const places = useRef(new Map<string, ExpectedPosition>());
  const settled = useRef(UNKNOWN);
  const position = useMemo(() => {
    if (value === null) return UNKNOWN;
    return isOld ? settled.current : pagePosition(value, page, places.current.get(rowsKey + pageKey(page)));
  }, [value, isOld, page, rowsKey]);
  useEffect(() => {
    settled.current = position;
  }, [position]);
  const leaveFor = useCallback(
    (to: PageRef | null) => {
      if (to === null) return;
      const key = rowsKey + pageKey(to);
      if (!trail.current.has(key)) trail.current.set(key, page);
      const place = value === null || isOld ? undefined : expectedPosition(value, position, to);
      if (place) places.current.set(key, place);
    },
    [rowsKey, page, value, isOld, position],
  );
  const cameFrom = trail.current.get(rowsKey + pageKey(page));
  return { position, leaveFor, back: page === null ? null : (cameFrom ?? 'first') };
}
