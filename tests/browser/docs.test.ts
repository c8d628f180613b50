/**
 * Docs in Chromium, with the keyboard: search, a page, the map, the links from a table and a form; and the changes of a schema since the last visit.
 */
import axe from 'axe-core';
import { buildSchema } from 'graphql';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { complaintsOf, openBrowser } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { SERVER, type StartedProcess, startOverHarbour, startProcess } from '../support/hosting/startProcess';
import { upstreamServer } from '../support/hosting/upstreamServer';
import { schemaServer } from '../support/schemaServer';

jest.setTimeout(180_000);

let browser: Browser;
let harbour: { started: StartedProcess; base: string };
/** The server with the API in `env`, or with its own harbour. */
async function startOriel(env?: Record<string, string>): Promise<{ started: StartedProcess; base: string }> {
  const settings = { PORT: '0', ORIEL_LOG_LEVEL: 'silent', ...env };
  const started = await (env ? startProcess(SERVER, settings) : startOverHarbour(settings));
  return { started, base: (await started.line(/^Oriel is at (http:\S+)$/))[1] ?? '' };
}
beforeAll(async () => {
  [browser, harbour] = await Promise.all([openBrowser(), startOriel()]);
});
afterAll(async () => {
  await browser.close();
  await harbour.started.end('SIGKILL');
});

const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

async function openPage(
  address: string,
  options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: options.colorScheme ?? 'light',
    // Colours differ during a fade-in.
    reducedMotion: 'reduce',
  });
  contexts.push(context);
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(address);
  return { page, complaints };
}

