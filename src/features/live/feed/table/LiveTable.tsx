// biome-ignore-all lint/a11y/useSemanticElements: a table element cannot leave out the rows that are not in view
// biome-ignore-all lint/a11y/useFocusableInteractive: the focus is on the grid, which names the chosen row by aria-activedescendant
/**
 * The events of a feed, the newest first. React renders the frame. The rows are a pool of elements that is redrawn at most once a frame
 * (rowPool.ts): the cost of 5,000 events a second depends only on the number of rows in view.
 */
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useRowHeight } from '../../../../ui/table/useRowHeight';
import type { EventRows } from './eventRows';
import { cellClasses } from './liveColumn';
import { type RowDrawingOptions, useRowDrawing } from './useRowDrawing';
import './LiveTable.css';

/** Props of `LiveTable`. */
export interface LiveTableProps extends RowDrawingOptions {
  label: string;
  /** Called when an event is clicked, or Enter is pressed on it. */
  onOpen: (sequence: number) => void;
  /** Called when the arrow keys choose another event. */
  onActive: (sequence: number) => void;
  /** Called when the user scrolls away from the newest event, or back to it. */
  onAway: (away: boolean) => void;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

/** Fills the height of its container. */
export function LiveTable(props: LiveTableProps): ReactNode {
  const { label, columns, active, onActive, onOpen, empty } = props;
  const rowHeight = useRowHeight();
  const { scroller, body, rows, isEmpty, draw, sequenceOf } = useRowDrawing(props, rowHeight);
  /** The event under the pointer at pointerdown: at the time of the click the row may show another event. */
  const pressed = useRef<number | null>(null);

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
        draw();
        props.onAway(event.currentTarget.scrollTop > rowHeight / 2);
      }}
      onPointerDown={event => {
        pressed.current = sequenceOf(event.target as Node);
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
          <div key={column.id} role="columnheader" title={column.title} className={cellClasses({ ...column, code: false })}>
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
