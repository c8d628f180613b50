/** HTTP requests as real servers receive them (contract C1, C2, C5 to C12, C30, C43, C44, C47). */
import { createClient, gql } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import { createTransport } from '../../src/transport/createTransport';
import { RefusedError, SocketError } from '../../src/transport/observe/failure';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { NETWORK, openTransport } from './support/openTransport';
import { formOf, jsonBody } from './support/requestForm';
import { watch } from './support/watchSource';

let host: Host;
let yoga: RemoteServer;

beforeAll(async () => {
  host = await startHost();
  yoga = await host.start('yoga');
});
beforeEach(() => yoga.forget());
afterAll(() => host.kill());

const HELLO = 'query Hello($name: String) { hello(name: $name) }';

describe.each([
  'yoga',
  'yogaWithoutPersisted',
  'apollo',
  'apolloWithoutPersisted',
  'apolloExpress',
  'mercurius',
  'mercuriusWithoutPersisted',
] as const)('%s', kind => {
  let server: RemoteServer;
  beforeAll(async () => {
    server = await host.start(kind);
  });
  beforeEach(() => server.forget());
  afterAll(() => server.stop('cut'));

  test('takes a named query with variables in one request', async () => {
    const { client } = openTransport(server.url);
    const { data, error } = await client.query(HELLO, { name: 'Ida' }).toPromise();
    expect(error).toBeUndefined();
    expect(data).toEqual({ hello: 'Hello Ida' });
    const requests = await server.requests();
    expect(requests.map(formOf)).toEqual(['text']);
    expect(jsonBody(requests[0])).toEqual({ operationName: 'Hello', variables: { name: 'Ida' }, query: expect.any(String) });
  });

  test('takes an anonymous query, whose operationName is null', async () => {
    const { client } = openTransport(server.url);
    const { data, error } = await client.query('{ hello }', {}).toPromise();
    expect(error).toBeUndefined();
    expect(data).toEqual({ hello: 'Hello world' });
    const requests = await server.requests();
    expect(jsonBody(requests[0])).toEqual({ operationName: null, variables: {}, query: expect.any(String) });
  });

  test('takes a mutation in one request', async () => {
    const { client } = openTransport(server.url);
    const { data } = await client
      .mutation('mutation Rename($name: String!) { rename(name: $name) }', { name: 'Ada' })
      .toPromise();
    expect(data).toEqual({ rename: 'Ada' });
    expect((await server.requests()).map(formOf)).toEqual(['text']);
  });
});

test('C5 a document that is longer than any URL is posted, and no request is a GET, persisting or not', async () => {
  const long = `query Long { ${Array.from({ length: 400 }, (_, n) => `field${n}: hello`).join(' ')} }`;
  for (const persistedQueries of [false, true]) {
    const { client } = openTransport(yoga.url, { persistedQueries });
    expect((await client.query(long, {}, NETWORK).toPromise()).error).toBeUndefined();
    expect((await client.query('{ hello }', {}, NETWORK).toPromise()).error).toBeUndefined();
    expect((await client.query('{ hello }', {}, { ...NETWORK, preferGetMethod: true }).toPromise()).error).toBeUndefined();
    expect((await client.query('{ hello }', {}, { ...NETWORK, preferGetMethod: 'force' }).toPromise()).error).toBeUndefined();
  }
  const requests = await yoga.requests();
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(requests.map(() => 'POST /graphql'));
  expect(requests.length).toBeGreaterThanOrEqual(8);
});

test('C1 the token is sent as Bearer, with its value in storage at that moment', async () => {
  const { client, storage } = openTransport(yoga.url, { token: 'first' });
  await client.query('{ hello }', {}, NETWORK).toPromise();
  storage.token = 'second';
  await client.query('{ hello }', {}, NETWORK).toPromise();
  await client.mutation('mutation { rename(name: "x") }', {}).toPromise();
  const requests = await yoga.requests();
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', 'Bearer second', 'Bearer second']);
});

test('C2 without a token, with an empty one, and after signing out there is no Authorization header', async () => {
  const { client, storage } = openTransport(yoga.url);
  await client.query('{ hello }', {}, NETWORK).toPromise();
  storage.token = '';
  await client.query('{ hello }', {}, NETWORK).toPromise();
  storage.token = 'mine';
  await client.query('{ hello }', {}, NETWORK).toPromise();
  storage.token = null;
  await client.query('{ hello }', {}, NETWORK).toPromise();
  const requests = await yoga.requests();
  expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, 'Bearer mine', undefined]);
  expect('authorization' in (requests[3]?.headers ?? {})).toBe(false);
});

