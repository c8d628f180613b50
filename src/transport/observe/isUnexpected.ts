/** Whether a server reports an error that is its own fault, and not a reason why it refused the request. */
import type { Failure } from './failure';

/** Messages in whose place servers put the details of an exception into their log. They say nothing about the request. */
const MASKED =
  /^(((an?|the server had an) )?(internal|unexpected|unknown)[ _](server |system |execution |database )?(error|exception|failure)\b|something went wrong|an error (has )?occurred \(logged)/i;

/**
 * True if the server stopped at an unexpected error. It may have done a part of the request before, or all of it: a resolver that throws half
 * way returns the same response as one that has done nothing.
 */
export function isUnexpected(failure: Failure): boolean {
  if (failure.tag !== 'graphql' && !(failure.tag === 'http' && failure.status >= 500)) return false;
  const { errors } = failure;
  // One error with a reason is enough for a refusal.
  return errors.length > 0 && errors.every(({ message, code }) => MASKED.test(message.trim()) && !REASON.test(code ?? ''));
}

/** Codes of errors that the input caused. */
const REASON = /input|valid|request|forbidden|auth/i;
