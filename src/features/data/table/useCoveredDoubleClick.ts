/**
 * The drawer of a record opens at the first click of a double click. On cells at that side of the table it takes the second click, which
 * might press one of its buttons. That click is passed to the cell that the first one has focused.
 */
import { useEffect } from 'react';

/** Call it once for each table. */
export function useCoveredDoubleClick(): void {
  useEffect(() => {
    let isCovered = false;
    const onPress = (event: MouseEvent): void => {
      const cell = document.activeElement;
      isCovered =
        event.detail === 2 &&
        event.target instanceof Element &&
        event.target.closest('.drawer') !== null &&
        cell instanceof HTMLElement &&
        cell.dataset.cell !== undefined;
      if (!isCovered) return;
      // The focus stays in the cell.
      event.preventDefault();
      cell?.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    };
    const onClick = (event: MouseEvent): void => {
      if (!isCovered || event.detail !== 2) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('mousedown', onPress, true);
    document.addEventListener('click', onClick, true);
    return () => {
      document.removeEventListener('mousedown', onPress, true);
      document.removeEventListener('click', onClick, true);
    };
  }, []);
}