test('C1 C19 the resend after a miss reads the token again', async () => {
  const { client, storage } = openTransport(yoga.url, {
    persistedQueries: true,
    token: 'before',
    fetch: (input, init) => {
      const response = fetch(input, init);
      storage.token = 'after';
      return response;
    },
  });
  expect((await client.query('query TokenOfTheResend { hello }', {}, NETWORK).toPromise()).error).toBeUndefined();
  const requests = await yoga.requests();
  expect(requests.map(formOf)).toEqual(['hash', 'text+hash']);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer before', 'Bearer after']);
});

test('C2 C45 the refetch after a mutation has no token after sign-out', async () => {
  const { client, storage } = openTransport(yoga.url, { token: 'mine' });
  const query = 'query Parcel { hello __typename }';
  const results: unknown[] = [];
  let refetched: () => void = () => {};
  const second = new Promise<void>(resolve => {
    refetched = resolve;
  });
  const { unsubscribe } = pipe(
    client.query(query, {}, { requestPolicy: 'cache-and-network', additionalTypenames: ['Received'] }),
    subscribe(result => {
      results.push(result.data);
      if (results.length > 1 && !result.stale) refetched();
    }),
  );
  await yoga.requests();
  await yoga.arrived(1);
  storage.token = null;
  const upload = 'mutation Receive($file: Upload!) { receive(file: $file) { size __typename } }';
  const { error } = await client.mutation(upload, { file: new File(['abc'], 'a.txt') }).toPromise();
  expect(error).toBeUndefined();
  await second;
  unsubscribe();
  const requests = await yoga.requests();
  expect(requests.map(formOf)).toEqual(['text', 'multipart', 'text']);
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer mine', undefined, undefined]);
});

test('C12 Accept lists the GraphQL type before plain JSON', async () => {
  const { client } = openTransport(yoga.url);
  await client.query('{ hello }', {}).toPromise();
  await client
    .mutation('mutation M($file: Upload!) { receive(file: $file) { size } }', { file: new File(['a'], 'a') })
    .toPromise();
  for (const { headers } of await yoga.requests()) {
    const accept = String(headers.accept);
    expect(accept).toContain('application/graphql-response+json');
    expect(accept.indexOf('application/graphql-response+json')).toBeLessThan(accept.indexOf('application/json'));
  }
});

test('C10 undefined variables are left out, null and Dates are kept', async () => {
  const { client } = openTransport(yoga.url);
  const variables = { name: null, gone: undefined, list: [{ at: new Date(0), gone: undefined }] };
  await client.query(HELLO, variables).toPromise();
  const [request] = await yoga.requests();
  expect(jsonBody(request).variables).toEqual({ name: null, list: [{ at: '1970-01-01T00:00:00.000Z' }] });
  expect('gone' in jsonBody(request).variables).toBe(false);
});

test('C9 a document with two operations is refused with a clear message, and nothing is sent', async () => {
  const { client } = openTransport(yoga.url, { persistedQueries: true });
  const two = gql('query One { hello } query Two { hello }');
  const query = await client.query(two, {}).toPromise();
  const mutation = await client
    .mutation(gql('mutation A { rename(name: "a") } mutation B { rename(name: "b") }'), {})
    .toPromise();
  for (const { error } of [query, mutation]) {
    expect(error?.networkError).toBeInstanceOf(RefusedError);
    expect(error?.message).toMatch(/2 operations/);
  }
  // The marker: the next request is the first one that the server receives.
  await client.query('query Marker { hello }', {}).toPromise();
  expect((await yoga.requests()).map(request => jsonBody(request).operationName)).toEqual(['Marker', 'Marker']);
});

test('C6 C50 a subscription without a websocket address fails at once, without retries, and is never sent over HTTP', async () => {
  const { client } = openTransport(yoga.url, { wsEndpoint: null });
  const [only, ...more] = await watch(client.subscription('subscription { count(to: 2) }', {})).ended;
  expect(more).toEqual([]);
  expect(only?.error?.networkError).toBeInstanceOf(SocketError);
  expect(only?.error?.message).not.toMatch(/undefined/);
  expect(await yoga.requests()).toEqual([]);
  expect(await yoga.sockets()).toEqual([]);
});

test('C43 unsubscribing a query aborts its request', async () => {
  const { client } = openTransport(yoga.url);
  const { results, stop } = watch(client.query('query Slow { slow(topic: "aborted") }', {}));
  await host.listening('aborted', 1);
  stop();
  const [request] = await yoga.requests();
  expect(request?.aborted).toBe(true);
  expect(results).toEqual([]);
  await host.publish('aborted', 1);
});

test('C43 a mutation that was sent is never aborted, even without a subscriber', async () => {
  const { client } = openTransport(yoga.url);
  const { stop } = watch(client.mutation('mutation Slow { slow(topic: "kept") }', {}));
  await host.listening('kept', 1);
  stop();
  // An abort would have been logged before the response to this later request.
  await client.query('{ hello }', {}).toPromise();
  await host.publish('kept', 1);
  const requests = await yoga.requests();
  expect(requests.map(({ status, aborted }) => ({ status, aborted }))).toEqual([
    { status: 200, aborted: false },
    { status: 200, aborted: false },
  ]);
});

