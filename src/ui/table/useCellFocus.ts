/** The cell of a DataTable that has the focus, and the block of cells that Shift with arrows makes of it. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { cellOf, focusCell, type GridCell, isCell } from './gridCell';
import { revealRow } from './useWindow';

/** What `useCellFocus` needs to know. */
export interface CellFocusOptions {
  /** The element that scrolls. */
  scroller: RefObject<HTMLElement | null>;
  /** Height of a row and of the head, in px. */
  rowHeight: number;
  rowCount: number;
  columnCount: number;
  /** The column to begin in. */
  firstColumn: number;
}

/** See the head of the file. */
export interface CellFocus {
  /** The cell that the Tab key reaches. */
  readonly active: GridCell;
  /** The corner of the block opposite of `active`; null: the block is one cell. */
  readonly anchor: GridCell | null;
  /** Gives the focus to the cell nearest to `next`, and ends the block. */
  goTo(next: GridCell): void;
  /** The same, but the block reaches from where it began to that cell. */
  extendTo(next: GridCell): void;
  /** Makes a block of one cell. */
  endBlock(): void;
  /** To be called when a cell got the focus. Stays the same function. */
  readonly onFocusCell: (place: GridCell) => void;
}

/** Keeps the focus inside the table while rows and columns come and go. */
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
    // Somewhere else by other means than Shift and arrows: a block of one.
    if (!isExtending.current) setAnchor(null);
    isExtending.current = false;
  }, []);
  useEffect(() => {
    // In a page of the server a cell may have the focus before there is anything that notices.
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
    extendTo(next) {
      isExtending.current = true;
      setAnchor(anchor ?? active);
      moveTo(next);
    },
    endBlock: () => setAnchor(null),
    onFocusCell,
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value));
}
