/** Feeds in Chromium on the real harbour: they survive a killed server, lose no event, and continue while other screens are shown. */
import { readFile, rm } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, openBrowser } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { eventually } from '../support/eventually';
import { copySeededFolder } from '../support/harbour/seededFolder';
import { SERVER, type StartedProcess, startProcess } from '../support/hosting/startProcess';

jest.setTimeout(240_000);

let browser: Browser;
let dataDir: string;
let server: StartedProcess;
let base: string;
const start = async (port: string): Promise<void> => {
  server = startProcess(SERVER, { PORT: port, ORIEL_DATA_DIR: dataDir });
  base = (await server.line(/^Oriel is at (\S+)$/))[1] ?? '';
};
beforeAll(async () => {
  browser = await openBrowser();
  dataDir = await copySeededFolder();
  await start('0');
});
afterAll(async () => {
  await browser.close();
  await server.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** The number in the first row that shows an event. */
const newest = (page: Page): Promise<number> =>
  page.locator('.live-row:not([hidden]):not(.live-row-gap)').evaluateAll(rows => {
    const place = (row: Element): number => Number(row.getAttribute('aria-rowindex'));
    const [first] = rows.sort((a, b) => place(a) - place(b));
    return Number((first?.querySelector('.live-cell')?.textContent ?? '').replaceAll(/\D/g, ''));
  });
/** The event count of the visible feed. */
const total = async (page: Page): Promise<number> => Number(await page.locator('[data-total]').getAttribute('data-total'));
const atLeast = (page: Page, count: number): Promise<number> =>
  eventually(
    () => total(page),
    counted => counted >= count,
  );

it('a killed and restarted server: the feed reports it, continues by itself, and marks the gap everywhere', async () => {
  // The failed requests of the page while the server is down.
  expectError(FAILED_REQUEST);
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
  await page.goto(`${base}/live/shipPositions?perSecond=5&-plot=speedKnots`);
  await atLeast(page, 8);
  await page.locator('.live-plot-room canvas').waitFor();

  await server.end('SIGKILL');
  await page
    .locator('.feed-status')
    .getByText(/^Reconnecting in [\d.]+ sec$/)
    .waitFor();
  await page.getByText(/^No connection since/).waitFor();
  const before = await newest(page);

  await start(new URL(base).port);
  // It reconnects by itself within ten seconds; the test does not wait for that.
  const now = page.locator('.feed-status').getByRole('button', { name: 'Now' });
  await now.click({ timeout: 2000 }).catch(() => undefined);
  await atLeast(page, before + 3);
  await page.locator('.feed-status').getByText('Live', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText(/^Gap of .* the connection was lost from .* to .*\. Events of that time may be missing\.$/).waitFor();

  await page.getByText('JSON', { exact: true }).click();
  await page.getByText(/^Gap of .* the connection was lost/).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const lines = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
  const parsed = lines.map(line => JSON.parse(line) as { number?: number; gap?: { from: string; to: string; reason: string } });
  const gap = parsed.findIndex(line => line.gap);
  expect(parsed[gap]?.gap).toMatchObject({ reason: 'connection' });
  expect(Date.parse(parsed[gap]?.gap?.to ?? '')).toBeGreaterThan(Date.parse(parsed[gap]?.gap?.from ?? ''));
  // No event before or after it was lost.
  expect(parsed[gap - 1]?.number).toBe(before);
  expect(parsed[gap + 1]?.number).toBe(before + 1);
  await page.close();
});

it('a thousand events per second are all counted, also while other screens are shown', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const complaints = complaintsOf(page);
  /** The numbers of the received reports: the harbour skips some if it is delayed. */
  const sent: number[] = [];
  page.on('websocket', socket => {
    socket.on('framereceived', ({ payload }) => {
      const [, sequence] = /"shipPositions":.*"sequence":(\d+)/.exec(String(payload)) ?? [];
      if (sequence !== undefined) sent.push(Number(sequence));
    });
  });
  await page.goto(`${base}/live/shipPositions?perSecond=1000`);
  await atLeast(page, 1500);
  const rail = page.getByRole('navigation', { name: 'Main' });
  await rail.getByRole('link', { name: 'Clock' }).click();
  await page.getByRole('heading', { name: 'Clock' }).waitFor();
  const status = page.getByRole('region', { name: 'Status' });
  await status.getByText('live, 2 feeds').waitFor();
  await rail.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('heading', { name: 'Settings' }).first().waitFor();
  await status.getByText('live, 2 feeds').waitFor();
  // The rail links to the running feed, whatever its arguments.
  await rail.getByRole('link', { name: 'Ship positions' }).click();
  await page.waitForURL('**/live/shipPositions?perSecond=1000');
  // A restarted feed would count from 0.
  await page.locator('[data-total]').waitFor();
  expect(await total(page)).toBeGreaterThan(1500);
  await atLeast(page, 3500);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.locator('.feed-status').getByText('Stopped', { exact: true }).waitFor();
  // Every report up to the last one was counted. The row about the stop is no event.
  await page.locator('.live-row:not([hidden], .live-row-gap)').first().click();
  await page.getByRole('heading', { name: /^Event/ }).waitFor();
  const number = Number(((await page.getByRole('heading', { name: /^Event/ }).textContent()) ?? '').replaceAll(/\D/g, ''));
  const sequence = Number(
    ((await page.locator('.event-value').filter({ hasText: 'Sequence' }).locator('dd').textContent()) ?? '').replaceAll(
      /\D/g,
      '',
    ),
  );
  expect(sent.filter(each => each <= sequence)).toHaveLength(number);
  expect(complaints.filter(complaint => !complaint.includes('preloaded'))).toEqual([]);
  await page.close();
});

it('a link shows the same view: arguments, filter, plot; and Back steps through its changes', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/live`);
  await page.getByRole('heading', { name: 'Ship positions' }).getByRole('link').click();
  await atLeast(page, 1);
  await page.getByRole('button', { name: 'Arguments' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Per second' }).fill('50');
  await page.getByRole('dialog').getByRole('button', { name: 'Apply', exact: true }).click();
  await page.waitForURL('**/live/shipPositions?perSecond=50');
  await atLeast(page, 20);
  await page.getByRole('searchbox', { name: 'Filter events' }).fill('star');
  await page.waitForURL('**/live/shipPositions?perSecond=50&-filter=star');
  await page.getByText(/found among/).waitFor();
  const address = page.url();
  await page.goBack();
  await page.waitForURL('**/live/shipPositions');
  await page.goto(address);
  await page.getByText(/found among/).waitFor();
  await page.locator('.live-row:not([hidden])').first().waitFor();
  for (const row of await page.locator('.live-row:not([hidden])').allTextContents()) expect(row).toMatch(/star/i);
  await page.close();
});

it('a list that is scrolled away from the newest event does not move until the user returns', async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${base}/live/shipPositions?perSecond=200`);
  await atLeast(page, 300);
  await page.locator('.live-table').evaluate(table => table.scrollTo(0, 2000));
  await page.getByText(/Events are still collected/).waitFor();
  const text = () => page.locator('.live-row:not([hidden])').allTextContents();
  const before = (await text()).sort();
  await atLeast(page, (await total(page)) + 100);
  expect((await text()).sort()).toEqual(before);
  await page.locator('.live-table').evaluate(table => table.scrollTo(0, 0));
  await page.getByText(/Events are still collected/).waitFor({ state: 'detached' });
  await page.close();
});
