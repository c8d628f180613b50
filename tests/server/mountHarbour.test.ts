import type { IncomingMessage, ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';
import type { BackEnd } from '../../src/server/mountHarbour';
import { rawRequest } from '../support/hosting/rawRequest';
import { type StartedServer, startServer } from '../support/hosting/startServer';
import { readBody } from '../support/hosting/upstreamServer';

/** A back end that returns the request it gets. */
function echo(): BackEnd & { disposed: boolean } {
  const sockets = new WebSocketServer({ noServer: true });
  return {
    disposed: false,
    async handleRequest(request: IncomingMessage, response: ServerResponse) {
      const body = await readBody(request);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ method: request.method, url: request.url, body: body.toString() }));
    },
    handleUpgrade(request, socket, head) {
      sockets.handleUpgrade(request, socket, head, ws => ws.send('welcome'));
    },
    async dispose() {
      this.disposed = true;
      for (const client of sockets.clients) client.close(1001, 'Going away');
    },
  };
}

let server: StartedServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const json = (body: Buffer) => JSON.parse(body.toString());

it('passes on every method of /graphql and everything under /files, with the body unread', async () => {
  server = await startServer({ backEnd: Promise.resolve(echo()) });
  for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain', undefined]) {
    const headers = type === undefined ? {} : { 'content-type': type };
    const response = await rawRequest(server.base, '/graphql?a=1', { method: 'POST', headers, body: '{"broken' });
    expect(json(response.body)).toEqual({ method: 'POST', url: '/graphql?a=1', body: '{"broken' });
  }
  expect(json((await rawRequest(server.base, '/graphql', { method: 'OPTIONS' })).body)).toMatchObject({ method: 'OPTIONS' });
  expect(json((await rawRequest(server.base, '/files/a%20b.pdf')).body)).toMatchObject({
    method: 'GET',
    url: '/files/a%20b.pdf',
  });
  expect((await rawRequest(server.base, '/graphql/x')).status).toBe(404);
});

it('adds the security headers, and makes files inert', async () => {
  server = await startServer({ backEnd: Promise.resolve(echo()) });
  const api = await rawRequest(server.base, '/graphql', { method: 'POST' });
  expect(api.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
    'content-type': 'application/json',
  });
  const file = await rawRequest(server.base, '/files/1');
  expect(file.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'; sandbox");
  expect(server.log.filter(line => line.msg === 'answered')).toEqual([
    expect.objectContaining({ method: 'POST', path: '/graphql', status: 200 }),
    expect.objectContaining({ method: 'GET', path: '/files/1', status: 200 }),
  ]);
});

it('serves the page at once, reports that it is starting, and lets requests and websockets wait for the database', async () => {
  let open = (_backEnd: BackEnd) => {};
  const backEnd = new Promise<BackEnd>(resolve => {
    open = resolve;
  });
  server = await startServer({ backEnd });
  const health = async () => json((await rawRequest(server?.base ?? '', '/healthz')).body).status;
  const early = rawRequest(server.base, '/graphql', { method: 'POST', body: 'early' });
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/graphql`);
  const welcome = new Promise(resolve => socket.once('message', data => resolve(String(data))));
  expect((await rawRequest(server.base, '/', { headers: { accept: 'text/html' } })).status).toBe(200);
  expect(await health()).toBe('starting');
  open(echo());
  expect(json((await early).body).body).toBe('early');
  expect(await welcome).toBe('welcome');
  expect(await health()).toBe('ok');
  socket.terminate();
});

it('answers 503 when it could not start', async () => {
  const failed = Promise.reject(new Error('no disk'));
  failed.catch(() => {});
  server = await startServer({ backEnd: failed });
  const response = await rawRequest(server.base, '/graphql', { method: 'POST', body: '{}' });
  expect([response.status, json(response.body).error]).toEqual([503, 'The back end did not start.']);
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/graphql`);
  const status = new Promise(resolve =>
    socket.on('error', () => {}).once('unexpected-response', (_request, refusal) => resolve(refusal.statusCode)),
  );
  expect(await status).toBe(503);
  expect((await rawRequest(server.base, '/healthz')).status).toBe(503);
});

it('lets it close its websockets when the server shuts down', async () => {
  const backEnd = echo();
  server = await startServer({ backEnd: Promise.resolve(backEnd) });
  const socket = new WebSocket(`${server.base.replace('http', 'ws')}/graphql`);
  await new Promise(resolve => socket.once('message', resolve));
  const closing = new Promise(resolve => socket.once('close', (code, reason) => resolve([code, String(reason)])));
  await server.close();
  server = undefined;
  expect(backEnd.disposed).toBe(true);
  expect(await closing).toEqual([1001, 'Going away']);
});

it('lets it refuse websockets with the headers of this server', async () => {
  const backEnd: BackEnd = {
    ...echo(),
    handleUpgrade: (_request, _socket, _head, _address, refuse) => refuse?.(429, 'Too many.'),
  };
  server = await startServer({ backEnd: Promise.resolve(backEnd) });
  const headers = { connection: 'Upgrade', upgrade: 'websocket' };
  const response = await rawRequest(server.base, '/graphql', { headers });
  expect([response.status, response.body.toString()]).toEqual([429, 'Too many.']);
  expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-security-policy': expect.any(String) });
});
