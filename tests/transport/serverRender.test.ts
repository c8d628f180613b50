/** Contract C46 to C49: the first 100 ms, the server, and the options. */
import { createTransport } from '../../src/transport/createTransport';
import { failureOf } from '../../src/transport/observe/failure';
import { settle } from '../support/fakeSockets';
import { memoryStorage } from '../support/memoryStorage';
import { json, scriptedFetch } from '../support/scriptedFetch';

const QUERY = 'query Ships { ships { id } }';
const respond = () => json({ data: { ships: [{ __typename: 'Ship', id: '1' }] } });

/** The state that a server render adds to the page. */
const renderedState = async (): Promise<unknown> => {
  const { fetch } = scriptedFetch(respond());
  const server = createTransport({}, { fetch, isServer: true });
  await server.client.query(QUERY, {}).toPromise();
  return server.ssrData();
};

describe('C46 the first 100 ms in a browser', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(['network-only', 'cache-and-network'] as const)(
    'C46 %s runs as cache-first, and is not repeated later',
    async requestPolicy => {
      const ssrState = await renderedState();
      const { fetch, requests } = scriptedFetch(respond());
      const { client } = createTransport({}, { fetch, storage: null, ssrState });
      await jest.advanceTimersByTimeAsync(99);
      const seen: unknown[] = [];
      client.query(QUERY, {}, { requestPolicy }).subscribe(result => seen.push([result.data, result.stale]));
      await settle();
      await jest.advanceTimersByTimeAsync(10_000);
      expect(seen).toEqual([[{ ships: [{ __typename: 'Ship', id: '1' }] }, false]]);
      expect(requests).toHaveLength(0);
    },
  );

  it.each(['network-only', 'cache-and-network'] as const)('C46 from 100 ms on %s runs as asked', async requestPolicy => {
    const ssrState = await renderedState();
    const { fetch, requests } = scriptedFetch(respond());
    const { client } = createTransport({}, { fetch, storage: null, ssrState });
    await jest.advanceTimersByTimeAsync(100);
    client.query(QUERY, {}, { requestPolicy }).subscribe(() => {});
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('C46 a query that is not cached uses the network, also during these 100 ms', async () => {
    const { fetch, requests } = scriptedFetch(respond());
    const { client } = createTransport({}, { fetch, storage: null });
    client.query(QUERY, {}, { requestPolicy: 'network-only' }).subscribe(() => {});
    await settle();
    expect(requests).toHaveLength(1);
  });

  it('C46 the delay is an option, and 0 means no delay', async () => {
    const { fetch, requests } = scriptedFetch(respond());
    const { client } = createTransport({ forceFetchDelayMs: 0 }, { fetch, storage: null, ssrState: {} });
    await client.query(QUERY, {}).toPromise();
    client.query(QUERY, {}, { requestPolicy: 'network-only' }).subscribe(() => {});
    await settle();
    expect(requests).toHaveLength(2);
  });
});

describe('C47 the server', () => {
  it('C47 runs queries as cache-first for the client’s life, persists nothing, reads no storage', async () => {
    jest.useFakeTimers();
    const { fetch, requests } = scriptedFetch(respond());
    const storage = memoryStorage({ 'apollo-token': 'secret' });
    const { client, persisted } = createTransport({ persistedQueries: true }, { fetch, storage, isServer: true });
    await client.query(QUERY, {}).toPromise();
    await jest.advanceTimersByTimeAsync(10_000);
    await client.query(QUERY, {}, { requestPolicy: 'network-only' }).toPromise();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.json?.query).toBeDefined();
    expect(requests[0]?.json).not.toHaveProperty('extensions');
    expect(requests[0]?.headers.has('authorization')).toBe(false);
    expect(storage.reads).toBe(0);
    expect(persisted.get()).toEqual({ state: 'off' });
    jest.useRealTimers();
  });

  it('C47 persists nothing: the browser reports the same during hydration, and persisting only afterwards', () => {
    const { persisted } = createTransport({ persistedQueries: true }, { fetch: scriptedFetch(respond()).fetch, storage: null });
    expect(persisted.rendered?.()).toEqual({ state: 'off' });
    expect(persisted.get()).toMatchObject({ state: 'on' });
  });
});

