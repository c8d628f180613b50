/** Row selection of a DataTable: single rows, a range from the last selected row, or all. */
import { useRef } from 'react';

/** Functions that change the selection. */
export interface RowSelection {
  /** Selects or deselects a row. With `range`, selects all rows from the last toggled one to it. */
  toggle(at: number, range: boolean): void;
  /** Selects all rows, or none. */
  selectAll(all: boolean): void;
}

/** @param selected indexes of the selected rows; undefined if rows cannot be selected */
export function useRowSelection(
  rowCount: number,
  selected: ReadonlySet<number> | undefined,
  onSelect: ((selected: ReadonlySet<number>) => void) | undefined,
): RowSelection {
  const lastSelected = useRef(0);
  return {
    toggle(at, range) {
      if (!selected || !onSelect) return;
      const next = new Set(selected);
      if (range) {
        const [from, to] = [Math.min(lastSelected.current, at), Math.max(lastSelected.current, at)];
        for (let place = from; place <= to; place++) next.add(place);
      } else if (!next.delete(at)) next.add(at);
      lastSelected.current = at;
      onSelect(next);
    },
    selectAll: all => onSelect?.(new Set(all ? Array.from({ length: rowCount }, (_, at) => at) : [])),
  };
}
