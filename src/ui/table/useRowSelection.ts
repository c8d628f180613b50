/** Selecting the rows of a DataTable: one at a time, a range from the row that was chosen last, or all. */
import { useRef } from 'react';

/** How rows are selected. */
export interface RowSelection {
  /** Selects a row, or takes it out of the selection. `range`: selects all rows from the last one that was chosen. */
  toggle(at: number, range: boolean): void;
  /** Selects all rows, or none. */
  selectAll(all: boolean): void;
}

/** @param selected places of the selected rows; undefined: rows cannot be selected */
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
