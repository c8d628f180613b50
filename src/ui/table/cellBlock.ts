import type { GridCell } from './gridCell';

/** A rectangle of cells in a DataTable. */
export interface CellBlock {
  /** Places of its rows; `last` is included. */
  readonly first: number;
  readonly last: number;
  /** Its columns, by their ids, in their order. */
  readonly columns: readonly string[];
  /** All columns from the first one on, to the end of the table. */
  readonly onward: readonly string[];
}

/**
 * The cells between two corners; null where the focus is on no cell of a row.
 * @param extra columns before the first one that can be in a block: 1 with the selection column
 * @param anchor the corner opposite of `active`; null: a block of one cell
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
