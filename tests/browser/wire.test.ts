/**
 * Wire in Chromium: the lanes show what the pipeline does with real servers (Yoga with persisted queries, Mercurius without, a back end that
 * disconnects and returns), to the eye and to a screen reader.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeFaultsLightAndDark } from '../support/browser/axeFaults';
import { eventually } from '../support/browser/journeys';
import { complaintsOf, openBrowser } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { eventually as settled } from '../support/eventually';
import { SERVER, type StartedProcess, startOverHarbour, startProcess } from '../support/hosting/startProcess';
import type { ServerKind } from '../support/servers/host/serverHost';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { validateHar } from '../support/validateHar';

jest.setTimeout(300_000);

const TOKEN = 'a-token-that-must-not-be-seen';

let browser: Browser;
let host: Host;
beforeAll(async () => {
  [browser, host] = await Promise.all([openBrowser(), startHost()]);
});
afterAll(async () => {
  await browser.close();
  await host.kill();
});

// Each page begins with an unknown persisted query, and many requests are refused or aborted on purpose.
beforeEach(() => expectError(FAILED_REQUEST));

const running: StartedProcess[] = [];
const contexts: BrowserContext[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  for (const each of running.splice(0)) await each.end('SIGKILL');
});

interface Opened {
  page: Page;
  base: string;
  api: RemoteServer;
}

/** Oriel as a gateway to a server of this kind, with persisted queries and a signed-in user, at a path. */
async function open(kind: ServerKind, address: string): Promise<Opened> {
  const api = await host.start(kind);
  const base = await startOriel({ ORIEL_UPSTREAM: api.url, ORIEL_PERSISTED_QUERIES: 'true' });
  return { page: await openPage(base + address), base, api };
}

/** The server with the API in `env`, or with its own harbour. */
async function startOriel(env?: Record<string, string>): Promise<string> {
  const settings = { PORT: '0', ORIEL_LOG_LEVEL: 'silent', ...env };
  const started = await (env ? startProcess(SERVER, settings) : startOverHarbour(settings));
  running.push(started);
  return (await started.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
}

async function openPage(address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Colours differ during a fade-in.
    reducedMotion: 'reduce',
  });
  contexts.push(context);
  await context.addInitScript(token => {
    // about:blank has no storage.
    if (location.origin !== 'null') localStorage.setItem('apollo-token', token);
  }, TOKEN);
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const toWire = (page: Page): Promise<void> => page.getByRole('navigation').getByRole('link', { name: 'Wire' }).click();
const row = (page: Page, name: RegExp) =>
  page.getByRole('listbox', { name: 'What went over the wire' }).getByRole('option', { name });
const drawer = (page: Page) => page.getByRole('complementary').last();

/** Opens a row and returns its steps as announced, without times. */
async function stepsOf(page: Page, name: RegExp): Promise<string[]> {
  await row(page, name).first().click();
  const steps = drawer(page).getByRole('region', { name: 'Steps through the stages' }).getByRole('button');
  await steps.first().waitFor();
  const labels = await steps.evaluateAll(all => all.map(step => step.getAttribute('aria-label') ?? ''));
  return labels.map(label => label.replace(/, after [^:]*:/, ':'));
}

/** The same steps in the same order, each fitting its pattern. */
function expectSteps(steps: readonly string[], expected: readonly RegExp[]): void {
  const fitting = expected.map((pattern, at) => (pattern.test(steps[at] ?? '') ? pattern : `no step fits ${pattern}`));
  expect({ steps, fitting }).toEqual({ steps, fitting: expected });
  expect(steps).toHaveLength(expected.length);
}