test('C43 unsubscribing while the hash is under way drops the resend', async () => {
  let hashAnswered: () => void = () => {};
  const answered = new Promise<void>(resolve => {
    hashAnswered = resolve;
  });
  const { client } = openTransport(yoga.url, {
    persistedQueries: true,
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      stop();
      hashAnswered();
      return response;
    },
  });
  const { results, stop } = watch(client.query('query Dropped { hello }', {}, NETWORK));
  await answered;
  await openTransport(yoga.url).client.query('query Marker { hello }', {}).toPromise();
  const requests = await yoga.requests();
  expect(requests.map(request => `${formOf(request)} ${jsonBody(request).operationName}`)).toEqual([
    'hash Dropped',
    'text Marker',
  ]);
  expect(results).toEqual([]);
});

test('C44 two identical mutations at the very start are two requests with two results', async () => {
  const { client } = openTransport(yoga.url);
  const mutation = 'mutation Twice { rename(name: "x") }';
  const both = await Promise.all([client.mutation(mutation, {}).toPromise(), client.mutation(mutation, {}).toPromise()]);
  expect(both.map(({ data }) => data)).toEqual([{ rename: 'x' }, { rename: 'x' }]);
  expect((await yoga.requests()).map(formOf)).toEqual(['text', 'text']);
});

test('C30 an unreachable server is a network error after one attempt, for queries and mutations', async () => {
  const gone = await host.start('apollo');
  await gone.stop('cut');
  let attempts = 0;
  const { client, lastRequest } = openTransport(gone.url, {
    persistedQueries: true,
    fetch: (input, init) => {
      attempts++;
      return fetch(input, init);
    },
  });
  for (const run of [() => client.query('{ hello }', {}), () => client.mutation('mutation { rename(name: "x") }', {})]) {
    attempts = 0;
    const { data, error } = await run().toPromise();
    expect(data).toBeUndefined();
    expect(error?.networkError?.name).not.toMatch(/^Server/);
    expect(error?.networkError).toBeDefined();
    expect(attempts).toBe(1);
    expect(lastRequest.get()?.status).toBeNull();
  }
});

test('C16 a connection that is cut during a response is a network error, after one attempt', async () => {
  const cut = await host.start('mercurius');
  const { client } = openTransport(cut.url);
  const result = client.query('query Cut { slow(topic: "never") }', {}).toPromise();
  await host.listening('never', 1);
  await cut.stop('cut');
  const { error } = await result;
  expect(error?.networkError).toBeDefined();
  expect(error?.networkError?.name).not.toMatch(/^Server/);
  expect(await cut.requests()).toHaveLength(1);
});

test('C47 on the server: no persisting, no token, no websocket', async () => {
  const transport = createTransport(
    { httpEndpoint: yoga.url, persistedQueries: true },
    { isServer: true, storage: { getItem: () => 'secret' } },
  );
  expect((await transport.client.query('{ hello }', {}).toPromise()).data).toEqual({ hello: 'Hello world' });
  const [only] = await watch(transport.client.subscription('subscription { count(to: 1) }', {})).ended;
  expect(only?.error).toBeDefined();
  transport.dispose();
  const requests = await yoga.requests();
  expect(requests.map(formOf)).toEqual(['text']);
  expect(requests[0]?.headers.authorization).toBeUndefined();
  expect(await yoga.sockets()).toEqual([]);
});

test('the configured headers are sent with every request, the upload headers only with uploads', async () => {
  const { client } = openTransport(yoga.url, { headers: { 'x-every': 'yes' }, uploadHeaders: { 'x-upload': 'yes' } });
  await client.query('{ hello }', {}).toPromise();
  await client
    .mutation('mutation M($file: Upload!) { receive(file: $file) { size } }', { file: new File(['a'], 'a') })
    .toPromise();
  const requests = await yoga.requests();
  expect(requests.map(({ headers }) => [headers['x-every'], headers['x-upload']])).toEqual([
    ['yes', undefined],
    ['yes', 'yes'],
  ]);
});

test('the request log of the servers is correct for a stock client, too', async () => {
  // Checks the suite itself: with a log that misses requests, every count above would be meaningless.
  const stock = createClient({ url: yoga.url, exchanges: [(await import('@urql/core')).fetchExchange], preferGetMethod: true });
  await stock.query('{ hello }', {}).toPromise();
  expect((await yoga.requests()).map(formOf)).toEqual([expect.stringMatching(/^GET \/graphql\?query=/)]);
});
