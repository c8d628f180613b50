/** The focused cell of a DataTable, and the block of cells that Shift with arrows selects. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { cellOf, focusCell, type GridCell, isCell } from './gridCell';
import { revealRow } from './useWindow';

/** Options of `useCellFocus`. */
export interface CellFocusOptions {
  /** The scrolling element. */
  scroller: RefObject<HTMLElement | null>;
  /** Height of a row and of the header row, in px. */
  rowHeight: number;
  rowCount: number;
  columnCount: number;
  /** The initial column. */
  firstColumn: number;
}

/** The focus state and the functions that change it. */
export interface CellFocus {
  /** The cell with tabIndex 0 (roving tabindex). */
  readonly active: GridCell;
  /** The corner of the block opposite to `active`; null for a block of one cell. */
  readonly anchor: GridCell | null;
  /** Focuses the cell nearest to `next` and resets the block to it. */
  goTo(next: GridCell): void;
  /** Focuses the cell nearest to `next` and extends the block to it. `from`: the opposite corner. Default: the present one. */
  extendTo(next: GridCell, from?: GridCell): void;
  /** Resets the block to one cell. */
  endBlock(): void;
  /** Must be called when a cell receives the focus. A stable function. */
  readonly onFocusCell: (place: GridCell) => void;
}

/** Tracks the focused cell, and keeps it within the table when rows or columns are removed. */
export function useCellFocus({ scroller, rowHeight, rowCount, columnCount, firstColumn }: CellFocusOptions): CellFocus {
  const [cell, setCell] = useState<GridCell>({ row: rowCount > 0 ? 0 : -1, column: firstColumn });
  const [anchor, setAnchor] = useState<GridCell | null>(null);
  const isExtending = useRef(false);
  const wantsFocus = useRef(false);
  const active: GridCell = { row: Math.min(cell.row, rowCount - 1), column: Math.min(cell.column, columnCount - 1) };

  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusCell(scroller.current, active);
  });

  const moveTo = (next: GridCell): void => {
    const target = { row: clamp(next.row, -1, rowCount - 1), column: clamp(next.column, 0, columnCount - 1) };
    if (scroller.current && target.row >= 0) revealRow(scroller.current, target.row, rowHeight, rowHeight);
    wantsFocus.current = true;
    setCell(target);
  };
  const onFocusCell = useCallback((place: GridCell) => {
    setCell(now => (now.row === place.row && now.column === place.column ? now : place));
    // The focus moved by other means than Shift with arrows, so the block is reset.
    if (!isExtending.current) setAnchor(null);
    isExtending.current = false;
  }, []);
  useEffect(() => {
    // In a server-rendered page, a cell can receive the focus before hydration.
    const { activeElement } = document;
    if (activeElement && isCell(activeElement) && scroller.current?.contains(activeElement)) onFocusCell(cellOf(activeElement));
  }, [scroller, onFocusCell]);
  return {
    active,
    anchor,
    goTo(next) {
      setAnchor(null);
      moveTo(next);
    },
    extendTo(next, from = anchor ?? active) {
      isExtending.current = true;
      setAnchor(from);
      moveTo(next);
    },
    endBlock: () => setAnchor(null),
    onFocusCell,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
