/** The end of a request: redirects (C5a), disposal of the transport (C42), keys, malformed data, time limits (C52), failures of the gateway. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TransportConfig } from '../../src/transport/config';
import { createTransport } from '../../src/transport/createTransport';
import { failureOf } from '../../src/transport/observe/failure';
import { memoryStorage } from '../support/memoryStorage';
import { type Answer, json, scriptedFetch } from '../support/scriptedFetch';

const DATA = json({ data: { a: 1 } });
const settle = () => new Promise(resolve => setImmediate(resolve));

describe('C5a redirects', () => {
  const requests: { host: string; method: string; authorization: string | undefined; body: string }[] = [];
  let html = false;
  const servers = ['first', 'second'].map(host =>
    createServer((request, response) => {
      let body = '';
      request.on('data', piece => (body += String(piece)));
      request.on('end', () => {
        requests.push({ host, method: String(request.method), authorization: request.headers.authorization, body });
        if (host === 'first') response.writeHead(307, { location: `${address(1)}moved` }).end();
        else response.end(html ? '<html>' : '{"data":{"a":1}}');
      });
    }),
  );
  const address = (at: 0 | 1) => `http://127.0.0.1:${((servers[at] as Server).address() as AddressInfo).port}/`;
  beforeAll(() => Promise.all(servers.map(server => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve)))));
  afterAll(() => {
    for (const server of servers) server.close();
  });
  beforeEach(() => {
    requests.length = 0;
    html = false;
  });
  const start = (config: TransportConfig = {}) =>
    createTransport({ httpEndpoint: address(0), ...config }, { storage: memoryStorage({ 'apollo-token': 'secret' }) }).client;

  it('C5a are followed, with method and body; the token is not sent to another origin', async () => {
    const { data } = await start().query('{ a }', {}).toPromise();
    expect(data).toEqual({ a: 1 });
    expect(requests.map(({ host, method, authorization }) => [host, method, authorization])).toEqual([
      ['first', 'POST', 'Bearer secret'],
      ['second', 'POST', undefined],
    ]);
    expect(requests[1]?.body).toBe(requests[0]?.body);
  });

  it('C5a the error of a redirected answer names the final address', async () => {
    html = true;
    const { error } = await start().query('{ a }', {}).toPromise();
    expect(failureOf(error)).toMatchObject({ tag: 'parse', status: 200 });
    expect(error?.message).toContain(`${address(1)}moved`);
  });

  it.each([
    ['a secret header', { headers: { 'x-api-key': 'abcdef' } }, {}],
    ['a file', {}, { file: new File(['x'], 'x.txt') }],
  ])('C5a with %s they are refused with the reason', async (_, config, variables) => {
    const { error } = await start(config).mutation('mutation M($file: Upload) { a(file: $file) }', variables).toPromise();
    expect(failureOf(error)).toMatchObject({ tag: 'http', status: 0 });
    expect(error?.message).toContain('redirect');
    expect(requests.map(({ host }) => host)).toEqual(['first']);
  });

  it.each([
    ['a secret', { 'x-api-key': 'abcdef' }],
    ['the token', { 'x-session': '{token}' }],
  ])('C5a a file with %s in a header is sent by fetch: an XMLHttpRequest would forward it on a redirect', async (_, headers) => {
    const Xhr = jest.fn();
    const world = { storage: memoryStorage({ 'apollo-token': 'secret' }), XMLHttpRequest: Xhr as never };
    const { client } = createTransport({ httpEndpoint: address(0), headers }, world);
    const { error } = await client.mutation('mutation { a }', { file: new File(['x'], 'x.txt') }).toPromise();
    expect(error?.message).toContain('redirect, which is not followed');
    expect(requests.map(({ host }) => host)).toEqual(['first']);
    expect(Xhr).not.toHaveBeenCalled();
  });

  it('C5a a file is sent by fetch after a response was redirected: an XMLHttpRequest would forward it', async () => {
    const Xhr = jest.fn();
    const { client } = createTransport({ httpEndpoint: address(0) }, { storage: null, XMLHttpRequest: Xhr as never });
    await client.query('{ a }', {}).toPromise();
    const { error } = await client.mutation('mutation { a }', { file: new File(['x'], 'x.txt') }).toPromise();
    expect(error?.message).toContain('redirect, which is not followed');
    expect(requests.map(({ host }) => host)).toEqual(['first', 'second', 'first']);
    expect(Xhr).not.toHaveBeenCalled();
  });

  it('C5a a header that contains a known secret counts as secret, whatever its name', async () => {
    const secrets = () => ['s3cr3t'];
    const { client } = createTransport({ httpEndpoint: address(0) }, { storage: null, secrets });
    const send = (value: string) =>
      client.query('{ a }', {}, { fetchOptions: { headers: { 'x-tenant': value } }, requestPolicy: 'network-only' }).toPromise();
    expect((await send('north')).data).toEqual({ a: 1 });
    expect((await send('north s3cr3t')).error?.message).toContain('redirect, which is not followed');
    expect(requests.map(({ host }) => host)).toEqual(['first', 'second', 'first']);
  });
});

describe('C42 the end of a transport', () => {
  it('C42 aborts queries with an error, and lets mutations that were sent finish', async () => {
    let respond: (response: Response) => void = () => undefined;
    const { fetch, requests } = scriptedFetch(({ json: body }) =>
      body?.operationName === 'M'
        ? new Promise<Response>(resolve => (respond = resolve))
        : new Promise<Response>(() => undefined),
    );
    const { client, dispose } = createTransport({}, { fetch, storage: null });
    const query = client.query('query Q { a }', {}).toPromise();
    const mutation = client.mutation('mutation M { a }', {}).toPromise();
    await settle();
    dispose();
    expect(failureOf((await query).error)).toMatchObject({ tag: 'cancelled' });
    expect(requests.map(({ json: body, signal }) => [body?.operationName, signal?.aborted])).toEqual([
      ['Q', true],
      ['M', false],
    ]);
    respond(DATA.clone());
    expect((await mutation).data).toEqual({ a: 1 });
  });

  it('C42 refuses the resend of a miss, so that no later token reaches the old endpoint', async () => {
    const storage = memoryStorage({ 'apollo-token': 'old' });
    let respond: (response: Response) => void = () => undefined;
    const { fetch, requests } = scriptedFetch(() => new Promise<Response>(resolve => (respond = resolve)));
    const { client, dispose } = createTransport({ persistedQueries: true }, { fetch, storage });
    client.query('query Q { a }', {}).subscribe(() => undefined);
    while (requests.length === 0) await settle();
    dispose();
    storage.values.set('apollo-token', 'new');
    respond(json({ errors: [{ message: 'PersistedQueryNotFound' }] }));
    for (let turn = 0; turn < 10; turn++) await settle();
    expect(requests).toHaveLength(1);
  });

  it('C42 refuses a mutation that waits for a new token', async () => {
    const storage = memoryStorage({ 'apollo-token': 'old' });
    const { fetch, requests } = scriptedFetch(() => json({ errors: [{ message: 'expired' }] }, 401));
    let refreshed = (): void => undefined;
    const refreshToken = () => new Promise<void>(resolve => (refreshed = resolve));
    const { client, dispose } = createTransport({ refreshToken }, { fetch, storage });
    const refused = client.mutation('mutation M { a }', {}).toPromise();
    while (requests.length === 0) await settle();
    for (let turn = 0; turn < 10; turn++) await settle();
    dispose();
    storage.values.set('apollo-token', 'new');
    refreshed();
    expect((await refused).error?.networkError?.name).toBe('RefusedError');
    expect(requests).toHaveLength(1);
  });
});

it('a cancelled query is not a failed request', async () => {
  const { fetch, requests } = scriptedFetch(
    ({ signal }) => new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  const { client, lastRequest } = createTransport({}, { fetch, storage: null });
  const { unsubscribe } = client.query('query Q { a }', {}).subscribe(() => undefined);
  while (requests.length === 0) await settle();
  unsubscribe();
  for (let turn = 0; turn < 10; turn++) await settle();
  expect(requests[0]?.signal?.aborted).toBe(true);
  expect(lastRequest.get()).toBeNull();
});

it('C7 two operations with different headers are two requests, with two results', async () => {
  const { fetch, requests } = scriptedFetch(({ headers }) => json({ data: { role: headers.get('x-role') } }));
  const { client } = createTransport({}, { fetch, storage: null });
  const ask = (role: string) => client.query('{ role }', {}, { fetchOptions: { headers: { 'X-Role': role } } }).toPromise();
  const responses = await Promise.all([ask('admin'), ask('user'), ask('admin')]);
  expect(responses.map(({ data }) => data)).toEqual([{ role: 'admin' }, { role: 'user' }, { role: 'admin' }]);
  expect(requests).toHaveLength(2);
});

it('C12 the connection’s own Authorization is sent, and a token overrides it', async () => {
  const { fetch, requests } = scriptedFetch(DATA);
  const storage = memoryStorage();
  const config = { headers: { Authorization: 'Basic abc' }, forceFetchDelayMs: 0 };
  const { client } = createTransport(config, { fetch, storage });
  await client.query('{ a }', {}).toPromise();
  storage.values.set('apollo-token', 'mine');
  await client.query('{ a }', {}, { requestPolicy: 'network-only' }).toPromise();
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Basic abc', 'Bearer mine']);
});

it.each(['"boom"', '[1,2]', '7', 'true'])('C15 data that is %s is a parse failure that contains it', async data => {
  const plain = json(`{"data":${data}}`);
  const parts = new Response(`\r\n---\r\n\r\n{"data":${data},"hasNext":false}\r\n-----\r\n`, {
    headers: { 'content-type': 'multipart/mixed; boundary="-"' },
  });
  for (const response of [plain, parts] as Answer[]) {
    const { client } = createTransport({}, { fetch: scriptedFetch(response).fetch, storage: null });
    const result = await client.query('{ a }', {}).toPromise();
    expect(failureOf(result.error)).toMatchObject({ tag: 'parse', bodyText: data });
    expect(result.error?.message).toContain('where an object is declared');
    expect(result.data).toBeUndefined();
  }
});

it('a single response with hasNext: true ends anyway', async () => {
  const { client } = createTransport({}, { fetch: scriptedFetch(json({ data: { a: 1 }, hasNext: true })).fetch, storage: null });
  expect((await client.query('{ a }', {}).toPromise()).data).toEqual({ a: 1 });
});

it.each([
  ['GATEWAY_TIMEOUT', 504],
  ['GATEWAY_UNREACHABLE', 502],
])('C14 %s of the gateway is a lost response, not a refusal', async (code, status) => {
  const response = json({ errors: [{ message: 'Not reached', extensions: { code } }] }, status);
  const { client } = createTransport({}, { fetch: scriptedFetch(response).fetch, storage: null });
  const { error } = await client.mutation('mutation { a }', {}).toPromise();
  expect(failureOf(error)).toEqual({ tag: 'network', message: 'Not reached' });
});

describe('C52 a request without a response ends', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] }));
  afterEach(() => void jest.useRealTimers());
  const open = (response: Answer, config: TransportConfig = {}) =>
    createTransport(config, { fetch: scriptedFetch(response).fetch, storage: null }).client;
  const never = () => new Promise<Response>(() => undefined);
  const silent = (type: string) => () =>
    new Response(
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"data":'));
        },
      }),
      { headers: { 'content-type': type } },
    );

  it('C52 after 60000 ms without a first byte; of a mutation it says that it may have run', async () => {
    const query = open(never).query('{ a }', {}).toPromise();
    const result = open(never).mutation('mutation { a }', {}).toPromise();
    let isOver = false;
    void result.then(() => (isOver = true));
    await jest.advanceTimersByTimeAsync(59_999);
    expect(isOver).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    const message = 'No response within 60 s';
    expect(failureOf((await query).error)).toEqual({ tag: 'timeout', message });
    expect(failureOf((await result).error)).toEqual({
      tag: 'timeout',
      message: `${message}. The mutation may have been executed`,
    });
  });

  it('C52 an upload by fetch, which reports no progress, has more time for a larger file', async () => {
    const upload = (bytes: number): Promise<number> => {
      const file = new File([new Uint8Array(bytes)], 'f');
      const started = Date.now();
      const result = open(never).mutation('mutation ($f: Upload) { a(f: $f) }', { f: file }).toPromise();
      return result.then(({ error }) => {
        expect(failureOf(error)).toMatchObject({ tag: 'timeout' });
        return Date.now() - started;
      });
    };
    const times = Promise.all([upload(1), upload(80_000)]);
    await jest.advanceTimersByTimeAsync(600_000);
    const [small = 0, large = 0] = await times;
    expect([small, large]).toEqual([60_000, 70_000]);
  });

  it('C52 after 30000 ms of silence in a body', async () => {
    const result = open(silent('application/json')).query('{ a }', {}).toPromise();
    await jest.advanceTimersByTimeAsync(30_000);
    expect(failureOf((await result).error)).toMatchObject({ tag: 'timeout' });
  });

  it('C52 not in a stream, and not at all with 0', async () => {
    let over = 0;
    for (const client of [open(silent('text/event-stream')), open(never, { requestTimeoutMs: 0 })]) {
      void client
        .query('{ a }', {})
        .toPromise()
        .then(() => over++);
    }
    await jest.advanceTimersByTimeAsync(600_000);
    expect(over).toBe(0);
  });
});
