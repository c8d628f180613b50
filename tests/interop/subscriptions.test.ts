/** Subscriptions with two independent servers: events, ends and failures at the caller and at the server (contract C24 to C31, C35). */
import { gql } from '@urql/core';
import { failureOf, RefusedError } from '../../src/transport/observe/failure';
import type { TapEvent } from '../../src/transport/observe/tap';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { type OpenOptions, openTransport } from './support/openTransport';
import { gaps, initPayloads, mostAtOnce, opens, payloads, subscribes } from './support/socketLog';
import { values, watch } from './support/watchSource';

/** Short, so that six sends take less than half a second; only their growth matters. */
const DELAY_MS = 10;

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.kill());

describe.each(['graphqlWs', 'mercurius'] as const)('%s', kind => {
  let server: RemoteServer;
  let topics = 0;
  /** A topic that no other test uses. */
  const newTopic = (): string => `${kind} ${++topics}`;

  beforeEach(async () => {
    server = await host.start(kind);
  });
  afterEach(() => server.stop('cut'));

  const open = (options: OpenOptions = {}) => openTransport(server.url, { subscriptionRetryDelayMs: DELAY_MS, ...options });

  test('C31 each event is delivered once, then the end, which is not an event', async () => {
    const { client } = open();
    const results = await watch(client.subscription('subscription Count($to: Int!) { count(to: $to) }', { to: 3 })).ended;
    const end = results.at(-1);
    expect(values(results.slice(0, -1), 'count')).toEqual([1, 2, 3]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined, undefined]);
    expect(end).toMatchObject({ data: undefined, hasNext: false });
    expect(results.slice(0, -1).map(({ hasNext }) => hasNext)).toEqual([true, true, true]);

    const events = await server.sockets();
    expect(opens(events)).toBe(1);
    expect(payloads(events)).toEqual([
      { operationName: 'Count', variables: { to: 3 }, query: expect.stringMatching(/^subscription Count/) },
    ]);
  });

  test('C24 a stream that completes without an event is not a failure and is not requested again', async () => {
    const { client } = open();
    const results = await watch(client.subscription('subscription { count(to: 0) }', {})).ended;
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ data: undefined, error: undefined, hasNext: false });
    await watch(client.subscription('subscription { refused }', {})).ended;
    expect(payloads(await server.sockets()).filter(({ query }) => query.includes('count'))).toHaveLength(1);
  });

  test('C35 the subprotocol is graphql-transport-ws, and nothing is opened before the first subscription', async () => {
    const { client, socket } = open();
    await client.query('{ hello }', {}).toPromise();
    expect(socket.get()).toEqual({ state: 'idle' });
    expect(await server.sockets()).toEqual([]);
    await watch(client.subscription('subscription { count(to: 1) }', {})).has(1);
    expect(socket.get()).toEqual({ state: 'live' });
    expect((await server.sockets())[0]).toMatchObject({ event: 'open', protocol: 'graphql-transport-ws', url: '/graphql' });
  });

  test('C8 an anonymous subscription has operationName null, and variables are an object', async () => {
    const { client } = open();
    await watch(client.subscription('subscription { count(to: 1) }', {})).ended;
    expect(payloads(await server.sockets())).toEqual([{ operationName: null, variables: {}, query: expect.any(String) }]);
  });

  test('C3 the init payload is empty without a token, and contains a token twice', async () => {
    await watch(open().client.subscription('subscription { count(to: 1) }', {})).ended;
    await watch(open({ token: 'mine' }).client.subscription('subscription { count(to: 1) }', {})).ended;
    const bearer = { Authorization: 'Bearer mine' };
    const [without, withToken] = initPayloads(await server.sockets());
    expect(without ?? {}).toEqual({});
    expect(withToken).toEqual({ ...bearer, headers: bearer });
  });

  test('C9 two operations in a document are refused, and no frame is sent', async () => {
    const { client } = open();
    const [only, ...more] = await watch(
      client.subscription(gql('subscription A { count(to: 1) } subscription B { count(to: 2) }'), {}),
    ).ended;
    expect(more).toEqual([]);
    expect(only?.error?.networkError).toBeInstanceOf(RefusedError);
    await watch(client.subscription('subscription Marker { count(to: 1) }', {})).ended;
    expect(payloads(await server.sockets()).map(({ operationName }) => operationName)).toEqual(['Marker']);
  });

  test('C20 C23 a subscription is sent in full while queries are sent by hash', async () => {
    const { client } = open({ persistedQueries: true });
    await watch(client.subscription('subscription { count(to: 1) }', {})).ended;
    expect(payloads(await server.sockets())).toEqual([{ operationName: null, variables: {}, query: expect.any(String) }]);
  });

  test('integers beyond 2^53 keep all digits in events', async () => {
    const results = await watch(open().client.subscription('subscription { large(count: 3) }', {})).ended;
    expect(values(results.slice(0, -1), 'large')).toEqual(['9007199254740993', '-18446744073709551615', '9007199254740993']);
  });

  test('many subscriptions share one socket, and each has its own events', async () => {
    const { client } = open();
    const [a, b] = [newTopic(), newTopic()];
    const feed = 'subscription Feed($topic: String!) { feed(topic: $topic) }';
    const [first, second] = [watch(client.subscription(feed, { topic: a })), watch(client.subscription(feed, { topic: b }))];
    await host.publish(a, 1);
    await host.publish(b, 2);
    await host.publish(a, 3);
    expect(values(await first.has(2), 'feed')).toEqual([1, 3]);
    expect(values(await second.has(1), 'feed')).toEqual([2]);
    first.stop();
    await host.listening(a, 0);
    await host.publish(b, 4);
    expect(values(await second.has(2), 'feed')).toEqual([2, 4]);
    expect(opens(await server.sockets())).toBe(1);
  });

  test('the same subscription requested twice is one upstream, and both callers get every event', async () => {
    const { client } = open();
    const topic = newTopic();
    const feed = 'subscription Feed($topic: String!) { feed(topic: $topic) }';
    const both = [watch(client.subscription(feed, { topic })), watch(client.subscription(feed, { topic }))];
    await host.publish(topic, 1);
    await host.publish(topic, 2);
    for (const { has } of both) expect(values(await has(2), 'feed')).toEqual([1, 2]);
    expect(subscribes(await server.sockets())).toHaveLength(1);
    for (const { stop } of both) stop();
    await host.listening(topic, 0);
  });

  describe.each([
    ['the resolver throws instead of subscribing', 'subscription { refused }', {}, /Not today/, undefined],
    ['the resolver wants a sign-in', 'subscription { refusedSignIn }', {}, /Sign in first/, 'UNAUTHENTICATED'],
    [
      'the schema does not know the field',
      'subscription { thereIsNoSuchField }',
      {},
      /thereIsNoSuchField|validation/i,
      undefined,
    ],
    ['a variable is bad', 'subscription S($to: Int!) { count(to: $to) }', { to: 'two' }, /\$to/, undefined],
  ])('%s', (_, query, variables, message, code) => {
    test('C24 C25 C27 C29 six sends with doubling waits, never two at once, one failure at the end', async () => {
      const { client } = open();
      const results = await watch(client.subscription(query, variables)).ended;
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({ hasNext: false });
      expect(results[0]?.data ?? null).toBeNull();
      expect(results[0]?.error?.message).toMatch(message);
      expect(results[0]?.error?.networkError).toBeUndefined();
      if (code) {
        expect(results[0]?.error?.graphQLErrors[0]?.extensions.code).toBe(code);
        expect(failureOf(results[0]?.error).tag).toBe('auth');
      }
      const events = await server.sockets();
      expect(subscribes(events)).toHaveLength(6);
      expect(mostAtOnce(events)).toBe(1);
      expect(opens(events)).toBe(1);
      // A timer can fire up to a millisecond early by the clock of the other process.
      gaps(events).forEach((gap, n) => {
        expect(gap).toBeGreaterThanOrEqual(DELAY_MS * 2 ** n - 2);
      });
    });

    test('C29 C28 a new subscription afterwards starts with a full budget', async () => {
      const { client } = open({ subscriptionRetries: 2, subscriptionRetryDelayMs: 1 });
      for (const sends of [3, 6]) {
        const results = await watch(client.subscription(query, variables)).ended;
        expect(results).toHaveLength(1);
        expect(subscribes(await server.sockets())).toHaveLength(sends);
      }
    });

    test('without retries it fails after one send', async () => {
      const { client } = open({ subscriptionRetries: 0 });
      const results = await watch(client.subscription(query, variables)).ended;
      expect(results).toHaveLength(1);
      expect(subscribes(await server.sockets())).toHaveLength(1);
    });
  });

  test('C26 a subscription that is refused four times and then runs shows its events and no failure', async () => {
    const { client } = open();
    const source = client.subscription('subscription R($topic: String!) { refusedAtFirst(times: 4, topic: $topic) }', {
      topic: newTopic(),
    });
    const results = await watch(source).ended;
    expect(values(results, 'refusedAtFirst')).toEqual([1, 2, undefined]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    const events = await server.sockets();
    expect(subscribes(events)).toHaveLength(5);
    expect(mostAtOnce(events)).toBe(1);
  });

  test('C26 an event restores the budget: a source that breaks after each event is retried without limit', async () => {
    const { client } = open();
    const source = watch(client.subscription('subscription { breaksAfter(events: 1) }', {}));
    const results = await source.has(9);
    source.stop();
    expect(values(results.slice(0, 9), 'breaksAfter')).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1]);
    expect(results.slice(0, 9).map(({ error }) => error)).toEqual(new Array(9).fill(undefined));
    const events = await server.sockets();
    expect(subscribes(events).length).toBeGreaterThanOrEqual(9);
    expect(mostAtOnce(events)).toBe(1);
    // Each wait is the first one again: with doubling waits, nine sends would have taken 2.5 s.
    const [first, last] = [subscribes(events)[0], subscribes(events)[8]];
    expect((last?.at ?? 0) - (first?.at ?? 0)).toBeLessThan(DELAY_MS * 2 ** 7);
  });

  test('C24 C31 an event with errors ends its stream, and does not affect another one', async () => {
    const { client } = open({ subscriptionRetries: 0 });
    const results = await watch(client.subscription('subscription { patchy }', {})).ended;
    expect(results).toHaveLength(2);
    expect(results[0]).toMatchObject({ data: { patchy: 1 }, error: undefined, hasNext: true });
    expect(results[1]).toMatchObject({ data: { patchy: null }, hasNext: false });
    expect(results[1]?.error?.graphQLErrors.map(({ message }) => message)).toEqual(['The second is broken']);
    await server.seen({ event: 'in', type: 'complete' });
  });

  test('C27 with retries such a stream is ended at the server before it is requested again', async () => {
    const { client } = open();
    const source = watch(client.subscription('subscription { patchy }', {}));
    const results = await source.has(4);
    source.stop();
    expect(values(results.slice(0, 4), 'patchy')).toEqual([1, 1, 1, 1]);
    expect(results.slice(0, 4).every(({ error }) => error === undefined)).toBe(true);
    expect(mostAtOnce(await server.sockets())).toBe(1);
  });

  test('C28 unsubscribing during a wait cancels it: nothing more is sent or delivered', async () => {
    const { client, tap } = open({ subscriptionRetryDelayMs: 20 });
    const waiting = new Promise<TapEvent>(resolve => {
      tap.subscribe(event => event.type === 'retryWait' && resolve(event));
    });
    const first = watch(client.subscription('subscription { refused }', {}));
    expect(await waiting).toMatchObject({ ms: 20, attempt: 1, of: 5 });
    first.stop();
    // Six more sends take far longer than the wait that was cancelled.
    const again = await watch(client.subscription('subscription { refused }', {})).ended;
    expect(again).toHaveLength(1);
    expect(first.results).toEqual([]);
    expect(subscribes(await server.sockets())).toHaveLength(7);
  });

  test('a failing subscription does not affect another one on the same socket', async () => {
    const { client } = open();
    const topic = newTopic();
    const healthy = watch(client.subscription('subscription Feed($topic: String!) { feed(topic: $topic) }', { topic }));
    await host.publish(topic, 1);
    await Promise.all([
      watch(client.subscription('subscription { refused }', {})).ended,
      watch(client.subscription('subscription { thereIsNoSuchField }', {})).ended,
    ]);
    await host.publish(topic, 2);
    expect(values(await healthy.has(2), 'feed')).toEqual([1, 2]);
    expect(healthy.results.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(opens(await server.sockets())).toBe(1);
  });

  test('an address without a server is retried, and the subscription gets no error', async () => {
    const { client, socket } = open({ wsEndpoint: `${server.wsUrl}/nowhere`, reconnectMinMs: 1, reconnectMaxMs: 4 });
    const attempts = new Set<number>();
    const tried = new Promise<void>(resolve => {
      socket.subscribe(() => {
        const status = socket.get();
        if (status.state !== 'reconnecting') return;
        attempts.add(status.attempt);
        if (attempts.size === 8) resolve();
      });
    });
    const source = watch(client.subscription('subscription { count(to: 1) }', {}));
    await tried;
    expect([...attempts]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(source.results).toEqual([]);
    source.stop();
  });
});
