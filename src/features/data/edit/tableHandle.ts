/** The editing functions that a table uses; their code loads with the first edit. */
import type { ReactNode } from 'react';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { CellBlock } from '../../../ui/table/cellBlock';
import type { EditStart } from '../../../ui/table/handleTableKey';

/** Passed to the table; a new object whenever the staged edits change. */
export interface TableHandle {
  /** Starts editing a cell, or explains why it cannot be edited. Returns false if the key has another meaning here. */
  readonly begin: (at: number, columnId: string, cell: HTMLElement, by: EditStart) => boolean;
  /** True while a cell is open: its row must stay in place. */
  readonly isOpen?: boolean;
  /** Renders a cell with its staged value. Missing: nothing is staged. */
  readonly mark?: (row: Row, column: Column, shown: ReactNode) => ReactNode;
  /**
   * Stages a value for a column of a row, or explains why it cannot be edited. `name` is the display name of the record whose key is
   * `value`.
   */
  readonly set: (row: Row, columnId: string, value: unknown, name?: string) => void;
  /** Applies the results of changes that were received after the rows were loaded. Missing: there are none. */
  readonly present?: (rows: readonly Row[]) => readonly Row[];
  /** The staged value of a column of a row. Missing: nothing is staged. */
  readonly edited?: (row: Row, columnId: string) => { readonly value: unknown } | undefined;
  /** Copies a block of cells in the format of spreadsheets. */
  readonly copy: (block: CellBlock) => void;
  /** Stages cells copied from a spreadsheet, starting at the top of the block. */
  readonly paste: (block: CellBlock, text: string) => void;
  /** Stages null for the cells of a block that can be empty. */
  readonly clear: (block: CellBlock) => void;
  /**
   * Stages the values of the first row of a block for its other rows; for a single row, the values of the row above it. `rows`: the values
   * of as many rows at its top are repeated.
   */
  readonly fill: (block: CellBlock, rows?: number) => void;
}
