/**
 * Every target is at least 24 by 24 CSS pixels on every screen, on a wide page and on a phone. If TARGET_SHOTS is a folder, screenshots of the
 * screens in light, dark and Arabic are saved there. `npm run tours -- tests/browser/tours/targets.test.ts`.
 */
import type { Page } from 'playwright-core';
import { journeys, LOADED, takenOver } from '../../support/browser/journeys';
import { STOPS, type Stop, tour } from '../../support/browser/screenTour';

jest.setTimeout(460_000);

const { startOriel, open } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});

const press = (selector: string) => async (page: Page) => {
  await page.locator(selector).first().waitFor();
  await page
    .locator(selector)
    .first()
    .evaluate(element => (element as HTMLElement).click());
};
/** Opens the menu of the table and chooses the item at this position. */
const inMenu = (at: number) => async (page: Page) => {
  await press('.screen-actions > .button:last-of-type')(page);
  await page.locator('[role="menuitem"]').nth(at).click();
};

const STUDIO: readonly Stop[] = [
  { name: 'board', address: '/data/visits?kind=board&by=status', ready: '.card-title' },
  { name: 'calendar', address: '/data/visits?kind=calendar&by=eta&month=2026-07-15', ready: '.calendar-row' },
  { name: 'gallery', address: '/data/ships?kind=gallery&by=photo', ready: '.kind img' },
  { name: 'map', address: '/data/ships?kind=map', ready: '.kind canvas, .kind svg, .empty-state' },
  { name: 'summary', address: '/data/ships?group=type', ready: '.summary-table' },
  { name: 'import', address: '/data/ships', ready: LOADED, open: inMenu(0), opened: 'dialog[open] textarea' },
  { name: 'customise', address: '/data/ships', ready: LOADED, open: inMenu(1), opened: 'dialog[open] .dialog-foot' },
  { name: 'record', address: '/data/ships/ship-4', ready: `.nested ${LOADED}` },
  { name: 'dashboard', address: '/dashboard', ready: '.tile-foot, .empty-state' },
];

/** Three pinned tiles on the dashboard. */
const TILES = JSON.stringify(
  (['number', 'list', 'plot'] as const).map((show, at) => ({
    id: `tile-${at + 1}`,
    title: ['Ships', 'Visits', 'Ships by type'][at],
    show,
    refresh: 'hand',
    source: { kind: 'view', collection: at === 1 ? 'visits' : 'ships', view: null, state: {} },
  })),
);

async function start(options: Parameters<typeof open>[1]): Promise<Page> {
  const page = await open(`${harbour}/data/ships`, { reducedMotion: 'reduce', ...options });
  await takenOver(page);
  await page.evaluate(tiles => {
    const own = Object.keys(localStorage).find(key => /^oriel:[^:]+:/.test(key));
    localStorage.setItem(`oriel:${own?.split(':')[1] ?? 'default'}:dashboard`, tiles);
  }, TILES);
  await page.reload();
  await takenOver(page);
  return page;
}

it.each([1440, 390])('every target is large enough at %i px', async width => {
  const page = await start({ viewport: { width, height: 900 } });
  const faults = new Set<string>();
  await tour(
    page,
    async ({ name }) => {
      for (const fault of await page.evaluate(smallTargets)) faults.add(`${name}: ${fault}`);
    },
    width < 900 ? [...STOPS.filter(({ opened }) => opened === undefined), ...STUDIO.slice(0, 5)] : [...STOPS, ...STUDIO],
  );
  expect([...faults]).toEqual([]);
});

const folder = process.env.TARGET_SHOTS;
(folder === undefined ? it.skip : it).each([
  [1440, 'light', 'en'],
  [390, 'light', 'en'],
  [1440, 'dark', 'en'],
  [390, 'dark', 'en'],
  [1440, 'light', 'ar'],
  [390, 'light', 'ar'],
] as const)('pictures at %i px, %s, %s', async (width, colorScheme, locale) => {
  const page = await start({ viewport: { width, height: 900 }, colorScheme, locale });
  const stops = width < 900 ? STUDIO.filter(({ opened }) => opened === undefined) : STUDIO;
  await tour(
    page,
    async ({ name }) => void (await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}-${locale}.png` })),
    stops,
  );
});

/** Runs in the page: the targets smaller than 24 by 24 pixels. A link inside a sentence may be as high as its line. */
function smallTargets(): string[] {
  const found: string[] = [];
  const selector =
    'button, a[href], input, select, textarea, summary, [role="button"], [role="tab"], [role="menuitem"], [role="option"], [role="switch"]';
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    if (element.closest('[hidden], [inert]') || element.matches('[type="hidden"], [type="file"], .visually-hidden')) continue;
    if (
      element.closest('.visually-hidden, .skip-link') ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    const whole = element.matches('input') ? (element.closest('label') ?? element) : element;
    const { width, height } = whole.getBoundingClientRect();
    if (width === 0 || height === 0 || (width >= 23.5 && height >= 23.5)) continue;
    const isInText =
      element.matches('a') &&
      (element.closest(
        'p, dd, dt, li, td, th, code, h1, h2, h3, [role="gridcell"], [role="rowheader"], [role="columnheader"]',
      ) !== null ||
        getComputedStyle(element).display === 'inline');
    if (isInText) continue;
    const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30);
    found.push(`${element.tagName.toLowerCase()}.${element.className} "${words}" ${Math.round(width)} x ${Math.round(height)}`);
  }
  return [...new Set(found)].slice(0, 20);
}
