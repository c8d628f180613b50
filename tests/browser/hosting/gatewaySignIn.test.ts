/** Signing in at the gateway in Chromium: by redirect to a real provider and back, rows with the user's token, and signing out. */
import { buildSchema, graphql } from 'graphql';
import type { Browser } from 'playwright-core';
import { LOADED, takenOver } from '../../support/browser/journeys';
import { openBrowser } from '../../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';
import { type IdentityProvider, identityProvider } from '../../support/hosting/identityProvider';
import { SERVER, type StartedProcess, startProcess } from '../../support/hosting/startProcess';
import { readBody, type UpstreamServer, upstreamServer } from '../../support/hosting/upstreamServer';

jest.setTimeout(60_000);

const schema = buildSchema('type Query { ships: [Ship!]! } type Ship { id: ID! name: String! }');
const rootValue = { ships: [{ id: '1', name: 'Nordlys' }] };

let browser: Browser;
let provider: IdentityProvider;
let api: UpstreamServer;
let oriel: StartedProcess;
let base: string;
const bearers = new Set<string>();
beforeAll(async () => {
  [browser, provider, api] = await Promise.all([
    openBrowser(),
    identityProvider({ redirectUri: 'http://127.0.0.1/tools/sign-in/return', postLogoutRedirectUri: 'http://127.0.0.1/tools/' }),
    // It requires a sign-in.
    upstreamServer(async (request, response) => {
      response.setHeader('content-type', 'application/json');
      const { authorization } = request.headers;
      const { query, variables, operationName } = JSON.parse((await readBody(request)).toString());
      if (authorization === undefined) return response.writeHead(401).end('{"errors":[{"message":"Who are you?"}]}');
      bearers.add(authorization.slice('Bearer '.length));
      const result = await graphql({ schema, rootValue, source: query, variableValues: variables, operationName });
      response.end(JSON.stringify(result));
    }),
  ]);
  oriel = startProcess(SERVER, {
    PORT: '0',
    ORIEL_UPSTREAM: `${api.origin}/graphql`,
    ORIEL_OIDC_ISSUER: provider.issuer,
    ORIEL_OIDC_CLIENT_ID: 'oriel',
    ORIEL_SESSION_SECRET: 'a session secret of more than 32 characters',
    ORIEL_LOG_LEVEL: 'info',
  });
  base = (await oriel.line(/^Oriel is at (http:\S+)$/))[1] ?? '';
});
afterAll(async () => {
  await browser.close();
  await oriel.end('SIGKILL');
  await api.close();
  await provider.close();
});

it('signs in by redirect, shows rows with the token that the page never sees, and signs out', async () => {
  expectError(FAILED_REQUEST);
  const page = await browser.newPage();
  await page.goto(`${base}/tools/data/ships`);
  await takenOver(page);
  const footer = page.getByRole('navigation', { name: 'Main' });
  await footer.getByRole('link', { name: 'Sign in' }).click();
  // To the provider, which always consents, and back to the same screen.
  await page.locator(LOADED).first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/tools/data/ships');
  await footer.getByText('Anna Larsen').waitFor();
  expect(await footer.getByRole('link', { name: 'Sign in' }).count()).toBe(0);

  const seen = await page.evaluate(() =>
    JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, location.href]),
  );
  const [token = '-'] = bearers;
  expect(token.length).toBeGreaterThan(20);
  expect(bearers.size).toBe(1);
  for (const secret of [token, 'code=']) {
    expect(seen).not.toContain(secret);
    expect(oriel.stderr()).not.toContain(secret);
  }

  await footer.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: /sign me out/ }).click();
  await page.waitForURL(`${base}/tools/**`);
  await footer.getByRole('link', { name: 'Sign in' }).waitFor();
  expect(await page.locator(LOADED).count()).toBe(0);
  await page.close();
});
