/** Keyboard handling of a DataTable (WAI-ARIA grid pattern): arrows move by one cell, Enter edits or opens, Space selects. */
import type { KeyboardEvent } from 'react';
import type { Direction } from '../../i18n/languages';
import type { CellBlock } from './cellBlock';
import { cellOf, type GridCell, isCell, linkIn } from './gridCell';
import type { CellFocus } from './useCellFocus';

/** The first character that was typed on a cell: it replaces the value of the cell. */
export interface Typed {
  readonly typed: string;
}

/** What starts to edit a cell; `press` is a double click. */
export type EditStart = 'Enter' | 'F2' | 'press' | Typed;

/** The state and callbacks that the keys act on. */
export interface TableKeyTarget {
  cells: CellFocus;
  block: CellBlock | null;
  columns: ReadonlyArray<{ readonly id: string }>;
  /** Number of columns before the first of `columns`: 1 with the selection column. */
  extra: number;
  rowCount: number;
  /** Number of rows that PageDown moves by. */
  page: number;
  direction: Direction;
  /** True if Shift with arrows selects a block of cells. */
  hasBlocks: boolean;
  onOpen?: ((at: number, columnId: string) => void) | undefined;
  onEdit?: ((at: number, columnId: string, cell: HTMLElement, by: EditStart) => boolean) | undefined;
  onClear?: ((block: CellBlock) => void) | undefined;
  onFill?: ((block: CellBlock) => void) | undefined;
  /** undefined if rows cannot be selected. */
  onToggle?: ((at: number, range: boolean) => void) | undefined;
  onSelectAll?: (() => void) | undefined;
  /** undefined if no row is open. */
  onClose?: (() => void) | undefined;
}

/** Handles a key press; returns false if the key has no meaning here. */
export function handleTableKey(event: KeyboardEvent<HTMLElement>, target: TableKeyTarget): boolean {
  const { cells, block, columns, extra, onEdit } = target;
  const { active, anchor } = cells;
  const whole = event.ctrlKey || event.metaKey;
  // Also when the checkbox of a row has the focus: a table has no text inputs, so Ctrl+A always means all rows.
  if (whole && target.onSelectAll && /^a$/i.test(event.key)) {
    target.onSelectAll();
    return true;
  }
  // Controls inside a cell handle all other keys themselves.
  if (!isCell(event.target)) return false;
  const element = event.target;
  const next = movedTo(event.key, whole, target);
  const edits = (by: EditStart): boolean => {
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
  else if (/^(Delete|Backspace)$/.test(event.key) && target.onClear && block !== null) target.onClear(block);
  else if (event.key === 'Enter' && active.row >= 0) {
    // The first column names the row, so Enter opens the row there.
    const isName = active.column === extra;
    const link = isName ? null : linkIn(element);
    if (!isName && !whole && edits('Enter')) return true;
    if (link) link.click();
    else target.onOpen?.(active.row, columns[active.column - extra]?.id ?? '');
    // A space may belong to a text whose editor is not shown yet.
  } else if (event.key === ' ' && edits({ typed: ' ' })) return true;
  else if (event.key === ' ' && active.row >= 0 && target.onToggle) target.onToggle(active.row, event.shiftKey);
  else if (event.key === 'Escape' && target.onClose) target.onClose();
  else return writes(event) && edits({ typed: event.key });
  return true;
}

/** True for a key that writes a character: neither a command, nor a key of an input method or a dead key, whose names are longer. */
function writes(event: KeyboardEvent): boolean {
  const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph');
  return [...event.key].length === 1 && event.key !== ' ' && !isCommand && !event.nativeEvent.isComposing;
}

/** The cell that a key moves to; undefined for other keys. */
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
