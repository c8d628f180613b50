/** A cell of a DataTable by its place. The element of a cell has the place in `data-cell`, as "row:column". */

/** `row` -1 is the head; `column` counts the selection column. */
export interface GridCell {
  row: number;
  column: number;
}

/** True for the element of a cell; false for what stands inside of one. */
export const isCell = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.dataset.cell !== undefined;

/** The place of a cell's element; row and column -1 where it has none. */
export function cellOf(element: HTMLElement): GridCell {
  const [row = -1, column = -1] = (element.dataset.cell ?? '').split(':').map(Number);
  return { row, column };
}

/** Gives the focus to a cell, or to the one control a head consists of. */
export function focusCell(scroller: HTMLElement | null, cell: GridCell): void {
  const element = scroller?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`);
  element?.focus({ preventScroll: cell.row >= 0 });
  if (!element || !scroller || element.classList.contains('data-table-pinned')) return;
  // The browser scrolls sideways, but has to know the width of the columns that stick.
  const stuck = [...(element.parentElement?.querySelectorAll<HTMLElement>('.data-table-pinned') ?? [])];
  const width = stuck.reduce((sum, each) => sum + (getComputedStyle(each).position === 'sticky' ? each.offsetWidth : 0), 0);
  scroller.style.scrollPaddingInlineStart = `${width}px`;
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
