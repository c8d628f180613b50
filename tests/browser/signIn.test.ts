/**
 * Every way to sign in, in Chromium, at APIs that require it: no request of the page is refused, the schema query included, and no URL contains a
 * secret. `npm run test:package` runs this file against the installed package. The gateway's sign-in has its own file.
 */
import { buildSchema, graphql } from 'graphql';
import type { Locator, Page } from 'playwright-core';
import { startTokenApi } from '../signIn/tokenApi';
import { type ApiRequest, journeys, LOADED } from '../support/browser/journeys';
import { expectError, FAILED_REQUEST } from '../support/browser/pageErrors';
import { identityProvider } from '../support/hosting/identityProvider';
import { startStaticHost } from '../support/hosting/staticHost';
import { API_KEY, startAppSync } from '../support/servers/appsyncServer';
import { startIam } from '../support/servers/iamServer';

jest.setTimeout(60_000);

const { startOriel, startApi, open } = journeys();

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const schema = buildSchema(
  'type Query { ships: [Ship!]! } type Ship { id: ID! name: String! } type Mutation { signIn(code: String!): String! }',
);
const rootValue = { ships: [{ id: '1', name: 'Nordlys' }], signIn: () => 'token-of-the-code' };
const answerOf = async ({ query, variables, operationName }: ApiRequest): Promise<string> =>
  JSON.stringify(await graphql({ schema, rootValue, source: query, variableValues: variables, operationName }));
const REFUSAL = '{"errors":[{"message":"Who are you?","extensions":{"code":"UNAUTHENTICATED"}}]}';

/** An API that answers the requests that `isKnown` accepts, and counts the others. */
async function guardedApi(isKnown: (headers: ApiRequest['headers']) => boolean) {
  const counts = { answered: 0, refused: 0 };
  const url = await startApi(async request => {
    counts[isKnown(request.headers) ? 'answered' : 'refused'] += 1;
    return isKnown(request.headers) ? { body: await answerOf(request) } : { status: 401, body: REFUSAL };
  });
  return { url, counts };
}

/** The page of a static host whose own API requires no sign-in. */
async function openPage(): Promise<Page> {
  const url = await startApi(async request => ({ body: await answerOf(request) }));
  const host = await startStaticHost({ config: JSON.stringify({ httpEndpoint: url, wsEndpoint: null }) });
  ends.push(host.close);
  return open(`${host.base}/#/connections`);
}

