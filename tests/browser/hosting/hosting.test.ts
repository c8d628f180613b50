import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { allowPages } from '../../support/browser/allowPages';
import { chunkFile } from '../../support/browser/chunkFile';
import { complaintsOf, openBrowser } from '../../support/browser/openBrowser';
import { expectError, FAILED_REQUEST } from '../../support/browser/pageErrors';
import { rawRequest } from '../../support/hosting/rawRequest';
import { BUILT, type StartedProcess, startOverHarbour } from '../../support/hosting/startProcess';
import { startStaticHost } from '../../support/hosting/staticHost';

jest.setTimeout(120_000);

const hosts: { close(): void }[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.close();
});

/** A static host that serves index.html for unknown paths. `config` replaces config.json. Returns its URL. */
async function staticHost(config: string, configType?: string): Promise<string> {
  const host = await startStaticHost({ config, hasFallback: true, ...(configType ? { configType } : {}) });
  hosts.push(host);
  return host.base;
}

/** The harbour at another origin, with CORS for any origin, as the page of a static host requires. */
async function openApi(): Promise<string> {
  const server = createServer(async (request, response) => {
    if (allowPages(request, response)) return;
    const upstreamResponse = await rawRequest(base, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: request,
    });
    response
      .writeHead(upstreamResponse.status, { 'content-type': upstreamResponse.headers['content-type'] })
      .end(upstreamResponse.body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  hosts.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
}

let browser: Browser;
let api: StartedProcess;
let base: string;
beforeAll(async () => {
  browser = await openBrowser();
  api = await startOverHarbour();
  base = (await api.line(/^Oriel is at (\S+)$/))[1] ?? '';
});
afterAll(async () => {
  await browser.close();
  await api.end();
});

it('the served page shows rows of the harbour and does not violate its own policy', async () => {
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${base}/`);
  await page.getByRole('row').nth(2).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it('the browser enforces the policy: no inline script, no eval, no markup from strings, no foreign script', async () => {
  expectError(/The action has been blocked/);
  const page = await browser.newPage();
  await page.goto(`${base}/`);
  const outcome = await page.evaluate(async () => {
    const attempt = (act: () => unknown): string => {
      try {
        act();
        return 'done';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const global = globalThis as unknown as { ran?: boolean };
    const inline = document.createElement('script');
    const text = attempt(() => {
      inline.textContent = 'globalThis.ran = true';
    });
    document.head.append(inline);
    const foreign = document.createElement('script');
    const source = attempt(() => {
      foreign.src = 'https://evil.example/x.js';
    });
    // Code from the debugger may use eval despite the policy; a timer callback is code of the page.
    const asPage = (act: () => unknown) => new Promise<string>(resolve => setTimeout(() => resolve(attempt(act))));
    return {
      // biome-ignore lint/security/noGlobalEval: the test is that it is refused
      eval: await asPage(() => globalThis.eval('1')),
      function: await asPage(() => new Function('return 1')()),
      markup: attempt(() => {
        document.body.innerHTML = '<img src=x onerror="globalThis.ran = true">';
      }),
      policy: attempt(() =>
        (
          globalThis as unknown as { trustedTypes: { createPolicy(name: string, rules: object): unknown } }
        ).trustedTypes.createPolicy('mine', {}),
      ),
      text,
      source,
      ran: global.ran ?? false,
    };
  });
  expect(outcome).toEqual({
    eval: 'EvalError',
    function: 'EvalError',
    markup: 'TypeError',
    policy: 'TypeError',
    text: 'TypeError',
    source: 'TypeError',
    ran: false,
  });
  await page.close();
});

it('a page of the server contains its configuration, also if the browser renders it', async () => {
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', request => requests.push(new URL(request.url()).pathname));
  await page.goto(`${base}/data/ships?endpoint=${encodeURIComponent(`${base}/graphql`)}`);
  await page.getByRole('row').nth(2).waitFor();
  expect(requests.filter(name => name.startsWith('/assets/early.'))).toHaveLength(1);
  expect(requests).not.toContain('/config.json');
  await page.close();
});

it('on a static host each address preloads the code of its own screen, and of no other', async () => {
  const host = await staticHost(JSON.stringify({ httpEndpoint: await openApi(), wsEndpoint: null }));
  for (const [address, there, own, other] of [
    ['/query', '.query-document .cm-content', chunkFile('query'), chunkFile('data')],
    ['/', '[role=row]', chunkFile('data'), chunkFile('query')],
  ] as const) {
    const page = await browser.newPage();
    const complaints = complaintsOf(page);
    await page.goto(host + address);
    await page.locator(there).first().waitFor();
    const fetched = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(entry => ({ name: entry.name, by: (entry as PerformanceResourceTiming).initiatorType })),
    );
    // The initiator is the first request for the file, not the script that runs it.
    expect(fetched.find(({ name }) => own(new URL(name)))?.by).toBe('link');
    expect(fetched.filter(({ name }) => name.endsWith('/config.json'))).toHaveLength(1);
    expect(fetched.filter(({ name }) => other(new URL(name)))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  }
});

it('dist/ on a static host takes its endpoint from config.json and works at any address', async () => {
  const host = await staticHost(JSON.stringify({ httpEndpoint: await openApi(), wsEndpoint: null, name: 'Elsewhere' }));
  const page = await browser.newPage();
  const complaints = complaintsOf(page);
  await page.goto(`${host}/data/ships`);
  await page.getByRole('row').nth(2).waitFor();
  await page.getByText('Elsewhere').filter({ visible: true }).first().waitFor();
  expect(complaints).toEqual([]);
  await page.close();
});

it('an address that begins with two slashes does not lead to another host', async () => {
  // This host serves the page also for a missing script.
  expectError(/Unexpected token '<'/);
  const host = await staticHost(JSON.stringify({ httpEndpoint: await openApi(), wsEndpoint: null }));
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', request => request.isNavigationRequest() && requests.push(request.url()));
  await page.goto(`${host}//other.invalid/data/ships`);
  await page.waitForURL(url => url.pathname.endsWith('/'));
  expect(requests.filter(url => !url.startsWith(host))).toEqual([]);
  await page.close();
});

it('a host that removes the trailing slash causes no redirect loop', async () => {
  expectError(FAILED_REQUEST);
  const lead = await readFile(path.join(BUILT, 'dist', 'index.html'));
  const host = createServer((request, response) => {
    if (request.url === '/oriel/') response.writeHead(308, { location: '/oriel' }).end();
    else if (request.url === '/oriel') response.writeHead(200, { 'content-type': 'text/html' }).end(lead);
    else response.writeHead(404).end();
  });
  await new Promise<void>(resolve => host.listen(0, '127.0.0.1', resolve));
  hosts.push(host);
  const page = await browser.newPage();
  const requests: string[] = [];
  page.on('request', request => request.isNavigationRequest() && requests.push(new URL(request.url()).pathname));
  const returned = page.waitForEvent('response', response => response.url().endsWith('/oriel/'));
  await page.goto(`http://127.0.0.1:${(host.address() as AddressInfo).port}/oriel`).catch(() => null);
  await returned;
  await page.waitForLoadState('load');
  expect(requests).toEqual(['/oriel', '/oriel/', '/oriel']);
  await page.close();
});

it.each([
  ['by the name of its key', '{"httpEndpont":"/graphql"}', 'application/json', 'config.json: httpEndpont'],
  ['as no JSON, whatever its host calls its type', '{', 'application/octet-stream', 'config.json is not valid JSON'],
])('an invalid config.json is reported %s, not by an empty page', async (_, text, type, message) => {
  const host = await staticHost(text, type);
  const page = await browser.newPage();
  await page.goto(`${host}/`);
  await page.getByText(message).first().waitFor();
  await page.close();
});
