/** A token that changes while subscriptions are live (contract C3, C4, C41). */
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { type OpenOptions, openTransport } from './support/openTransport';
import { reconnectGaps } from './support/reconnectGaps';
import { initPayloads, opens, payloads, subscribes } from './support/socketLog';
import { FEED, openTwoFeeds } from './support/twoFeeds';
import { values, watch } from './support/watchSource';
import { watchStatus } from './support/watchStatus';

const params = (token: string) => ({ Authorization: `Bearer ${token}`, headers: { Authorization: `Bearer ${token}` } });

let host: Host;
beforeAll(async () => {
  host = await startHost();
});
afterAll(() => host.kill());

describe.each(['graphqlWs', 'mercurius'] as const)('%s', kind => {
  let server: RemoteServer;
  let topics = 0;
  let topic = '';

  beforeEach(async () => {
    server = await host.start(kind);
    topic = `${kind} ${++topics}`;
  });
  afterEach(() => server.stop('cut'));

  const open = (options: OpenOptions = {}) => openTransport(server.url, { subscriptionRetries: 0, ...options });

  test('C4 the socket ends once, reconnects after 100 ms with the new payload, and every subscription continues', async () => {
    const transport = open({ token: 'first' });
    const history = watchStatus(transport);
    const waits = reconnectGaps(transport);
    const other = `${topic} too`;
    const feeds = await openTwoFeeds(host, transport, topic, other);

    transport.storage.token = 'second';
    transport.notifyTokenChanged();
    transport.notifyTokenChanged();
    await history.until(({ state }) => state === 'reconnecting');
    await history.until(({ state }) => state === 'live');
    await server.seen({ event: 'in', type: 'subscribe' }, 4);
    await Promise.all([host.listening(topic, 1), host.listening(other, 1)]);
    await feeds.expectNext();
    const events = await server.sockets();
    expect(initPayloads(events)).toEqual([params('first'), params('second')]);
    expect(payloads(events).map(({ variables }) => variables.topic)).toEqual([topic, other, topic, other]);
    expect(waits).toEqual([expect.any(Number)]);
    expect(waits[0]).toBeGreaterThanOrEqual(99);
    expect(history.all.map(({ state }) => state)).toEqual(['idle', 'connecting', 'live', 'reconnecting', 'connecting', 'live']);
  });

  test('C4 a call without a change does nothing', async () => {
    const transport = open({ token: 'same' });
    const source = watch(transport.client.subscription(FEED, { topic }));
    await host.publish(topic, 1);
    await source.has(1);
    transport.notifyTokenChanged();
    await host.publish(topic, 2);
    expect(values(await source.has(2), 'feed')).toEqual([1, 2]);
    const events = await server.sockets();
    expect(opens(events)).toBe(1);
    expect(events.some(({ event }) => event === 'close')).toBe(false);
    expect(subscribes(events)).toHaveLength(1);
  });

  test('C4 a storage event of another tab counts if it has the key of the token', async () => {
    const events = new EventTarget();
    const dispatch = (key: string) => events.dispatchEvent(Object.assign(new Event('storage'), { key }));
    const transport = open({ token: 'first', events });
    const source = watch(transport.client.subscription(FEED, { topic }));
    await host.publish(topic, 1);
    await source.has(1);
    transport.storage.token = 'second';
    dispatch('another-key');
    await host.publish(topic, 2);
    await source.has(2);
    expect(opens(await server.sockets())).toBe(1);
    dispatch('apollo-token');
    await server.seen({ event: 'in', type: 'subscribe' }, 2);
    expect(initPayloads(await server.sockets())).toEqual([params('first'), params('second')]);
  });

  test('C2 C3 signing out reconnects with an empty payload, signing in with the token', async () => {
    const transport = open({ token: 'mine', reconnectMinMs: 5 });
    watch(transport.client.subscription(FEED, { topic }));
    await host.listening(topic, 1);
    transport.storage.token = null;
    transport.notifyTokenChanged();
    await server.seen({ event: 'out', type: 'connection_ack' }, 2);
    await server.seen({ event: 'in', type: 'subscribe' }, 2);
    await watchStatus(transport).until(({ state }) => state === 'live');
    transport.storage.token = 'other';
    transport.notifyTokenChanged();
    await server.seen({ event: 'in', type: 'subscribe' }, 3);
    expect(initPayloads(await server.sockets()).map(payload => payload ?? {})).toEqual([params('mine'), {}, params('other')]);
  });

  test('C4 without an open socket none is opened; the next one uses the current token', async () => {
    const transport = open({ token: 'first' });
    transport.storage.token = 'second';
    transport.notifyTokenChanged();
    await watch(transport.client.subscription('subscription { count(to: 1) }', {})).ended;
    const events = await server.sockets();
    expect(opens(events)).toBe(1);
    expect(initPayloads(events)).toEqual([params('second')]);
  });

  test('C4 a change while the socket is being opened ends with the new token', async () => {
    const transport = open({ token: 'first', reconnectMinMs: 5 });
    const source = watch(transport.client.subscription(FEED, { topic }));
    transport.storage.token = 'second';
    transport.notifyTokenChanged();
    await host.publish(topic, 1);
    expect(values(await source.has(1), 'feed')).toEqual([1]);
    expect(initPayloads(await server.sockets()).at(-1)).toEqual(params('second'));
  });
});

describe('a server that accepts only the valid token', () => {
  let server: RemoteServer;
  beforeEach(async () => {
    server = await host.start('graphqlWs');
  });
  afterEach(() => server.stop('cut'));

  test('C41 the expired token is refused once and reported, and after sign-in the same subscription runs', async () => {
    const transport = openTransport(server.url, {
      wsEndpoint: `${server.wsUrl}?connect=token`,
      subscriptionRetries: 0,
      token: 'stale',
    });
    const [failure, ...more] = await watch(transport.client.subscription('subscription { count(to: 2) }', {})).ended;
    expect(more).toEqual([]);
    expect(failure?.error?.networkError).toMatchObject({ name: 'SocketError', code: 4401, reason: 'Token expired' });
    transport.storage.token = 'good';
    transport.notifyTokenChanged();
    const results = await watch(transport.client.subscription('subscription { count(to: 2) }', {})).ended;
    expect(values(results, 'count')).toEqual([1, 2, undefined]);
    expect(opens(await server.sockets())).toBe(2);
  });

  test('C24 C41 a token that is renewed during the retries is used by the next one', async () => {
    const transport = openTransport(server.url, {
      wsEndpoint: `${server.wsUrl}?connect=token`,
      subscriptionRetries: 5,
      subscriptionRetryDelayMs: 20,
      token: 'stale',
    });
    const source = watch(transport.client.subscription('subscription { count(to: 2) }', {}));
    await server.seen({ event: 'close' }, 2);
    transport.storage.token = 'good';
    transport.notifyTokenChanged();
    const results = await source.ended;
    expect(values(results, 'count')).toEqual([1, 2, undefined]);
    expect(results.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  });
});
