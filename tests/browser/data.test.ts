/** The Data and Record screens in Chromium with the harbour: pages, columns, an export, records, a small screen. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import {
  arrowTo,
  cellsOf,
  eventually,
  firstCells,
  journeys,
  LOADED,
  queryStringOf,
  tabTo,
  takenOver,
} from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';
import { eventually as settled } from '../support/eventually';

jest.setTimeout(240_000);

const { startOriel, open: openPage } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});
/** A hydrated page of the harbour. */
async function open(address: string, options = {}): Promise<Page> {
  const page = await openPage(harbour + address, options);
  await takenOver(page);
  return page;
}

describe('with the keyboard alone', () => {
  it('visits are filtered, one is opened and closed, and the focus returns to its row', async () => {
    const page = await open('/data/visits');
    const complaints = complaintsOf(page);
    await page.waitForSelector(LOADED);
    await tabTo(page, /^Filter$/);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.filter-editor');
    await eventually(page, () => document.activeElement?.matches('.filter-editor select'), null);
    // The condition is already "is".
    await page.keyboard.type('Status');
    await tabTo(page, /^Value$/);
    await page.keyboard.type('Cancelled');
    await tabTo(page, /^Apply$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Change: Status is Cancelled' }).waitFor();
    await settled(
      () => cellsOf(page, 'Status'),
      cells => cells.length > 0 && cells.every(cell => cell === 'Cancelled'),
    );
    expect(queryStringOf(page).get('filter')).toBe('status:is:CANCELLED');

    const [firstCell = ''] = await firstCells(page);
    await tabTo(page, new RegExp(`^${firstCell}$`));
    await arrowTo(page, /^Cancelled$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+Enter');
    await page.locator('.drawer .record-value').first().waitFor();
    const opened = queryStringOf(page).get('record');
    expect(opened).toMatch(/^Visit:/);
    expect(await page.locator('[role="row"][aria-current="true"]').getAttribute('aria-rowindex')).toBe('4');
    await tabTo(page, /^Close$/);
    await page.keyboard.press('Escape');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    const row = await page.evaluate(() => document.activeElement?.closest('[role="row"]')?.getAttribute('aria-rowindex'));
    expect(row).toBe('4');
    expect(complaints).toEqual([]);
  });

  it('a column is sorted, moved and hidden in its header', async () => {
    const page = await open('/data/ships');
    await page.waitForSelector(LOADED);
    const first = (await firstCells(page))[0];
    await tabTo(page, new RegExp(`^${first}$`));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.locator('[role="columnheader"][aria-sort="ascending"]').waitFor();
    await page.keyboard.press('Enter');
    await eventually(page, ([loaded, before]) => document.querySelector(loaded ?? '')?.textContent !== before, [
      LOADED,
      first,
    ] as const);
    expect(queryStringOf(page).get('sort')).toBe('-name');
    await page.keyboard.press('Alt+ArrowDown');
    await page.getByRole('menuitem', { name: 'Move towards end' }).waitFor();
    await page.keyboard.press('End');
    for (let at = 0; at < 10; at++) {
      if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Move towards end') break;
      await page.keyboard.press('ArrowUp');
    }
    await page.keyboard.press('Enter');
    await eventually(page, () => document.querySelectorAll('[role="columnheader"]')[2]?.textContent === 'Name', null);
    expect(queryStringOf(page).get('columns')?.split(',')[1]).toBe('name');
  });
});

describe('pages', () => {
  it('are prefetched when the pointer is over Next; Back of the browser and a link show the same view', async () => {
    const page = await open('/data/ships?size=25');
    await page.waitForSelector(LOADED);
    const first = await firstCells(page);
    const sent: string[] = [];
    page.on('request', request => {
      if (request.url().endsWith('/graphql')) sent.push(request.postData() ?? '');
    });
    const next = page.getByRole('button', { name: 'Next' });
    const loaded = page.waitForResponse(response => response.url().endsWith('/graphql'));
    await next.hover();
    await loaded;
    await next.click();
    await eventually(page, ([row, before]) => document.querySelector(row ?? '')?.textContent !== before, [
      LOADED,
      first[0],
    ] as const);
    const second = await firstCells(page);
    expect(sent).toHaveLength(1);
    const other = await openPage(page.url());
    await other.waitForSelector(LOADED);
    expect(await firstCells(other)).toEqual(second);
    await page.goBack();
    await eventually(page, ([row, before]) => document.querySelector(row ?? '')?.textContent === before, [
      LOADED,
      first[0],
    ] as const);
    expect(await firstCells(page)).toEqual(first);
  });
});

describe('columns', () => {
  it('keep their width, order and position over a reload', async () => {
    const page = await open('/data/ships');
    await page.waitForSelector(LOADED);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Hide Photo' }).click();
    await page.getByRole('searchbox', { name: 'Find a field' }).fill('latitude');
    await page.getByRole('checkbox', { name: /Latitude/ }).check();
    await page.getByRole('button', { name: 'OK' }).click();
    const handle = page.getByRole('separator', { name: 'Width of Name' });
    const box = await handle.boundingBox();
    if (!box) throw new Error('The column has no resize handle');
    await page.mouse.move(box.x + 4, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + 64, box.y + 8, { steps: 5 });
    await page.mouse.up();
    const names = () => page.locator('[role="columnheader"]').allTextContents();
    const before = await names();
    expect(before.at(-1)).toContain('latitude');
    expect(before).not.toContain('Photo');
    const width = await handle.getAttribute('aria-valuenow');
    expect(Number(width)).toBeGreaterThan(220);
    await page.goto(`${harbour}/data/ships`);
    await page.waitForSelector(LOADED);
    // The server renders the columns of a first visit; the chosen ones are shown after hydration.
    await settled(names, now => JSON.stringify(now) === JSON.stringify(before));
    expect(await handle.getAttribute('aria-valuenow')).toBe(width);
    expect(queryStringOf(page).get('columns')).toContain('position.latitude');
  });

  it.each(['en', 'ar'])('are scrolled to when they were added (%s)', async locale => {
    const page = await open('/data/ships', { locale, viewport: { width: 1000, height: 700 } });
    await page.waitForSelector(LOADED);
    await page.getByRole('button', { name: /^(Columns|الأعمدة)$/ }).click();
    await page.getByRole('dialog').getByRole('searchbox').fill('latitude');
    await page.getByRole('checkbox', { name: /latitude/i }).check();
    await page.keyboard.press('Escape');
    const isInView = () =>
      page
        .getByRole('columnheader', { name: /latitude/i })
        .evaluate(head => head.getBoundingClientRect().left >= 0 && head.getBoundingClientRect().right <= window.innerWidth);
    await settled(isInView, Boolean);
  });
});

describe('an export', () => {
  it('of all 12,000 visits is written to a file, page after page', async () => {
    const page = await open('/data/visits?columns=id,status,value');
    await page.waitForSelector(LOADED);
    // Chromium's file picker is a system window; without it the file is downloaded.
    await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('radio', { name: /NDJSON/ }).check();
    const download = page.waitForEvent('download', { timeout: 90_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Visits \d{4}-\d\d-\d\d\.ndjson$/);
    const lines = (await readFile(await file.path(), 'utf8')).trimEnd().split('\n');
    expect(lines).toHaveLength(12_000);
    const rows = lines.map(line => JSON.parse(line) as { id: string; value: string | number | null });
    expect(new Set(rows.map(row => row.id)).size).toBe(12_000);
    // Every digit beyond 2^53 is kept.
    const large = rows.filter(row => Number(row.value) > Number.MAX_SAFE_INTEGER);
    expect(large.length).toBeGreaterThan(0);
    for (const { value } of large) expect(value).toMatch(/^\d{16,}$/);
  });
});

describe('a record', () => {
  it('links to related records, each with its own URL', async () => {
    const page = await open('/data/visits');
    await page.waitForSelector(LOADED);
    await page.locator('.cell-link').first().click();
    await page.locator('.drawer .record-value').first().waitFor();
    expect(queryStringOf(page).get('record')).toMatch(/^Ship:/);
    const name = await page.locator('.drawer-title').textContent();
    await page.getByRole('link', { name: 'Open as page' }).click();
    await page.getByRole('heading', { level: 1, name: name ?? '' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/data\/ships\/./);
    await page.locator(`.nested ${LOADED}`).first().waitFor();
    await page.locator('main').getByRole('link', { name: 'Book visit' }).click();
    await page.waitForURL(/\/actions\/bookVisit\?input\.shipId=/);
  });

  it.each(['en', 'ar'])('keeps its name in view when the table is scrolled horizontally (%s)', async locale => {
    const page = await open('/data/ships', { viewport: { width: 390, height: 844 }, locale });
    const places = await page.evaluate(() => {
      const grid = document.querySelector('[role="grid"]') as HTMLElement;
      const end = document.documentElement.dir === 'rtl' ? -10_000 : 10_000;
      const at = (selector: string) => Math.round(grid.querySelector(selector)?.getBoundingClientRect().x ?? Number.NaN);
      const before = at('[role="rowheader"]');
      grid.scrollLeft = end;
      return {
        far: Math.abs(grid.scrollLeft) > 2 * grid.clientWidth * 0.5,
        before,
        row: at('[role="rowheader"]'),
        head: at('[role="columnheader"].data-table-first'),
      };
    });
    // The column of checkboxes is not sticky here, so the name moves to the edge, below its header.
    expect(places.far).toBe(true);
    expect(places.row).toBe(places.head);
    expect(places.row).toBeGreaterThanOrEqual(0);
    expect(places.row).toBeLessThan(390);
  });

  it('replaces the table on a small screen until it is closed', async () => {
    const page = await open('/data/ships', { viewport: { width: 390, height: 844 } });
    await page.waitForSelector(LOADED);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.locator(LOADED).nth(2).click();
    await page.locator('.drawer .record-value').first().waitFor();
    expect(await page.locator('[role="grid"]').first().isVisible()).toBe(false);
    expect(Math.round((await page.locator('.drawer').boundingBox())?.width ?? 0)).toBe(390);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.locator(LOADED).first().waitFor({ state: 'visible' });
  });
});
