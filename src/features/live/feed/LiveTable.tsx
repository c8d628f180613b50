// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the grid, which names the chosen row by aria-activedescendant
/**
 * The events of a feed, the newest first. React renders the frame. The rows are a pool of elements that is redrawn at most once a frame
 * (rowPool.ts): the cost of 5,000 events a second depends only on the number of rows in view.
 */
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Readable } from '../../../lib/store';
import { useRowHeight } from '../../../ui/table/useRowHeight';
import type { EventWindow, Gap } from '../eventRing';
import type { FoundEvents } from './eventFilter';
import { type EventRows, eventRows } from './eventRows';
import { createRowPool, type RowPool } from './rowPool';
import './LiveTable.css';

/** A column with the text of its cells. Pass the same array while nothing changes: a new array recreates all rows. */
export interface LiveTableColumn {
  id: string;
  label: string;
  title?: string | undefined;
  /** Address of its documentation. */
  docs?: string;
  numeric: boolean;
  /** In a monospaced font, left to right. Default false. */
  code?: boolean;
  /** Sticky in narrow windows. Default false. */
  first?: boolean;
  /** In px. */
  width: number;
  text(sequence: number, window: EventWindow): string;
}

/** Props of `LiveTable`. */
export interface LiveTableProps {
  label: string;
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
  /** Called when an event is clicked, or Enter is pressed on it. */
  onOpen: (sequence: number) => void;
  /** Called when the arrow keys choose another event. */
  onActive: (sequence: number) => void;
  /** Called when the user scrolls away from the newest event, or back to it. */
  onAway: (away: boolean) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

/**
 * Minimum time between drawings, in ms, while more than half of the visible rows change at each drawing. Nobody can read such rows, it
 * looks the same as at full rate, and it leaves CPU time for other work.
 */
const UNREADABLE_MS = 50;
/** Rows drawn above and below the viewport, so that scrolling shows no blank area. */
const OVERSCAN = 4;

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

/** Fills the height of its container. */
export function LiveTable(props: LiveTableProps): ReactNode {
  const { label, columns, changed, window: events, found, active, onActive, onOpen, empty } = props;
  const id = useId();
  const rowHeight = useRowHeight();
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const pool = useRef<RowPool | null>(null);
  /** Height of the viewport in px; 600 where there is no layout. */
  const room = useRef(600);
  /** When the rows were last drawn, and up to which event. */
  const drawn = useRef({ at: 0, next: 0 });
  const [isEmpty, setEmpty] = useState(events.next === events.first);
  /** The event under the pointer at pointerdown: at the time of the click the row may show another event. */
  const pressed = useRef<number | null>(null);
  const latest = useRef(props);
  latest.current = props;
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
      cells: columns.map(classesOf),
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

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const now = rows();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const present = active === null ? -1 : now.rowOf(active);
    const steps: Record<string, number> = {
      ArrowDown: present + 1,
      ArrowUp: present - 1,
      PageDown: present + page,
      PageUp: present - page,
      Home: 0,
      End: now.count - 1,
    };
    const wanted = steps[event.key];
    if (event.key === 'Enter' && active !== null) onOpen(active);
    else if (wanted !== undefined && now.count > 0) {
      const chosen = nearestEvent(now, Math.max(0, Math.min(now.count - 1, wanted)), wanted < present ? -1 : 1);
      if (chosen !== null) {
        onActive(chosen.sequence);
        if (scroller.current) reveal(scroller.current, chosen.row, rowHeight);
      }
    } else return;
    event.preventDefault();
  };

  // The last column takes the remaining width, unless it is numeric: a right-aligned number would be far from the other columns.
  const template = columns.map((column, at) =>
    at < columns.length - 1 || column.numeric ? `${column.width}px` : `minmax(${column.width}px, 1fr)`,
  );
  return (
    <div
      ref={scroller}
      className="live-table"
      role="grid"
      aria-label={label}
      aria-colcount={columns.length}
      tabIndex={0}
      style={
        {
          '--live-columns': template.join(' '),
          '--live-first': `${columns.find(column => column.first)?.width ?? 0}px`,
          '--live-width': `${columns.reduce((sum, column) => sum + column.width, 0)}px`,
          '--live-row': `${rowHeight}px`,
        } as CSSProperties
      }
      onKeyDown={onKeyDown}
      onScroll={event => {
        draw.current();
        props.onAway(event.currentTarget.scrollTop > rowHeight / 2);
      }}
      onPointerDown={event => {
        pressed.current = pool.current?.sequenceOf(event.target as Node) ?? null;
      }}
      onClick={event => {
        const sequence = pressed.current;
        pressed.current = null;
        // A click that ends a text selection does not open the event.
        if (sequence === null || String(event.currentTarget.ownerDocument.getSelection() ?? '') !== '') return;
        onOpen(sequence);
      }}
    >
      <div className="live-head" role="row" aria-rowindex={1}>
        {columns.map(column => (
          <div key={column.id} role="columnheader" title={column.title} className={classesOf({ ...column, code: false })}>
            {column.docs === undefined ? (
              <span dir="auto">{column.label}</span>
            ) : (
              <a href={column.docs} dir="auto" onFocus={event => revealHead(event.currentTarget)}>
                {column.label}
              </a>
            )}
          </div>
        ))}
      </div>
      <div ref={body} className="live-body" role="rowgroup" />
      {isEmpty ? <div className="live-empty">{empty}</div> : null}
    </div>
  );
}

/** Focus alone does not scroll to a link that is already partly in view. */
const revealHead = (link: HTMLElement): void => link.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });

function classesOf({ numeric, code, first }: LiveTableColumn): string {
  return `live-cell${numeric ? ' live-cell-numeric' : ''}${code ? ' live-cell-code' : ''}${first ? ' live-cell-first' : ''}`;
}

/**
 * Returns the event at a row. If the row is a gap, returns the next event in `direction`, or else the nearest one in the other direction.
 */
function nearestEvent(rows: EventRows, row: number, direction: 1 | -1): { row: number; sequence: number } | null {
  for (const step of [direction, -direction]) {
    for (let at = row; at >= 0 && at < rows.count; at += step) {
      const entry = rows.at(at);
      if (typeof entry === 'number') return { row: at, sequence: entry };
    }
  }
  return null;
}

/** Scrolls until a row is in view. The sticky head takes the height of one row. */
function reveal(scroller: HTMLElement, row: number, rowHeight: number): void {
  const top = row * rowHeight;
  const room = scroller.clientHeight - rowHeight;
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (top + rowHeight > scroller.scrollTop + room) scroller.scrollTop = top + rowHeight - room;
}
