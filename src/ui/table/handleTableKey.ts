/** The keys of a DataTable: arrows move a cell at a time, Enter opens or edits, Space selects, as in WAI-ARIA's grid pattern. */
import type { KeyboardEvent } from 'react';
import type { Direction } from '../../i18n/languages';
import type { CellBlock } from './cellBlock';
import { cellOf, type GridCell, isCell } from './gridCell';
import type { CellFocus } from './useCellFocus';

/** What the keys act on. */
export interface TableKeyTarget {
  cells: CellFocus;
  block: CellBlock | null;
  columns: ReadonlyArray<{ readonly id: string }>;
  /** Columns before the first of `columns`: 1 with the selection column. */
  extra: number;
  rowCount: number;
  /** Rows that PageDown moves. */
  page: number;
  direction: Direction;
  /** True where Shift with arrows makes a block of cells. */
  hasBlocks: boolean;
  onOpen?: ((at: number, columnId: string) => void) | undefined;
  onEdit?: ((at: number, columnId: string, cell: HTMLElement, by: 'Enter' | 'F2') => boolean) | undefined;
  onFill?: ((block: CellBlock) => void) | undefined;
  /** undefined: rows cannot be selected. */
  onToggle?: ((at: number, range: boolean) => void) | undefined;
  onSelectAll?: (() => void) | undefined;
  /** undefined: nothing is open. */
  onClose?: (() => void) | undefined;
}

/** Does what a key asks for; false where it means nothing here. */
export function handleTableKey(event: KeyboardEvent<HTMLElement>, target: TableKeyTarget): boolean {
  const { cells, block, columns, extra, onEdit } = target;
  const { active, anchor } = cells;
  const whole = event.ctrlKey || event.metaKey;
  // From the check box of a row, too: nothing in a table is text that is written.
  if ((event.key === 'a' || event.key === 'A') && whole && target.onSelectAll) {
    target.onSelectAll();
    return true;
  }
  // Other keys pressed in a control of a head or cell are that control's, unless it is the cell itself.
  if (!isCell(event.target)) return false;
  const element = event.target;
  const next = movedTo(event.key, whole, target);
  const edits = (by: 'Enter' | 'F2'): boolean => {
    const { row, column } = cellOf(element);
    const id = columns[column - extra]?.id;
    return row >= 0 && id !== undefined && onEdit?.(row, id, element, by) === true;
  };
  if (next && event.shiftKey && next.row >= 0 && active.row >= 0 && target.hasBlocks)
    cells.extendTo({ ...next, column: Math.max(extra, next.column) });
  else if (next) cells.goTo(next);
  else if ((event.key === 'd' || event.key === 'D') && whole && target.onFill && block !== null) target.onFill(block);
  else if (event.key === 'Escape' && anchor !== null) cells.endBlock();
  else if (event.key === 'F2' && onEdit) edits('F2');
  else if (event.key === 'Enter' && active.row >= 0) {
    // A cell that is a link is followed; the first one stands for its row whatever is in it, and any other opens the row too.
    const inside = element.querySelector<HTMLElement>('a[href], button');
    if (inside && active.column > extra) inside.click();
    else if (active.column === extra || !edits('Enter')) target.onOpen?.(active.row, columns[active.column - extra]?.id ?? '');
  } else if (event.key === ' ' && active.row >= 0 && target.onToggle) target.onToggle(active.row, event.shiftKey);
  else if (event.key === 'Escape' && target.onClose) target.onClose();
  else return false;
  return true;
}

/** The cell a key leads to; undefined for a key that does not move. */
function movedTo(
  key: string,
  whole: boolean,
  { cells, columns, extra, rowCount, page, direction }: TableKeyTarget,
): GridCell | undefined {
  const { row, column } = cells.active;
  const step = direction === 'rtl' ? -1 : 1;
  switch (key) {
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowRight':
      return { row, column: column + step };
    case 'ArrowLeft':
      return { row, column: column - step };
    case 'Home':
      return { row: whole ? 0 : row, column: 0 };
    case 'End':
      return { row: whole ? rowCount - 1 : row, column: columns.length + extra - 1 };
    case 'PageDown':
      return { row: row + page, column };
    case 'PageUp':
      return { row: Math.max(0, row - page), column };
    default:
      return undefined;
  }
}