describe('C47 queries that the server sent without a user', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each([
    ['is sent again after the delay for a user who is signed in', 'tok', false, 1],
    ['is sent again after the delay for a user whom the server may identify by a cookie', '', true, 1],
    ['counts for an anonymous user', '', false, 0],
  ])('C46 C47 %s', async (_what, token, sendsCookies, requestCount) => {
    const ssrState = await renderedState();
    const { fetch, requests } = scriptedFetch(json({ data: { ships: [{ __typename: 'Ship', id: '2' }] } }));
    const storage = memoryStorage({ 'apollo-token': token });
    const { client } = createTransport({}, { fetch, storage, ssrState, sendsCookies: () => sendsCookies });
    const seen: unknown[] = [];
    client.query(QUERY, {}, { requestPolicy: 'cache-and-network' }).subscribe(result => seen.push(result.data?.ships[0].id));
    await jest.advanceTimersByTimeAsync(99);
    expect([seen, requests.length]).toEqual([['1'], 0]);
    await jest.advanceTimersByTimeAsync(1);
    await settle();
    expect(requests).toHaveLength(requestCount);
    expect(requests[0]?.headers.get('authorization')).toBe(
      requestCount === 0 ? undefined : token === '' ? null : `Bearer ${token}`,
    );
    expect(seen.at(-1)).toBe(requestCount === 0 ? '1' : '2');
  });

  it('C42 C47 is not repeated without a subscriber, or after the transport was disposed, which leaves no timer', async () => {
    const ssrState = await renderedState();
    const { fetch, requests } = scriptedFetch(respond());
    const storage = memoryStorage({ 'apollo-token': 'tok' });
    const { client } = createTransport({}, { fetch, storage, ssrState });
    client
      .query(QUERY, {}, { requestPolicy: 'cache-and-network' })
      .subscribe(() => {})
      .unsubscribe();
    const other = createTransport({}, { fetch, storage, ssrState });
    other.client.query(QUERY, {}, { requestPolicy: 'cache-and-network' }).subscribe(() => {});
    other.dispose();
    expect(jest.getTimerCount()).toBe(1);
    await jest.advanceTimersByTimeAsync(1000);
    await settle();
    expect(requests).toHaveLength(0);
  });

  it('C47 is repeated once if the screen subscribes only after the delay, as on a slow machine', async () => {
    const ssrState = await renderedState();
    const { fetch, requests } = scriptedFetch(json({ data: { ships: [{ __typename: 'Ship', id: '2' }] } }));
    const { client } = createTransport({}, { fetch, storage: memoryStorage({ 'apollo-token': 'tok' }), ssrState });
    const query = () => client.query(QUERY, {}, { requestPolicy: 'cache-first' });
    // React reads the result during hydration, and subscribes afterwards.
    query()
      .subscribe(() => {})
      .unsubscribe();
    await jest.advanceTimersByTimeAsync(450);
    expect(requests).toHaveLength(0);
    const seen: unknown[] = [];
    query().subscribe(result => seen.push(result.data?.ships[0].id));
    await jest.advanceTimersByTimeAsync(1000);
    await settle();
    expect(requests).toHaveLength(1);
    expect([seen[0], seen.at(-1)]).toEqual(['1', '2']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('C47 a failure on the server is the same failure in the browser', async () => {
    const { fetch } = scriptedFetch(json({ errors: [{ message: 'down' }] }, 503));
    const server = createTransport({}, { fetch, isServer: true });
    const there = await server.client.query(QUERY, {}).toPromise();
    const ssrState = JSON.parse(JSON.stringify(server.ssrData())) as unknown;
    const { client } = createTransport({}, { fetch: scriptedFetch(respond()).fetch, storage: null, ssrState });
    const here = client.readQuery(QUERY, {});
    expect(failureOf(there.error)).toMatchObject({ tag: 'http', status: 503 });
    expect(failureOf(here?.error)).toEqual(failureOf(there.error));
  });
});

describe('C48 operations that C46 and C47 do not change', () => {
  it.each([false, true])('C48 mutations and cache-only, isServer %s', async isServer => {
    const { fetch, requests } = scriptedFetch(respond());
    const { client } = createTransport({}, { fetch, storage: null, isServer });
    await Promise.all([1, 2].map(() => client.mutation('mutation { add }', {}, { requestPolicy: 'network-only' }).toPromise()));
    expect(requests).toHaveLength(2);
    const cached = await client.query(QUERY, {}, { requestPolicy: 'cache-only' }).toPromise();
    expect(cached.data).toBeFalsy();
    expect(requests).toHaveLength(2);
  });
});

describe('C49 options', () => {
  it.each([
    [{ subscriptionRetries: -1 }, 'subscriptionRetries'],
    [{ subscriptionRetries: 1.5 }, 'subscriptionRetries'],
    [{ subscriptionRetries: Number.NaN }, 'subscriptionRetries'],
    [{ subscriptionRetryDelayMs: -1 }, 'subscriptionRetryDelayMs'],
    [{ subscriptionRetryDelayMs: Number.POSITIVE_INFINITY }, 'subscriptionRetryDelayMs'],
    [{ wsTimeoutMs: -1 }, 'wsTimeoutMs'],
    [{ wsMinTimeoutMs: '1000' as never }, 'wsMinTimeoutMs'],
    [{ reconnectMinMs: -100 }, 'reconnectMinMs'],
    [{ reconnectMinMs: 500, reconnectMaxMs: 400 }, 'reconnectMaxMs'],
    [{ reconnectFactor: 0.5 }, 'reconnectFactor'],
    [{ reconnectFactor: 0 }, 'reconnectFactor'],
    [{ reconnectJitter: 1.1 }, 'reconnectJitter'],
    [{ reconnectJitter: -0.1 }, 'reconnectJitter'],
    [{ forceFetchDelayMs: -1 }, 'forceFetchDelayMs'],
    [{ httpEndpoint: '' }, 'httpEndpoint'],
    [{ wsEndpoint: '' }, 'wsEndpoint'],
    [{ tokenName: ' ' }, 'tokenName'],
    [{ persistedQueries: 'yes' as never }, 'persistedQueries'],
    [{ uploadHeaders: { a: 1 as never } }, 'uploadHeaders'],
    [{ headers: [] as never }, 'headers'],
  ])('C49 %j is refused at creation, naming %s', (config, name) => {
    expect(() => createTransport(config)).toThrow(new RegExp(`^${name} must be`));
  });

  it('C49 0 is a value', () => {
    expect(() =>
      createTransport({
        subscriptionRetries: 0,
        subscriptionRetryDelayMs: 0,
        wsTimeoutMs: 0,
        wsMinTimeoutMs: 0,
        reconnectMinMs: 0,
        reconnectMaxMs: 0,
        reconnectJitter: 0,
        forceFetchDelayMs: 0,
      }),
    ).not.toThrow();
  });

  it('C49 undefined takes the default', async () => {
    const { fetch, requests } = scriptedFetch(respond());
    const storage = memoryStorage({ 'apollo-token': 'tok' });
    const { client } = createTransport({ httpEndpoint: undefined, tokenName: undefined } as never, { fetch, storage });
    await client.query(QUERY, {}).toPromise();
    expect(requests[0]).toMatchObject({ url: '/graphql' });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer tok');
  });
});