it('a persisted miss: by hash, unknown (404), in full with the hash, answered; and by hash alone the next time', async () => {
  const { page } = await open('yoga', '/wire');
  await row(page, /IntrospectionQuery.*The server answered/).waitFor();
  const attempt = [/^Sign-in: Token attached$/, /^Request: POST \/graphql, [\d.]+ (bytes|kB)(, [^,]+)?$/];
  const steps = await stepsOf(page, /IntrospectionQuery/);
  // Receiving is a separate step only if it takes long, as on a busy machine.
  expectSteps(
    steps.filter(step => !step.startsWith('Request: Receiving')),
    [
      /^Cache: (Not in the cache|Cache skipped)$/,
      /^Short form: Hash [0-9a-f]{8}… instead of the text$/,
      ...attempt,
      /^Request: 404 application\/graphql-response\+json, \d+ bytes in /,
      /^Short form: Hash not known \(status 404\)$/,
      /^Short form: Sent again in full, with the hash$/,
      ...attempt,
      /^Request: 200 application\/graphql-response\+json, [\d.]+ kB in /,
      /^Result: Done$/,
    ],
  );
  await page.reload();
  await row(page, /IntrospectionQuery.*Sent in short form\. The server answered/).waitFor();
  // The row of the previous page is still shown.
  await row(page, /IntrospectionQuery.*did not know the short form/).waitFor();
  await page
    .getByRole('contentinfo')
    .or(page.getByRole('region', { name: 'Status' }))
    .getByRole('link', { name: /persisted/ })
    .click();
  expect(await drawer(page).getByRole('heading').first().textContent()).toBe('IntrospectionQuery');
});

it('a stop: persisted queries end with a reason, and further queries are sent in full', async () => {
  const { page } = await open('mercuriusWithoutPersisted', '/wire');
  await row(page, /IntrospectionQuery.*The server does not support short forms/).waitFor();
  const steps = await stepsOf(page, /IntrospectionQuery/);
  expect(steps).toContain('Short form: Persisting stopped');
  expect(steps).toContain('Short form: Sent again in full');
  expect(steps.at(-1)).toBe('Result: Done');
  await drawer(page)
    .getByText(/The server answered a hash with status 400\./)
    .waitFor();
  await drawer(page).getByRole('button', { name: 'Send again' }).click();
  await row(page, /IntrospectionQuery/)
    .nth(1)
    .waitFor();
  await drawer(page)
    .getByText(/^The server answered in/)
    .waitFor();
  expect((await stepsOfOpen(page)).filter(step => step.startsWith('Short form'))).toEqual([]);
});

/** The steps of the open row. */
async function stepsOfOpen(page: Page): Promise<string[]> {
  const steps = drawer(page).getByRole('region', { name: 'Steps through the stages' }).getByRole('button');
  return steps.evaluateAll(all => all.map(step => (step.getAttribute('aria-label') ?? '').replace(/, after [^:]*:/, ':')));
}

it('a retried subscription: each refusal, each numbered wait, and the events that arrived at last', async () => {
  const { page } = await open('yoga', '/live/refusedAtFirst?times=2&topic=wire');
  await page.getByText('Ended by the server').waitFor();
  await toWire(page);
  const steps = await stepsOf(page, /RefusedAtFirst/i);
  expect(steps.filter(step => step.startsWith('Retry'))).toEqual([
    'Retry: Waiting 500 ms (1 of 5)',
    'Retry: Waiting 1 sec (2 of 5)',
  ]);
  expect(steps.filter(step => /Out: subscribe/.test(step))).toHaveLength(3);
  await drawer(page)
    .getByText(/The server ended it after 2 messages\. Sent 2 more times after the server refused\./)
    .waitFor();
});

it('an upload: its parts and sizes, their speed, and the result', async () => {
  const { page } = await open('yoga', '/actions/receive');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: Buffer.alloc(3_000_000, 7) });
  await page.getByRole('main').getByRole('button', { name: 'Receive', exact: true }).click();
  await page.getByText('3000000').or(page.getByText('3,000,000')).first().waitFor();
  await toWire(page);
  const steps = await stepsOf(page, /Upload.*Sent 1 file, 3 MB/);
  expect(steps.some(step => /^Upload: Multipart of 3 parts, 3 MB$/.test(step))).toBe(true);
  expect(steps.some(step => /^Upload: Sending 3 MB at [\d.]+ [kMG]B a second, /.test(step))).toBe(true);
  expect(steps.some(step => /^Upload: 200 /.test(step))).toBe(true);
  await drawer(page).getByRole('tab', { name: 'Request' }).click();
  const file = drawer(page).getByRole('row', { name: /plan\.png/ });
  expect(await file.textContent()).toContain('image/png');
  expect(await file.textContent()).toContain('3 MB');
});

