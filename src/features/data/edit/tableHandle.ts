/** What the table of a collection needs of editing, whose code comes after the first rows. */
import type { ReactNode } from 'react';
import type { Column } from '../../../schema/collections/columns';
import type { Row } from '../../../schema/documents/documents';

/** Given to the table once it is there; another object whenever what is staged changed. */
export interface TableHandle {
  /** Begins to edit a cell, or says why it cannot be. False: the key means something else here. */
  readonly begin: (at: number, columnId: string, cell: HTMLElement, by: 'Enter' | 'F2' | 'press') => boolean;
  /** A cell as it is to be shown: with the value that is staged for it. */
  readonly mark: (row: Row, column: Column, shown: ReactNode) => ReactNode;
}
