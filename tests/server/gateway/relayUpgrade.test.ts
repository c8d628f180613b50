import type { IncomingMessage } from 'node:http';
import { connect as connectTcp } from 'node:net';
import type { Duplex } from 'node:stream';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { eventually } from '../../support/eventually';
import { rawRequest } from '../../support/hosting/rawRequest';
import { type StartedServer, startServer } from '../../support/hosting/startServer';
import { readBody, type UpstreamServer, upstreamServer } from '../../support/hosting/upstreamServer';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Peers {
  server: StartedServer;
  upstream: UpstreamServer;
  /** Resolves with the upstream's side of the next websocket. */
  accepted: () => Promise<WebSocket>;
  connect: (options?: { headers?: Record<string, string>; protocols?: string[] }) => WebSocket;
}

/** A gateway before a websocket server that speaks graphql-transport-ws. */
async function peers(
  upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void,
  upstreamTimeoutMs = 5000,
  settings: Parameters<typeof startServer>[0] = {},
): Promise<Peers> {
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: offered => (offered.has('graphql-transport-ws') ? 'graphql-transport-ws' : false),
  });
  const upstream = await upstreamServer(
    (_request, response) => response.end('{}'),
    upgrade ??
      ((request, socket, head) => sockets.handleUpgrade(request, socket, head, ws => sockets.emit('connection', ws, request))),
  );
  const address = new URL(`${upstream.origin}/v1/live?key=1`);
  const server = await startServer({ upstream: address, upstreamTimeoutMs, graceMs: 100, ...settings });
  open.push(server, upstream);
  return {
    server,
    upstream,
    accepted: () => new Promise(resolve => sockets.once('connection', resolve)),
    connect: ({ headers, protocols = ['graphql-transport-ws'] } = {}) =>
      new WebSocket(`${server.base.replace('http', 'ws')}/graphql`, protocols, { headers }),
  };
}

const opened = (socket: WebSocket) => new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
const closed = (socket: WebSocket) =>
  new Promise<[number, string]>(resolve => socket.once('close', (code, reason) => resolve([code, String(reason)])));
const next = (socket: WebSocket) =>
  new Promise<string>(resolve => socket.once('message', (data: RawData) => resolve(String(data))));
const refused = (socket: WebSocket) =>
  new Promise<number>(resolve =>
    socket.on('error', () => {}).once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0)),
  );

it('carries the subprotocol, messages of both directions, pings and binary data', async () => {
  const { upstream, accepted, connect } = await peers();
  const there = accepted();
  const browser = connect({ protocols: ['other', 'graphql-transport-ws'] });
  await opened(browser);
  const api = await there;
  expect(browser.protocol).toBe('graphql-transport-ws');
  expect(upstream.requests[0]?.url).toBe('/v1/live?key=1');
  const up = next(api);
  browser.send('{"type":"connection_init"}');
  expect(await up).toBe('{"type":"connection_init"}');
  const large = 'x'.repeat(300_000);
  const down = next(browser);
  api.send(large);
  expect(await down).toBe(large);
  const ping = new Promise<string>(resolve => browser.once('ping', data => resolve(String(data))));
  api.ping('hello');
  expect(await ping).toBe('hello');
  browser.terminate();
});

it('answers a request that offers another protocol by HTTP/1.1, with its whole body', async () => {
  const upstream = await upstreamServer(async (request, response) => {
    const text = String(await readBody(request));
    response.end(JSON.stringify({ size: text.length, end: text.slice(-5), up: request.headers.upgrade }));
  });
  const server = await startServer({ upstream: new URL(upstream.origin), graceMs: 100 });
  open.push(server, upstream);
  const { host, port } = new URL(server.base);
  const lines = (first: string, ...more: string[]) =>
    [
      first,
      `Host: ${host}`,
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABk',
      ...more,
      '',
      '',
    ].join('\r\n');
  const socket = connectTcp(Number(port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', piece => {
    text += piece;
  });
  const body = `${'b'.repeat(300_000)}a`;
  const has = (found: RegExp) =>
    eventually(
      async () => text,
      read => found.test(read),
      5000,
    );
  socket.write(lines('POST /graphql HTTP/1.1', 'Content-Type: application/json', `Content-Length: ${body.length}`));
  socket.write(body);
  await has(/^HTTP\/1\.1 200 OK\r\n.*\{"size":300001,"end":"bbbba"\}/s);
  // The same connection goes on, with a chunked body and with a page.
  text = '';
  const chunked = lines('POST /tools/graphql HTTP/1.1', 'Content-Type: application/json', 'Transfer-Encoding: chunked');
  socket.write(`${chunked}3\r\nabc\r\n`);
  socket.write('2\r\nde\r\n0\r\n\r\n');
  await has(/\{"size":5,"end":"abcde"\}/);
  text = '';
  socket.write(lines('GET /data HTTP/1.1', 'Accept: text/html'));
  await has(/^HTTP\/1\.1 200 OK.*<html/s);
  socket.destroy();
});

