/** What the table of a collection needs of editing, whose code comes with the first edit. */
import type { ReactNode } from 'react';
import type { Column } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { CellBlock } from '../../../ui/table/cellBlock';

/** Given to the table; another object whenever what is staged changed. */
export interface TableHandle {
  /** Begins to edit a cell, or says why it cannot be. False: the key means something else here. */
  readonly begin: (at: number, columnId: string, cell: HTMLElement, by: 'Enter' | 'F2' | 'press') => boolean;
  /** A cell as it is to be shown: with the value that is staged for it. Missing: nothing is staged. */
  readonly mark?: (row: Row, column: Column, shown: ReactNode) => ReactNode;
  /** Stages a value for a column of a row, or says why it cannot be. `name`: what people call the record that the value is the key of. */
  readonly set: (row: Row, columnId: string, value: unknown, name?: string) => void;
  /** Rows with what was answered to changes since they were read. Missing: nothing was. */
  readonly present?: (rows: readonly Row[]) => readonly Row[];
  /** The value that is staged for a column of a row. Missing: nothing is staged. */
  readonly edited?: (row: Row, columnId: string) => { readonly value: unknown } | undefined;
  /** Copies a block of cells, as spreadsheets take it. */
  readonly copy: (block: CellBlock) => void;
  /** Stages the cells of a spreadsheet's block from the top of a block on. */
  readonly paste: (block: CellBlock, text: string) => void;
  /** Stages the values of the first row of a block for the others; of one row, those of the row above. */
  readonly fill: (block: CellBlock) => void;
}
