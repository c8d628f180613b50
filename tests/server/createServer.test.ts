import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { createServer } from '../../src/server/createServer';
import { BUILD_SCRIPT } from '../support/hosting/buildFolder';
import { rawRequest } from '../support/hosting/rawRequest';
import { type StartedServer, startServer } from '../support/hosting/startServer';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let server: StartedServer;
beforeAll(async () => {
  server = await startServer({ publicConfig: { httpEndpoint: 'http://lan:8080/graphql', name: 'Orders' } });
});
afterAll(() => server.close());
const get = (path: string, headers: Record<string, string> = {}) => rawRequest(server.base, path, { headers });

describe('the page', () => {
  it.each([
    ['/', 200],
    ['/data/ships?sort=name', 200],
    ['/data/ships/a.b.json', 200],
    ['/docs/Ship/name', 200],
    ['/index.html', 404],
    ['/data/ships/1/2', 404],
    ['/settings/more', 404],
    ['/constructor', 404],
  ])('is the answer to %s, with status %s', async (path, status) => {
    const response = await get(path, BROWSER);
    expect(response.status).toBe(status);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe(status === 200 ? 'no-cache' : 'no-store');
    expect(response.body.toString()).toContain('id="oriel-config">{"httpEndpoint":"http://lan:8080/graphql","name":"Orders"}<');
  });

  it.each([300, 5000])(
    'is also the answer to an address of %d characters, longer than the names of files can be',
    async length => {
      const response = await get(`/data/ships/${'a'.repeat(length)}`, BROWSER);
      expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect((await get(`/assets/${'a'.repeat(length)}`)).status).toBe(404);
    },
  );

  it('is compressed as the browser accepts, with a Vary header', async () => {
    const br = await get('/', { ...BROWSER, 'accept-encoding': 'gzip, br' });
    expect(br.headers).toMatchObject({ 'content-encoding': 'br', vary: expect.stringContaining('accept-encoding') });
    expect(brotliDecompressSync(br.body).toString()).toContain('oriel-config');
  });

  it('is not sent again if it is unchanged', async () => {
    const { headers } = await get('/data/visits', BROWSER);
    const again = await get('/data/ships', { ...BROWSER, 'if-none-match': String(headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it.each([
    ['an address that cannot be decoded', 'GET /%E0%A4%A HTTP/1.1', 400],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nExpect: something', 417],
  ])('of %s is an error with the policy of an API response', async (_what, first, status) => {
    const { host, port } = new URL(server.base);
    const socket = connect(Number(port), '127.0.0.1');
    let text = '';
    socket.setEncoding('latin1').on('data', piece => {
      text += piece;
    });
    const ended = new Promise<void>(resolve => socket.once('end', resolve));
    socket.write(`${first}\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    await ended;
    expect(text).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(text).toMatch(/content-security-policy: default-src 'none'; frame-ancestors 'none'; sandbox/i);
  });

  it('answers HEAD without a body', async () => {
    const response = await rawRequest(server.base, '/data/ships', { method: 'HEAD', headers: BROWSER });
    expect([response.status, response.body.length]).toEqual([200, 0]);
  });

  it('is sent to clients that accept anything, at addresses of screens', async () => {
    const response = await get('/data/ships', { accept: '*/*' });
    expect([response.status, response.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await get('/data/ships')).status).toBe(200);
    expect((await get('/favicon.png', { accept: 'image/avif,image/webp,*/*;q=0.8' })).status).toBe(404);
  });

  it('is not sent to clients that accept something else', async () => {
    expect((await get('/data/ships', { accept: 'application/json' })).status).toBe(404);
    expect((await get('/assets/gone.js', BROWSER)).status).toBe(404);
    expect((await rawRequest(server.base, '/data/ships', { method: 'POST', headers: BROWSER })).status).toBe(404);
    const none = await get('/nothing');
    expect(JSON.parse(none.body.toString())).toEqual({
      error: 'There is nothing here.',
      requestId: none.headers['x-request-id'],
    });
  });
});

describe('the files of the build', () => {
  it('are compressed in advance, and immutable if their name has a hash', async () => {
    const br = await get('/assets/client.0123.js', { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(br.headers['content-type']).toMatch(/^(text|application)\/javascript/);
    expect(brotliDecompressSync(br.body).toString()).toBe(BUILD_SCRIPT);
    const gzip = await get('/assets/client.0123.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.body).toString()).toBe(BUILD_SCRIPT);
    const plain = await get('/assets/client.0123.js');
    expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, BUILD_SCRIPT]);
    expect((await get('/favicon.svg')).headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' });
  });

  it.each([
    '/../package.json',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
    '/assets/../../package.json',
    '/_headers',
    '/assets/client.0123.js.br',
  ])('do not include %s', async path => {
    const response = await get(path);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.body.toString()).not.toContain('"scripts"');
  });
});

describe('every answer', () => {
  it.each(['/', '/assets/client.0123.js', '/healthz', '/config.json', '/nothing', '/assets/gone.js'])(
    'to %s carries the security headers',
    async path => {
      const { headers } = await get(path, path === '/' ? BROWSER : {});
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'permissions-policy': expect.stringContaining('camera=()'),
        'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
        'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
      });
      expect(headers['content-security-policy']).toContain('http://lan:8080');
      expect(headers['x-powered-by'] ?? headers.server).toBeUndefined();
    },
  );

  it('an unknown address does too', async () => {
    const { status, headers } = await get('/%zz', BROWSER);
    expect(status).toBe(400);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('keeps the request id of a load balancer, if it is valid', async () => {
    expect((await get('/', { 'x-request-id': 'abc-12345678' })).headers['x-request-id']).toBe('abc-12345678');
    expect((await get('/', { 'x-request-id': '{"forged":"line"}' })).headers['x-request-id']).toMatch(/^[\w-]{36}$/);
  });
});

it('serves its own configuration as config.json, not that of the file', async () => {
  const response = await get('/config.json');
  expect(response.headers['content-type']).toMatch(/^application\/json/);
  expect(JSON.parse(response.body.toString())).toEqual({ httpEndpoint: 'http://lan:8080/graphql', name: 'Orders' });
});

it('has no API and no websocket of its own if the browser uses another server', async () => {
  expect((await rawRequest(server.base, '/graphql', { method: 'POST', body: '{}' })).status).toBe(404);
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  };
  expect((await get('/graphql', headers)).status).toBe(404);
});

it('logs one line per request, with its id, but without its query string and headers', async () => {
  const { headers } = await get('/nothing?token=s3cret', { authorization: 'Bearer s3cret', cookie: 'a=s3cret' });
  const line = server.log.find(entry => entry.reqId === headers['x-request-id']);
  expect(line).toMatchObject({
    method: 'GET',
    path: '/nothing',
    status: 404,
    ms: expect.any(Number),
    time: expect.stringMatching(/^\d{4}-/),
  });
  expect(JSON.stringify(server.log)).not.toContain('s3cret');
});

it('refuses to start without a build', async () => {
  const { log } = await import('fastify').then(({ default: fastify }) => fastify({ logger: false }));
  const options = {
    settings: { publicConfig: {}, connectSources: null, upstream: null, upstreamTimeoutMs: 1 },
    log: log as never,
  };
  await expect(createServer({ ...options, dist: '/nowhere' })).rejects.toThrow('index.html');
});

describe('ending', () => {
  it('is reported to a load balancer and to new requests, and is fast if nothing is in progress', async () => {
    const ending = await startServer();
    const idle = connect(Number(new URL(ending.base).port), '127.0.0.1');
    await new Promise(resolve => idle.once('connect', resolve));
    const closed = new Promise(resolve => idle.once('close', resolve));
    await ending.close();
    await closed;
    await expect(rawRequest(ending.base, '/healthz')).rejects.toThrow('ECONNREFUSED');
  });

  it('finishes pending responses, and aborts one that does not end in time', async () => {
    let finish = () => {};
    let began = () => {};
    const both = new Promise<void>(resolve => {
      let count = 0;
      began = () => {
        count += 1;
        if (count === 2) resolve();
      };
    });
    let disposed = false;
    const backEnd = Promise.resolve({
      handleRequest(incoming: IncomingMessage, response: ServerResponse) {
        response.write('begun ');
        began();
        if (incoming.headers['x-kind'] === 'long') return;
        finish = () => response.end('and ended');
      },
      handleUpgrade() {},
      dispose: async () => {
        disposed = true;
      },
    });
    const ending = await startServer({ backEnd, graceMs: 300 });
    const short = rawRequest(ending.base, '/graphql', { method: 'POST' });
    const long = rawRequest(ending.base, '/graphql', { method: 'POST', headers: { 'x-kind': 'long' } });
    const cut = expect(long).rejects.toThrow(/aborted|reset/);
    await both;
    const closed = ending.close();
    expect(disposed).toBe(false);
    finish();
    expect((await short).body.toString()).toBe('begun and ended');
    await closed;
    await cut;
    expect(disposed).toBe(true);
  });
});

it('refuses what is not HTTP', async () => {
  const status = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
    socket.once('data', data => resolve(String(data).split('\r\n')[0] ?? ''));
    socket.once('error', reject);
  });
  expect(status).toContain('400');
});
