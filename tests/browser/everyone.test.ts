/** What everybody can use: every screen by axe, at 400 %, with forced colours, and as Chromium's own accessibility tree tells it. */
import type { Page } from 'playwright-core';
import { axeFaults } from '../support/axeFaults';
import { journeys, takenOver } from '../support/journeys';
import { goWithin, STOPS, tour } from '../support/screenTour';

jest.setTimeout(120_000);

const { startOriel, open: openPage } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});
/** A page that is the App's. Nothing moves on it: colours are not themselves while something fades in. */
async function open(options = {}): Promise<Page> {
  const page = await openPage(`${harbour}/data/ships`, { reducedMotion: 'reduce', ...options });
  await takenOver(page);
  return page;
}

it('axe finds nothing on any screen, light and dark, in three languages', async () => {
  const faults: string[] = [];
  const check = async (locale: string, colorScheme: 'light' | 'dark'): Promise<void> => {
    const page = await open({ locale, colorScheme, viewport: { width: 1280, height: 640 } });
    const note = (found: string[], where: string): void => {
      for (const each of found) faults.push(`${locale}, ${colorScheme}, ${where}: ${each}`);
    };
    const look = async (name: string): Promise<void> => {
      expect(await page.evaluate(() => document.documentElement.lang)).toBe(locale);
      note(await axeFaults(page), name);
      if (locale !== 'en') return;
      await page.emulateMedia({ colorScheme: 'dark' });
      // Nothing but colours is different.
      note(await axeFaults(page, ['color-contrast', 'link-in-text-block']), `${name}, dark`);
      await page.emulateMedia({ colorScheme });
    };
    await tour(page, ({ name }) => look(name));
    // What failed, on a screen of its own and above the rows that are there.
    await page.route('**/graphql', route => route.fulfill({ status: 500, body: 'broken' }));
    await goWithin(page, '/data/ships?size=20');
    await page.locator('.failure-state').first().waitFor();
    await look('an API that fails');
  };
  await Promise.all([check('en', 'light'), check('ar', 'dark'), check('ja', 'light')]);
  expect(faults).toEqual([]);
});

describe('at 400 %', () => {
  it('nothing but tables and code has to be scrolled to the side, and the focus is never hidden', async () => {
    const page = await open({ viewport: { width: 320, height: 256 } });
    const faults: string[] = [];
    await tour(
      page,
      async ({ name }) => {
        for (const fault of await page.evaluate(tooWide)) faults.push(`${name}: ${fault}`);
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
        for (let presses = 0; presses < 25; presses++) {
          await page.keyboard.press('Tab');
          const hidden = await page.evaluate(hiddenFocus);
          if (hidden) faults.push(`${name}: ${hidden}`);
        }
      },
      STOPS.filter(({ opened }) => opened === undefined),
    );
    expect([...new Set(faults)]).toEqual([]);
  });
});

/** What is wider than the room it has; runs in the page. */
function tooWide(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > window.innerWidth)
    found.push(`the page, ${document.documentElement.scrollWidth} px`);
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const { overflowX } = getComputedStyle(element);
    if (!/auto|scroll/.test(overflowX) || element.scrollWidth <= element.clientWidth + 1) continue;
    if (element.matches('.data-table, .live-table, .docs-map, pre, .cm-scroller, [role="tablist"], textarea, select')) continue;
    found.push(`${element.className} ${element.scrollWidth} of ${element.clientWidth} px`);
  }
  return found;
}

/** What has the focus, if none of it can be seen; runs in the page. */
function hiddenFocus(): string | null {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const { left, top, width, height } = element.getBoundingClientRect();
  for (const across of [0.1, 0.5, 0.9])
    for (const down of [0.2, 0.5, 0.8]) {
      const seen = document.elementFromPoint(left + width * across, top + height * down);
      if (seen && (element === seen || element.contains(seen) || seen.closest('label')?.contains(element))) return null;
    }
  return `${element.tagName} ${element.className} ${element.getAttribute('aria-label') ?? element.textContent.slice(0, 30)} at ${[left, top, width, height].map(Math.round)}`;
}
