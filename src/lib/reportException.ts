/** Reports an exception as browsers report uncaught ones. Node has no `reportError`, and an uncaught exception would end its process. */
export function reportException(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
