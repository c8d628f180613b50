import { createHash, randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { request as httpRequest } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { Readable } from 'node:stream';
import { parse } from 'graphql';
import { eventually } from '../../support/eventually';
import { rawRequest } from '../../support/hosting/rawRequest';
import { selfSigned } from '../../support/hosting/selfSigned';
import { type StartedServer, startServer } from '../../support/hosting/startServer';
import { readBody, type UpstreamServer, upstreamServer } from '../../support/hosting/upstreamServer';

const JSON_TYPE = { 'content-type': 'application/json' };
const QUERY = '{"operationName":null,"variables":{},"query":"{ a }"}';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/** A gateway to a server that answers with `handle`. */
async function gateway(
  handle: (request: IncomingMessage, answer: ServerResponse) => void,
  options: { path?: string; timeoutMs?: number; trustProxy?: boolean; allowedHosts?: string[]; mostOpen?: number } = {},
): Promise<{ server: StartedServer; upstream: UpstreamServer; post: typeof rawRequest }> {
  const { path: address = '/v1/graphql', timeoutMs, ...guard } = options;
  const upstream = await upstreamServer(handle);
  const server = await gatewayTo(`${upstream.origin}${address}`, timeoutMs, guard);
  open.push(upstream);
  return { server, upstream, post: poster(server) };
}

async function gatewayTo(
  address: string,
  upstreamTimeoutMs = 5000,
  guard: { trustProxy?: boolean; allowedHosts?: string[]; mostOpen?: number } = {},
): Promise<StartedServer> {
  const server = await startServer({ upstream: new URL(address), upstreamTimeoutMs, graceMs: 100, ...guard });
  open.unshift(server);
  return server;
}

const poster =
  (server: StartedServer) =>
  (path: string, body: string, options: Parameters<typeof rawRequest>[2] = {}) =>
    rawRequest(server.base, path, { method: 'POST', body, ...options, headers: { ...JSON_TYPE, ...options.headers } });

const firstError = (body: Buffer): { message: string; code: string } => {
  const { message, extensions } = JSON.parse(body.toString()).errors[0];
  return { message, code: extensions.code };
};

describe('a request that the gateway forwards', () => {
  it('is a POST with its body, to exactly the configured URL, and its response', async () => {
    const { upstream, post } = await gateway(
      async (request, response) => {
        const body = await readBody(request);
        response
          .writeHead(418, { 'content-type': 'application/graphql-response+json', 'x-cost': '7' })
          .end(`{"data":${body.length}}`);
      },
      { path: '/v1/graphql?key=1' },
    );
    const response = await post('/graphql?other=2', QUERY, { headers: { authorization: 'Bearer t' } });
    expect(response.status).toBe(418);
    expect(response.headers).toMatchObject({ 'content-type': 'application/graphql-response+json', 'x-cost': '7' });
    expect(response.body.toString()).toBe(`{"data":${QUERY.length}}`);
    expect(upstream.requests[0]).toMatchObject({ method: 'POST', url: '/v1/graphql?key=1' });
    expect(upstream.requests[0]?.headers).toMatchObject({
      authorization: 'Bearer t',
      'content-type': 'application/json',
      host: new URL(upstream.origin).host,
    });
  });

  it.each([
    '/graphql/',
    '/graphql/../admin',
    '/graphql/admin',
    '/graphql%2fadmin',
    '//graphql',
    '/graphqlx',
    'http://169.254.169.254/latest',
  ])('is nothing at %s', async path => {
    const { upstream, post } = await gateway((_request, response) => response.end('{}'));
    expect((await post(path, QUERY)).status).toBeGreaterThanOrEqual(400);
    expect(upstream.requests).toHaveLength(0);
  });

  it('is never another method', async () => {
    const { server, upstream } = await gateway((_request, response) => response.end('{}'));
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      const response = await rawRequest(server.base, '/graphql', { method });
      expect([response.status, response.headers.allow, firstError(response.body).code]).toEqual([
        405,
        'POST',
        'GATEWAY_METHOD_REFUSED',
      ]);
    }
    expect(upstream.requests).toHaveLength(0);
  });

  it('is sent once, whatever the response', async () => {
    const { upstream, post } = await gateway((_request, response) =>
      response.writeHead(503, { 'retry-after': '0' }).end('{"errors":[]}'),
    );
    expect((await post('/graphql', QUERY)).status).toBe(503);
    expect(upstream.requests).toHaveLength(1);
  });

  it('stays compressed as the upstream sent it', async () => {
    const bytes = randomBytes(64);
    const { post, upstream } = await gateway((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'br' }).end(bytes),
    );
    const response = await post('/graphql', QUERY, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.body.equals(bytes)).toBe(true);
    expect(upstream.requests[0]?.headers['accept-encoding']).toBe('br');
  });
});

