/**
 * Errors of pages: what a page writes to its console as an error (a rendering that does not match, a violation of its policy, a request
 * that fails) and exceptions that nothing catches. `openBrowser` watches every page it opens; `failOnPageErrors` fails the test.
 */
import type { BrowserContext } from 'playwright-core';

/** Errors that a test expects because it breaks requests on purpose: the browser logs an error for each. */
export const FAILED_REQUEST =
  /^Failed to load resource: |^WebSocket connection to .* failed|net::ERR_|blocked by CORS policy|^Fetch API cannot load/;

interface PageError {
  text: string;
  /** What was expected when its page was opened, and when it came: a page closes after its test has been judged. */
  expected: readonly RegExp[][];
}

const seen: PageError[] = [];
let expected: RegExp[] = [];

/** Collects the errors of all pages of a context, those included that its pages open. */
export function watchErrors(context: BrowserContext): void {
  const atOpening = expected;
  const note = (text: string): void => void seen.push({ text, expected: [atOpening, expected] });
  context.on('console', message => {
    if (message.type() === 'error') note(`${message.text()} (at ${message.location().url || message.page()?.url()})`);
  });
  context.on('weberror', webError => note(`${webError.error()} (on ${webError.page()?.url()})`));
}

/** Expects errors that match in the current test. Call it at the start of the test, or in `beforeEach` for a whole file. */
export function expectError(pattern: RegExp): void {
  expected.push(pattern);
}

/** The unexpected errors since the last call. */
export function unexpectedErrors(): string[] {
  const unexpected = seen.splice(0).filter(error => !error.expected.flat().some(pattern => pattern.test(error.text)));
  expected = [];
  return unexpected.map(({ text }) => text);
}
