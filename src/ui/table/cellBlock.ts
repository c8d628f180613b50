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