it('a reconnect: the lost connection with its wait, the new one, and the feed that continued', async () => {
  const { page, api } = await open('yoga', '/live/ticks?everyMs=100');
  await page.getByRole('gridcell').first().waitFor();
  await toWire(page);
  await row(page, /Live connection.*The live connection is open/).waitFor();
  await api.stop('cut');
  await row(page, /Live connection.*Lost after/)
    .first()
    .waitFor();
  await api.startAgain();
  // Enough events that more than three arrive in a row, which are shown as one.
  await row(page, /Subscription.*Listening: \d{2,} messages so far.*The connection was lost .* and came back/).waitFor();
  const lost = await stepsOf(page, /Live connection.*Lost after/);
  expect(lost.some(step => /^Connection: Closed with \d{4}/.test(step))).toBe(true);
  expect(lost.at(-1)).toMatch(/^Connection: Next attempt in 100 ms \(number 1\)$/);
  const feed = await stepsOf(page, /Subscription.*Listening/);
  for (const pattern of [/Closed with/, /Next attempt in 100 ms/, /Connecting, attempt/, /frames in: next/])
    expect(feed.some(step => pattern.test(step))).toBe(true);
});

it('an error of an action links to its row, also after later requests', async () => {
  const { page } = await open('yoga', '/actions/boom');
  await page.getByRole('main').getByRole('button', { name: 'Boom', exact: true }).click();
  const link = page.getByRole('main').getByRole('link', { name: 'See it in Wire' });
  await link.waitFor();
  const title = await link.evaluate(async element => {
    // Other requests are sent before the link is followed.
    document.querySelector<HTMLElement>('a[href="/live/ticks"]')?.click();
    return element.getAttribute('href');
  });
  expect(title).toMatch(/^\/wire\?entry=operation-\d+$/);
  await page.waitForURL('**/live/ticks');
  await page.goBack();
  await link.click();
  await drawer(page).getByText('Classified as graphql').waitFor();
  expect(await drawer(page).getByRole('heading').first().textContent()).toBe('Boom');
  expect(page.url()).toMatch(/\/wire\?entry=\d+$/);
});

it('errors of a table, of the schema and of a feed link to their rows', async () => {
  // Started first: it fails after five waits of 15.5 s in total (C25).
  const { page: live } = await open('yoga', '/live/refusedSignIn');
  const base = await startOriel();
  const page = await openPage(`${base}/wire`);
  await row(page, /IntrospectionQuery.*answered/).waitFor();
  await page.route('**/graphql', route => route.fulfill({ status: 404, body: 'Not here' }));
  await page.getByRole('navigation').getByRole('link', { name: 'Berths' }).click();
  const link = page.getByRole('main').getByRole('link', { name: 'See it in Wire' });
  await link.click();
  await drawer(page).getByText('Classified as parse').waitFor();
  expect(await drawer(page).getByRole('heading').first().textContent()).toMatch(/berths/i);

  // Neither the rendering server nor the page gets the schema.
  const deaf = await startOriel({ ORIEL_UPSTREAM: 'http://127.0.0.1:9/graphql' });
  const unknown = await openPage('about:blank');
  await unknown.route('**/graphql', route => route.fulfill({ status: 404, body: 'Not here' }));
  for (const screen of ['data/ships', 'actions', 'live', 'docs']) {
    await unknown.goto(`${deaf}/${screen}`);
    // The server renders the link; after hydration the page's own request has its own row.
    await eventually(
      unknown,
      () => [...document.querySelectorAll('main a')].some(link => Object.keys(link).some(key => key.startsWith('__reactProps'))),
      null,
    );
    await unknown.getByRole('main').getByRole('link', { name: 'See it in Wire' }).click();
    await drawer(unknown).getByRole('heading', { name: 'IntrospectionQuery' }).waitFor();
  }

  await live.getByRole('main').getByRole('link', { name: 'See it in Wire' }).click();
  await drawer(live)
    .getByRole('heading', { name: /refused/i })
    .first()
    .waitFor();
});

