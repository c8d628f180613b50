/** The columns of a LiveTable. */
import type { EventWindow } from '../../eventRing';

/** A column with the text of its cells. Pass the same array while nothing changes: a new array recreates all rows. */
export interface LiveTableColumn {
  id: string;
  label: string;
  title?: string | undefined;
  /** Address of its documentation. */
  docs?: string;
  numeric: boolean;
  /** In a monospaced font, left to right. Default false. */
  code?: boolean;
  /** Sticky in narrow windows. Default false. */
  first?: boolean;
  /** In px. */
  width: number;
  text(sequence: number, window: EventWindow): string;
}

/** CSS classes of the cells of a column. */
export function cellClasses({ numeric, code, first }: LiveTableColumn): string {
  return `live-cell${numeric ? ' live-cell-numeric' : ''}${code ? ' live-cell-code' : ''}${first ? ' live-cell-first' : ''}`;
}
