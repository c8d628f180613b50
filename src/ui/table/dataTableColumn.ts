/** A column of a DataTable: what it is called, how wide it is, what stands in it. */
import type { ReactNode } from 'react';
import type { MenuItem } from '../frame/menuItem';

/** A column. Keep the objects of unchanged columns identical: a row renders again when `columns` changes. */
export interface DataTableColumn<Row> {
  id: string;
  header: string;
  /** Shown on hover of the head: the schema's own name, the description. */
  title?: string;
  /** In px. */
  width: number;
  /** Numbers stand at the end. Default 'start'. */
  align?: 'start' | 'end';
  /** What stands in a cell. Called for rows in view only. */
  render: (row: Row, at: number) => ReactNode;
  /** Stays at the start while the others are scrolled. The first column always does; in narrow windows no other. */
  pinned?: boolean;
  /** How it is sorted now; undefined: it cannot be sorted. */
  sort?: 'ascending' | 'descending' | 'none';
  /** More that can be done with it, in its menu. */
  menu?: readonly MenuItem[];
}

/** The least width a column can be given, in px. */
export const MIN_COLUMN_WIDTH = 48;
