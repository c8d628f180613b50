/** Server-rendered pages in Chromium: without JavaScript, hydration without errors, and the requests after it. */
import { chunkFile } from '../../support/browser/chunkFile';
import { type ApiRequest, eventually, journeys, LOADED, takenOver } from '../../support/browser/journeys';
import { complaintsOf } from '../../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';

jest.setTimeout(240_000);

const { startOriel, startApi, open: openPage } = journeys();
let harbour: string;
let accessCode: string;
beforeAll(async () => {
  ({ base: harbour, accessCode } = await startOriel());
});

/** A server that renders only the frame: the browser queries an API of another origin. */
let elsewhere: { base: string; api: string } | undefined;
const outside = async (): Promise<{ base: string; api: string }> => {
  if (elsewhere) return elsewhere;
  const api = await startApi(async request => ({ body: await fromHarbour(request) }));
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: api });
  elsewhere = { base, api };
  return elsewhere;
};

const fromHarbour = async ({ query, variables, operationName }: ApiRequest): Promise<string> => {
  const response = await fetch(`${harbour}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables, operationName }),
  });
  return response.text();
};

/** An empty page of the origin, to set cookies and storage and to observe the next page from its start. */
const anteroom = (options = {}) => openPage(`${harbour}/robots.txt`, options);
const _reader = (text: string) => [{ name: 'oriel-reader', value: text, url: harbour }];

/** Without the browser's messages about statuses: of a page with a 502 on purpose, and of the favicon of a text page. */
const spoken = (complaints: string[]) => complaints.filter(each => !each.startsWith('Failed to load resource'));

it.each([
  ['/query', 1440],
  ['/query', 390],
  ['/data/visits', 390],
  ['/data/visits?kind=calendar&by=eta', 1440],
  ['/data/visits?kind=calendar&by=eta', 390],
  ['/data/visits?kind=board&by=status', 390],
  ['/data/search', 390],
])('%s, %i px wide, has no layout shift during hydration', async (address, width) => {
  const page = await anteroom({ viewport: { width, height: 844 } });
  await page.addInitScript(() => {
    const moved = { sum: 0 };
    Object.assign(window, { moved });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) moved.sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(harbour + address);
  await takenOver(page);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum)).toBeLessThan(0.02);
});

describe('without JavaScript', () => {
  it('the rows are laid out as a table, and the links work', async () => {
    const page = await openPage(`${harbour}/data/ships`, { javaScriptEnabled: false });
    const rows = page.locator(LOADED);
    expect(await rows.count()).toBeGreaterThan(20);
    // Each row is below the previous one: their styles apply.
    const tops = await rows.evaluateAll(found => found.slice(0, 5).map(row => row.getBoundingClientRect().top));
    expect([...tops].sort((a, b) => a - b)).toEqual(tops);
    expect(new Set(tops).size).toBe(tops.length);
    // And each header is above its column.
    const starts = (selector: string) =>
      page.locator(selector).evaluateAll(found => found.slice(0, 9).map(cell => Math.round(cell.getBoundingClientRect().left)));
    expect(await starts('[role="columnheader"]')).toEqual(await starts('[aria-rowindex="2"] > *'));
    await page.getByRole('link', { name: 'Visits', exact: true }).click();
    await page.waitForURL(`${harbour}/data/visits`);
    expect(await page.locator(LOADED).count()).toBeGreaterThan(20);
  });
});

describe('hydration runs without errors', () => {
  it('for a user whose language, time zone, columns and tabs the server did not know, which are applied', async () => {
    const page = await anteroom({ timezoneId: 'Asia/Tokyo' });
    const complaints = complaintsOf(page);
    await page.evaluate(() => {
      localStorage.setItem('oriel:language', 'ar-XB');
      localStorage.setItem('oriel:theme', 'dark');
      localStorage.setItem('oriel:default:columns:ships', JSON.stringify({ columns: 'name,imo', widths: { name: 321 } }));
    });
    await page.goto(`${harbour}/data/ships`);
    await eventually(page, () => document.documentElement.lang === 'ar-XB' && /columns=name/.test(location.search), null);
    await eventually(page, () => /language=ar-XB&timeZone=Asia%2FTokyo&theme=dark/.test(document.cookie), null);
    expect(spoken(complaints)).toEqual([]);
    // The next page is rendered with them.
    const next = await page.context().request.get(`${harbour}/data/ships`, { headers: { accept: 'text/html' } });
    expect(await next.text()).toMatch(
      /^<!doctype html>\s*<html lang="ar-XB" dir="rtl" data-density="compact" data-theme="dark">/,
    );
  });

  it.each(['/wire', '/wire?entry=1', '/docs', '/data', '/data/ships'])(
    '%s if the browser sends requests to the API itself, for a returning user',
    async address => {
      const { base, api } = await outside();
      const page = await openPage(`${base}/robots.txt`);
      const complaints = complaintsOf(page);
      await page.evaluate(endpoint => {
        localStorage.setItem(`oriel:schema-seen:schema:${endpoint}`, String(Date.now() - 1000));
      }, api);
      await page.goto(base + address);
      await takenOver(page);
      expect(spoken(complaints)).toEqual([]);
    },
  );

  it('although a part of the screen could not be loaded: it is loaded again', async () => {
    expectError(FAILED_REQUEST);
    const page = await anteroom();
    let lost = 0;
    await page.route(
      chunkFile('data'),
      route => {
        lost++;
        return route.abort();
      },
      { times: 1 },
    );
    await page.goto(`${harbour}/data/ships`);
    await takenOver(page);
    expect(lost).toBe(1);
    expect(await page.locator(LOADED).count()).toBeGreaterThan(20);
  });

  it('except for a user of another connection, which replaces the page', async () => {
    const api = await startApi(() => ({ body: '{"errors":[{"message":"nobody home"}]}' }));
    const page = await anteroom();
    const complaints = complaintsOf(page);
    await page.evaluate(endpoint => {
      localStorage.setItem('oriel:connections', JSON.stringify([{ id: 'mine', name: 'Mine', httpEndpoint: endpoint }]));
      localStorage.setItem('oriel:connection', 'mine');
    }, api);
    await page.goto(harbour);
    await page.locator('.connection-switch-name', { hasText: 'Mine' }).waitFor();
    await page.getByText('nobody home').waitFor();
    expect(await page.locator(LOADED).count()).toBe(0);
    expect(spoken(complaints)).toEqual([]);
    // A URL without an endpoint belongs to the configured connection, also if other connections are stored.
    await page.goto(`${harbour}/connections`);
    await takenOver(page);
    await page.getByRole('heading', { name: 'Mine' }).waitFor();
    expect(spoken(complaints)).toEqual([]);
  });
});

describe('C46 on a server-rendered page', () => {
  /** When the client was created, and its later requests, by the page's clock. */
  async function watch(page: Awaited<ReturnType<typeof anteroom>>): Promise<void> {
    await page.addInitScript(() => {
      const seen = { made: 0, asked: [] as [string, number][] };
      Object.assign(window, { seen });
      // The App is created right before the styles are moved.
      new MutationObserver(changes => {
        for (const { removedNodes } of changes)
          for (const node of removedNodes) if ((node as Element).id === 'oriel-styles') seen.made = performance.now();
      }).observe(document, { childList: true, subtree: true });
      const { fetch } = window;
      window.fetch = (url, init) => {
        const { operationName } = JSON.parse(String(init?.body ?? '{}')) as { operationName?: string };
        seen.asked.push([operationName ?? String(url), performance.now()]);
        return fetch(url, init);
      };
    });
  }
  const seenOf = (page: Awaited<ReturnType<typeof anteroom>>) =>
    page.evaluate(() => (window as unknown as { seen: { made: number; asked: [string, number][] } }).seen);

  it('C46 a cache-and-network screen sends no request in the first 100 ms, and requests on demand afterwards', async () => {
    const page = await anteroom();
    await watch(page);
    await page.goto(`${harbour}/data/ships`);
    await takenOver(page);
    const { made, asked } = await seenOf(page);
    expect(made).toBeGreaterThan(0);
    // The observer is called with a short delay.
    expect(asked.filter(([, at]) => at - made < 95)).toEqual([]);
    expect(asked.map(([name]) => name)).not.toContain('IntrospectionQuery');
    const before = asked.length;
    await page.getByRole('button', { name: 'Refresh' }).click();
    await eventually(page, count => (window as unknown as { seen: { asked: unknown[] } }).seen.asked.length > count, before);
    expect((await seenOf(page)).asked.at(-1)?.[0]).toBe('Ships');
  });

  it.each([
    '/data/visits?size=200',
    // Redirected to the first collection after hydration.
    '/',
  ])('C46 on a machine four times as slow %s sends no request, however long hydration takes', async address => {
    const page = await anteroom();
    await watch(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.goto(harbour + address);
    await takenOver(page);
    await page.waitForURL('**/data/*');
    // The next request is the only one.
    await page.getByRole('link', { name: 'Berths', exact: true }).first().click();
    await eventually(page, () => (window as unknown as { seen: { asked: unknown[] } }).seen.asked.length > 0, null);
    expect((await seenOf(page)).asked.map(([name]) => name)).toEqual(['Berths']);
  });

  it('C47 for a signed-in user it requests again after hydration, with the token', async () => {
    const page = await anteroom();
    const token = await page.evaluate(async code => {
      const query = 'mutation($code: String!) { signIn(code: $code) { token } }';
      const response = await fetch('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables: { code } }),
      });
      return (await response.json()).data.signIn.token as string;
    }, accessCode);
    await page.evaluate(value => localStorage.setItem('apollo-token', value), token);
    await watch(page);
    const bearers: (string | undefined)[] = [];
    page.on('request', request => {
      if (request.url().endsWith('/graphql')) bearers.push(request.headers().authorization);
    });
    const complaints = complaintsOf(page);
    const response = await page.goto(`${harbour}/data/ships`);
    expect(await response?.text()).not.toContain(token);
    await eventually(
      page,
      () => {
        const { asked } = (window as unknown as { seen: { asked: [string, number][] } }).seen;
        return ['Ships', 'IntrospectionQuery'].every(name => asked.some(([each]) => each === name));
      },
      null,
    );
    const { made, asked } = await seenOf(page);
    expect(asked.filter(([, at]) => at - made < 95)).toEqual([]);
    expect(new Set(bearers)).toEqual(new Set([`Bearer ${token}`]));
    await page.getByText('Token saved').waitFor();
    expect(spoken(complaints)).toEqual([]);
  });
});

describe('a failing API', () => {
  it('is reported on a hydrated page, and "Try again" works when the API is back', async () => {
    expectError(FAILED_REQUEST);
    let isDown = true;
    const api = await startApi(async request => (isDown ? { status: 503, body: '{}' } : { body: await fromHarbour(request) }));
    const { base } = await startOriel({ ORIEL_UPSTREAM: api });
    const page = await openPage(`${base}/robots.txt`);
    const complaints = complaintsOf(page);
    let response = await page.goto(`${base}/data/visits`);
    // On a busy machine the renderer may load too slowly; then the browser queries the API.
    while (response?.status() === 200) response = await page.reload();
    expect(response?.status()).toBe(502);
    expect(await response?.text()).toContain('Try again');
    await takenOver(page);
    isDown = false;
    await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
    await page.waitForSelector(LOADED);
    expect(spoken(complaints)).toEqual([]);
  });
});
