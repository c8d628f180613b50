/**
 * Connections in Chromium, with real servers of other origins: the findings of a probe, several endpoints with the keyboard alone, the question
 * before a link is followed, export and import, and a dropped schema file if the server refuses introspection.
 */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { axeFaultsLightAndDark } from '../support/browser/axeFaults';
import { openBrowser } from '../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { eventually } from '../support/eventually';
import { SERVER, type StartedProcess, startOverHarbour, startProcess } from '../support/hosting/startProcess';
import type { ServerKind } from '../support/servers/host/serverHost';
import { type Host, startHost } from '../support/servers/host/startHost';

jest.setTimeout(180_000);

const TOKEN = 'a-token-that-must-not-travel';

let browser: Browser;
let host: Host;
let oriel: StartedProcess;
let base: string;
beforeAll(async () => {
  [browser, host] = await Promise.all([openBrowser(), startHost()]);
  oriel = await startOverHarbour({ ORIEL_LOG_LEVEL: 'silent' });
  base = (await oriel.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
});
afterAll(async () => {
  await browser.close();
  await host.kill();
  await oriel.end('SIGKILL');
});

// A probe sends requests that servers refuse, and the browser logs an error for each.
beforeEach(() => expectError(FAILED_REQUEST));

const contexts: BrowserContext[] = [];
const others: StartedProcess[] = [];
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  for (const other of others.splice(0)) await other.end('SIGKILL');
});

/** A page of a user who is signed in at the configured endpoint. */
async function open(address: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    acceptDownloads: true,
    storageState: { cookies: [], origins: [{ origin: base, localStorage: [{ name: 'apollo-token', value: TOKEN }] }] },
  });
  contexts.push(context);
  const page = await context.newPage();
  await page.goto(address.startsWith('/') ? base + address : address);
  return page;
}

const entry = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Connections' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name, exact: true }) });

/** Probes a server in the form of a new connection. Returns the findings, by line. */
async function probe(page: Page, address: string): Promise<Record<string, string>> {
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
  await dialog.getByRole('button', { name: 'Detect features' }).click();
  const report = dialog.getByLabel('Supported features');
  await report.waitFor();
  const lines = await report
    .locator('dl > div, div:has(> dt)')
    .evaluateAll(all =>
      all.map(line => [line.querySelector('dt')?.textContent ?? '', line.querySelector('dd')?.textContent ?? '']),
    );
  return Object.fromEntries(lines.map(([what, found]) => [what, (found ?? '').trim()]));
}

it.each<[ServerKind, Record<string, RegExp>]>([
  [
    'yoga',
    {
      Answers: /^Yes$/,
      Introspection: /^Yes$/,
      'Queries by hash': /^Yes$/,
      'File uploads': /^Yes$/,
      'Live connection': /^Yes, over graphql-transport-ws$/,
    },
  ],
  ['yogaWithoutPersisted', { Answers: /^Yes$/, 'Queries by hash': /^No$/, 'File uploads': /^Yes$/ }],
  ['apollo', { Answers: /^Yes$/, Introspection: /^Yes$/, 'Queries by hash': /^Yes$/, 'Live connection': /^No/ }],
  ['apolloWithoutPersisted', { Answers: /^Yes$/, 'Queries by hash': /^No$/, 'Live connection': /^No/ }],
])('a probe of %s says what it supports', async (kind, expected) => {
  const api = await host.start(kind);
  const page = await open('/connections');
  const found = await probe(page, api.url);
  for (const [what, words] of Object.entries(expected)) expect([what, found[what]]).toEqual([what, expect.stringMatching(words)]);
  // The probe sent no mutation, and no token of another endpoint.
  const requests = await api.requests();
  for (const { body, headers } of requests) {
    expect(body.toString()).not.toContain('mutation');
    expect(headers.authorization).toBeUndefined();
  }
});

it('a probe of Mercurius reports that CORS blocks it, and works through the server of the page', async () => {
  const api = await host.start('mercurius');
  const page = await open('/connections');
  expect((await probe(page, api.url)).Answers).toMatch(/^Unknown/);
  await page
    .getByText(/^The browser lets this page read responses of 127\.0\.0\.1:\d+ only if that server allows .* \(CORS\)/)
    .waitFor();

  const gateway = startProcess(SERVER, { PORT: '0', ORIEL_LOG_LEVEL: 'silent', ORIEL_UPSTREAM: api.url });
  others.push(gateway);
  await page.goto(`${(await gateway.line(/^Oriel is at (http:\S+)$/))[1]}/connections`);
  expect(await probe(page, '/graphql')).toEqual({
    Answers: 'Yes',
    Introspection: 'Yes',
    'Queries by hash': 'Yes',
    'File uploads': 'Yes',
    'Live connection': 'Yes, over graphql-transport-ws',
  });
});