/** Adds a connection in the form, and uses it. */
async function connect(page: Page, address: string, fill: (form: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Add a connection' }).click();
  const form = page.getByRole('dialog');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Guarded');
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill(address);
  await fill(form);
  await form.getByRole('button', { name: 'Save and use' }).click();
  await page.getByText(/^Schema from the server/).waitFor();
}

async function addHeader(form: Locator, name: string, value: string): Promise<void> {
  await form.getByRole('button', { name: 'Add a header' }).click();
  await form.getByLabel('Header name', { exact: true }).last().fill(name);
  await form.getByLabel('Header value', { exact: true }).last().fill(value);
}

it.each<[string, (headers: ApiRequest['headers']) => boolean, (form: Locator, page: Page, url: string) => Promise<void>]>([
  [
    'a pasted token',
    headers => headers.authorization === 'Bearer s3cret',
    form => form.getByLabel('Token', { exact: true }).fill('s3cret'),
  ],
  [
    'an API key in a header of any name',
    headers => headers['x-harbour-key'] === 's3cret',
    form => addHeader(form, 'X-Harbour-Key', 's3cret'),
  ],
  [
    'Basic authentication',
    headers => headers.authorization === 'Basic YW5uYTpzM2NyZXQ=',
    form => addHeader(form, 'Authorization', 'Basic YW5uYTpzM2NyZXQ='),
  ],
  [
    'several headers',
    headers => headers['x-user'] === 'anna' && headers['x-tenant'] === 's3cret',
    async form => {
      await addHeader(form, 'X-User', 'anna');
      await addHeader(form, 'X-Tenant', 's3cret');
    },
  ],
  [
    'cookies',
    headers => headers.cookie === 'session=s3cret',
    async (form, page, url) => {
      await page.context().addCookies([{ name: 'session', value: 's3cret', url }]);
      await form.getByRole('checkbox', { name: /^Send cookies to this endpoint/ }).check();
    },
  ],
])('%s shows rows', async (_method, isKnown, fill) => {
  const { url, counts } = await guardedApi(isKnown);
  const page = await openPage();
  await connect(page, url, form => fill(form, page, url));
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Ships' }).click();
  await page.locator(LOADED, { hasText: 'Nordlys' }).waitFor();
  expect(counts.answered).toBeGreaterThan(1);
  expect(counts.refused).toBe(0);
  expect(page.url()).not.toContain('s3cret');
});

it('a sign-in mutation returns the token for the rows', async () => {
  expectError(FAILED_REQUEST);
  const url = await startApi(async request => {
    const isPublic = /__schema|mutation SignIn/.test(request.query);
    const isKnown = request.headers.authorization === 'Bearer token-of-the-code';
    return isPublic || isKnown ? { body: await answerOf(request) } : { status: 401, body: REFUSAL };
  });
  const host = await startStaticHost({ config: JSON.stringify({ httpEndpoint: url, wsEndpoint: null }) });
  ends.push(host.close);
  const page = await open(`${host.base}/#/data/ships`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Code').fill('the code');
  await form.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator(LOADED, { hasText: 'Nordlys' }).waitFor();
});

it('OpenID Connect in the page shows rows, by redirect to a provider and back', async () => {
  expectError(FAILED_REQUEST);
  const provider = await identityProvider({ redirectUri: 'http://127.0.0.1/' });
  const api = await startTokenApi(provider);
  const openId = { issuer: provider.issuer, clientId: 'oriel' };
  const host = await startStaticHost({ config: JSON.stringify({ httpEndpoint: api.url, openId }) });
  ends.push(host.close, api.close, provider.close);
  const page = await open(`${host.base}/#/data/notes`);
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator(LOADED, { hasText: 'The first note' }).waitFor();
  expect(page.url()).toBe(`${host.base}/#/data/notes`);
  for (const token of provider.tokens.keys()) expect(host.asked.join()).not.toContain(token);
});

it.each(['an API key', 'IAM credentials'])('AWS AppSync answers to %s, over HTTP and its websocket', async method => {
  const keys = { accessKeyId: 'ASIAEXAMPLE', secretAccessKey: 's3cret', sessionToken: 'session==', region: 'eu-west-1' };
  const iam = method === 'IAM credentials' ? await startIam(keys) : null;
  const api = iam ?? (await startAppSync());
  ends.push(() => api.close());
  const page = await openPage();
  await connect(page, api.url, async form => {
    await form.getByLabel('Protocol of the live connection').selectOption({ label: 'AWS AppSync' });
    if (!iam) return addHeader(form, 'x-api-key', API_KEY);
    await form.getByLabel('AWS_ACCESS_KEY_ID').fill(keys.accessKeyId);
    await form.getByLabel('AWS_SECRET_ACCESS_KEY').fill(keys.secretAccessKey);
    await form.getByLabel('AWS_SESSION_TOKEN').fill(keys.sessionToken);
    await form.getByLabel('AWS_REGION').fill(keys.region);
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Watch' }).click();
  await expect(eventOf(page, () => api.tick())).resolves.toBeTruthy();
  for (const { refused } of iam?.asked ?? []) expect(refused).toBeNull();
});

/** Waits for the first event of the feed; `tick` causes one. */
async function eventOf(page: Page, tick: () => void): Promise<string | null> {
  const first = page.getByRole('main').getByRole('gridcell').first();
  const timer = setInterval(tick, 100);
  try {
    await first.waitFor();
    return await first.textContent();
  } finally {
    clearInterval(timer);
  }
}

it('the gateway adds an API key, which the page never sees', async () => {
  const { url, counts } = await guardedApi(headers => headers['x-harbour-key'] === 's3cret');
  const { base, process } = await startOriel({
    ORIEL_UPSTREAM: url,
    ORIEL_UPSTREAM_HEADERS: '{"x-harbour-key":"s3cret"}',
    ORIEL_LOG_LEVEL: 'trace',
  });
  const page = await open(`${base}/data/ships`);
  await page.locator(LOADED, { hasText: 'Nordlys' }).waitFor();
  expect(counts.refused).toBe(0);
  expect(await page.content()).not.toContain('s3cret');
  expect(process.stderr()).not.toContain('s3cret');
});