it('answers such requests in their order if a client sends them before the responses', async () => {
  const upstream = await upstreamServer(async (request, answer) => {
    const text = String(await readBody(request));
    // The first response is the slowest.
    setTimeout(() => answer.end(`"${text}"`), text === 'first' ? 100 : 0);
  });
  const server = await startServer({ upstream: new URL(upstream.origin), graceMs: 100 });
  open.push(server, upstream);
  const { host, port } = new URL(server.base);
  const request = (body: string, upgrade: string) =>
    `POST /graphql HTTP/1.1\r\nHost: ${host}\r\n${upgrade}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const h2c = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
  const websocket = `GET /nothing HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  const socket = connectTcp(Number(port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', piece => {
    text += piece;
  });
  const ended = new Promise<void>(resolve => socket.once('end', resolve));
  socket.write(request('first', h2c) + request('second', h2c) + request('third', '') + websocket);
  await ended;
  expect(text.match(/"(?:first|second|third)"|There is no websocket here/g)).toEqual([
    '"first"',
    '"second"',
    '"third"',
    'There is no websocket here',
  ]);
});

it.each([
  ['of another origin', 'GET /graphql HTTP/1.1', 'websocket', 'Origin: http://evil.example'],
  ['at an address without one', 'GET /nothing HTTP/1.1', 'websocket', 'X: 1'],
  ['of another protocol', 'GET /data HTTP/1.1', 'h2c', 'Accept: text/html'],
])('survives connections that are reset while an upgrade %s is answered', async (_what, first, protocol, more) => {
  const server = await startServer({ upstream: new URL('http://127.0.0.1:1'), graceMs: 100 });
  open.push(server);
  const { host, port } = new URL(server.base);
  for (let count = 0; count < 30; count++) {
    const socket = connectTcp(Number(port), '127.0.0.1').on('error', () => {});
    const closed = new Promise(resolve => socket.once('close', resolve));
    socket.write(`${first}\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n${more}\r\n\r\n`);
    setTimeout(() => socket.resetAndDestroy(), count % 5);
    await closed;
  }
  expect((await rawRequest(server.base, '/healthz')).status).toBe(200);
});

it('ends the connection after the response to such a request of HTTP/1.0', async () => {
  const server = await startServer({ graceMs: 100 });
  open.push(server);
  const { host, port } = new URL(server.base);
  const socket = connectTcp(Number(port), '127.0.0.1');
  let text = '';
  socket.setEncoding('latin1').on('data', piece => {
    text += piece;
  });
  const ended = new Promise<void>(resolve => socket.once('end', resolve));
  socket.write(`GET /data HTTP/1.0\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: h2c\r\nAccept: text/html\r\n\r\n`);
  await ended;
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n.*<html/s);
});

it('keeps data that was sent right after the handshake', async () => {
  const { connect } = await peers((request, socket) => {
    new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, Buffer.alloc(0), ws => ws.send('at once'));
  });
  const browser = connect();
  expect(await next(browser)).toBe('at once');
  browser.terminate();
});

it.each([
  [4401, 'Unauthorized'],
  [1000, ''],
  [1001, 'Going away'],
])('passes the close code %i and its reason to the browser, and the other way round', async (code, reason) => {
  const { accepted, connect } = await peers();
  for (const side of ['api', 'browser'] as const) {
    const there = accepted();
    const browser = connect();
    await opened(browser);
    const api = await there;
    const closing = closed(side === 'api' ? browser : api);
    (side === 'api' ? api : browser).close(code, reason);
    expect(await closing).toEqual([code, reason]);
  }
});

it('passes a lost connection on as lost, in both directions, so that the client reconnects', async () => {
  const { accepted, connect } = await peers();
  for (const side of ['api', 'browser'] as const) {
    const there = accepted();
    const browser = connect();
    await opened(browser);
    const api = await there;
    const closing = closed(side === 'api' ? browser : api);
    (side === 'api' ? api : browser).terminate();
    expect((await closing)[0]).toBe(1006);
  }
});

it('applies the same rules to headers as it does for HTTP', async () => {
  const { upstream, server, connect } = await peers();
  const { host } = new URL(server.base);
  const browser = connect({
    headers: {
      origin: `http://${host}`,
      cookie: 'other=1',
      'x-forwarded-for': '10.0.0.7',
      forwarded: 'for=x',
      'proxy-authorization': 'Basic x',
    },
  });
  await opened(browser);
  const headers = upstream.requests[0]?.headers ?? {};
  for (const name of ['origin', 'cookie', 'forwarded', 'proxy-authorization']) expect(headers[name]).toBeUndefined();
  expect(headers).toMatchObject({
    host: new URL(upstream.origin).host,
    'x-forwarded-for': '10.0.0.7, 127.0.0.1',
    'x-forwarded-host': host,
    via: expect.stringContaining('oriel-'),
  });
  browser.terminate();
});

