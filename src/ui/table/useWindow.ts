/**
 * Computes which rows of a long list are in view. All rows have the same height, so two divisions are enough; a library for variable heights
 * needs ten times the code (10 kB gzipped, measured) and has to visit every row.
 */
import { type RefObject, startTransition, useEffect, useLayoutEffect, useState } from 'react';

/** Index range of rows: `first` is inclusive, `end` exclusive. */
export interface RowWindow {
  first: number;
  end: number;
}

/** Options of `useWindow`. */
export interface WindowOptions {
  /** The scrolling element. */
  scroller: RefObject<HTMLElement | null>;
  count: number;
  /** Height of a row in px. */
  size: number;
  /** Height of the content above the rows inside the scroller, in px. Default 0. */
  offset?: number;
  /** Number of rows rendered beyond each edge. Default 8; 0 while the rows are loading, so that the first ones are shown sooner. */
  overscan?: number;
  /** Render new rows in a transition, so that slow rows do not block a frame. Not for a list that follows its end. Default false. */
  inPieces?: boolean;
}

/** Rows rendered before measuring: by the server and in the first render of the browser. */
const UNMEASURED: RowWindow = { first: 0, end: 40 };

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Returns the rows in view. Re-renders on scrolling and resizing, but only if the range changes. */
export function useWindow({ scroller, count, size, offset = 0, overscan = 8, inPieces }: WindowOptions): RowWindow {
  const [range, setRange] = useState(UNMEASURED);
  useBrowserLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    // One update at a time: the effect runs again after the new rows are rendered, and then handles later scrolling.
    let isUpdating = false;
    const update = (): void => {
      const height = element.clientHeight;
      // Without layout (jsdom) the height is 0.
      if (height === 0 || isUpdating) return;
      const top = element.scrollTop - offset;
      // Rounded to steps of half the overscan, so that slow scrolling does not render for every row.
      const step = Math.max(1, Math.floor(overscan / 2));
      const first = Math.max(0, Math.floor((top / size - overscan) / step) * step);
      const end = Math.ceil(((top + height) / size + overscan) / step) * step;
      if (range.first === first && range.end === end) return;
      if (range === UNMEASURED && overscan > 0 && first === 0 && end <= range.end) return;
      isUpdating = true;
      const show = (): void => setRange({ first, end });
      if (inPieces && range !== UNMEASURED) startTransition(show);
      else show();
    };
    element.addEventListener('scroll', update, { passive: true });
    // A ResizeObserver reports once when it begins, after layout. To read the height here would force a layout of its own.
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update);
    if (watcher) watcher.observe(element);
    else update();
    return () => {
      element.removeEventListener('scroll', update);
      watcher?.disconnect();
    };
  }, [scroller, size, offset, overscan, inPieces, range]);
  const end = Math.min(count, range.end);
  return { first: Math.max(0, Math.min(range.first, end - 1)), end };
}

/** Scrolls a row into view. `offset` is the height of a sticky header above the rows, in px. */
export function revealRow(scroller: HTMLElement, at: number, size: number, offset: number): void {
  const top = offset + at * size;
  const room = scroller.clientHeight;
  if (top - offset < scroller.scrollTop) scroller.scrollTop = top - offset;
  else if (top + size > scroller.scrollTop + room) scroller.scrollTop = top + size - room;
}
