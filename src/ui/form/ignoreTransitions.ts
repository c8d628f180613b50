/**
 * Hides CSS transitions from react-aria, to prevent a memory leak. react-aria keeps a list of all elements with a running transition, and
 * releases an element that is removed meanwhile only if a single property was changing. A button with transitions of background and border
 * stayed in the list forever, and with it its whole screen. Without the events, react-aria runs its callbacks at once and not after a transition.
 */

/** Stops the event `transitionrun`. Further calls have no effect. */
export function ignoreTransitions(view: Pick<Window, 'addEventListener'>): void {
  // The capture phase at the window comes before react-aria's listener at the document.
  view.addEventListener('transitionrun', stop, true);
}

function stop(event: Event): void {
  event.stopPropagation();
}