it('each part of the status line links to its row', async () => {
  const { page, api } = await open('yoga', '/live/ticks?everyMs=100');
  const status = page.getByRole('region', { name: 'Status' });
  await page.getByRole('gridcell').first().waitFor();
  await status.getByRole('link', { name: 'live, 1 feed' }).click();
  await drawer(page).getByText('The live connection is open').first().waitFor();
  await status.getByRole('link', { name: /^POST/ }).click();
  await drawer(page).getByRole('heading', { name: 'IntrospectionQuery' }).waitFor();
  await status.getByRole('link', { name: /persisted/ }).click();
  await drawer(page).getByRole('heading', { name: 'IntrospectionQuery' }).waitFor();

  await api.stop('cut');
  await status.getByRole('link', { name: /^reconnecting in/ }).click();
  await drawer(page)
    .getByRole('heading', { name: /^127\.0\.0\.1:\d+\/graphql$/ })
    .waitFor();
  await api.startAgain();

  // Sent without a response: the upload lasts as long as the test needs.
  await page.route('**/graphql', () => undefined);
  await page.getByRole('navigation').getByRole('link', { name: 'Receive', exact: true }).click();
  const send = page.getByRole('main').getByRole('button', { name: 'Receive', exact: true });
  // Wire has a drop zone, too.
  await send.waitFor();
  const picker = page.locator('input[type=file]').first();
  await picker.setInputFiles({ name: 'plan.png', mimeType: 'image/png', buffer: Buffer.alloc(300_000, 7) });
  await send.click();
  await status.getByRole('link', { name: /^1 upload/ }).click();
  await drawer(page)
    .getByText(/^Multipart of 3 parts/)
    .first()
    .waitFor();
});

it('a query that was cancelled by opening another screen', async () => {
  const base = await startOriel();
  const page = await openPage(`${base}/wire`);
  await row(page, /IntrospectionQuery.*answered/).waitFor();
  // Later requests get no response while the screen that sends them is open.
  await page.route('**/graphql', () => undefined);
  const request = page.waitForRequest('**/graphql');
  await page.getByRole('navigation').getByRole('link', { name: 'Berths' }).click();
  await request;
  await toWire(page);
  await row(page, /Query.*Cancelled because you left the screen before the response arrived/)
    .first()
    .waitFor();
  const steps = await stepsOf(page, /Cancelled because/);
  expect(steps.at(-1)).toBe('Result: Cancelled by leaving the screen');
});

it('the log is exported as HAR and as a file, without the token, and the file is opened again', async () => {
  const { page } = await open('yoga', '/live/ticks?everyMs=100');
  await page.getByRole('gridcell').first().waitFor();
  await toWire(page);
  const save = async (name: string): Promise<string> => {
    await page.getByRole('main').getByRole('button', { name: 'More' }).first().click();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return readFile(await download.path(), 'utf8');
  };
  const har = await save('Save as HAR');
  expect(validateHar(JSON.parse(har))).toEqual([]);
  expect(har).not.toContain(TOKEN);
  const { entries } = JSON.parse(har).log;
  expect(entries.map((entry: { response: { status: number } }) => entry.response.status)).toEqual(
    expect.arrayContaining([404, 200, 101]),
  );
  const file = await save('Save as a file for Oriel');
  expect(file).not.toContain(TOKEN);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'monday.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await page.getByText(/^monday\.json, saved/).waitFor();
  expect(await stepsOf(page, /Subscription/)).toContain('Cache: Not cacheable');
  expect(await page.content()).not.toContain(TOKEN);
});

