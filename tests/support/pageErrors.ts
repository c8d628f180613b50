/** Errors in the consoles of pages, each of which fails its test: a rendering that did not match, a refusal of the policy, an exception. */
import type { BrowserContext, Page } from 'playwright-core';

/** What a browser says of requests that fail, which journeys make fail on purpose. */
const OF_THE_NETWORK = /Failed to load resource|WebSocket connection to|net::ERR_|blocked by CORS policy/;

/** What a test file does with errors. */
export interface PageErrors {
  /** Listens to all pages of a context, also those that a page opens. */
  watch(context: BrowserContext): void;
  /** Errors that match are part of the test under way. */
  allow(pattern: RegExp): void;
}

/** Call it once at the top of a test file, below its own `afterEach`: the contexts are closed by then. */
export function failOnPageErrors(): PageErrors {
  const errors: string[] = [];
  const allowed: RegExp[] = [];
  const listen = (page: Page): void => {
    page.on('console', message => {
      if (message.type() === 'error' && !OF_THE_NETWORK.test(message.text())) errors.push(message.text());
    });
    page.on('pageerror', error => errors.push(String(error)));
  };
  afterEach(() => {
    const patterns = allowed.splice(0);
    expect(errors.splice(0).filter(error => !patterns.some(pattern => pattern.test(error)))).toEqual([]);
  });
  return {
    watch(context) {
      context.pages().forEach(listen);
      context.on('page', listen);
    },
    allow: pattern => void allowed.push(pattern),
  };
}
