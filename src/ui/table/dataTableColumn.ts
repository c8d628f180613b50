/** The definition of a DataTable's column. */
import type { ReactNode } from 'react';
import type { MenuItem } from '../frame/menu/menuItem';

/** A column. Memoize the `columns` array: all rows re-render when it changes. */
export interface DataTableColumn<Row> {
  id: string;
  header: string;
  /** Tooltip of the head, such as the schema name and the description. */
  title?: string;
  /** Width in px. */
  width: number;
  /** Alignment; 'end' for numbers. Default 'start'. */
  align?: 'start' | 'end';
  /** Renders the content of a cell. Called only for rows in view. */
  render: (row: Row, at: number) => ReactNode;
  /** Sticky at the start. The first column always is; in narrow windows no other column is. */
  pinned?: boolean;
  /** Present sort direction; undefined if the column cannot be sorted. */
  sort?: 'ascending' | 'descending' | 'none';
  /** The direction of a column that can be sorted in one direction only. */
  onlySort?: 'ascending' | 'descending' | undefined;
  /** Additional items of the column's menu. */
  menu?: readonly MenuItem[];
}

/** Minimum width of a column, in px. */
export const MIN_COLUMN_WIDTH = 48;
