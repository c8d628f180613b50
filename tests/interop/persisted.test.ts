/**
 * Automatic persisted queries with servers that support them and servers that do not: which forms are sent in which order, how the servers
 * respond, and what the transport remembers (contract C17 to C23).
 */
import type { ServerKind } from '../support/servers/host/serverHost';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { NETWORK, type OpenOptions, openTransport, throughProxy } from './support/openTransport';
import { formOf, jsonBody, sha256 } from './support/requestForm';

let host: Host;
let server: RemoteServer;

beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.kill());

/** Each test has its own server, because servers store the queries that they received. */
const start = async (kind: ServerKind): Promise<void> => {
  server = await host.start(kind);
};
afterEach(() => server.stop('cut'));

const open = (options: OpenOptions = {}) => openTransport(server.url, { persistedQueries: true, ...options });

/** Requests with the status of their responses since the last call, such as 'hash 404'. */
const dialogue = async (): Promise<string[]> => {
  const requests = await server.requests();
  await server.forget();
  return requests.map(request => `${formOf(request)} ${request.status}`);
};

const HELLO = 'query Hello($name: String) { hello(name: $name) }';
const SQUARE = 'query Square($of: Int!) { square(of: $of) }';

describe.each([
  ['yoga', 404],
  ['apollo', 200],
  ['apolloExpress', 200],
  ['mercurius', 400],
] as const)('%s, which persists', (kind, missStatus) => {
  beforeEach(() => start(kind));

  test(`C17 C19 a miss answered ${missStatus} is resent with text and hash; from then on the hash is enough`, async () => {
    const { client, persisted } = open();
    expect(persisted.get()).toEqual({ state: 'on', hits: 0, misses: 0 });
    const first = await client.query(HELLO, { name: 'Ida' }, NETWORK).toPromise();
    expect(first.error).toBeUndefined();
    expect(first.data).toEqual({ hello: 'Hello Ida' });
    const [byHash, inFull] = await server.requests();
    expect(await dialogue()).toEqual([`hash ${missStatus}`, 'text+hash 200']);
    expect(jsonBody(byHash).extensions).toEqual({
      persistedQuery: { version: 1, sha256Hash: sha256(jsonBody(inFull).query ?? '') },
    });
    expect(jsonBody(inFull).extensions).toEqual(jsonBody(byHash).extensions);
    expect(jsonBody(byHash)).toMatchObject({ operationName: 'Hello', variables: { name: 'Ida' } });
    expect(jsonBody(inFull)).toMatchObject({ operationName: 'Hello', variables: { name: 'Ida' } });
    expect(persisted.get()).toEqual({ state: 'on', hits: 0, misses: 1 });

    const second = await client.query(HELLO, { name: 'Ada' }, NETWORK).toPromise();
    expect(second.data).toEqual({ hello: 'Hello Ada' });
    expect(await dialogue()).toEqual(['hash 200']);
    expect(persisted.get()).toEqual({ state: 'on', hits: 1, misses: 1 });
  });

  test('hashes are sent by GET if the connection is set to it', async () => {
    const { client } = open({ queryMethod: 'get' });
    const ask = async (name: string) => (await client.query(HELLO, { name }, NETWORK).toPromise()).data;
    expect(await ask('Ida')).toEqual({ hello: 'Hello Ida' });
    await server.forget();
    expect(await ask('Ada')).toEqual({ hello: 'Hello Ada' });
    const [request, ...more] = await server.requests();
    expect([request?.method, request?.status, more.length]).toEqual(['GET', 200, 0]);
  });

  test('hashes are sent by QUERY if the connection is set to it, or by POST if the server refuses that', async () => {
    const { client } = open({ queryMethod: 'query', persistedQueries: false });
    const ask = async (name: string) => (await client.query(HELLO, { name }, NETWORK).toPromise()).data;
    expect(await ask('Ida')).toEqual({ hello: 'Hello Ida' });
    await server.forget();
    expect(await ask('Ada')).toEqual({ hello: 'Hello Ada' });
    expect(await server.requests()).toHaveLength(1);
  });

  test('a hash that one client has registered is a hit for the next client', async () => {
    await open().client.query(HELLO, {}, NETWORK).toPromise();
    await dialogue();
    const { client, persisted } = open();
    expect((await client.query(HELLO, {}, NETWORK).toPromise()).error).toBeUndefined();
    expect(await dialogue()).toEqual(['hash 200']);
    expect(persisted.get()).toEqual({ state: 'on', hits: 1, misses: 0 });
  });

  test('C45 the same query is sent by hash again after a miss, not in the form of the resend', async () => {
    const { client } = open();
    const operation = client.createRequestOperation('query', (await import('@urql/core')).createRequest(HELLO, {}), NETWORK);
    await client.executeRequestOperation(operation).toPromise();
    expect(await dialogue()).toEqual([`hash ${missStatus}`, 'text+hash 200']);
    await client.executeRequestOperation(operation).toPromise();
    expect(await dialogue()).toEqual(['hash 200']);
  });

  test('C18 an invalid variable on a hit is a 400: persisting stops, the query is resent once, the caller gets the errors', async () => {
    const { client, persisted } = open();
    expect((await client.query(SQUARE, { of: 3 }, NETWORK).toPromise()).data).toEqual({ square: 9 });
    await dialogue();
    const { error } = await client.query(SQUARE, { of: 'two' }, NETWORK).toPromise();
    expect(await dialogue()).toEqual(['hash 400', 'text 400']);
    expect(error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 400 });
    expect(error?.graphQLErrors[0]?.message).toMatch(/\$of/);
    expect(persisted.get()).toMatchObject({ state: 'stopped', reason: expect.stringMatching(/./) });

    await client.query(SQUARE, { of: 4 }, NETWORK).toPromise();
    await client.query(HELLO, {}, NETWORK).toPromise();
    expect(await dialogue()).toEqual(['text 200', 'text 200']);
    expect(persisted.get().state).toBe('stopped');
  });

  test('C18 C23 a resolver error, also with status 401, neither stops persisting nor is resent', async () => {
    const { client, persisted } = open();
    const query = 'query Both { hello boom guardedByStatus }';
    const status = kind === 'mercurius' ? 200 : 401;
    await client.query(query, {}, NETWORK).toPromise();
    expect(await dialogue()).toEqual([`hash ${missStatus}`, `text+hash ${status}`]);
    const { data, error } = await client.query(query, {}, NETWORK).toPromise();
    expect(await dialogue()).toEqual([`hash ${status}`]);
    expect(data).toEqual({ hello: 'Hello world', boom: null, guardedByStatus: null });
    expect(error?.graphQLErrors.map(({ extensions }) => extensions.code)).toContain('UNAUTHENTICATED');
    expect(persisted.get().state).toBe('on');
  });

  test('C21 a text that was changed in transit: the mismatch stops persisting, and the third request is the text alone', async () => {
    const fetch = throughProxy(init => {
      const body = JSON.parse(String(init.body));
      return 'query' in body ? { ...init, body: JSON.stringify({ ...body, query: `${body.query} # seen` }) } : init;
    });
    const { client, persisted } = open({ fetch });
    const { data, error } = await client.query(HELLO, {}, NETWORK).toPromise();
    expect(error).toBeUndefined();
    expect(data).toEqual({ hello: 'Hello world' });
    expect(await dialogue()).toEqual([`hash ${missStatus}`, 'text+hash 400', 'text 200']);
    expect(persisted.get().state).toBe('stopped');
    await client.query(SQUARE, { of: 2 }, NETWORK).toPromise();
    expect(await dialogue()).toEqual(['text 200']);
  });

  test('C18 an unsupported protocol version stops persisting; the same query is resent in full', async () => {
    const fetch = throughProxy(init => ({ ...init, body: String(init.body).replace('"version":1', '"version":9') }));
    const { client, persisted } = open({ fetch });
    expect((await client.query(HELLO, {}, NETWORK).toPromise()).data).toEqual({ hello: 'Hello world' });
    const requests = await server.requests();
    expect(requests.map(({ status }) => status)).toEqual([400, 200]);
    expect(jsonBody(requests[1])).toEqual({ operationName: 'Hello', variables: {}, query: expect.any(String) });
    expect(persisted.get().state).toBe('stopped');
  });

  test('C20 mutations never carry the extension, before, while and after persisting', async () => {
    const { client, persisted } = open();
    const mutation = 'mutation Rename { rename(name: "x") }';
    await client.mutation(mutation, {}).toPromise();
    await client.query(HELLO, {}, NETWORK).toPromise();
    await client.mutation(mutation, {}).toPromise();
    const { error } = await client
      .mutation('mutation Bad($n: String!) { rename(name: $n) }', { n: { not: 'a text' } })
      .toPromise();
    expect(error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 400 });
    expect(await dialogue()).toEqual(['text 200', `hash ${missStatus}`, 'text+hash 200', 'text 200', 'text 400']);
    expect(persisted.get()).toEqual({ state: 'on', hits: 0, misses: 1 });
  });

  test('many queries at once: each has one miss, none is sent three times, all get a response', async () => {
    const { client, persisted } = open();
    const names = Array.from({ length: 12 }, (_, n) => `n${n}`);
    const results = await Promise.all(
      names.map(name => client.query(`query ${name} { ${name}: hello }`, {}, NETWORK).toPromise()),
    );
    expect(results.map(({ data }) => data)).toEqual(names.map(name => ({ [name]: 'Hello world' })));
    const requests = await server.requests();
    for (const name of names) {
      const own = requests.filter(request => jsonBody(request).operationName === name);
      expect(own.map(formOf)).toEqual(['hash', 'text+hash']);
    }
    expect(persisted.get()).toEqual({ state: 'on', hits: 0, misses: 12 });
  });

  test('C20 an upload is one request without the extension', async () => {
    const { client, persisted } = open({ uploadHeaders: { 'apollo-require-preflight': 'yes' } });
    const query = 'mutation Receive($file: Upload!) { receive(file: $file) { size } }';
    await client.mutation(query, { file: new File(['abc'], 'a') }).toPromise();
    const requests = await server.requests();
    expect(requests.map(formOf)).toEqual(['multipart']);
    expect(String(requests[0]?.body)).not.toMatch(/sha256Hash|persistedQuery/);
    expect(persisted.get()).toEqual({ state: 'on', hits: 0, misses: 0 });
  });
});

