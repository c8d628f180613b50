/** Subscriptions over HTTP and over the legacy websocket protocol, with real servers: the rules of the websocket apply to all of them. */

import { realtimeAddress } from '../../src/lib/network/appsyncAddress';
import type { Learned } from '../../src/transport/socket/learned';
import { eventually } from '../support/eventually';
import { startApollo } from '../support/servers/apolloServer';
import { API_KEY, startAppSync } from '../support/servers/appsyncServer';
import {
  type StreamServer,
  startGraphqlSse,
  startLegacy,
  startRouter,
  startSingleStream,
  startSingleStreamBesideHttp,
  startStatus,
  startYoga,
} from '../support/servers/streamServers';
import { type OpenOptions, openTransport } from './support/openTransport';
import { values, watch } from './support/watchSource';

const COUNT = 'subscription Count($to: Int!) { count(to: $to) }';
const FAST = { subscriptionRetryDelayMs: 1, reconnectMinMs: 20 };

/** The protocols, each with a server that supports it. */
const KINDS: [string, OpenOptions['subscriptions'] & string, () => Promise<StreamServer>][] = [
  ['sse at Yoga', 'sse', startYoga],
  ['sse at graphql-sse', 'sse', startGraphqlSse],
  ['sse-single at graphql-sse', 'sse-single', startGraphqlSse],
  ['multipart at a Router', 'multipart', startRouter],
  ['legacy-websocket at subscriptions-transport-ws', 'legacy-websocket', startLegacy],
  ['appsync-websocket at a scripted AppSync', 'appsync-websocket', startAppSync],
  ['auto at Yoga', 'auto', startYoga],
  ['auto at graphql-sse', 'auto', startGraphqlSse],
  ['auto at subscriptions-transport-ws', 'auto', startLegacy],
  ['auto at a Router', 'auto', startRouter],
  ['auto at graphql-sse with single connection mode only', 'auto', startSingleStream],
  ['auto at graphql-http beside graphql-sse with single connection mode', 'auto', startSingleStreamBesideHttp],
];

