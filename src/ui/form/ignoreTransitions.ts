/**
 * Keeps CSS transitions from react-aria. It notes every element of the page whose properties change gradually, and lets go of one that is
 * removed meanwhile only if a single property was changing: a button that changes background and border stayed in its list for ever, and
 * the whole screen that it had stood on with it. Without notes it calls at once what it would call after a transition.
 */

/** See the head of the file. Called twice it does nothing more. */
export function ignoreTransitions(view: Pick<Window, 'addEventListener'>): void {
  // Before the listener on the document that react-aria has.
  view.addEventListener('transitionrun', stop, true);
}

function stop(event: Event): void {
  event.stopPropagation();
}
