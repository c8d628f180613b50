import type { GridCell } from './gridCell';

/** A rectangle of cells in a DataTable. */
export interface CellBlock {
  /** Indexes of the first and last row, inclusive. */
  readonly first: number;
  readonly last: number;
  /** Ids of its columns, in order. */
  readonly columns: readonly string[];
  /** Ids of all columns from its first one to the end of the table. */
  readonly onward: readonly string[];
}

/**
 * The block between two corner cells; null if the focus is not on a cell of a row.
 * @param extra number of columns before the first data column: 1 with the selection column
 * @param anchor the corner opposite to `active`; null for a block of one cell
 */
export function cellBlock(
  columns: ReadonlyArray<{ readonly id: string }>,
  extra: number,
  active: GridCell,
  anchor: GridCell | null,
): CellBlock | null {
  const other = anchor ?? active;
  if (active.row < 0 || other.row < 0 || active.column < extra || other.column < extra) return null;
  const from = Math.min(active.column, other.column) - extra;
  const end = Math.max(active.column, other.column) - extra + 1;
  return {
    first: Math.min(active.row, other.row),
    last: Math.max(active.row, other.row),
    columns: columns.slice(from, end).map(column => column.id),
    onward: columns.slice(from).map(column => column.id),
  };
}
