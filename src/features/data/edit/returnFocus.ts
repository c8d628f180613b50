/** Moves the focus when an editor beside a cell or button is done, which can be after the user has gone on to something else. */

/** True if the focus is neither in such an editor nor lost. */
export function isFocusElsewhere(): boolean {
  const active = document.activeElement;
  return active !== null && active !== document.body && active.closest('.cell-editor') === null;
}

/** Focuses an element, unless the user is working elsewhere. */
export function returnFocus(to: HTMLElement | null | undefined): void {
  if (!isFocusElsewhere()) to?.focus();
}
