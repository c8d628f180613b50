/** Every screen with axe, light, dark and in Arabic, and at 400 % zoom. */
import type { Page } from 'playwright-core';
import { axeFaults, COLOURS } from '../../support/browser/axeFaults';
import { journeys, takenOver } from '../../support/browser/journeys';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';
import { goWithin, STOPS, tour } from '../../support/browser/screenTour';

jest.setTimeout(240_000);

const { startOriel, open: openPage } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});
async function open(options: Parameters<typeof openPage>[1]): Promise<Page> {
  const page = await openPage(`${harbour}/data/ships`, { reducedMotion: 'reduce', ...options });
  await takenOver(page);
  return page;
}

it('axe finds nothing on any screen, light and dark', async () => {
  expectError(FAILED_REQUEST);
  const faults: string[] = [];
  const page = await open({ colorScheme: 'light', viewport: { width: 1280, height: 640 } });
  const look = async (name: string): Promise<void> => {
    const light = await axeFaults(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    // Only the colours differ.
    const dark = await axeFaults(page, COLOURS);
    await page.emulateMedia({ colorScheme: 'light' });
    faults.push(...light.map(found => `${name}: ${found}`), ...dark.map(found => `${name}, dark: ${found}`));
  };
  await tour(page, ({ name }) => look(name));
  // A failure, as the whole screen and above existing rows.
  await page.route('**/graphql', route => route.fulfill({ status: 500, body: 'broken' }));
  await goWithin(page, '/data/ships?size=20');
  await page.locator('.failure-state').first().waitFor();
  await look('an API that fails');
  expect(faults).toEqual([]);
});

it('in Arabic axe finds nothing on any screen', async () => {
  const faults: string[] = [];
  const page = await open({ locale: 'ar', viewport: { width: 1280, height: 640 } });
  await tour(page, async ({ name }) => {
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('ar');
    // Colours are the same in all languages.
    for (const found of await axeFaults(page, undefined, COLOURS)) faults.push(`${name}: ${found}`);
  });
  expect(faults).toEqual([]);
});

it('at 400 % only tables and code scroll horizontally, and the focus is never hidden', async () => {
  const page = await open({ viewport: { width: 320, height: 256 } });
  const faults: string[] = [];
  await tour(
    page,
    async ({ name }) => {
      for (const fault of await page.evaluate(tooWide)) faults.push(`${name}: ${fault}`);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      for (let presses = 0; presses < 25; presses++) {
        await page.keyboard.press('Tab');
        // Checks again if later content above has moved the element.
        const hidden =
          (await page.evaluate(hiddenFocus)) && (await page.evaluate(afterTwoFrames).then(() => page.evaluate(hiddenFocus)));
        if (hidden) faults.push(`${name}: ${hidden}`);
      }
    },
    STOPS.filter(({ opened }) => opened === undefined),
  );
  expect([...new Set(faults)]).toEqual([]);
});

/** Runs in the page: the elements that are wider than their container. */
function tooWide(): string[] {
  const found: string[] = [];
  if (document.documentElement.scrollWidth > window.innerWidth)
    found.push(`the page, ${document.documentElement.scrollWidth} px`);
  for (const element of document.querySelectorAll<HTMLElement>('main *')) {
    const { overflowX } = getComputedStyle(element);
    if (!/auto|scroll/.test(overflowX) || element.scrollWidth <= element.clientWidth + 1) continue;
    if (
      element.matches('.data-table, .live-table, .docs-map, .docs-lines *, pre, .cm-scroller, [role="tablist"], textarea, select')
    )
      continue;
    found.push(`${element.className} ${element.scrollWidth} of ${element.clientWidth} px`);
  }
  return found;
}

/** Resolves once the page was painted; runs in the page. */
function afterTwoFrames(): Promise<void> {
  return new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}

/** Runs in the page: the focused element if it is completely hidden. */
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
