/**
 * A file that is dropped beside a drop zone makes the browser leave the page for the file, and unsaved input is lost. Here such a drop does
 * nothing, and the pointer shows that. Drop zones handle their events first and are not affected.
 */

/** Keeps a window on its page when a file is dropped on it. */
export function stayForFiles(page: Window): void {
  page.addEventListener('dragover', event => {
    // An editor inserts the file's text without calling preventDefault() during dragover.
    if (!isUnwanted(event) || (event.target as HTMLElement | null)?.isContentEditable) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'none';
  });
  page.addEventListener('drop', event => {
    if (isUnwanted(event)) event.preventDefault();
  });
}

/** True for a drag of files that no handler on the page has accepted. */
const isUnwanted = (event: DragEvent): boolean =>
  !event.defaultPrevented && event.dataTransfer !== null && event.dataTransfer.types.includes('Files');