it('refuses a page of another origin without a connection to the upstream', async () => {
  const { upstream, connect } = await peers();
  expect(await refused(connect({ headers: { origin: 'https://evil.example' } }))).toBe(403);
  expect(upstream.requests).toHaveLength(0);
});

it('refuses every other path', async () => {
  const { server, upstream } = await peers();
  expect(await refused(new WebSocket(`${server.base.replace('http', 'ws')}/graphql/x`))).toBe(404);
  expect(upstream.requests).toHaveLength(0);
});

it('passes a refusal of the upstream on by its status', async () => {
  const { connect } = await peers((_request, socket) => socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n'));
  expect(await refused(connect())).toBe(401);
});

it('answers 502 if the upstream speaks HTTP only or is down, and 504 if it does not respond', async () => {
  const plain = await peers((_request, socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'));
  expect(await refused(plain.connect())).toBe(502);
  await plain.upstream.close();
  expect(await refused(plain.connect())).toBe(502);
  const silent = await peers(() => {}, 100);
  expect(await refused(silent.connect())).toBe(504);
});

it('reaches an upstream that is available again', async () => {
  const { upstream, connect } = await peers();
  await upstream.close();
  expect(await refused(connect())).toBe(502);
  const back = await upstreamServer(
    () => {},
    (request, socket, head) =>
      new WebSocketServer({ noServer: true }).handleUpgrade(request, socket, head, ws => ws.send('back')),
    upstream.port,
  );
  open.push(back);
  const browser = connect();
  expect(await next(browser)).toBe('back');
  browser.terminate();
});

it('leaves no connection to the upstream behind when the browser aborts the handshake', async () => {
  let arrived = (_socket: Duplex) => {};
  const there = new Promise<Duplex>(resolve => {
    arrived = resolve;
  });
  const { connect } = await peers((_request, socket) => arrived(socket));
  const browser = connect();
  browser.on('error', () => {});
  const socket = await there;
  const ended = new Promise(resolve => socket.on('error', resolve).once('end', resolve).resume());
  browser.terminate();
  await ended;
});

it('ends open websockets when the server ends', async () => {
  const { server, accepted, connect } = await peers();
  const there = accepted();
  const browser = connect();
  await opened(browser);
  const ends = Promise.all([closed(browser), closed(await there)]);
  await server.close();
  expect((await ends).map(([code]) => code)).toEqual([1006, 1006]);
});

describe('websockets of one client', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': `198.51.100.7, ${address}` } });

  it('are refused beyond a number, until one of them ends', async () => {
    const { connect, upstream } = await peers(undefined, 5000, { mostOpen: 2, trustProxy: true });
    const [first, second] = [connect(from('2001:db8::1')), connect(from('2001:db8::2'))];
    await Promise.all([opened(first), opened(second)]);
    expect(await refused(connect(from('2001:db8::3')))).toBe(429);
    expect(upstream.requests).toHaveLength(2);
    const other = connect(from('2001:db8:0:1::1'));
    await opened(other);
    first.close(1000);
    await closed(first);
    const again = connect(from('2001:db8::3'));
    await opened(again);
    for (const socket of [second, other, again]) socket.terminate();
  });

  it('count while the API has not answered, and no longer when they are refused', async () => {
    const { connect } = await peers(
      (_request, socket) => void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'),
      5000,
      {
        mostOpen: 1,
      },
    );
    for (let times = 0; times < 3; times++) {
      const browser = connect();
      expect(await refused(browser)).toBe(403);
      browser.terminate();
      await closed(browser);
    }
    const held = await peers(() => {}, 5000, { mostOpen: 1 });
    const waiting = held.connect();
    waiting.on('error', () => {});
    while (held.upstream.requests.length === 0) await new Promise(resolve => setImmediate(resolve));
    expect(await refused(held.connect())).toBe(429);
    waiting.terminate();
  });

  it('are terminated if they are refused and stay open', async () => {
    const { server } = await peers(undefined, 5000, { mostOpen: 0 });
    const { hostname, port } = new URL(server.base);
    const lines = ['GET /graphql HTTP/1.1', `host: ${hostname}`, 'connection: Upgrade', 'upgrade: websocket', '', ''];
    const socket = connectTcp({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.write(lines.join('\r\n'));
    const response = await new Promise<string>(resolve => socket.once('data', data => resolve(String(data))));
    expect(response).toMatch(/^HTTP\/1\.1 429 /);
    // A half-open connection is closed on the other side: writing to it fails.
    const failed = new Promise<string>(resolve => socket.once('error', ({ code = '' }: NodeJS.ErrnoException) => resolve(code)));
    const write = setInterval(() => socket.write('x'), 20);
    expect(await failed).toMatch(/^(?:EPIPE|ECONNRESET)$/);
    clearInterval(write);
    socket.destroy();
  });
});
