/**
 * Computes which columns of a wide table are in view. With 200 columns, rendering all cells takes most of the time of a page and of each frame of
 * scrolling (figures in tests/bench/README.md).
 */
import { type RefObject, startTransition, useEffect, useState } from 'react';

/** Index range of columns: `first` is inclusive, `end` exclusive. */
export interface ColumnWindow {
  first: number;
  end: number;
}

/** A table of up to this many columns renders all of them. */
const MOST = 40;
/** Columns are rendered up to this distance from the edges, in px. */
const MARGIN = 800;
/** The range changes by this many columns, so that slow scrolling does not render for every column. */
const STEP = 4;

/** Returns the columns in view. Re-renders on scrolling and resizing, but only if the range changes. */
export function useColumnWindow(
  scroller: RefObject<HTMLElement | null>,
  columns: ReadonlyArray<{ readonly width: number }>,
): ColumnWindow {
  const [range, setRange] = useState<ColumnWindow>({ first: 0, end: MOST });
  useEffect(() => {
    const element = scroller.current;
    if (element === null || columns.length <= MOST) return;
    const update = (): void => {
      const width = element.clientWidth;
      // Without layout (jsdom) the width is 0.
      if (width === 0) return;
      // Negative in right-to-left tables.
      const start = Math.abs(element.scrollLeft);
      const first = columnAt(columns, start - MARGIN);
      const end = columnAt(columns, start + width + MARGIN) + STEP;
      startTransition(() => setRange(now => (now.first === first && now.end === end ? now : { first, end })));
    };
    element.addEventListener('scroll', update, { passive: true });
    const watcher = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(update);
    watcher?.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      watcher?.disconnect();
    };
  }, [scroller, columns]);
  return columns.length > MOST ? range : { first: 0, end: columns.length };
}

/** The index of the column at a distance from the start of the table, in px, rounded down to a step. */
function columnAt(columns: ReadonlyArray<{ readonly width: number }>, distance: number): number {
  let left = distance;
  const at = columns.findIndex(({ width }) => {
    left -= width;
    return left < 0;
  });
  return Math.floor((at === -1 ? columns.length : at) / STEP) * STEP;
}
