/** Bad input from outside, in Chromium: each problem is named, with a way to continue. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphql } from 'graphql';
import type { Page } from 'playwright-core';
import { createTokens } from '../../../src/sample/auth/createTokens';
import { axeFaults } from '../../support/browser/axeFaults';
import { type ApiAnswer, type ApiRequest, journeys, LOADED, takenOver } from '../../support/browser/journeys';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';
import { temporaryFile } from '../../support/browser/temporaryFile';
import { eventually } from '../../support/eventually';
import { startHarbour } from '../../support/harbour/startHarbour';

jest.setTimeout(240_000);

const { startOriel, startApi, open } = journeys();
// The requests fail on purpose, and the browser logs an error for each.
beforeEach(() => expectError(FAILED_REQUEST));

const schema = buildSchema('type Ship { id: ID! name: String! } type Query { ships: [Ship!]! }');
const rootValue = { ships: [{ id: '1', name: 'Nordlys' }] };
const respond = async ({ query, variables }: ApiRequest): Promise<ApiAnswer> => ({
  body: JSON.stringify(await graphql({ schema, source: query, variableValues: variables, rootValue })),
});

/** The alert on the page with this title; axe must not report violations. */
async function alertOf(page: Page, title: string): Promise<string> {
  const alert = page.getByRole('alert').filter({ hasText: title });
  await alert.waitFor();
  expect(await axeFaults(page)).toEqual([]);
  return (await alert.textContent()) ?? '';
}

it('an unreachable endpoint is named, and requested again when it is back', async () => {
  // A port that is probably free.
  const probe = createServer();
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise(resolve => probe.close(resolve));
  const endpoint = `http://127.0.0.1:${port}/graphql`;
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: endpoint });
  const page = await open(`${base}/data/ships`);
  expect(await alertOf(page, 'The endpoint cannot be reached')).toContain(endpoint);
  await startApi(respond, port);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.locator(LOADED, { hasText: 'Nordlys' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

it('an endpoint that returns a web page is named, with the response as text', async () => {
  let isPage = true;
  const html = '<!doctype html><h1>Welcome to the wrong address</h1><script>document.title = 1</script>';
  const endpoint = await startApi(request => (isPage ? { type: 'text/html', body: html } : respond(request)));
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: endpoint });
  const page = await open(`${base}/data/ships`);
  const said = await alertOf(page, 'The endpoint cannot be reached');
  expect(said).toContain(endpoint);
  expect(said).toContain('<h1>Welcome to the wrong address</h1>');
  expect(await page.title()).not.toBe('1');
  isPage = false;
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.locator(LOADED, { hasText: 'Nordlys' }).waitFor();
});

it('a refused introspection is reported, and a schema file replaces it', async () => {
  const refusal = 'GraphQL introspection is not allowed, but the query contained __schema or __type.';
  const endpoint = await startApi(async request =>
    request.query.includes('__schema')
      ? { status: 400, body: JSON.stringify({ errors: [{ message: refusal }] }) }
      : respond(request),
  );
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: endpoint });
  const page = await open(`${base}/data/ships`);
  expect(await alertOf(page, 'The endpoint refused the request (status 400)')).toContain(refusal);
  const sdl = 'type Ship { id: ID! name: String! } type Query { ships: [Ship!]! }';
  const file = { name: 'harbour.graphql', mimeType: 'text/plain', buffer: Buffer.from(sdl) };
  // Before the click: Playwright must intercept the file chooser before it opens.
  page.once('filechooser', chooser => void chooser.setFiles(file));
  await page.getByRole('link', { name: 'Use a schema file' }).click();
  await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page
    .getByRole('button', { name: /schema file/i })
    .first()
    .click();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ships' }).click();
  await page.locator(LOADED, { hasText: 'Nordlys' }).waitFor();
});

