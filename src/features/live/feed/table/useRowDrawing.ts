/** Draws the rows of a LiveTable: at most once a frame, and only those in view (rowPool.ts). */
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Readable } from '../../../../lib/store';
import type { EventWindow, Gap } from '../../eventRing';
import type { FoundEvents } from '../eventFilter';
import { type EventRows, eventRows } from './eventRows';
import { cellClasses, type LiveTableColumn } from './liveColumn';
import { createRowPool, type RowPool } from './rowPool';

/**
 * Minimum time between drawings, in ms, while more than half of the visible rows change at each drawing. Such rows cannot be read: drawing
 * them less often looks the same, and leaves CPU time for other work.
 */
const UNREADABLE_MS = 50;
/** Rows drawn above and below the viewport, so that scrolling shows no blank area. */
const OVERSCAN = 4;

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** What is drawn. */
export interface RowDrawingOptions {
  columns: readonly LiveTableColumn[];
  /** The events: the live ring of the feed, or a snapshot. */
  window: EventWindow;
  /** Notifies of new events; null for a snapshot. */
  changed: Readable<number> | null;
  /** Limits the events to those that match the filter; null shows all. LiveTable updates it before each drawing. */
  found: FoundEvents | null;
  gapText: (gap: Gap) => string;
  /** Sequence number of the chosen event; null if none is. */
  active: number | null;
}

/** The elements that are drawn into, and what is drawn. */
export interface RowDrawing {
  scroller: RefObject<HTMLDivElement | null>;
  body: RefObject<HTMLDivElement | null>;
  /** The rows that there are now. */
  rows: () => EventRows;
  isEmpty: boolean;
  draw: () => void;
  /** Sequence number of the event that an element shows; null if it shows none. */
  sequenceOf: (element: Node) => number | null;
}

/** Draws after each render, when events arrive, and when the size changes. */
export function useRowDrawing(options: RowDrawingOptions, rowHeight: number): RowDrawing {
  const { columns, changed, window: events, found, active } = options;
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | null>(null);
  /** Height of the viewport in px; 600 where there is no layout. */
  const room = useRef(600);
  /** When the rows were last drawn, and up to which event. */
  const drawn = useRef({ at: 0, next: 0 });
  const [isEmpty, setEmpty] = useState(events.next === events.first);
  const latest = useRef(options);
  latest.current = options;
  const rows = (): EventRows => eventRows(latest.current.window, latest.current.found);

  const draw = useRef(() => {});
  draw.current = () => {
    const outer = scroller.current;
    const inner = body.current;
    if (!outer || !inner || !pool.current) return;
    // Read before any write: otherwise the browser computes the layout twice a frame.
    const { scrollTop } = outer;
    found?.update(events);
    const now = rows();
    const height = `${now.count * rowHeight}px`;
    if (inner.style.height !== height) {
      inner.style.height = height;
      outer.setAttribute('aria-rowcount', String(now.count + 1));
    }
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN);
    const end = Math.ceil((scrollTop + room.current) / rowHeight) + OVERSCAN;
    drawn.current = { at: performance.now(), next: events.next };
    pool.current.draw({ rows: now, first, end, rowHeight, active, stamp: events.numberOf(0) });
    if (active === null) outer.removeAttribute('aria-activedescendant');
    else outer.setAttribute('aria-activedescendant', pool.current.idOf(active));
    setEmpty(now.count === 0);
  };

  useBrowserLayoutEffect(() => {
    if (!body.current) return;
    const created = createRowPool({
      body: body.current,
      cells: columns.map(cellClasses),
      cellText: (sequence, cell) => columns[cell]?.text(sequence, latest.current.window) ?? '',
      gapText: gap => latest.current.gapText(gap),
      idPrefix: `${id}-`,
    });
    pool.current = created;
    return () => {
      pool.current = null;
      created.dispose();
    };
  }, [columns, id]);
  useBrowserLayoutEffect(() => draw.current());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = (): void => {
      timer = undefined;
      draw.current();
    };
    const end = changed?.subscribe(() => {
      if (timer !== undefined) return;
      const { at, next } = drawn.current;
      const isTooFast = (latest.current.window.next - next) * 2 * rowHeight > room.current;
      const wait = isTooFast ? at + UNREADABLE_MS - performance.now() : 0;
      if (wait > 0) timer = setTimeout(later, wait);
      else draw.current();
    });
    return () => {
      end?.();
      clearTimeout(timer);
    };
  }, [changed, rowHeight]);
  useBrowserLayoutEffect(() => {
    const outer = scroller.current;
    if (!outer || typeof ResizeObserver === 'undefined') return;
    const look = (): void => {
      room.current = outer.clientHeight || room.current;
      draw.current();
    };
    look();
    const watcher = new ResizeObserver(look);
    watcher.observe(outer);
    return () => watcher.disconnect();
  }, []);

  return {
    scroller,
    body,
    rows,
    isEmpty,
    draw: () => draw.current(),
    sequenceOf: element => pool.current?.sequenceOf(element) ?? null,
  };
}
