/**
 * The square at the end of the selected cells of a DataTable. Dragged down, it extends the block, and fills the new rows on release. Escape
 * takes it back. For the mouse only: with the keyboard, Shift with arrows and Ctrl+D do the same.
 */
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { CellBlock } from './cellBlock';

/** The cells that a DataTable offers to fill from. */
export interface FillSource {
  readonly block: CellBlock;
  /** Grid column of its last cell, from 1. */
  readonly column: number;
  /** Selects the block as far down as a row. */
  readonly reach: (row: number) => void;
}

/** Props of `FillHandle`. */
export interface FillHandleProps extends FillSource {
  /** Called with the extended block, and the number of rows at its top that are the source. */
  onFill: (block: CellBlock, rows: number) => void;
}

/** Renders the handle. It must be inside the row of the block's last cell. */
export function FillHandle({ block, column, reach, onFill }: FillHandleProps): ReactNode {
  const fill = useRef(onFill);
  fill.current = onFill;
  const handle = useRef<HTMLDivElement>(null);
  useFollowPinned(handle, column);
  return (
    <div
      ref={handle}
      aria-hidden="true"
      className="fill-handle"
      style={{ gridColumn: `${column} / ${column + 1}` }}
      // The focus stays in the cell.
      onMouseDown={event => event.preventDefault()}
      onPointerDown={event => {
        if (event.button === 0)
          followDrag(event, block, reach, last => fill.current({ ...block, last }, block.last - block.first + 1));
      }}
    />
  );
}

/** Keeps the handle at a pinned cell, which stays in view while the rest of its row scrolls. */
function useFollowPinned(handle: RefObject<HTMLElement | null>, column: number): void {
  useEffect(() => {
    const element = handle.current;
    const cell = element?.parentElement?.querySelector(`.data-table-pinned[aria-colindex="${column}"]`);
    const table = element?.closest('.data-table');
    if (!element || !cell || !table) return;
    const follow = (): void => {
      element.style.translate = '';
      const [from, to] = [element.getBoundingClientRect(), cell.getBoundingClientRect()];
      element.style.translate =
        getComputedStyle(element).direction === 'rtl' ? `${to.left - from.left}px` : `${to.right - from.right}px`;
    };
    follow();
    table.addEventListener('scroll', follow, { passive: true });
    return () => {
      element.style.translate = '';
      table.removeEventListener('scroll', follow);
    };
  });
}

/** Listens on the document, because the handle moves to another row, which renders it anew. */
function followDrag(
  event: PointerEvent<HTMLElement>,
  { last }: CellBlock,
  reach: (row: number) => void,
  onEnd: (last: number) => void,
): void {
  const body = event.currentTarget.closest('.data-table-body');
  const height = event.currentTarget.closest<HTMLElement>('.data-table-row')?.offsetHeight ?? 0;
  if (body === null || height === 0) return;
  const count = Math.round(body.clientHeight / height);
  const listeners = new AbortController();
  const { signal } = listeners;
  let row = last;
  const go = (next: number): void => {
    if (next !== row) reach(next);
    row = next;
  };
  document.addEventListener(
    'pointermove',
    ({ clientY }) => go(Math.min(count - 1, Math.max(last, Math.floor((clientY - body.getBoundingClientRect().top) / height)))),
    { signal },
  );
  const stop = (isDone: boolean): void => {
    listeners.abort();
    if (isDone && row > last) onEnd(row);
    else go(last);
  };
  document.addEventListener('pointerup', () => stop(true), { signal });
  document.addEventListener('pointercancel', () => stop(false), { signal });
  document.addEventListener(
    'keydown',
    pressed => {
      if (pressed.key !== 'Escape') return;
      pressed.preventDefault();
      pressed.stopPropagation();
      stop(false);
    },
    { signal, capture: true },
  );
}
