/** Which requests the server accepts: by host name and origin, by HTTP and websocket, for the gateway and for the harbour. */
import { once } from 'node:events';
import { connect } from 'node:net';
import WebSocket from 'ws';
import { rawRequest } from '../support/hosting/rawRequest';
import { type StartedServer, startServer } from '../support/hosting/startServer';
import { upstreamServer } from '../support/hosting/upstreamServer';

const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const each of cleanUp.splice(0)) await each();
});

const gateway = async (options: Parameters<typeof startServer>[0] = {}) => {
  const upstream = await upstreamServer((_request, response) => response.end('{}'));
  const server = await startServer({ upstream: new URL(`${upstream.origin}/graphql`), ...options });
  cleanUp.push(server.close, upstream.close);
  return { server, upstream };
};
const statusOf = async (server: StartedServer, headers: Record<string, string>, path = '/graphql') =>
  (
    await rawRequest(server.base, path, {
      method: path === '/graphql' ? 'POST' : 'GET',
      headers,
      ...(path === '/graphql' ? { body: '{}' } : {}),
    })
  ).status;
const UPGRADE =
  'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const JSON_TYPE = { 'content-type': 'application/json' };

describe('Host', () => {
  it.each(['evil.example', 'evil.example:4000', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.5', 'a b', '[::2]'])(
    '%j is refused, for pages and for the API',
    async host => {
      const { server, upstream } = await gateway();
      expect(await statusOf(server, { ...JSON_TYPE, host })).toBe(403);
      expect(await statusOf(server, { accept: 'text/html', host }, '/data')).toBe(403);
      expect(await statusOf(server, { host }, '/healthz')).toBe(200);
      expect(upstream.requests).toHaveLength(0);
    },
  );

  it.each(['localhost', 'LOCALHOST:1234', 'oriel.localhost:80', '127.0.0.1', '127.1.2.3:99', '[::1]:4000', 'localhost.'])(
    'the loopback name %j is served',
    async host => {
      const { server } = await gateway();
      expect(await statusOf(server, { ...JSON_TYPE, host })).toBe(200);
    },
  );

  it('configured names are served, with the subdomains of one that starts with a dot', async () => {
    const { server } = await gateway({ allowedHosts: ['oriel.example', '.inside.example'] });
    const statuses = ['oriel.example:8080', 'a.inside.example', 'inside.example', 'x.oriel.example'].map(host =>
      statusOf(server, { ...JSON_TYPE, host }),
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 403]);
  });

  it('more than one is refused, because a proxy in front may have checked the other one', async () => {
    const { server, upstream } = await gateway();
    const { port } = new URL(server.base);
    const answer = async (start: string, second: string): Promise<string> => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.write(`${start} HTTP/1.1\r\nHost: 127.0.0.1\r\n${second}: localhost\r\ncontent-type: application/json\r\n`);
      socket.write(start.startsWith('POST') ? 'content-length: 2\r\nconnection: close\r\n\r\n{}' : UPGRADE);
      const [data] = (await once(socket, 'data')) as [Buffer];
      socket.destroy();
      return String(data).split('\r\n', 1)[0] ?? '';
    };
    for (const name of ['Host', 'hOST']) {
      expect(await answer('POST /graphql', name)).toBe('HTTP/1.1 400 Bad Request');
      expect(await answer('GET /graphql', name)).toBe('HTTP/1.1 400 Bad Request');
    }
    expect(upstream.requests).toHaveLength(0);
  });

  it('X-Forwarded-Host counts only where a proxy is configured', async () => {
    const headers = { ...JSON_TYPE, origin: 'https://oriel.example', 'x-forwarded-host': 'oriel.example' };
    expect(await statusOf((await gateway()).server, headers)).toBe(403);
    expect(await statusOf((await gateway({ trustProxy: true, allowedHosts: ['oriel.example'] })).server, headers)).toBe(200);
    expect(await statusOf((await gateway({ trustProxy: true })).server, headers)).toBe(403);
  });
});

