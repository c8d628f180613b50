/**
 * Errors of pages: what a page writes to its console as an error (a rendering that does not match, a violation of its policy, a request
 * that fails) and exceptions that nothing catches. `openBrowser` watches every page it opens; `failOnPageErrors` fails the test.
 */
import type { BrowserContext } from 'playwright-core';

/** What to expect of a test that breaks requests on purpose: the browser itself writes an error for each. */
export const FAILED_REQUEST =
  /^Failed to load resource: |^WebSocket connection to .* failed|net::ERR_|blocked by CORS policy|^Fetch API cannot load/;

const seen: string[] = [];
const expected: RegExp[] = [];

/** Collects the errors of all pages of a context, those included that its pages open. */
export function watchErrors(context: BrowserContext): void {
  context.on('console', message => {
    if (message.type() === 'error') seen.push(`${message.text()} (at ${message.location().url || message.page()?.url()})`);
  });
  context.on('weberror', webError => seen.push(`${webError.error()} (on ${webError.page()?.url()})`));
}

/** Errors that match belong to the test under way. Call it at the start of the test, or in `beforeEach` for a whole file. */
export function expectError(pattern: RegExp): void {
  expected.push(pattern);
}

/** The errors that no test expects, since the last call. */
export function unexpectedErrors(): string[] {
  const patterns = expected.splice(0);
  return seen.splice(0).filter(error => !patterns.some(pattern => pattern.test(error)));
}
