/** Known attacks on similar tools, repeated; each test is named after its advisory. Attacks that need a page are in tests/browser. */
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import WebSocket from 'ws';
import { createHarbour } from '../../src/sample/createHarbour';
import { copySeededFolder } from '../support/harbour/seededFolder';
import { rawRequest } from '../support/hosting/rawRequest';
import { selfSigned } from '../support/hosting/selfSigned';
import { startServer } from '../support/hosting/startServer';

jest.setTimeout(60_000);

const cleanUp: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0)) await each();
});

const withHarbour = async () => {
  const server = await startServer({ backEnd: createHarbour({ dataDir: await copySeededFolder(), accessCode: 'the-code' }) });
  cleanUp.push(server.close);
  return server;
};
const refusedStatus = (url: string, headers: Record<string, string>) =>
  new Promise<number | undefined>(resolve => {
    const socket = new WebSocket(url, 'graphql-transport-ws', { headers });
    socket.on('error', () => {});
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    socket.once('open', () => {
      socket.terminate();
      resolve(101);
    });
  });

test('CVE-2020-4038 configuration in the page cannot end its script element', async () => {
  const server = await startServer({ publicConfig: { name: '</script><script>alert(1)</script><!--' } });
  cleanUp.push(server.close);
  const page = String((await rawRequest(server.base, '/', { headers: { accept: 'text/html' } })).body);
  expect(page).not.toContain('<script>alert(1)');
  expect(page).toContain('\\u003c/script\\u003e');
});

test('CVE-2024-54147 a certificate of an unknown authority is refused, by HTTPS and by wss', async () => {
  const tls = createTlsServer(selfSigned(), (_request, response) => response.end('{"data":{}}'));
  await new Promise<void>(resolve => tls.listen(0, '127.0.0.1', resolve));
  const server = await startServer({ upstream: new URL(`https://127.0.0.1:${(tls.address() as AddressInfo).port}/graphql`) });
  cleanUp.push(server.close, () => new Promise(resolve => tls.close(resolve)));
  const headers = { 'content-type': 'application/json' };
  const response = await rawRequest(server.base, '/graphql', { method: 'POST', headers, body: '{"query":"{a}"}' });
  expect(response.status).toBe(502);
  expect(await refusedStatus(`${server.base.replace('http', 'ws')}/graphql`, {})).toBe(502);
});

test('CVE-2026-41700 a websocket of another site is refused, and one of the same origin is not', async () => {
  const server = await withHarbour();
  const url = `${server.base.replace('http', 'ws')}/graphql`;
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1'])
    expect(await refusedStatus(url, { origin })).toBe(403);
  expect(await refusedStatus(url, { host: 'evil.example', origin: 'http://evil.example' })).toBe(403);
  expect(await refusedStatus(url, { origin: server.base })).toBe(101);
});

test('GHSA-9q82-xgwf-vj6h a GET changes nothing, whatever content type it claims', async () => {
  const server = await withHarbour();
  const query = encodeURIComponent('mutation { signIn(code: "the-code") { token } }');
  for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
    const response = await rawRequest(server.base, `/graphql?query=${query}`, { headers: { 'content-type': type } });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(String(response.body)).not.toContain('"token"');
  }
});

test('GHSA-9q82-xgwf-vj6h a form that a page of any site could post is refused', async () => {
  const server = await withHarbour();
  const body = [
    '--x\r\ncontent-disposition: form-data; name="operations"\r\n\r\n{"query":"mutation { signIn(code: \\"the-code\\") { token } }"}',
    '--x\r\ncontent-disposition: form-data; name="map"\r\n\r\n{}',
    '--x--\r\n',
  ].join('\r\n');
  const send = (headers: Record<string, string>) =>
    rawRequest(server.base, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x', ...headers },
      body,
    });
  expect((await send({})).status).toBe(403);
  expect((await send({ origin: 'https://evil.example', 'apollo-require-preflight': 'true' })).status).toBe(403);
  const proven = await send({ 'apollo-require-preflight': 'true' });
  expect([proven.status, String(proven.body)]).toEqual([200, expect.stringContaining('"token"')]);
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const response = await rawRequest(server.base, '/graphql', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"query":"{ __typename }"}',
    });
    expect(response.status).toBe(415);
  }
});