describe('Origin', () => {
  const FOREIGN = ['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://localhost.evil.example', 'file://', 'garbage'];

  it.each(['/%67raphql', '/graphq%6C', '/%67raphql?x=1', '/graphql?x=1', '/graphql#x', '/tools/graphql'])(
    'another origin reaches nothing by writing the path of the API as %s',
    async path => {
      const { server, upstream } = await gateway();
      const headers = { 'content-type': 'text/plain', origin: 'https://evil.example' };
      const { status } = await rawRequest(server.base, path, { method: 'POST', headers, body: '{}' });
      expect([403, 404]).toContain(status);
      expect(upstream.requests).toHaveLength(0);
    },
  );

  it.each(FOREIGN)('%j is refused by HTTP and by websocket', async origin => {
    const { server, upstream } = await gateway();
    expect(await statusOf(server, { ...JSON_TYPE, origin })).toBe(403);
    const socket = new WebSocket(`${server.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', { headers: { origin } });
    const status = await new Promise(resolve => {
      socket.on('error', () => {});
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode));
    });
    expect([status, upstream.requests.length]).toEqual([403, 0]);
  });

  it('of our host without HTTPS is another origin if the proxy has HTTPS', async () => {
    const { server } = await gateway({ trustProxy: true, allowedHosts: ['oriel.example'] });
    const from = (scheme: string, proto: string) =>
      statusOf(server, { ...JSON_TYPE, host: 'oriel.example', origin: `${scheme}://oriel.example`, 'x-forwarded-proto': proto });
    expect(await Promise.all([from('http', 'https'), from('http', 'wss'), from('https', 'https'), from('https', 'wss')])).toEqual(
      [403, 403, 200, 200],
    );
    expect(await Promise.all([from('http', 'http'), from('https', 'http')])).toEqual([200, 200]);
  });

  it('of our own is served, by whichever name', async () => {
    const { server } = await gateway();
    const { port } = new URL(server.base);
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`])
      expect(await statusOf(server, { ...JSON_TYPE, host, origin: `http://${host}` })).toBe(200);
  });

  it('a form on a page of another site is refused, also if its browser sends no Origin', async () => {
    const { server, upstream } = await gateway();
    const form = { 'content-type': 'text/plain', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };
    expect(await statusOf(server, form)).toBe(403);
    expect(upstream.requests).toHaveLength(0);
    const link = await rawRequest(server.base, '/graphql', { method: 'GET', headers: form });
    expect(link.status).toBe(405);
  });

  it('is recognised by Sec-Fetch-Site as well', async () => {
    const { server } = await gateway();
    const statuses = ['cross-site', 'same-site', 'same-origin', 'none'].map(site =>
      statusOf(server, { ...JSON_TYPE, 'sec-fetch-site': site }),
    );
    expect(await Promise.all(statuses)).toEqual([403, 403, 200, 200]);
  });
});

describe('raw responses', () => {
  const raw = async (server: StartedServer, text: string): Promise<string> => {
    const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
    let heard = '';
    socket.on('data', data => {
      heard += data;
    });
    socket.write(text);
    await new Promise(resolve => socket.once('close', resolve));
    return heard;
  };

  it.each([
    ['an invalid request line', 'garbage\r\n\r\n', 400],
    ['headers of 100 kB', `GET / HTTP/1.1\r\nHost: localhost\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`, 431],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 403],
    ['two lengths', 'POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  ])('the response to %s has the headers of all others', async (_name, text, status) => {
    const { server } = await gateway();
    const response = (await raw(server, text)).toLowerCase();
    expect(response).toMatch(new RegExp(`^http/1.1 ${status} `));
    for (const header of ['x-content-type-options: nosniff', 'x-frame-options: deny', 'content-security-policy: default-src'])
      expect(response).toContain(header);
  });
});

describe('ORIEL_UPSTREAM_HEADERS', () => {
  it('are sent upstream by HTTP and websocket, override those of the browser, and are in no response or log line', async () => {
    const { server, upstream } = await gateway({ upstreamHeaders: { 'x-api-key': 's3cret', authorization: 'Basic s3cret' } });
    const headers = { ...JSON_TYPE, 'x-api-key': 'mine', authorization: 'Bearer mine' };
    const response = await rawRequest(server.base, '/graphql', { method: 'POST', headers, body: '{}' });
    const socket = new WebSocket(`${server.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      headers: { 'x-api-key': 'mine', 'content-length': '5' },
    });
    await new Promise(resolve => socket.once('error', resolve));
    expect(upstream.requests.map(request => [request.headers['x-api-key'], request.headers.authorization])).toEqual([
      ['s3cret', 'Basic s3cret'],
      ['s3cret', 'Basic s3cret'],
    ]);
    expect(upstream.requests[1]?.headers['content-length']).toBeUndefined();
    expect(JSON.stringify([response.headers, String(response.body), server.log])).not.toContain('s3cret');
    const config = await rawRequest(server.base, '/config.json');
    expect(String(config.body)).not.toContain('s3cret');
  });

  it('cannot be forged by a name that the API may not distinguish', async () => {
    const { server, upstream } = await gateway({ upstreamHeaders: { 'x-api-key': 's3cret' } });
    const headers = { ...JSON_TYPE, x_api_key: 'mine', 'x-api_key': 'mine', x_real_ip: '1.1.1.1', x_mine: 'a' };
    await rawRequest(server.base, '/graphql', { method: 'POST', headers, body: '{}' });
    const names = Object.keys(upstream.requests[0]?.headers ?? {});
    expect(names.filter(name => name.includes('_'))).toEqual(['x_mine']);
  });

  it('with {token} are sent with the bearer token of the request, and not without one', async () => {
    const { server, upstream } = await gateway({ upstreamHeaders: { 'x-session': '{token}', 'x-app': 'a' } });
    for (const own of [{ authorization: 'Bearer mine' }, {}, { authorization: 'Basic bWluZQ==' }] as Record<string, string>[])
      await rawRequest(server.base, '/graphql', { method: 'POST', headers: { ...JSON_TYPE, ...own }, body: '{}' });
    expect(upstream.requests.map(({ headers }) => [headers['x-session'], headers['x-app']])).toEqual([
      ['mine', 'a'],
      [undefined, 'a'],
      [undefined, 'a'],
    ]);
  });
});