describe('headers on the way up', () => {
  it('mark an upload as no CSRF, because pages of other origins cannot send one through the gateway', async () => {
    const { upstream, post } = await gateway((_request, response) => response.end('{}'));
    await post('/graphql', '--x--\r\n', { headers: { 'content-type': 'multipart/form-data; boundary=x' } });
    await post('/graphql', QUERY);
    expect(upstream.requests.map(({ headers }) => headers['apollo-require-preflight'])).toEqual(['true', undefined]);
  });

  it('lose hop-by-hop headers, and those that would name or impersonate the gateway', async () => {
    const { upstream, server, post } = await gateway((_request, response) => response.end('{}'));
    const { host } = new URL(server.base);
    await post('/graphql', QUERY, {
      headers: {
        connection: 'close, x-mine',
        'x-mine': 'secret',
        'keep-alive': 'timeout=5',
        'proxy-authorization': 'Basic x',
        te: 'trailers',
        origin: `http://${host}`,
        referer: `http://${host}/data`,
        forwarded: 'for=1.1.1.1;host=evil',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-for': '10.0.0.7',
        'x-real-ip': '1.1.1.1',
        'x-client-ip': '1.1.1.1',
        'true-client-ip': '1.1.1.1',
        'cf-connecting-ip': '1.1.1.1',
        'front-end-https': 'on',
        'x-original-url': '/admin',
        'x-rewrite-url': '/admin',
        'x-forwarded-uri': '/admin',
        'x-forwarded-prefix': '/admin',
        'x-http-method-override': 'DELETE',
        'apollo-require-preflight': '1',
        'x-request-id': 'req-12345678',
      },
    });
    const headers = upstream.requests[0]?.headers ?? {};
    for (const name of ['x-mine', 'keep-alive', 'proxy-authorization', 'te', 'origin', 'referer', 'forwarded', 'x-real-ip'])
      expect(headers[name]).toBeUndefined();
    expect(Object.entries(headers).filter(([, value]) => value === '1.1.1.1' || value === 'on')).toEqual([]);
    // They would lead to another address of the API, or to another method.
    expect(Object.keys(headers).filter(name => /url|uri|prefix|override/.test(name))).toEqual([]);
    expect(headers).toMatchObject({
      'x-forwarded-for': '10.0.0.7, 127.0.0.1',
      'x-forwarded-host': host,
      'x-forwarded-proto': 'http',
      via: expect.stringMatching(/^1\.1 oriel-[0-9a-f]+$/),
      'apollo-require-preflight': '1',
      'x-request-id': 'req-12345678',
    });
  });

  it('contain only the cookies of the upstream', async () => {
    const { upstream, post } = await gateway((_request, response) => {
      response.setHeader('set-cookie', [
        '__Host-sid=a=b; Domain=api.example.com; Path=/; Secure; HttpOnly; SameSite=Lax; Partitioned',
        'theme=dark; Max-Age=60',
      ]);
      response.end('{}');
    });
    const first = await post('/graphql', QUERY, { headers: { cookie: 'other=1; session=2' } });
    const [sid = '', theme = ''] = first.headers['set-cookie'] ?? [];
    expect(sid).toMatch(/^oriel-[0-9a-f]{8}\.__Host-sid=a=b; Secure; HttpOnly; SameSite=Lax$/);
    expect(theme).toMatch(/^oriel-[0-9a-f]{8}\.theme=dark; Max-Age=60$/);
    const kept = [sid, theme].map(cookie => cookie.split(';')[0]);
    await post('/graphql', QUERY, { headers: { cookie: ['other=1', ...kept, 'oriel-00000000.sid=elsewhere'].join('; ') } });
    expect(upstream.requests.map(request => request.headers.cookie)).toEqual([undefined, '__Host-sid=a=b; theme=dark']);
  });
});

