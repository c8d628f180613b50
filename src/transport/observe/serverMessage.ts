import type { Failure } from './failure';

/** Maximum length of a returned message, in characters. */
const LONGEST_MESSAGE = 300;

/** The message of a server: of its first error, or of the close frame; null if there is none. */
export function serverMessage(failure: Failure): string | null {
  const message = failure.tag === 'socket' ? failure.reason : 'errors' in failure ? failure.errors[0]?.message : undefined;
  return message ? message.slice(0, LONGEST_MESSAGE) : null;
}
