/** Languages in Chromium with the harbour: the switch and failures. Dates are in tours/dates.test.ts. */
import type { Page } from 'playwright-core';
import { catalogue as arabic } from '../../src/i18n/catalogues/ar';
import { catalogue as german } from '../../src/i18n/catalogues/de';
import { chunkFile } from '../support/browser/chunkFile';
import { eventually, journeys, LOADED } from '../support/browser/journeys';
import { complaintsOf } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';

jest.setTimeout(240_000);

const { startOriel, open: openPage } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});
const open = (address: string, options = {}) => openPage(harbour + address, options);

const languageOf = (page: Page) =>
  page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));
const ARABIC = { lang: 'ar', dir: 'rtl' };
/** The page is hydrated when the cookie is written, and the status line when React has attached to the switch. */
const takenOver = (page: Page) =>
  eventually(
    page,
    () => {
      const control = document.querySelector('.status-line button[aria-haspopup="menu"]');
      return /density=/.test(document.cookie) && Object.keys(control ?? {}).some(key => key.startsWith('__reactProps'));
    },
    null,
  );
/** Chooses a language with the switch in the status line. */
async function choose(page: Page, name: string): Promise<void> {
  await page.locator('.status-line button[aria-haspopup="menu"]').first().click();
  await page.getByRole('menuitemradio', { name }).click();
}
/** Centre of an element on the x axis. */
const middleOf = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate(element => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    });

describe('the switch in the status line', () => {
  it('changes the screen at once, without a reload, and applies to the next page', async () => {
    const page = await open('/data/ships');
    const complaints = complaintsOf(page);
    await takenOver(page);
    await page.evaluate(() => Object.assign(window, { isTheSamePage: true }));
    expect(await middleOf(page, '.rail')).toBeLessThan(300);
    await choose(page, 'العربية');
    await page.getByRole('link', { name: arabic.shell.query, exact: true }).waitFor();
    expect(await page.evaluate(() => 'isTheSamePage' in window)).toBe(true);
    expect(await languageOf(page)).toEqual(ARABIC);
    // The frame is mirrored, and the first column is on the right.
    expect(await middleOf(page, '.rail')).toBeGreaterThan(1140);
    expect(await middleOf(page, '[role="columnheader"]')).toBeGreaterThan(
      await page
        .locator('[role="columnheader"]')
        .nth(2)
        .evaluate(cell => cell.getBoundingClientRect().right),
    );

    const response = await page.reload();
    expect(await response?.text()).toMatch(/<html lang="ar" dir="rtl"/);
    await takenOver(page);
    expect(await languageOf(page)).toEqual(ARABIC);
    await page.getByRole('link', { name: arabic.shell.query, exact: true }).waitFor();
    await choose(page, 'Deutsch');
    await page.getByRole('link', { name: german.shell.query, exact: true }).waitFor();
    expect(await languageOf(page)).toEqual({ lang: 'de', dir: 'ltr' });
    expect(complaints).toEqual([]);
  });

  it('keeps the screen and reports a language that cannot be loaded; the next attempt loads it', async () => {
    expectError(FAILED_REQUEST);
    const page = await open('/settings');
    await takenOver(page);
    await choose(page, 'العربية');
    await page.getByRole('heading', { level: 1, name: arabic.shell.settings }).waitFor();
    const texts = chunkFile('language-de');
    await page.route(texts, route => route.abort());
    await choose(page, 'Deutsch');
    const refusal = arabic.shell.languageMissing.replace('{language}', 'Deutsch');
    await page.getByText(refusal).first().waitFor();
    // At the field of the settings, as a notification, and announced.
    await eventually(
      page,
      words => [...document.querySelectorAll('.visually-hidden[role="status"]')].some(each => each.textContent === words),
      refusal,
    );
    expect(await languageOf(page)).toEqual(ARABIC);
    expect(await page.evaluate(() => localStorage.getItem('oriel:language'))).toBe('ar');
    await page.unroute(texts);
    await choose(page, 'Deutsch');
    await page.getByRole('heading', { level: 1, name: german.shell.settings }).waitFor();
    expect(await page.locator('.field-error').count()).toBe(0);
  });
});