describe('on the harbour', () => {
  let harbour: Awaited<ReturnType<typeof startHarbour>>;
  let base: string;
  let expired: string;
  beforeAll(async () => {
    harbour = await startHarbour();
    base = (await startOriel({ ORIEL_UPSTREAM: harbour.url })).base;
    // With the same key. Later tokens do not expire during the test, however slow the machine is.
    const tokens = await createTokens(harbour.database, 1);
    expired = (await tokens.issue('HARBOUR_OFFICE')).token;
    await eventually(
      () => tokens.read(`Bearer ${expired}`),
      ({ state }) => state === 'expired',
    );
  });
  afterAll(async () => {
    await harbour?.close();
  });

  const signedIn = async (address: string): Promise<Page> => {
    const localStorage = [{ name: 'apollo-token', value: await harbour.signIn() }];
    return open(base + address, { storageState: { cookies: [], origins: [{ origin: base, localStorage }] } });
  };
  /** Fills in the open sign-in dialog. */
  const signIn = async (page: Page): Promise<void> => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').fill(harbour.accessCode);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const expire = (page: Page): Promise<void> => page.evaluate(token => localStorage.setItem('apollo-token', token), expired);

  it('an expired token: a screen asks to sign in, and then shows its content', async () => {
    const page = await signedIn('/data/ships');
    await page.waitForSelector(LOADED);
    await expire(page);
    await page.goto(`${base}/data/me`);
    expect(await alertOf(page, 'Sign in to see this')).toContain('expired');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await signIn(page);
    await page.locator('.record-value').first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('an expired token: a form is kept, and sent after the user has signed in', async () => {
    const { data } = await harbour.ask<{ visits: { id: string }[] }>('{ visits(limit: 1) { id } }');
    const id = data.visits[0]?.id ?? '';
    const page = await signedIn(`/actions/changeVisit?id=${id}`);
    await takenOver(page);
    await page.getByRole('textbox', { name: 'Notes' }).fill('Comes with two tugs.');
    // The current values and the page's other initial requests are loaded: only the form sends the expired token.
    await page.locator('.field-present').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expire(page);
    await page.getByRole('button', { name: 'Change visit', exact: true }).click();
    await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
    await signIn(page);
    expect(await page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Comes with two tugs.');
    await page.getByRole('button', { name: 'Change visit', exact: true }).click();
    await page.getByRole('heading', { name: /^Done/ }).waitFor();
    const { data: now } = await harbour.ask<{ visit: { notes: string } }>('query ($id: ID!) { visit(id: $id) { notes } }', {
      id,
    });
    expect(now.visit.notes).toBe('Comes with two tugs.');
  });
});

it('a file that is too large is refused with its name and the limit, and a smaller one replaces it', async () => {
  const harbour = await startHarbour();
  const { base } = await startOriel({ ORIEL_UPSTREAM: harbour.url });
  const { data } = await harbour.ask<{ visits: { id: string }[] }>('{ visits(limit: 1) { id } }');
  const localStorage = [{ name: 'apollo-token', value: await harbour.signIn() }];
  const address = `${base}/actions/attachDocument?visitId=${data.visits[0]?.id}`;
  const page = await open(address, { storageState: { cookies: [], origins: [{ origin: base, localStorage }] } });
  const picker = page.locator('input[type="file"]:enabled');
  await picker.setInputFiles(temporaryFile('too large.bin', Buffer.alloc(50 * 1024 * 1024 + 1)));
  await page.getByText('too large.bin').waitFor();
  await page.getByRole('button', { name: 'Attach document', exact: true }).click();
  await page.locator('.field-error', { hasText: 'too large.bin' }).filter({ hasText: '50 MB' }).waitFor({ timeout: 60_000 });
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove too large.bin' }).click();
  await picker.setInputFiles({ name: 'small.bin', mimeType: 'application/octet-stream', buffer: Buffer.from('small') });
  await page.getByText('small.bin').waitFor();
  await page.getByRole('button', { name: 'Attach document', exact: true }).click();
  await page.getByRole('heading', { name: /^Done/ }).waitFor();
  await harbour.close();
});