describe.each([
  ['yogaWithoutPersisted', 400],
  ['apolloWithoutPersisted', 200],
  ['mercuriusWithoutPersisted', 400],
] as const)('%s, which does not', (kind, refusal) => {
  beforeEach(() => start(kind));

  test(`C18 the first hash is answered ${refusal}; the query is resent in full, and all later ones go in full`, async () => {
    const { client, persisted } = open();
    const { data, error } = await client.query(HELLO, { name: 'Ida' }, NETWORK).toPromise();
    expect(error).toBeUndefined();
    expect(data).toEqual({ hello: 'Hello Ida' });
    expect(await dialogue()).toEqual([`hash ${refusal}`, 'text 200']);
    expect(persisted.get()).toMatchObject({ state: 'stopped', reason: expect.stringMatching(/./) });

    await client.query(HELLO, { name: 'Ada' }, NETWORK).toPromise();
    await client.query(SQUARE, { of: 2 }, NETWORK).toPromise();
    expect(await dialogue()).toEqual(['text 200', 'text 200']);
  });

  test('C18 a query that also fails in full: the caller gets its errors after two requests', async () => {
    const { client } = open();
    const { error } = await client.query(SQUARE, { of: 'two' }, NETWORK).toPromise();
    expect(await dialogue()).toEqual([`hash ${refusal}`, 'text 400']);
    expect(error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 400 });
    expect(error?.graphQLErrors[0]?.message).toMatch(/\$of/);
  });

  test('C23 queries in flight when one stops persisting need at most two requests each', async () => {
    const { client, persisted } = open();
    const names = Array.from({ length: 8 }, (_, n) => `n${n}`);
    const results = await Promise.all(
      names.map(name => client.query(`query ${name} { ${name}: hello }`, {}, NETWORK).toPromise()),
    );
    expect(results.map(({ data }) => data)).toEqual(names.map(name => ({ [name]: 'Hello world' })));
    const requests = await server.requests();
    for (const name of names) {
      const forms = requests.filter(request => jsonBody(request).operationName === name).map(formOf);
      expect(['text', 'hash,text']).toContain(forms.join());
    }
    expect(persisted.get().state).toBe('stopped');
  });
});