describe('a page in Arabic', () => {
  it('has search placeholders at the start of the line, while typed text has its own direction', async () => {
    const page = await open('/docs', { locale: 'ar' });
    await takenOver(page);
    const search = page.locator('main input[type="search"]').first();
    const direction = () => search.evaluate(input => getComputedStyle(input).direction);
    expect(await direction()).toBe('rtl');
    await search.fill('ship');
    expect(await direction()).toBe('ltr');
  });

  it('shows its rows from the right, with working links, without JavaScript', async () => {
    const page = await open('/data/ships', { locale: 'ar', javaScriptEnabled: false });
    expect(await languageOf(page)).toEqual(ARABIC);
    expect(await page.locator(LOADED).count()).toBeGreaterThan(20);
    expect(await middleOf(page, LOADED)).toBeGreaterThan(900);
    await page.getByRole('link', { name: 'Visits', exact: true }).click();
    await page.waitForURL(`${harbour}/data/visits`);
    expect(await languageOf(page)).toEqual(ARABIC);
    expect(await page.locator(LOADED).count()).toBeGreaterThan(20);
    await page.getByRole('link', { name: arabic.shell.settings, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: arabic.shell.settings }).waitFor();
  });

  it('stays unchanged if its texts cannot be loaded, reports it, and continues after they are loaded', async () => {
    expectError(FAILED_REQUEST);
    const page = await open('/robots.txt', { locale: 'ar' });
    const texts = chunkFile('language-ar');
    await page.route(texts, route => route.abort());
    await page.goto(`${harbour}/data/ships`);
    const note = page.getByRole('alert').filter({ hasText: arabic.shell.pageHeld });
    await note.waitFor();
    expect(await languageOf(page)).toEqual(ARABIC);
    expect(await page.locator(LOADED).count()).toBeGreaterThan(20);
    const again = note.getByRole('button', { name: arabic.errors.retry });
    await again.click();
    await eventually(page, () => document.querySelector('[role="alert"] button:disabled') === null, null);
    await page.unroute(texts);
    await again.click();
    await takenOver(page);
    expect(await note.count()).toBe(0);
    expect(await languageOf(page)).toEqual(ARABIC);
    await choose(page, 'Deutsch');
    await page.getByRole('link', { name: german.shell.query, exact: true }).waitFor();
  });

  it('is shown in English on request, and says which language is missing', async () => {
    expectError(FAILED_REQUEST);
    const page = await open('/robots.txt', { locale: 'ar' });
    const texts = chunkFile('language-ar');
    await page.route(texts, route => route.abort());
    await page.goto(`${harbour}/data/ships`);
    await page.getByRole('alert').getByRole('button', { name: 'English' }).click();
    await page.getByText('العربية could not be loaded. The current language is kept.').last().waitFor();
    expect(await languageOf(page)).toEqual({ lang: 'en', dir: 'ltr' });
    await page.locator(LOADED).first().waitFor();
    await page.unroute(texts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: arabic.shell.query, exact: true }).waitFor();
    expect(await languageOf(page)).toEqual(ARABIC);
  });
});

describe('the language of a request', () => {
  it.each([
    ['a language without a catalogue', { 'accept-language': 'tlh, xx-YY;q=0.9' }, 'lang="en" dir="ltr"'],
    ['one of several that is supported', { 'accept-language': 'tlh, fa-IR;q=0.9, en;q=0.1' }, 'lang="fa" dir="rtl"'],
    ['an invalid header', { 'accept-language': ';;q=,*;é' }, 'lang="en" dir="ltr"'],
    ['an unknown language in the cookie', { cookie: 'oriel-reader=language=xx', 'accept-language': 'he' }, 'lang="he" dir="rtl"'],
    ['a broken cookie', { cookie: 'oriel-reader=%E0%A4%A; =;;language', 'accept-language': 'ja' }, 'lang="ja" dir="ltr"'],
    ['markup in the cookie', { cookie: 'oriel-reader=language="><script>', 'accept-language': 'ko' }, 'lang="ko" dir="ltr"'],
  ])('%s', async (_, headers, expected) => {
    const response = await fetch(`${harbour}/settings`, {
      headers: { accept: 'text/html', ...headers } as Record<string, string>,
    });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain(`<html ${expected}`);
  });
});
