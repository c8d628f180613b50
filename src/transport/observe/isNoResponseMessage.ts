/** The messages of browsers and Node when no response arrived. They differ and are not translated, so screens use their own text. */
const NO_RESPONSE =
  /^(?:TypeError: )?(?:Failed to fetch|fetch failed|Load failed|network error|NetworkError when attempting to fetch resource)\.?$/i;

/** True for a message that only says that no response arrived. */
export const isNoResponseMessage = (message: string): boolean => NO_RESPONSE.test(message.trim());

/** The message of an exception, for use in a sentence of the UI. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (isNoResponseMessage(message) ? 'no response arrived' : message).slice(0, 300);
}