describe('headers on the way down', () => {
  it('set no more cookies than every later request can carry', async () => {
    let count = 0;
    const { server, post } = await gateway((_request, response) => {
      const lines = Array.from({ length: 4 }, () => `c${count++}=${'x'.repeat(3000)}; Max-Age=600`);
      response.setHeader('set-cookie', [...lines, 'c0=; Max-Age=0']).end('{}');
    });
    const jar = new Map<string, string>();
    for (let round = 0; round < 5; round++) {
      const { status, headers } = await post('/graphql', QUERY, { headers: { cookie: [...jar.values()].join('; ') } });
      expect(status).toBe(200);
      for (const line of headers['set-cookie'] ?? []) jar.set(line.split('=', 1)[0] as string, line.split(';', 1)[0] as string);
    }
    expect([...jar.values()].join('; ').length).toBeLessThan(8200);
    // A cookie that gets shorter is always passed on.
    expect([...jar].find(([name]) => name.endsWith('.c0'))?.[1]).toMatch(/\.c0=$/);
    const page = await rawRequest(server.base, '/', { headers: { cookie: [...jar.values()].join('; ') } });
    expect(page.status).toBe(200);
  });

  it('set no more cookies in responses to requests that are open at the same time', async () => {
    const waiting: (() => void)[] = [];
    const { server, post } = await gateway((_request, response) => {
      const { length } = waiting;
      const lines = [0, 1].map(at => `c${length}-${at}=${'x'.repeat(3000)}`);
      waiting.push(() => response.setHeader('set-cookie', lines).end('{}'));
    });
    const answers = [1, 2, 3, 4].map(() => post('/graphql', QUERY));
    await eventually(
      async () => waiting.length,
      count => count === 4,
    );
    for (const answer of waiting.splice(0)) answer();
    const set = (await Promise.all(answers)).flatMap(({ headers }) => headers['set-cookie'] ?? []);
    expect(set).toHaveLength(2);
    const page = await rawRequest(server.base, '/', { headers: { cookie: set.join('; ') } });
    expect(page.status).toBe(200);
    // The next request comes without cookies, from another browser: nothing is left of the others.
    const next = post('/graphql', QUERY);
    await eventually(
      async () => waiting.length,
      count => count === 1,
    );
    for (const answer of waiting) answer();
    expect((await next).headers['set-cookie']).toHaveLength(2);
  });

  it('lose hop-by-hop headers and those that would speak for our origin; our own are kept', async () => {
    // Orders to a proxy in front of the gateway, and settings of our origin.
    const forOthers = {
      'x-accel-redirect': '/internal/file',
      'x-accel-expires': '3600',
      'x-sendfile': '/etc/passwd',
      'x-litespeed-location': '/etc/passwd',
      'accept-ch': 'Sec-CH-UA-Model',
      'use-as-dictionary': 'match="/*"',
      'set-login': 'logged-in',
      // The browser would open its password dialog for our origin.
      'www-authenticate': 'Basic realm="Oriel"',
      'content-security-policy-report-only': "default-src 'none'; report-uri https://evil.example",
    };
    const { post } = await gateway((_request, response) => {
      response.writeHead(200, {
        connection: 'keep-alive, x-hop',
        'x-hop': '1',
        'strict-transport-security': 'max-age=1',
        'access-control-allow-origin': '*',
        'clear-site-data': '"*"',
        'content-security-policy': 'default-src *',
        'x-content-type-options': 'sniff',
        'content-type': 'text/html',
        'cache-control': 'private',
        'x-accel-buffering': 'no',
        ...forOthers,
      });
      response.end('<script>alert(1)</script>');
    });
    const { headers } = await post('/graphql', QUERY);
    for (const name of ['x-hop', 'strict-transport-security', 'access-control-allow-origin', 'clear-site-data'])
      expect(headers[name]).toBeUndefined();
    expect(Object.keys(headers).filter(name => Object.hasOwn(forOthers, name))).toEqual([]);
    expect(headers['x-accel-buffering']).toBe('no');
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private',
      'content-type': 'text/html',
    });
  });
});

