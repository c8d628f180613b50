/**
 * Known attacks on similar tools, repeated in Chromium; each test is named after its advisory. Attacks that need no page are in
 * tests/server/advisories.test.ts. .github/SECURITY.md lists both.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buildSchema, graphql, introspectionFromSchema } from 'graphql';
import type { Page } from 'playwright-core';
import { journeys, LOADED, takenOver } from '../support/browser/journeys';
import { goWithin } from '../support/browser/screenTour';

jest.setTimeout(240_000);

const { startOriel, startApi, open } = journeys();

const TOKEN = 'a-token-that-must-not-travel';
/** Markup that runs a script in every known way. The script changes the title of the page. */
const MARKUP =
  "<img src=x onerror=\"document.title='hit'\"><script>document.title='hit'</script><svg onload=\"document.title='hit'\"><a href=\"javascript:document.title='hit'\">x</a>";

const SCHEMA = buildSchema(`
  type Note { id: ID!, title: String!, body: String, link: String, file: String, script: String }
  type Query { notes: [Note!]!, note(id: ID!): Note, echo(text: String): String }
  type Mutation { login(code: String!): String, changeNote(id: ID!, title: String): Note }
`);
const NOTE = {
  id: '1',
  title: MARKUP,
  body: `<b>bold</b> ${MARKUP}`,
  link: 'https://other.example/page',
  file: 'file:///etc/passwd',
  script: "javascript:document.title='hit'",
};

/** An API with the schema above that records its requests; `introspection` replaces its introspection result. */
async function notesApi(introspection?: object): Promise<{ address: string; sent: string[] }> {
  const sent: string[] = [];
  const rootValue = { notes: [NOTE], note: NOTE, echo: ({ text }: { text?: string }) => text ?? null };
  const address = await startApi(async request => {
    sent.push(JSON.stringify(request));
    if (introspection && request.query.includes('__schema')) return { body: JSON.stringify({ data: introspection }) };
    const { query, variables } = request;
    return { body: JSON.stringify(await graphql({ schema: SCHEMA, source: query, variableValues: variables, rootValue })) };
  });
  return { address, sent };
}

async function expectNothingRan(page: Page): Promise<void> {
  expect(await page.title()).not.toBe('hit');
  expect(await page.locator('main script, main img[src="x"], main svg[onload]').count()).toBe(0);
  expect(await page.locator('main b', { hasText: /^bold$/ }).count()).toBe(0);
  expect(await page.locator('a[href^="javascript:" i], a[href^="data:" i], a[href^="file:" i]').count()).toBe(0);
}

test('CVE-2021-41248 HTML in names and descriptions of a schema is text on every screen', async () => {
  const hostile = JSON.parse(
    JSON.stringify(introspectionFromSchema(SCHEMA)).replaceAll('"description":null', `"description":${JSON.stringify(MARKUP)}`),
    // A name that graphql-js would refuse, as a hostile server may send it.
    (key, value: unknown) => (key === 'name' && value === 'changeNote' ? `change${MARKUP}` : value),
  ) as object;
  const { address } = await notesApi(hostile);
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: address, ORIEL_WS_ENDPOINT: 'none' });
  const page = await open(`${base}/settings`);
  await takenOver(page);
  for (const screen of ['/data', '/data/notes', '/actions', '/docs', '/docs/Note', '/docs/Mutation', '/query', '/wire']) {
    await goWithin(page, screen);
    await page.locator('main h1, main [role="heading"], .query-explorer').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectNothingRan(page);
  }
});

test('CVE-2021-41249 a link with a hostile endpoint sends nothing there before it is allowed, and no token afterwards', async () => {
  const own = await notesApi();
  const evil = await notesApi();
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: own.address, ORIEL_WS_ENDPOINT: 'none' });
  const page = await open(`${base}/settings`);
  await page.evaluate(token => localStorage.setItem('apollo-token', token), TOKEN);
  await page.goto(`${base}/query?query=${encodeURIComponent('{ echo }')}&endpoint=${encodeURIComponent(evil.address)}`);
  const dialog = page.getByRole('dialog', { name: 'Open another endpoint?' });
  await dialog.getByText(evil.address).waitFor();
  expect(evil.sent).toEqual([]);
  const headers: (string | undefined)[] = [];
  page.on('request', request => {
    if (request.url() === evil.address) headers.push(request.headers().authorization);
  });
  await dialog.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Run' }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(evil.sent.length).toBeGreaterThan(0);
  // The operation of the link does not run automatically.
  expect(evil.sent.filter(body => !body.includes('__schema') && !body.includes('__type'))).toEqual([]);
  expect(headers.filter(Boolean)).toEqual([]);
});

