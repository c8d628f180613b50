/** Time limit for a page that is never painted (in a covered window), in ms. */
const UNPAINTED_MS = 300;

/** Resolves after the next paint. */
export function painted(): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, UNPAINTED_MS);
    // A frame is painted after its animation frame callbacks.
    requestAnimationFrame(() => setTimeout(resolve));
  });
}