/** The violations that axe reports, one line each. */
async function offences(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = await page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`);
  });
  return found;
}

const focused = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('data-type') ?? document.activeElement?.getAttribute('href') ?? null);

it('finds a type, opens it, and navigates the map with the keyboard alone', async () => {
  const { page, complaints } = await openPage(`${harbour.base}/docs`);
  await page.getByRole('searchbox', { name: 'Search names and descriptions' }).focus();
  await page.keyboard.type('vessel');
  const hits = page.getByRole('list', { name: 'Search results' }).getByRole('link');
  await hits.first().waitFor();
  await hits.first().focus();
  expect(new URL(page.url()).search).toBe('?q=vessel');
  expect(await focused(page)).toBe('/docs/Ship');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ship' }).waitFor();
  await page.locator('summary', { hasText: 'Related types' }).press('Enter');
  await page.locator('[data-type="Ship"]').focus();
  await page.keyboard.press('ArrowRight');
  const beside = await focused(page);
  expect(beside).not.toBe('Ship');
  await page.keyboard.press('ArrowDown');
  const below = await focused(page);
  expect([null, 'Ship', beside]).not.toContain(below);
  const loads = await page.evaluate(() => performance.getEntriesByType('navigation').length);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: below ?? '', exact: true }).waitFor();
  // A link in the SVG is followed like any other: without a reload.
  expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(loads);
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Ship' }).waitFor();
  expect(complaints).toEqual([]);
});

it('is linked from a column and from a field of a form', async () => {
  const { page } = await openPage(`${harbour.base}/data/ships`);
  await page.getByRole('gridcell').first().waitFor();
  await page.getByRole('columnheader', { name: 'Type' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('menuitem', { name: 'Show in Docs' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Ship' }).waitFor();
  expect(await page.locator('[aria-current="true"] dt').textContent()).toContain('type');

  await page.goto(`${harbour.base}/actions/signIn`);
  await page
    .getByRole('link', { name: /^“.+” in Docs$/ })
    .first()
    .press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Mutation' }).waitFor();
  expect(await page.locator('[aria-current="true"] dt').first().textContent()).toContain('signIn');
  await page.goto(`${harbour.base}/actions/bookVisit`);
  await page
    .getByRole('button', { name: /^What is sent for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Show in Docs' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: /Input$/ }).waitFor();
});

it('shows a long line of the schema completely by horizontal scrolling', async () => {
  const { page } = await openPage(`${harbour.base}/docs?view=sdl`, { width: 390 });
  const lines = page.locator('.docs-lines .virtual-list');
  await lines.locator('.docs-line').first().waitFor();
  const [wide, narrow] = await lines.evaluate(list => {
    const widths = [...list.querySelectorAll('.docs-line')].map(line => line.getBoundingClientRect().width);
    return [Math.max(...widths), list.clientWidth] as const;
  });
  expect(wide).toBeGreaterThan(narrow);
  expect(await lines.evaluate(list => list.scrollWidth)).toBeGreaterThanOrEqual(Math.floor(wide));
});

it('shows changes since the last visit until they are marked as seen', async () => {
  // The server ends while the page still prefetches.
  expectError(FAILED_REQUEST);
  const api = schemaServer('type Query { ships: [Ship!] } type Ship { id: ID! name: String old: Int }');
  const upstream = await upstreamServer((request, serverResponse) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', async () => {
      const response = await api.fetch('/graphql', { method: 'POST', body });
      serverResponse.writeHead(200, { 'content-type': 'application/json' }).end(await response.text());
    });
  });
  const env = { ORIEL_UPSTREAM: `${upstream.origin}/graphql` };
  let oriel = await startOriel(env);
  try {
    const { page } = await openPage(`${oriel.base}/docs`);
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByText('No changes since your last visit').waitFor();
    // The first copy is stored before the page is left.
    await stored(page);
    api.schema = buildSchema('type Query { ships: [Ship!] berths: Int } type Ship { id: ID! name: Int! }');
    // A server caches the schema for rendering for a minute; a new server at the same address queries it.
    await oriel.started.end('SIGKILL');
    oriel = await startOriel({ ...env, PORT: new URL(oriel.base).port });
    await page.goto(`${oriel.base}/docs`);
    await page.getByRole('link', { name: 'See what changed' }).click();
    const lines = page.locator('.docs-change');
    await lines.first().waitFor();
    const words = await lines.evaluateAll(all =>
      all.map(line =>
        [...line.querySelectorAll('code, .pill, .docs-change-values > span')].map(part => part.textContent).join(' '),
      ),
    );
    expect(words).toEqual(['Ship.old removed', 'Ship.name type changed before: String now: Int!', 'Query.berths added']);
    expect(await offences(page)).toEqual([]);
    await page.getByRole('button', { name: 'Mark as seen' }).press('Enter');
    await page.getByText('No changes since your last visit').waitFor();
    await page.goto(`${oriel.base}/docs`);
    await page.getByRole('tab', { name: 'Changes' }).waitFor();
    // Longer than the delay before the schema in the page is compared with the stored one.
    await page.waitForTimeout(2500);
    expect(await page.getByRole('link', { name: 'See what changed' }).count()).toBe(0);
  } finally {
    await oriel.started.end('SIGKILL');
    await upstream.close();
  }
});

/** Waits until the schema is in the browser's database. */
async function stored(page: Page): Promise<void> {
  for (;;) {
    const keys = await page.evaluate(async () => {
      const names = (await indexedDB.databases()).flatMap(({ name }) => name ?? []);
      const all: string[] = [];
      for (const name of names) {
        all.push(
          ...(await new Promise<string[]>(resolve => {
            const request = indexedDB.open(name);
            request.onerror = () => resolve([]);
            request.onsuccess = () => {
              const database = request.result;
              if (!database.objectStoreNames.contains('documents')) return resolve([]);
              const read = database.transaction('documents').objectStore('documents').getAllKeys();
              read.onsuccess = () => resolve(read.result.map(String));
              read.onerror = () => resolve([]);
            };
          })),
        );
      }
      return all;
    });
    if (keys.some(key => key.includes(':schema:'))) return;
    await page.waitForTimeout(100);
  }
}
