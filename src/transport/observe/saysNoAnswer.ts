/** What browsers and Node say, each in its own words, when no answer came. It helps no one: screens say it in the reader's language. */
const NO_ANSWER =
  /^(?:TypeError: )?(?:Failed to fetch|fetch failed|Load failed|network error|NetworkError when attempting to fetch resource)\.?$/i;

/** True for a message that says no more than that. */
export const saysNoAnswer = (message: string): boolean => NO_ANSWER.test(message.trim());

/** What an exception says, for the sentence of a person. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (saysNoAnswer(message) ? 'no answer came' : message).slice(0, 300);
}