it('an endpoint is added with its token, used, changed, removed and restored with the keyboard alone', async () => {
  const api = await host.start('yoga');
  const page = await open('/connections');
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const label = element?.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : null;
      return element?.getAttribute('aria-label') ?? label ?? element?.closest('label')?.textContent ?? element?.textContent ?? '';
    });
  /** Presses Tab until the element with this name has the focus. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let step = 0; step < 80; step++) {
      const now = (await focused()).trim();
      if (typeof name === 'string' ? now === name : name.test(now)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab did not reach ${name}`);
  };
  await page.getByRole('button', { name: 'Add a connection' }).waitFor();
  await tabTo('Add a connection');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  // The first field has the focus.
  expect(await focused()).toBe('Name');
  await page.keyboard.type('Yoga');
  await tabTo('Address');
  await page.keyboard.type(api.url);
  await tabTo('Token');
  await page.keyboard.type('token-of-yoga');
  await tabTo('Name of the token');
  await page.keyboard.type('read only');
  await tabTo('Add a header');
  await page.keyboard.press('Enter');
  await eventually(focused, name => name === 'Header name');
  await page.keyboard.type('x-tenant');
  await page.keyboard.press('Tab');
  await page.keyboard.type('north');
  await tabTo(/^Send queries by hash/);
  await page.keyboard.press('Space');
  await tabTo('Save and use');
  await page.keyboard.press('Enter');
  await entry(page, 'Yoga').getByText('In use · Token saved: read only · 1 header · Queries by hash').waitFor();
  await entry(page, 'Yoga')
    .getByText(/^Schema from the server/)
    .waitFor();
  const requests = await api.requests();
  expect(requests.filter(request => request.method === 'POST').length).toBeGreaterThan(0);
  for (const { method, headers } of requests) {
    if (method === 'OPTIONS') continue;
    expect([headers.authorization, headers['x-tenant']]).toEqual(['Bearer token-of-yoga', 'north']);
  }
  expect(page.url()).toBe(`${base}/connections?endpoint=${encodeURIComponent(api.url)}`);

  // The focus is on the screen, which now belongs to another connection; a reload shows the same.
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('screen');
  await page.reload();
  await entry(page, 'Yoga')
    .getByText(/^In use/)
    .waitFor();
  await entry(page, 'Yoga').getByRole('button', { name: 'Edit' }).focus();
  await page.keyboard.press('Enter');
  await tabTo('Address');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('nowhere:');
  await page.keyboard.press('Enter');
  await page.getByText('Enter an http or https address.').waitFor();
  expect(await focused()).toBe('Address');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(focused, name => name === 'Edit');

  await tabTo('Remove');
  await page.keyboard.press('Enter');
  await entry(page, 'Yoga').waitFor({ state: 'detached' });
  await entry(page, 'Harbour')
    .getByText(/^In use · Token saved$/)
    .waitFor();
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('token-of-yoga');
  await page.locator('.note').filter({ hasText: 'Yoga was removed' }).getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await entry(page, 'Yoga')
    .getByText(/^In use · Token saved: read only/)
    .waitFor();
});

it('a link with an unknown endpoint asks before anything is sent, and sends no token', async () => {
  const api = await host.start('yoga');
  const page = await open(`/live/ticks?everyMs=100&endpoint=${encodeURIComponent(api.url)}`);
  const dialog = page.getByRole('dialog', { name: 'Open another endpoint?' });
  await dialog.getByText(api.url).waitFor();
  // An accidental key press sends nothing there.
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Stay with Harbour');
  expect(await api.requestsSoFar()).toEqual([]);
  expect(await api.sockets()).toEqual([]);
  await dialog.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('gridcell').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/live/ticks');
  const said = JSON.stringify(
    [await api.requestsSoFar(), await api.sockets()]
      .flat()
      .map(each => ({ ...each, body: String((each as { body?: Buffer }).body) })),
  );
  expect(said).toContain('IntrospectionQuery');
  expect(said).not.toContain(TOKEN);

  await page.goto(`${base}/data/ships?endpoint=${encodeURIComponent('https://unknown.invalid/graphql')}`);
  await page.getByRole('button', { name: /^Stay with/ }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(page.url()).not.toContain('unknown.invalid');
});

it('connections are exported without secrets, and imported in another browser', async () => {
  const api = await host.start('yogaWithoutPersisted');
  const page = await open('/connections');
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Plain');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(`${api.url}?api_key=k3y`);
  await dialog.getByLabel('Token', { exact: true }).fill('s3cret');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await entry(page, 'Plain').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Export' }).click()]);
  expect(download.suggestedFilename()).toBe('oriel-connections.json');
  const file = await readFile(await download.path(), 'utf8');
  expect(file).toContain(api.url);
  for (const secret of ['k3y', 's3cret', TOKEN]) expect(file).not.toContain(secret);

  const other = await open('/connections');
  await other
    .getByLabel('Import…', { exact: true })
    .and(other.locator('input'))
    .setInputFiles({ name: 'theirs.json', mimeType: 'application/json', buffer: Buffer.from(file) });
  await entry(other, 'Plain').getByText('No token').waitFor();
  await entry(other, 'Plain').getByRole('button', { name: 'Use' }).click();
  await entry(other, 'Plain')
    .getByText(/^Schema from the server/)
    .waitFor();
});

it('a dropped schema file provides the screens if the server refuses introspection, also after a reload', async () => {
  const api = await host.start('yoga');
  const page = await open('/connections');
  await page.route(api.url, async route => {
    if (!route.request().postData()?.includes('__schema')) return route.continue();
    const headers = { 'access-control-allow-origin': base };
    return route.fulfill({ status: 200, headers, json: { errors: [{ message: 'Introspection is disabled' }] } });
  });
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Secretive');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill(api.url);
  await dialog.getByRole('button', { name: 'Save and use' }).click();
  await entry(page, 'Secretive').getByText('The server does not provide its schema: Introspection is disabled').waitFor();
  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    const sdl = 'type Query { square(of: Int!): Int! } type Subscription { ticks(everyMs: Int): Int! }';
    transfer.items.add(new File([sdl], 'mine.graphql'));
    return transfer;
  });
  const place = entry(page, 'Secretive').getByText(/^Drop a schema file here/);
  for (const type of ['dragenter', 'dragover', 'drop']) await place.dispatchEvent(type, { dataTransfer: files });
  await entry(page, 'Secretive')
    .getByText(/^Schema from the file mine\.graphql/)
    .waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ticks' }).waitFor();
  // It is stored after a short delay.
  const kept = () =>
    page.evaluate(
      () =>
        new Promise<boolean>(resolve => {
          const opening = indexedDB.open('oriel');
          opening.onerror = () => resolve(false);
          opening.onsuccess = () => {
            const names = [...opening.result.objectStoreNames];
            const store = names[0];
            if (store === undefined) return resolve(false);
            const all = opening.result.transaction(store).objectStore(store).getAll();
            all.onsuccess = () => {
              opening.result.close();
              resolve(JSON.stringify(all.result).includes('mine.graphql'));
            };
          };
        }),
    );
  await eventually(kept, is => is);
  await page.reload();
  await entry(page, 'Secretive')
    .getByText(/^Schema from the file mine\.graphql/)
    .waitFor();
  await entry(page, 'Secretive').getByRole('button', { name: 'Remove the file' }).click();
  await entry(page, 'Secretive').getByText('The server does not provide its schema: Introspection is disabled').waitFor();
});

it('axe finds nothing in the list, form, errors and report, wide and narrow, light and dark', async () => {
  const api = await host.start('yoga');
  const page = await open('/connections');
  await entry(page, 'Harbour')
    .getByText(/^Schema from the server/)
    .waitFor();
  expect(await axeFaultsLightAndDark(page)).toEqual([]);
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Address', exact: true }).fill('mailto:me');
  await dialog.getByRole('button', { name: 'Add a header' }).click();
  await dialog.getByRole('textbox', { name: 'Header name' }).fill('Cookie');
  await dialog.getByLabel('Token on the live connection').selectOption('Custom');
  await dialog.getByLabel('Payload').fill('{');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.getByText('Enter an http or https address.').waitFor();
  expect(await axeFaultsLightAndDark(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFaultsLightAndDark(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  // A notification is outside of all landmarks.
  await page.locator('.note-words').first().waitFor({ state: 'detached' });
  expect(await axeFaultsLightAndDark(page)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await probe(page, api.url);
  expect(await axeFaultsLightAndDark(page)).toEqual([]);
});
