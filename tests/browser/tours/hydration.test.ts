/** Every screen, rendered by the server, is hydrated without errors. */
import { journeys, takenOver } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';

jest.setTimeout(240_000);

const { startOriel, open } = journeys();
let harbour: string;
beforeAll(async () => {
  harbour = (await startOriel()).base;
});

const ADDRESSES = [
  '/',
  '/data/ships',
  '/data/visits?sort=-eta&size=10',
  '/data/none',
  '/actions',
  '/actions/bookVisit',
  '/live',
  '/query',
  '/docs',
  '/wire',
  '/connections',
  '/settings',
  '/no/such/place',
];

it.each([
  ['in English', 'language=en&timeZone=UTC', ['en', 'ltr']],
  ['from the right', 'language=ar-XB&timeZone=UTC&theme=dark', ['ar-XB', 'rtl']],
])('every screen is hydrated without errors, %s', async (_, cookie, attributes) => {
  // One page for all, with the scripts in its cache.
  const page = await open(`${harbour}/robots.txt`);
  const complaints = complaintsOf(page);
  const late: string[] = [];
  let isOver = false;
  page.on('request', request => {
    if (isOver && request.resourceType() === 'script') late.push(request.url());
  });
  const attributesOf = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir]);
  for (const address of ADDRESSES) {
    if (address === '/no/such/place') expectError(FAILED_REQUEST);
    // A first visit.
    isOver = false;
    await page.goto(`${harbour}/robots.txt`);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.context().clearCookies();
    await page.context().addCookies([{ name: 'oriel-reader', value: cookie, url: harbour }]);
    await page.goto(harbour + address);
    const html = await attributesOf();
    isOver = true;
    await takenOver(page);
    expect([address, ...html]).toEqual([address, ...attributes]);
    expect([address, ...(await attributesOf())]).toEqual([address, ...attributes]);
    expect([address, await page.locator('[data-style], #oriel-styles').count()]).toEqual([address, 0]);
    expect([address, ...complaints.filter(each => !each.startsWith('Failed to load resource'))]).toEqual([address]);
    // The code of the screen is in the page; the code of the wire log and of the socket is loaded later on purpose.
    expect([address, ...late.filter(url => !/wire|socket|\/\d+\./.test(url))]).toEqual([address]);
  }
});
