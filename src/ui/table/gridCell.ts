/** Addresses a cell of a DataTable by row and column. The cell's element contains them in `data-cell`, as "row:column". */

/** `row` -1 is the header row; `column` includes the selection column. */
export interface GridCell {
  row: number;
  column: number;
}

/** True for the element of a cell; false for elements inside of it. */
export const isCell = (target: EventTarget): target is HTMLElement =>
  target instanceof HTMLElement && target.dataset.cell !== undefined;

/** The link or button that Enter presses in a cell. */
export const linkIn = (cell: HTMLElement): HTMLElement | null => cell.querySelector<HTMLElement>('a[href], button');

/** Row and column of a cell's element; both -1 for other elements. */
export function cellOf(element: HTMLElement): GridCell {
  const [row = -1, column = -1] = (element.dataset.cell ?? '').split(':').map(Number);
  return { row, column };
}

/** Focuses a cell and scrolls it into view. */
export function focusCell(scroller: HTMLElement | null, cell: GridCell): void {
  const element = scroller?.querySelector<HTMLElement>(`[data-cell="${cell.row}:${cell.column}"]`);
  element?.focus({ preventScroll: cell.row >= 0 });
  if (!element || !scroller || element.classList.contains('data-table-pinned')) return;
  // The browser scrolls horizontally, but needs the width of the sticky columns as scroll padding.
  const stuck = [...(element.parentElement?.querySelectorAll<HTMLElement>('.data-table-pinned') ?? [])];
  const width = stuck.reduce((sum, each) => sum + (getComputedStyle(each).position === 'sticky' ? each.offsetWidth : 0), 0);
  scroller.style.scrollPaddingInlineStart = `${width}px`;
  element.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
}