describe.each(KINDS)('%s', (_name, subscriptions, start) => {
  let server: StreamServer;
  beforeEach(async () => {
    server = await start();
  });
  afterEach(() => server.close());
  const headers: Record<string, string> = subscriptions === 'appsync-websocket' ? { 'x-api-key': API_KEY } : {};
  const open = (options: OpenOptions = {}) => openTransport(server.url, { ...FAST, subscriptions, headers, ...options });

  test('C31 each event is delivered once, then the end, which is not an event', async () => {
    const { client } = open();
    const results = await watch(client.subscription(COUNT, { to: 3 })).ended;
    expect(values(results.slice(0, -1), 'count')).toEqual([1, 2, 3]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
    expect(results.at(-1)).toMatchObject({ data: undefined, hasNext: false });
  });

  test('C36 C39 a connection that is cut reconnects with its subscription, and the subscriber gets both states', async () => {
    const { client, socket } = open();
    const changes: string[] = [];
    const context = { onConnectionChange: ({ state }: { state: string }) => changes.push(state) };
    const seen: unknown[] = [];
    const { unsubscribe } = client
      .subscription('subscription { watch }', {}, context)
      .subscribe(({ data, error }) => seen.push(data?.watch ?? error));
    const next = async (count: number) => {
      await eventually(
        async () => {
          server.tick();
          return seen.length;
        },
        length => length >= count,
      );
    };
    await next(1);
    expect(socket.get()).toEqual({ state: 'live' });
    server.cut();
    await eventually(
      async () => changes.length,
      length => length >= 3,
    );
    await next(seen.length + 1);
    expect(changes).toEqual(['live', 'lost', 'live']);
    expect(seen.every(value => typeof value === 'number')).toBe(true);
    unsubscribe();
  });

  test('C4 a new token is sent at once, with the subscription', async () => {
    const { client, storage, notifyTokenChanged, socket } = open({ token: 'one' });
    const { unsubscribe } = client.subscription('subscription { watch }', {}).subscribe(() => {});
    await eventually(
      async () => socket.get().state,
      state => state === 'live',
    );
    const before = server.requests.length;
    const sent = (): unknown[] => [
      ...server.requests.slice(before).map(({ authorization }) => authorization),
      ...server.inits.map(init => (init as { Authorization?: string }).Authorization),
    ];
    storage.token = 'two';
    notifyTokenChanged();
    await eventually(
      async () => sent(),
      all => all.includes('Bearer two'),
    );
    await eventually(
      async () => socket.get().state,
      state => state === 'live',
    );
    unsubscribe();
  });

  test('C28 C42 unsubscribing ends it at the server', async () => {
    const transport = open();
    const { unsubscribe } = transport.client.subscription('subscription { watch }', {}).subscribe(() => {});
    await eventually(
      async () => transport.socket.get().state,
      state => state === 'live',
    );
    unsubscribe();
    const other = watch(transport.client.subscription('subscription Other { watch }', {}));
    await eventually(
      async () => transport.socket.get().state,
      state => state === 'live',
    );
    transport.dispose();
    expect((await other.ended).at(-1)).toMatchObject({ hasNext: false, error: undefined });
  });
});

test.each([
  ['sse', startYoga],
  ['sse-single', startGraphqlSse],
  ['legacy-websocket', startLegacy],
  ['appsync-websocket', startAppSync],
] as const)(
  'C24 C25 over %s a refused subscription is sent again, and fails once with what the server said',
  async (subscriptions, start) => {
    const server = await start();
    const waits: number[] = [];
    const { client } = openTransport(server.url, {
      ...FAST,
      subscriptions,
      subscriptionRetries: 2,
      headers: { 'x-api-key': API_KEY },
    });
    const context = { onRetryWait: ({ ms }: { ms: number }) => waits.push(ms) };
    const results = await watch(client.subscription('subscription { refused }', {}, context)).ended;
    expect(waits).toEqual([1, 2]);
    expect(results).toHaveLength(1);
    expect(results[0]?.error?.graphQLErrors[0]?.message).toBe('not here');
    await server.close();
  },
);

test('an error of the multipart transport is a failure of the subscription', async () => {
  const server = await startRouter();
  const { client } = openTransport(server.url, { ...FAST, subscriptions: 'multipart', subscriptionRetries: 0 });
  const results = await watch(client.subscription('subscription { fails }', {})).ended;
  expect(results.map(({ error }) => error?.graphQLErrors[0]?.message)).toEqual(['lost the subgraph']);
  await server.close();
});

test('over sse-single all subscriptions share one stream', async () => {
  const server = await startGraphqlSse();
  const { client } = openTransport(server.url, { ...FAST, subscriptions: 'sse-single' });
  const counts = await Promise.all(
    [2, 3, 4].map(async to => values((await watch(client.subscription(COUNT, { to })).ended).slice(0, -1), 'count')),
  );
  expect(counts).toEqual([
    [1, 2],
    [1, 2, 3],
    [1, 2, 3, 4],
  ]);
  expect(server.requests.map(({ method }) => method).filter(method => method === 'PUT' || method === 'GET')).toEqual([
    'PUT',
    'GET',
  ]);
  await server.close();
});

test('auto remembers the protocol that worked and starts with it', async () => {
  const server = await startYoga();
  const kept: Learned[] = [{}];
  const learned = { read: () => kept.at(-1) ?? {}, write: (next: Learned) => kept.push(next) };
  const first = openTransport(server.url, { ...FAST, subscriptions: 'auto', learned });
  await watch(first.client.subscription(COUNT, { to: 1 })).ended;
  expect(kept.at(-1)).toEqual({ subscriptions: 'sse' });
  const before = server.requests.length;
  const second = openTransport(server.url, { ...FAST, subscriptions: 'auto', learned });
  await watch(second.client.subscription(COUNT, { to: 1 })).ended;
  expect(server.requests.slice(before).map(({ method }) => method)).toEqual(['POST']);
  await server.close();
});

test('C50 auto at a server without subscriptions fails with a clear error', async () => {
  const schema = (await import('graphql')).buildSchema('type Query { a: Int } type Subscription { b: Int }');
  const server = await startApollo({ port: 0, schema, persisted: false } as never);
  const { client } = openTransport(`http://127.0.0.1:${server.port}/`, {
    ...FAST,
    subscriptions: 'auto',
    subscriptionRetries: 1,
  });
  const results = await watch(client.subscription('subscription { b }', {})).ended;
  expect(results).toHaveLength(1);
  expect(results[0]?.error).toBeDefined();
  await server.stop();
});

test.each([400, 404, 405, 406, 415])(
  'auto at a server that answers every request with %i fails once, with the answer of each protocol',
  async status => {
    const server = await startStatus(status);
    const waits: number[] = [];
    const { client, socket } = openTransport(server.url, { ...FAST, subscriptions: 'auto' });
    const context = { onRetryWait: ({ ms }: { ms: number }) => waits.push(ms) };
    const results = await watch(client.subscription(COUNT, { to: 1 }, context)).ended;
    expect(waits).toEqual([]);
    expect(results).toHaveLength(1);
    const response =
      status === 406 ? 'The endpoint answered the subscription with something other than a stream' : `status ${status}`;
    const list = [
      'graphql-transport-ws: no connection',
      'graphql-ws (legacy): no connection',
      `HTTP, any stream: ${response}`,
      `SSE: ${response}`,
      `SSE, single connection: ${response}`,
    ].join('; ');
    expect(results[0]?.error?.networkError).toMatchObject({ name: 'SocketError', code: 0, reason: list, retryable: false });
    expect(socket.get()).toEqual({
      state: 'failed',
      code: 0,
      reason: `The endpoint refused every protocol of subscriptions. ${list}`,
    });
    await server.close();
  },
);

test('C24 C25 auto sends again where the answers do not say that subscriptions are missing', async () => {
  const server = await startStatus(500);
  const waits: number[] = [];
  const { client } = openTransport(server.url, { ...FAST, subscriptions: 'auto' });
  const context = { onRetryWait: ({ ms }: { ms: number }) => waits.push(ms) };
  const results = await watch(client.subscription(COUNT, { to: 1 }, context)).ended;
  expect(waits).toEqual([1, 2, 4, 8, 16]);
  expect(results).toHaveLength(1);
  expect(results[0]?.error?.message).toContain('SSE: status 500');
  await server.close();
});

test('C36 auto waits and tries again without end while the server is only away for a time', async () => {
  const server = await startStatus(503);
  const { client, socket } = openTransport(server.url, { ...FAST, subscriptions: 'auto' });
  const waits: number[] = [];
  const reasons = new Set<string | undefined>();
  socket.subscribe(() => {
    const status = socket.get();
    if (status.state !== 'reconnecting') return;
    waits.push(status.attempt);
    reasons.add(status.reason);
  });
  const results: unknown[] = [];
  const { unsubscribe } = client.subscription(COUNT, { to: 1 }).subscribe(result => results.push(result));
  await eventually(
    async () => waits,
    attempts => attempts.length >= 4,
  );
  expect(waits.slice(0, 4)).toEqual([1, 2, 3, 4]);
  expect([...reasons]).toEqual(['HTTP 503']);
  expect(results).toEqual([]);
  unsubscribe();
  await server.close();
});

test('auto reports a GraphQL error of the subscription as it is', async () => {
  const server = await startStatus(400, { errors: [{ message: 'no field' }] });
  const { client } = openTransport(server.url, { ...FAST, subscriptions: 'auto', subscriptionRetries: 0 });
  const results = await watch(client.subscription(COUNT, { to: 1 })).ended;
  expect(results[0]?.error?.graphQLErrors.map(({ message }) => message)).toEqual(['no field']);
  expect(server.requests.filter(({ method }) => method === 'PUT')).toEqual([]);
  await server.close();
});

test('after a refused token no other protocol is tried', async () => {
  const server = await startLegacy();
  const { client, socket } = openTransport(server.url, {
    ...FAST,
    subscriptions: 'legacy-websocket',
    subscriptionRetries: 0,
    token: 'wrong',
  });
  const results = await watch(client.subscription(COUNT, { to: 1 })).ended;
  expect(results[0]?.error?.networkError).toMatchObject({ code: 4403, reason: 'wrong token' });
  expect(socket.get()).toMatchObject({ state: 'failed', code: 4403 });
  await server.close();
});

describe('AppSync', () => {
  const FEED = 'subscription { watch }';

  test('a token is sent at the connection and with each subscription, beside the host of the API', async () => {
    const server = await startAppSync();
    const { client } = openTransport(server.url, { ...FAST, subscriptions: 'appsync-websocket', token: 'one' });
    const results = await watch(client.subscription(COUNT, { to: 2 })).ended;
    expect(values(results.slice(0, -1), 'count')).toEqual([1, 2]);
    expect(server.inits).toEqual([{ host: new URL(server.url).host, Authorization: 'Bearer one' }]);
    await server.close();
  });

  test('C41 a refused token fails the subscription, by the type of the error', async () => {
    const server = await startAppSync();
    const options = { ...FAST, subscriptions: 'appsync-websocket', subscriptionRetries: 0, token: 'wrong' } as const;
    const results = await watch(openTransport(server.url, options).client.subscription(FEED, {})).ended;
    expect(results[0]?.error?.networkError).toMatchObject({ code: 4403, reason: 'UnauthorizedException' });
    await server.close();
  });

  test('C36 a connection that is silent for longer than the server announced is opened again', async () => {
    const server = await startAppSync(1000);
    const { client } = openTransport(server.url, { ...FAST, subscriptions: 'appsync-websocket', token: 'one' });
    const { unsubscribe } = client.subscription(FEED, {}).subscribe(() => {});
    await eventually(
      async () => server.inits.length,
      length => length >= 2,
    );
    unsubscribe();
    await server.close();
  });

  test.each([
    [
      'wss://abc.appsync-api.eu-west-1.amazonaws.com/graphql',
      false,
      'wss://abc.appsync-realtime-api.eu-west-1.amazonaws.com/graphql',
    ],
    [
      'wss://abc.appsync-realtime-api.eu-west-1.amazonaws.com/graphql',
      true,
      'wss://abc.appsync-realtime-api.eu-west-1.amazonaws.com/graphql',
    ],
    ['wss://api.example.com/graphql', false, 'wss://api.example.com/graphql/realtime'],
    ['wss://api.example.com/live', true, 'wss://api.example.com/live'],
    [
      'wss://abc.appsync-api.eu-west-1.amazonaws.com.example.com/graphql',
      true,
      'wss://abc.appsync-api.eu-west-1.amazonaws.com.example.com/graphql',
    ],
  ])('%s (configured: %s) has its feeds at %s', (address, isConfigured, expected) => {
    expect(realtimeAddress(address, isConfigured)).toBe(expected);
  });
});

test('C12 an endpoint that is only a handler of graphql-sse takes every operation with an Accept header of the connection', async () => {
  const server = await startGraphqlSse();
  const { client } = openTransport(server.url, { ...FAST, subscriptions: 'auto', headers: { accept: 'text/event-stream' } });
  expect((await client.query('{ hello }', {}).toPromise()).data).toEqual({ hello: 'hello' });
  const refused = await client.query('{ nothing }', {}).toPromise();
  expect(refused.error?.graphQLErrors[0]?.message).toContain('Cannot query field "nothing"');
  const results = await watch(client.subscription(COUNT, { to: 2 })).ended;
  await server.close();
  expect(values(results.slice(0, -1), 'count')).toEqual([1, 2]);
});
