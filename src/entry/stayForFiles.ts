/**
 * A file that is let go beside the place that would have taken it makes a browser leave the page for the file, and what was typed is lost.
 * Here such a drop does nothing, and the pointer says so before. Places that take files are their own business: they have answered first.
 */

/** Keeps the page of a window where it is, whatever is dropped on it. */
export function stayForFiles(page: Window): void {
  page.addEventListener('dragover', event => {
    // An editor takes the file's text, which it does without having been asked beforehand.
    if (!isUnwanted(event) || (event.target as HTMLElement | null)?.isContentEditable) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  page.addEventListener('drop', event => {
    if (isUnwanted(event)) event.preventDefault();
  });
}

/** Files that nothing on the page has taken. */
const isUnwanted = (event: DragEvent): boolean =>
  !event.defaultPrevented && event.dataTransfer !== null && event.dataTransfer.types.includes('Files');
