/**
 * The set-up of browser journeys: one Chromium per file, pages that are closed after each test, servers that end after the file.
 * Independent of the screens. If JOURNEY_SCREENSHOTS is set to a folder, it receives a screenshot of each page at the end of each test.
 */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { SERVER, type StartedProcess, startOverHarbour, startProcess } from '../hosting/startProcess';
import { allowPages } from './allowPages';
import { openBrowser } from './openBrowser';

/** A running server. */
export interface StartedOriel {
  /** 'http://127.0.0.1:<port>' */
  base: string;
  /** The access code of the harbour; '' for another API. */
  accessCode: string;
  process: StartedProcess;
}

/** A response of an API that was created for a test. */
export interface ApiAnswer {
  status?: number;
  type?: string;
  body: string;
}

/** Functions for the journeys of one file. */
export interface Journeys {
  /**
   * Starts the built server, with a new harbour unless `env` names an API. It is ended after the tests of the file. `script`: the program
   * to start. Default: the server.
   */
  startOriel(env?: Record<string, string>, script?: string): Promise<StartedOriel>;
  /**
   * Starts an API that pages of any origin may request. `answer` gets the parsed body of a POST; `port` 0 for a free one. Resolves to its
   * URL.
   */
  startApi(answer: (request: ApiRequest) => ApiAnswer | Promise<ApiAnswer>, port?: number): Promise<string>;
  /** Opens an address in a page with a new context: 1440 by 900 px, English and UTC by default. */
  open(address: string, options?: BrowserContextOptions): Promise<Page>;
}

/** A received GraphQL request. */
export interface ApiRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  headers: IncomingHttpHeaders;
}

/** Call it once at the top of a test file. It starts everything, and ends it after the tests. */
export function journeys(): Journeys {
  let browser: Browser;
  const contexts: BrowserContext[] = [];
  const processes: StartedProcess[] = [];
  const apis: Server[] = [];
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const [at, context] of contexts.splice(0).entries()) {
      const folder = process.env.JOURNEY_SCREENSHOTS;
      const name = expect.getState().currentTestName?.replaceAll(/\W+/g, '-').slice(0, 80);
      if (folder) await context.pages()[0]?.screenshot({ path: `${folder}/${name}-${at}.png` });
      await context.close();
    }
  });
  afterAll(async () => {
    await browser.close();
    for (const api of apis) {
      api.closeAllConnections();
      api.close();
    }
    for (const each of processes) await each.end('SIGKILL');
  });
  return {
    async startOriel(env = {}, script = SERVER) {
      const isHarbour = env.ORIEL_HTTP_ENDPOINT === undefined && env.ORIEL_UPSTREAM === undefined;
      const settings = { PORT: '0', ORIEL_LOG_LEVEL: 'silent', ...env };
      const started = await (isHarbour ? startOverHarbour(settings, script) : startProcess(script, settings));
      processes.push(started);
      const base = (await started.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
      const accessCode = isHarbour ? ((await started.line(/^The access code is (\S+)$/))[1] ?? '') : '';
      return { base, accessCode, process: started };
    },
    async startApi(respond, port = 0) {
      const server = createServer(async (request, response) => {
        if (allowPages(request, response)) return;
        const pieces: Buffer[] = [];
        for await (const piece of request) pieces.push(piece);
        const { headers } = request;
        const given = await respond({ ...JSON.parse(Buffer.concat(pieces).toString() || '{}'), headers });
        response.writeHead(given.status ?? 200, { 'content-type': given.type ?? 'application/json' }).end(given.body);
      });
      await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve));
      apis.push(server);
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
    },
    async open(address, options = {}) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        locale: 'en-GB',
        timezoneId: 'UTC',
        ...options,
      });
      contexts.push(context);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    },
  };
}

/** A loaded row of a table: its first cell contains no skeleton. */
export const LOADED = '[role="rowheader"]:not(:has(.skeleton))';

/** Texts of the first cells of the loaded rows in view. */
export const firstCells = (page: Page): Promise<string[]> => page.locator(LOADED).allTextContents();

/** Texts of a column's cells in the loaded rows in view, by the text of its head. */
export async function cellsOf(page: Page, head: string): Promise<string[]> {
  const column = await page.locator('[role="columnheader"]', { hasText: head }).first().getAttribute('aria-colindex');
  return page.locator(`[role="row"]:has(${LOADED}) [aria-colindex="${column}"]:not([role="columnheader"])`).allTextContents();
}

/** Presses the right arrow key until the focused element has this name. Fails after ten presses. */
export async function arrowTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 10; presses++) {
    if (name.test(await page.evaluate(nameOfFocus))) return;
    await page.keyboard.press('ArrowRight');
  }
  throw new Error(`The arrow never came to ${name}`);
}

/** The query parameters of the page's URL. */
export const queryStringOf = (page: Page): URLSearchParams => new URL(page.url()).searchParams;

/**
 * Waits until `check`, run in the page, returns a truthy value, and returns it. Fails after 20 s. (Playwright's waitForFunction needs eval
 * in a timer, which the page's policy forbids.)
 */
export async function eventually<Argument, Result>(
  page: Page,
  check: (argument: Argument) => Result,
  argument: Argument,
): Promise<Result> {
  const limit = performance.now() + 20_000;
  for (;;) {
    const result = (await page.evaluate(check as never, argument)) as Result;
    if (result) return result;
    if (performance.now() > limit) throw new Error(`Timed out waiting for: ${check}`);
    await new Promise(resolve => setTimeout(resolve, 50));
  }
}

/** Resolves when a server-rendered page is hydrated: its first effect writes the cookie with the user's settings. */
export async function takenOver(page: Page): Promise<void> {
  await eventually(page, () => /density=/.test(document.cookie), null);
}

/**
 * Presses Tab (backwards: Shift+Tab) until a control with a matching name has the focus. Fails after 250 presses.
 * @param onStop called for each focused control, the last one included
 */
export async function tabTo(
  page: Page,
  name: RegExp,
  backwards = false,
  onStop?: (name: string) => Promise<void>,
): Promise<void> {
  const passed: string[] = [];
  for (let presses = 0; presses < 250; presses++) {
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab');
    const now = await page.evaluate(nameOfFocus);
    await onStop?.(now);
    if (name.test(now)) return;
    passed.push(now.slice(0, 30));
  }
  throw new Error(`Tab never came to ${name}, only to ${passed.join(' | ')}`);
}

/** An approximation of the accessible name of the focused element; runs in the page. */
function nameOfFocus(): string {
  const element = document.activeElement;
  if (!element) return '';
  const label = element.getAttribute('aria-label');
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
    .split(' ')
    .map(id => document.getElementById(id)?.textContent ?? '')
    .join(' ')
    .trim();
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(each => each.textContent).join(' ');
  return (label || labelledBy || labels || element.textContent || '').trim();
}