it('drops a header named __proto__', async () => {
  const { post } = await gateway((_request, response) => {
    response
      .writeHead(200, ['content-type', 'application/json', '__proto__', 'x', '__proto__', 'y', 'constructor', 'z'])
      .end('{}');
  });
  const { status, headers } = await post('/graphql', QUERY);
  expect(status).toBe(200);
  expect(Object.keys(headers).filter(name => /^\d+$/.test(name))).toEqual([]);
  expect(headers).toMatchObject({ constructor: 'z' });
});

describe('streams', () => {
  it('pass the first event while the response is still in progress', async () => {
    let finish = () => {};
    const { server } = await gateway((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
      response.write('event: next\ndata: 1\n\n');
      finish = () => response.end('event: complete\n\n');
    });
    const response = await fetch(`${server.base}/graphql`, {
      method: 'POST',
      headers: { ...JSON_TYPE, accept: 'text/event-stream' },
      body: QUERY,
    });
    const reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('event: next\ndata: 1\n\n');
    finish();
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('event: complete\n\n');
    expect((await reader.read()).done).toBe(true);
  });

  it('count as open requests of a client, which are refused above a limit, until one of them ends', async () => {
    const ends: (() => void)[] = [];
    const { server, upstream, post } = await gateway(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
        ends.push(() => response.end());
      },
      { mostOpen: 2, trustProxy: true },
    );
    const begin = (address: string) =>
      fetch(`${server.base}/graphql`, {
        method: 'POST',
        headers: { ...JSON_TYPE, 'x-forwarded-for': address },
        body: QUERY,
      });
    const streams = [await begin('198.51.100.1'), await begin('198.51.100.1'), await begin('198.51.100.2')];
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = await post('/graphql', QUERY, { headers: { 'x-forwarded-for': '198.51.100.1' } });
    expect([refused.status, firstError(refused.body).code]).toEqual([429, 'GATEWAY_TOO_MANY_OPEN']);
    expect(upstream.requests).toHaveLength(3);
    ends[0]?.();
    await streams[0]?.text();
    const again = await begin('198.51.100.1');
    expect(again.status).toBe(200);
    for (const end of ends) end();
    await Promise.all([...streams.slice(1), again].map(stream => stream.text()));
  });

  it('count no longer once the connection of requests that wait for earlier responses is lost', async () => {
    const arrived = new EventEmitter();
    const { server, post } = await gateway(
      (request, response) => {
        if (request.headers.later) arrived.emit('one');
        else response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":null}');
      },
      { mostOpen: 2 },
    );
    const { hostname, port, host } = new URL(server.base);
    const lines = ['POST /graphql HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json', 'Later: 1'];
    const request = [...lines, `Content-Length: ${QUERY.length}`, '', QUERY].join('\r\n');
    const socket = connect(Number(port), hostname);
    let count = 0;
    const both = new Promise<void>(resolve => arrived.on('one', () => ++count === 2 && resolve()));
    socket.write(request.repeat(2));
    await both;
    expect((await post('/graphql', QUERY)).status).toBe(429);
    socket.destroy();
    while ((await post('/graphql', QUERY)).status !== 200);
    const together = await Promise.all([post('/graphql', QUERY), post('/graphql', QUERY)]);
    expect(together.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('may be silent for longer than the time limit if they are event streams, and not otherwise', async () => {
    const { post } = await gateway(
      (request, response) => {
        const isStream = request.headers.accept === 'text/event-stream';
        response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
        response.write(':\n\n');
        setTimeout(() => response.end('data: late\n\n'), 400);
      },
      { timeoutMs: 150 },
    );
    expect((await post('/graphql', QUERY, { headers: { accept: 'text/event-stream' } })).body.toString()).toBe(
      ':\n\ndata: late\n\n',
    );
    await expect(post('/graphql', QUERY)).rejects.toThrow(/aborted|reset|hang up/);
  });

  it('pass a large upload byte by byte as it arrives, even if it takes longer than the time limit', async () => {
    const piece = randomBytes(1 << 20);
    const wanted = createHash('sha256');
    let arrivedBeforeTheEnd = false;
    let sent = 0;
    const { server } = await gateway(
      (request, response) => {
        const hash = createHash('sha256');
        let bytes = 0;
        request.on('data', (chunk: Buffer) => {
          if (sent < 24) arrivedBeforeTheEnd = true;
          bytes += chunk.length;
          hash.update(chunk);
        });
        request.on('end', () => response.end(JSON.stringify({ bytes, sha256: hash.digest('hex') })));
      },
      { timeoutMs: 200 },
    );
    const body = Readable.from(
      (async function* () {
        for (; sent < 24; sent += 1) {
          wanted.update(piece);
          yield piece;
          await new Promise(resolve => setTimeout(resolve, 20));
        }
      })(),
    );
    const response = await rawRequest(server.base, '/graphql', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body,
    });
    expect(JSON.parse(response.body.toString())).toEqual({ bytes: 24 << 20, sha256: wanted.digest('hex') });
    expect(arrivedBeforeTheEnd).toBe(true);
  });

  it('pass a refusal that arrives before the upload has ended', async () => {
    const { server } = await gateway((request, response) => {
      response.writeHead(413, JSON_TYPE).end('{"errors":[{"message":"too large"}]}');
      request.resume();
    });
    const response = await fetch(`${server.base}/graphql`, { method: 'POST', body: new Uint8Array(8 << 20) });
    expect([response.status, await response.json()]).toEqual([413, { errors: [{ message: 'too large' }] }]);
  });

  it('report the likely reason if the upstream closes the connection during the upload', async () => {
    const { server } = await gateway(request => request.socket.destroy());
    const response = await rawRequest(server.base, '/graphql', { method: 'POST', body: Buffer.alloc(8 << 20) });
    expect(response.status).toBe(502);
    expect(firstError(response.body).code).toBe('GATEWAY_UNREACHABLE');
  });

  it('are aborted at the upstream when the browser disconnects, before and during the response', async () => {
    const ends: Promise<string>[] = [];
    let arrived = () => {};
    const { server } = await gateway((request, response) => {
      ends.push(new Promise(resolve => response.once('close', () => resolve(String(request.headers['x-kind'])))));
      if (request.headers['x-kind'] === 'within') response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n');
      arrived();
    });
    for (const kind of ['before', 'within']) {
      const there = new Promise<void>(resolve => {
        arrived = resolve;
      });
      const sent = httpRequest(`${server.base}/graphql`, { method: 'POST', headers: { ...JSON_TYPE, 'x-kind': kind } });
      sent.on('error', () => {});
      const begun =
        kind === 'within'
          ? new Promise<void>(resolve => sent.once('response', response => response.once('data', () => resolve())))
          : there;
      sent.end(QUERY);
      await begun;
      sent.destroy();
      expect(await ends.at(-1)).toBe(kind);
    }
  });

  it('break off if the upstream breaks off, and never look complete', async () => {
    const { post } = await gateway((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' });
      response.write('{"data":');
      setImmediate(() => response.destroy());
    });
    await expect(post('/graphql', QUERY)).rejects.toThrow(/aborted|reset|hang up/);
  });
});

describe('failures are errors of the operation', () => {
  it('502 if no server listens there', async () => {
    const gone = await upstreamServer(() => {});
    await gone.close();
    const server = await gatewayTo(`${gone.origin}/graphql`);
    const response = await poster(server)('/graphql', QUERY, {
      headers: { accept: 'application/graphql-response+json, application/json' },
    });
    expect(response.status).toBe(502);
    expect(response.headers['content-type']).toBe('application/graphql-response+json; charset=utf-8');
    expect(firstError(response.body)).toEqual({
      code: 'GATEWAY_UNREACHABLE',
      message: 'The API behind this gateway cannot be reached (ECONNREFUSED).',
    });
    expect(response.body.toString()).not.toContain(String(gone.port));
  });

  it('502 if the name does not exist, and if the connection is closed without a response', async () => {
    const nowhere = await gatewayTo('http://no-such-host.invalid/graphql');
    expect(firstError((await poster(nowhere)('/graphql', QUERY)).body).code).toBe('GATEWAY_UNREACHABLE');
    const { post } = await gateway(request => request.socket.destroy());
    const response = await post('/graphql', QUERY);
    expect([response.status, firstError(response.body).code]).toEqual([502, 'GATEWAY_UNREACHABLE']);
  });

  it('502 if the connection breaks between the headers and the body', async () => {
    const { post } = await gateway((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100', 'set-cookie': 'a=b', 'x-own': '1' });
      response.flushHeaders();
      setTimeout(() => response.socket?.resetAndDestroy(), 20);
    });
    const response = await post('/graphql', QUERY);
    expect([response.status, firstError(response.body).code]).toEqual([502, 'GATEWAY_UNREACHABLE']);
    expect(response.headers).not.toHaveProperty('x-own');
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('504 if no response starts in time', async () => {
    const { post } = await gateway(() => {}, { timeoutMs: 100 });
    const response = await post('/graphql', QUERY);
    expect(response.status).toBe(504);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(firstError(response.body)).toEqual({ code: 'GATEWAY_TIMEOUT', message: 'The API did not answer within 0.1 s.' });
  });

  it('502 for a redirect, which is neither followed nor passed on', async () => {
    const { post, upstream } = await gateway((_request, response) =>
      response.writeHead(307, { location: 'https://elsewhere.example/graphql?key=s3cret' }).end(),
    );
    const response = await post('/graphql', QUERY);
    expect([response.status, response.headers.location, firstError(response.body).code]).toEqual([
      502,
      undefined,
      'GATEWAY_REDIRECT',
    ]);
    expect(upstream.requests).toHaveLength(1);
  });

  it('502 for something that does not speak HTTP', async () => {
    const tcp = createTcpServer(socket => socket.resume().end('220 mail.example ESMTP\r\n'));
    await new Promise<void>(resolve => tcp.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise(resolve => tcp.close(() => resolve())) });
    const server = await gatewayTo(`http://127.0.0.1:${(tcp.address() as AddressInfo).port}/graphql`);
    const response = await poster(server)('/graphql', QUERY);
    expect([response.status, firstError(response.body).code]).toEqual([502, 'GATEWAY_UNREACHABLE']);
  });

  it('502 if informational responses never end', async () => {
    const tcp = createTcpServer(socket => {
      const flood = setInterval(() => socket.write('HTTP/1.1 102 Processing\r\n\r\n'.repeat(10)), 5);
      socket
        .resume()
        .on('error', () => {})
        .once('close', () => clearInterval(flood));
    });
    await new Promise<void>(resolve => tcp.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise(resolve => tcp.close(() => resolve())) });
    const server = await gatewayTo(`http://127.0.0.1:${(tcp.address() as AddressInfo).port}/graphql`);
    const response = await poster(server)('/graphql', QUERY);
    expect([response.status, firstError(response.body).code]).toEqual([502, 'GATEWAY_UNREACHABLE']);
  });

  it('502 for a certificate of an unknown authority', async () => {
    const seen: string[] = [];
    const tls = createTlsServer(selfSigned(), (request, response) => {
      seen.push(String(request.headers.authorization));
      response.end('{}');
    });
    await new Promise<void>(resolve => tls.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => new Promise(resolve => tls.close(() => resolve())) });
    const server = await gatewayTo(`https://127.0.0.1:${(tls.address() as AddressInfo).port}/graphql`);
    const response = await poster(server)('/graphql', QUERY, { headers: { authorization: 'Bearer s3cret' } });
    expect([response.status, firstError(response.body).code]).toEqual([502, 'GATEWAY_UNREACHABLE']);
    expect(seen).toEqual([]);
  });

  it('508 if the upstream is the gateway itself', async () => {
    let address = '';
    const between = await upstreamServer((request, response) => {
      // Another proxy, which sends everything to the gateway again.
      const { via, host } = request.headers;
      rawRequest(address, '/graphql', { method: 'POST', headers: { via, host, ...JSON_TYPE }, body: QUERY }).then(
        ({ status, headers, body }) => response.writeHead(status, { 'content-type': headers['content-type'] ?? '' }).end(body),
      );
    });
    open.push(between);
    const server = await gatewayTo(`${between.origin}/graphql`);
    address = server.base;
    const response = await poster(server)('/graphql', QUERY);
    expect([response.status, firstError(response.body).code, between.requests.length]).toEqual([508, 'GATEWAY_LOOP', 1]);
  });

  it('403 for a page of another origin', async () => {
    const { post, upstream } = await gateway((_request, response) => response.end('{}'));
    for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1']) {
      const response = await post('/graphql', QUERY, { headers: { origin } });
      expect([response.status, firstError(response.body).code]).toEqual([403, 'GATEWAY_ORIGIN_REFUSED']);
    }
    expect(upstream.requests).toHaveLength(0);
  });

  it('no error for a page of the host that a proxy in front reports', async () => {
    const { post } = await gateway((_request, response) => response.end('{}'), {
      trustProxy: true,
      allowedHosts: ['oriel.example'],
    });
    const headers = { origin: 'https://oriel.example', 'x-forwarded-host': 'oriel.example', 'x-forwarded-proto': 'https' };
    expect((await post('/graphql', QUERY, { headers })).status).toBe(200);
  });

  it('never with a secret in the log', async () => {
    const { post, server } = await gateway((request, response) =>
      request.headers['x-kind'] ? request.socket.destroy() : response.end('{}'),
    );
    for (const kind of [undefined, '1']) {
      await post('/graphql?token=s3cret', '{"query":"{ s3cret }"}', {
        headers: { authorization: 'Bearer s3cret', cookie: 's=s3cret', ...(kind ? { 'x-kind': kind } : {}) },
      });
    }
    expect(server.log.filter(line => line.path === '/graphql')).toHaveLength(2);
    expect(JSON.stringify(server.log)).not.toContain('s3cret');
  });
});

