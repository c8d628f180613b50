/** Every screen in Arabic with axe, and at 400 % zoom. `npm run tours` runs them. */
import type { Page } from 'playwright-core';
import { axeFaults, COLOURS } from '../../support/browser/axeFaults';
import { journeys, takenOver } from '../../support/browser/journeys';
import { STOPS, tour } from '../../support/browser/screenTour';

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