it('a long log: an opened row stays in view beside its details, and a narrow list begins at the newest row', async () => {
  const page = await openPage(`${await startOriel()}/data/ships`);
  await page.locator('[role="rowheader"]').first().waitFor();
  for (let count = 0; count < 60; count++) {
    const response = page.waitForResponse(each => each.url().endsWith('/graphql'));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await response;
  }
  await page.getByRole('link', { name: 'Wire' }).click();
  const list = page.getByRole('listbox', { name: 'What went over the wire' });
  const isInView = (row: string): Promise<boolean> =>
    list.evaluate((frame, selector) => {
      const place = frame.querySelector(selector)?.getBoundingClientRect();
      const { top, bottom } = frame.getBoundingClientRect();
      return place !== undefined && place.top >= top - 1 && place.bottom <= bottom + 1;
    }, row);
  await list.evaluate(frame => frame.scrollTo({ top: 900 }));
  await page.locator('[aria-posinset="45"]').click();
  await page.getByRole('complementary').waitFor();
  await settled(() => isInView('.wire-option-open'), Boolean);
  await page.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.reload();
  await settled(
    () => list.evaluate(frame => frame.scrollHeight - frame.scrollTop - frame.clientHeight),
    left => left < 2,
  );
});

it('at 400 % zoom the page is not wider than the window, also if it is opened there', async () => {
  const { page } = await open('yoga', '/wire');
  await row(page, /IntrospectionQuery.*The server answered/).waitFor();
  await page.setViewportSize({ width: 360, height: 225 });
  await page.reload();
  await row(page, /IntrospectionQuery/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

it('axe finds nothing: rows, an open row, its parts, wide and narrow', async () => {
  const { page } = await open('yoga', '/live/ticks?everyMs=100');
  const complaints = complaintsOf(page);
  await page.getByRole('gridcell').first().waitFor();
  await toWire(page);
  await row(page, /Subscription/).waitFor();
  // On a narrow page an open row replaces the list and its heading.
  const faults = () => axeFaultsLightAndDark(page, ['page-has-heading-one']);
  expect(await faults()).toEqual([]);
  await row(page, /IntrospectionQuery/).click();
  for (const part of ['Request', 'Response', 'Steps']) {
    await drawer(page).getByRole('tab', { name: part }).click();
    await drawer(page).getByRole('tabpanel').waitFor();
    expect(await faults()).toEqual([]);
  }
  await row(page, /Subscription/).click();
  await drawer(page)
    .getByRole('tab', { name: /Frames/ })
    .click();
  expect(await faults()).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults()).toEqual([]);
  await row(page, /IntrospectionQuery/).click();
  expect(await faults()).toEqual([]);
  await drawer(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Compare with another row' }).click();
  await drawer(page)
    .getByRole('region', { name: 'Variables' })
    .or(drawer(page).getByRole('region', { name: 'Query' }))
    .first()
    .waitFor();
  expect(await faults()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // The browser logs the 404 of a persisted miss, and unused prefetched chunks.
  expect(complaints.filter(text => !/Failed to load resource|preloaded using link preload/.test(text))).toEqual([]);
});

it('with the keyboard alone: to a row, along its steps, back to the list; also if list and row are shown in turn', async () => {
  const { page } = await open('yoga', '/wire');
  await row(page, /IntrospectionQuery.*answered/).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent);
  // Until its content is painted, the row is not reported as missing.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('.drawer')?.textContent.includes('no longer in the log')) document.title = 'reported as missing';
    }).observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await drawer(page).getByRole('button', { name: 'Send again' }).waitFor();
  await page.keyboard.press('Tab');
  expect(await page.title()).not.toBe('reported as missing');
  expect(await focused()).toBe('Send again');
  while (!/^Cache, after/.test((await focused()) ?? '')) await page.keyboard.press('Tab');
  await page.keyboard.press('End');
  expect(await focused()).toMatch(/^Result, after .*: Done$/);
  await drawer(page).locator('[aria-current=step]').getByText('Done').waitFor();
  await page.keyboard.press('Escape');
  await drawer(page).getByRole('button', { name: 'Send again' }).waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('listbox').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  // The row is painted as selected first.
  await drawer(page).getByRole('button', { name: 'Send again' }).waitFor();
  expect(await focused()).toBe('Send again');
  await page.keyboard.press('Escape');
  await page.getByRole('listbox').waitFor();
  expect(await focused()).toBe('What went over the wire');
});