test('C22 behind a proxy that drops Accept, Yoga says "Must provide query string." with status 200: that stops persisting too', async () => {
  await start('yogaWithoutPersisted');
  const fetch = throughProxy(init => {
    const headers = new Headers(init.headers);
    headers.set('accept', '*/*');
    return { ...init, headers };
  });
  const { client, persisted } = open({ fetch });
  expect((await client.query(HELLO, {}, NETWORK).toPromise()).data).toEqual({ hello: 'Hello world' });
  expect(await dialogue()).toEqual(['hash 200', 'text 200']);
  expect(persisted.get().state).toBe('stopped');
  await client.query(SQUARE, { of: 2 }, NETWORK).toPromise();
  expect(await dialogue()).toEqual(['text 200']);
});

test('C18 a 500 on the hash stops persisting; the caller gets the error of the resend', async () => {
  await start('apollo');
  const { client, persisted } = open({ headers: { 'x-context': 'throw' } });
  const { error } = await client.query(HELLO, {}, NETWORK).toPromise();
  expect(await dialogue()).toEqual(['hash 500', 'text 500']);
  expect(error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 500 });
  expect(error?.graphQLErrors[0]?.message).toMatch(/No context today/);
  expect(persisted.get().state).toBe('stopped');
});

test('C18 an HTML page for the hash (400) stops persisting', async () => {
  await start('apolloExpress');
  const fetch = throughProxy(init => {
    const body = String(init.body);
    return { ...init, body: body.includes('"query"') ? body : body.slice(0, -1) };
  });
  const { client, persisted } = open({ fetch });
  expect((await client.query(HELLO, {}, NETWORK).toPromise()).data).toEqual({ hello: 'Hello world' });
  expect((await server.requests()).map(({ status }) => status)).toEqual([400, 200]);
  expect(persisted.get().state).toBe('stopped');
});