describe('a read-only gateway', () => {
  const started = async () => {
    const bodies: string[] = [];
    const types: (string | undefined)[] = [];
    const upstream = await upstreamServer(async (request, response) => {
      bodies.push(String(await readBody(request)));
      types.push(request.headers['content-type'], request.headers['content-encoding']);
      response.writeHead(200, JSON_TYPE).end('{"data":{}}');
    });
    const server = await startServer({
      upstream: new URL(`${upstream.origin}/graphql`),
      publicConfig: { readOnly: true },
      graceMs: 100,
    });
    open.push(server, upstream);
    return { server, bodies, types, post: poster(server) };
  };

  it('passes queries on as they were checked', async () => {
    const { bodies, post } = await started();
    expect((await post('/graphql', QUERY)).status).toBe(200);
    // An API that reads the first of two keys would run an unchecked operation.
    expect((await post('/graphql', '{"query":"mutation { a }","query":"{ b }"}')).status).toBe(200);
    expect(bodies.map(body => JSON.parse(body).query.replace(/\s+/g, ' '))).toEqual(['{ a }', '{ b }']);
    expect(bodies[1]).not.toContain('mutation');
  });

  it.each([
    // The block string `"""\""""""` ends two quotation marks earlier in one parser than in another.
    [
      'a block string that parsers end differently',
      { query: 'query Q { a(x: ["""\\"""""""s"]) } mutation M { boom } # """]) }', operationName: 'M' },
    ],
    ['a key in other letters', { query: '{ a }', Query: 'mutation { boom }', QUERY: 'mutation { boom }' }],
    ['an id beside the text', { query: '{ a }', id: 'boom', documentId: 'boom', doc_id: 'boom', queryId: 'boom' }],
    ['a hash beside the text', { query: '{ a }', extensions: { persistedQuery: { version: 1, sha256Hash: 'boom' } } }],
  ])('passes only the operation that was checked: %s', async (_, body) => {
    const { bodies, post } = await started();
    await post('/graphql', JSON.stringify(body));
    expect(bodies).toHaveLength(1);
    const { query, ...others } = JSON.parse(bodies[0] ?? '');
    const operations = parse(query).definitions.map(each => each.kind === 'OperationDefinition' && each.operation);
    expect(operations).not.toContain('mutation');
    expect(['operationName', 'variables']).toEqual(expect.arrayContaining(Object.keys(others)));
  });

  it.each([
    ['a lone carriage return in a comment', { query: '{ a } # \r mutation M { boom }' }],
    ['a NUL in a comment', { query: '{ a } # \0 mutation M { boom }' }],
  ])('refuses a mutation that looks like a comment: %s', async (_, body) => {
    const { bodies, post } = await started();
    expect((await post('/graphql', JSON.stringify(body))).status).toBe(403);
    expect(bodies).toEqual([]);
  });

  it('declares what it sends: JSON in UTF-8, uncompressed', async () => {
    const { types, post } = await started();
    const body = '{"query":"{ a }","variables":{"x":"+ACIAfQ-,+ACI-query+ACI-:+ACI-mutation+AHs-a+AH0AIg-"}}';
    for (const charset of ['utf-7', 'utf-16', 'x-unknown'])
      await post('/graphql', body, {
        headers: { 'content-type': `application/json; charset=${charset}`, 'content-encoding': 'identity' },
      });
    expect(types).toEqual(['application/json', undefined, 'application/json', undefined, 'application/json', undefined]);
  });

  it('aborts the request to the API when the browser disconnects', async () => {
    const events = new EventEmitter();
    const upstream = await upstreamServer((request, response) => {
      response.once('close', () => events.emit('closed'));
      request.resume().once('end', () => events.emit('arrived'));
    });
    const server = await startServer({
      upstream: new URL(`${upstream.origin}/graphql`),
      publicConfig: { readOnly: true },
      graceMs: 100,
    });
    open.push(server, upstream);
    const clientRequest = httpRequest(`${server.base}/graphql`, { method: 'POST', headers: JSON_TYPE });
    clientRequest.on('error', () => {});
    const arrived = once(events, 'arrived');
    clientRequest.end(QUERY);
    await arrived;
    const closed = once(events, 'closed');
    clientRequest.destroy();
    await closed;
  });

  it.each([
    ['a mutation', '{"query":"mutation { a }"}'],
    ['a mutation beside a query', '{"query":"query A { a } mutation B { a }","operationName":"A"}'],
    ['a mutation after a comment and a string', '{"query":"# { \\n mutation M($a: String = \\"}\\") { a(b: $a) }"}'],
    ['a batch', '[{"query":"{ a }"},{"query":"mutation { a }"}]'],
    ['a document by id', '{"documentId":"abc"}'],
    ['a document that does not parse', '{"query":"mutation {"}'],
    ['no JSON', 'query=mutation{a}'],
    ['variables nested without end', `{"query":"{ a }","variables":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`],
    ['a document nested without end', JSON.stringify({ query: '{a'.repeat(100_000) })],
  ])('refuses %s', async (_, body) => {
    const { bodies, post } = await started();
    const { status, body: response } = await post('/graphql', body);
    expect([400, 403]).toContain(status);
    expect(firstError(response).code).toBe('GATEWAY_READ_ONLY');
    expect(bodies).toEqual([]);
  });

  it('asks for the text of a query that is sent by its hash', async () => {
    const { bodies, post } = await started();
    const { status, body } = await post('/graphql', '{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"00"}}}');
    expect([status, firstError(body).message]).toEqual([200, 'PersistedQueryNotFound']);
    expect(bodies).toEqual([]);
  });

  it('keeps no more than 32 MB of bodies that are never finished, and answers others meanwhile', async () => {
    const { server, post } = await started();
    const { host, port } = new URL(server.base);
    const head = `POST /graphql HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`;
    let closed = 0;
    const sockets = Array.from({ length: 50 }, () =>
      connect(Number(port), '127.0.0.1')
        .on('error', () => {})
        .once('close', () => {
          closed += 1;
        }),
    );
    for (const socket of sockets) socket.write(head + ' '.repeat(999_000));
    await eventually(
      async () => closed,
      found => found === 17,
    );
    expect((await post('/graphql', '{"query":"{ a }"}')).status).toBe(200);
    expect(closed).toBe(17);
    for (const socket of sockets) socket.destroy();
  });

  it('refuses a body of more than 1 MB', async () => {
    const { bodies, post } = await started();
    expect((await post('/graphql', JSON.stringify({ query: `{ a } #${'x'.repeat(1_000_000)}` }))).status).toBe(413);
    expect(bodies).toEqual([]);
  });

  it('refuses uploads and websockets', async () => {
    const { server, bodies, post } = await started();
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'apollo-require-preflight': 'true' };
    expect((await post('/graphql', '--x--', { headers })).status).toBe(400);
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13', 'sec-websocket-key': 'AA==' };
    const { status } = await rawRequest(server.base, '/graphql', { method: 'GET', headers: upgrade });
    expect(status).toBe(403);
    expect(bodies).toEqual([]);
  });
});