test('CVE-2025-59845 a message that another window forges changes nothing', async () => {
  const { address, sent } = await notesApi();
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: address, ORIEL_WS_ENDPOINT: 'none' });
  const other = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Another site</title>'),
  );
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve));
  const page = await open(`http://localhost:${(other.address() as AddressInfo).port}/`);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(target => void Object.assign(globalThis, { target: window.open(target) }), `${base}/query`),
  ]);
  await popup.getByRole('button', { name: 'Run' }).waitFor();
  await takenOver(popup);
  await popup.waitForLoadState('networkidle');
  const state = (): Promise<string> =>
    popup.evaluate(() => JSON.stringify([location.href, { ...localStorage }, document.cookie]));
  const [before, requests] = [await state(), sent.length];
  await page.evaluate(() => {
    const forged = [
      { name: 'SetToken', token: 'evil', headers: { authorization: 'evil' } },
      { name: 'ExplorerRequest', operation: 'mutation { login(code: "1") }', variables: {} },
      { name: 'HandshakeResponse', schema: '{}', graphRef: 'x', sendOperationHeaders: { a: 'b' } },
      { type: 'connection_init', payload: {} },
      { type: 'navigate', href: 'javascript:document.title="hit"' },
      'webpackHotUpdate',
    ];
    const { target } = globalThis as unknown as { target: Window | null };
    for (const message of forged) target?.postMessage(message, '*');
  });
  // The page's own message comes after those, so they have been handled by then.
  await popup.evaluate(() => new Promise(resolve => setTimeout(resolve, 200)));
  expect(await state()).toBe(before);
  expect(sent).toHaveLength(requests);
  await expectNothingRan(popup);
  other.close();
});

test('CVE-2023-43799 external links use http, https or mailto only, and their page has no access to the opener', async () => {
  const { address } = await notesApi();
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: address, ORIEL_WS_ENDPOINT: 'none' });
  const page = await open(`${base}/data/notes?columns=id,link,file,script`);
  await page.locator(LOADED).first().waitFor();
  const outward = await page.locator('main a[href]').evaluateAll(links =>
    links
      .map(link => link as HTMLAnchorElement)
      .filter(({ origin }) => origin !== location.origin)
      .map(({ href, rel, target }) => ({ href, rel, target })),
  );
  expect(outward.map(({ href }) => href)).toEqual(['https://other.example/page']);
  for (const { rel, target } of outward) {
    expect(target).toBe('_blank');
    expect(rel).toContain('noopener');
  }
  await expectNothingRan(page);
});

test('CVE-2025-1087 templates are evaluated neither in requests nor on the screen', async () => {
  const { address, sent } = await notesApi();
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: address, ORIEL_WS_ENDPOINT: 'none' });
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the attack
  const template = "{{ 7*7 }} {% now %} ${7*7} <%= 7*7 %> #{7*7} {{constructor.constructor('document.title=1')()}}";
  const query = encodeURIComponent('query Echo($text: String) { echo(text: $text) }');
  const variables = encodeURIComponent(JSON.stringify({ text: template }));
  const page = await open(`${base}/query?query=${query}&variables=${variables}`);
  await page.getByRole('button', { name: 'Run' }).click();
  await page.getByRole('region', { name: 'Result' }).getByText('{{ 7*7 }}', { exact: false }).first().waitFor();
  const body = sent.find(each => each.includes('Echo'));
  expect((JSON.parse(body ?? '{}') as { variables?: unknown }).variables).toEqual({ text: template });
  const shown = await page.getByRole('region', { name: 'Result' }).textContent();
  expect(shown).toContain(template);
  expect(shown).not.toContain('49');
  await expectNothingRan(page);
});

test('CVE-2022-0087 a sign-in link that redirects to a script does not run it', async () => {
  const { base, accessCode } = await startOriel();
  const bad = encodeURIComponent("javascript:document.title='hit'");
  const names = ['from', 'next', 'redirect', 'redirect_uri', 'returnTo', 'return_to', 'callback', 'url', 'target'];
  const link = `${base}/settings?${names.map(name => `${name}=${bad}`).join('&')}&code=stolen&state=%2F%2Fevil.example`;
  const page = await open(link);
  await takenOver(page);
  const left: string[] = [];
  page.on('framenavigated', frame => left.push(frame.url()));
  await page.locator('.rail-sign-in').click();
  await page.getByRole('dialog').getByLabel('Code').fill(accessCode);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(left.filter(url => new URL(url).origin !== base)).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/settings');
  // The parameters of the link are not credentials of this page.
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('stolen');
  await expectNothingRan(page);
});

test('CVE-2023-25572 rich text in a record is shown as plain text in the table, the record and its form', async () => {
  const { address } = await notesApi();
  const { base } = await startOriel({ ORIEL_HTTP_ENDPOINT: address, ORIEL_WS_ENDPOINT: 'none' });
  const page = await open(`${base}/data/notes?columns=id,title,body`);
  await page.locator(LOADED).first().waitFor();
  expect(await page.locator('main').textContent()).toContain('<b>bold</b>');
  await expectNothingRan(page);
  await takenOver(page);
  for (const screen of ['/data/Note/1', '/actions/changeNote?id=1']) {
    await goWithin(page, screen);
    await page.locator('main h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await expectNothingRan(page);
  }
});
