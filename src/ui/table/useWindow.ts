/**
 * Which rows of a long list are in view. All rows have one height, so that is two divisions; a library for lists of any height costs ten
 * times the code (10 kB gzipped, measured) and has to look at every row.
 */
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';

/** Rows `first` (included) to `end` (not included). */
export interface RowWindow {
  first: number;
  end: number;
}

/** What `useWindow` needs to know. */
export interface WindowOptions {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in px. */
  size: number;
  /** Height of what stands above the rows inside the scroller, in px. Default 0. */
  offset?: number;
  /** Rows rendered beyond the edges. Default 8. */
  overscan?: number;
  /** Render what comes into view in pieces: rows that take longer than a frame come a frame later. Not for a list that follows its end. */
  inPieces?: boolean;
}

/** Rows rendered before anything was measured: the server render, the first pass in the browser. */
const UNMEASURED: RowWindow = { first: 0, end: 40 };

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** The window, kept up to date while the element is scrolled and resized. Renders again only when the rows in it change. */
export function useWindow({ scroller, count, size, offset = 0, overscan = 8, inPieces }: WindowOptions): RowWindow {
  const [range, setRange] = useState(UNMEASURED);
  useBrowserLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // One window at a time: what came meanwhile is looked at once its rows are there.
    let isUnderWay = false;
    const look = (): void => {
      const height = element.clientHeight;
      // Nothing has a height where there is no layout.
      if (height === 0 || isUnderWay) return;
      const top = element.scrollTop - offset;
      // In steps of half the overscan, so that slow scrolling does not render at every row.
      const step = Math.max(1, Math.floor(overscan / 2));
      const first = Math.max(0, Math.floor((top / size - overscan) / step) * step);
      const end = Math.ceil(((top + height) / size + overscan) / step) * step;
      if (range.first === first && range.end === end) return;
      isUnderWay = true;
      const show = (): void => setRange({ first, end });
      if (inPieces && range !== UNMEASURED) startTransition(show);
      else show();
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    watcher?.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      watcher?.disconnect();
    };
  }, [scroller, size, offset, overscan, inPieces, range]);
  const end = Math.min(count, range.end);
  return { first: Math.max(0, Math.min(range.first, end - 1)), end };
}

/** Scrolls so that a row is in view, `margin` px from the edges (sticky heads). */
export function revealRow(scroller: HTMLElement, at: number, size: number, offset: number): void {
  const top = offset + at * size;
  const room = scroller.clientHeight;
  if (top - offset < scroller.scrollTop) scroller.scrollTop = top - offset;
  else if (top + size > scroller.scrollTop + room) scroller.scrollTop = top + size - room;
}