test('C18 an unknown path (404) does not stop persisting and is not resent', async () => {
  await start('yoga');
  const { client, persisted } = openTransport(`${server.url}/../nowhere`, { persistedQueries: true });
  const { error } = await client.query(HELLO, {}, NETWORK).toPromise();
  expect(error?.networkError).toMatchObject({ name: 'ServerParseError', statusCode: 404 });
  expect(await dialogue()).toEqual(['hash 404']);
  expect(persisted.get().state).toBe('on');
});

test('C23 stopping is per client: another one on the same server starts by hash', async () => {
  await start('yoga');
  const stopped = open();
  await stopped.client.query(SQUARE, { of: 'two' }, NETWORK).toPromise();
  await stopped.client.query(SQUARE, { of: 'two' }, NETWORK).toPromise();
  expect(stopped.persisted.get().state).toBe('stopped');
  await dialogue();
  const other = open();
  await other.client.query(HELLO, {}, NETWORK).toPromise();
  expect(await dialogue()).toEqual(['hash 404', 'text+hash 200']);
});

test('C23 persisting is off by default', async () => {
  await start('yoga');
  const { client, persisted } = openTransport(server.url);
  await client.query(HELLO, {}, NETWORK).toPromise();
  expect(await dialogue()).toEqual(['text 200']);
  expect(persisted.get()).toEqual({ state: 'off' });
});
