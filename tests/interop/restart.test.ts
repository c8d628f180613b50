/** Subscriptions survive the loss of their server: it is cut off, shuts down, is killed, or is not started yet (contract C36, C39, C40). */
import type { SocketStatus } from '../../src/transport/observe/status';
import type { Transport } from '../../src/transport/transport';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { type OpenOptions, openTransport } from './support/openTransport';
import { startOwnHost } from './support/ownHost';
import { mostAtOnce, opens, payloads, subscribes } from './support/socketLog';
import { FEED, openTwoFeeds } from './support/twoFeeds';
import { values, watch } from './support/watchSource';
import { isReconnecting, watchStatus } from './support/watchStatus';

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

  const open = (options: OpenOptions = {}) =>
    openTransport(server.url, { subscriptionRetries: 0, reconnectMinMs: 10, reconnectMaxMs: 40, ...options });

  test.each(['cut', 'goodbye'] as const)(
    'C36 C39 restarted on its port after a %s: all subscriptions go on, each sent once',
    async manner => {
      const transport = open();
      const history = watchStatus(transport);
      const other = `${topic} too`;
      const feeds = await openTwoFeeds(host, transport, topic, other);

      await server.stop(manner);
      // Published without a listener: not replayed (C39).
      await host.listening(topic, 0);
      await host.publish(topic, 99, 0);
      await history.until(status => isReconnecting(status, 3));
      await server.startAgain();
      await history.until(({ state }) => state === 'live');
      await feeds.expectNext();
      const events = await server.sockets();
      expect(opens(events)).toBe(2);
      expect(payloads(events).map(({ variables }) => variables.topic)).toEqual([topic, other, topic, other]);
      expect(mostAtOnce(events)).toBe(2);
    },
  );

  test('C36 the waits grow to their limit while the server is down, and start from the beginning after each reconnect', async () => {
    const transport = open({ reconnectMinMs: 4, reconnectMaxMs: 20 });
    const waits: number[][] = [];
    transport.tap.subscribe(event => {
      if (event.type === 'reconnectWait') waits.at(-1)?.push(event.ms);
    });
    const history = watchStatus(transport);
    const source = watch(transport.client.subscription(FEED, { topic }));
    for (let round = 1; round <= 3; round++) {
      await host.publish(topic, round);
      await source.has(round);
      waits.push([]);
      await server.stop('cut');
      await history.until(status => isReconnecting(status, 6));
      await server.startAgain();
      await history.until(({ state }) => state === 'live');
      expect(waits.at(-1)?.slice(0, 6)).toEqual([4, 8, 16, 20, 20, 20]);
    }
    await host.publish(topic, 4);
    expect(values(await source.has(4), 'feed')).toEqual([1, 2, 3, 4]);
    const events = await server.sockets();
    expect(opens(events)).toBe(4);
    expect(subscribes(events)).toHaveLength(4);
  });

  test('C36 a server that is not started yet: the first connection waits for it, and the subscription gets no error', async () => {
    await server.stop('cut');
    const transport = open();
    const history = watchStatus(transport);
    const source = watch(transport.client.subscription(FEED, { topic }));
    await history.until(status => isReconnecting(status, 2));
    await server.startAgain();
    await host.publish(topic, 1);
    expect(values(await source.has(1), 'feed')).toEqual([1]);
    expect(source.results[0]?.error).toBeUndefined();
    expect(subscribes(await server.sockets())).toHaveLength(1);
  });

  test('subscriptions that end while the server is down are not sent again, and new ones are sent once', async () => {
    const transport = open();
    const history = watchStatus(transport);
    const [stays, goes, comes] = ['stays', 'goes', 'comes'].map(name => `${topic} ${name}`);
    const staying = watch(transport.client.subscription(FEED, { topic: stays }));
    const going = watch(transport.client.subscription(FEED, { topic: goes }));
    await host.publish(stays ?? '', 1);
    await host.publish(goes ?? '', 1);
    await Promise.all([staying.has(1), going.has(1)]);
    await server.stop('cut');
    await history.until(status => isReconnecting(status, 2));
    going.stop();
    const coming = watch(transport.client.subscription(FEED, { topic: comes }));
    await server.forget();
    await server.startAgain();
    await host.publish(stays ?? '', 2);
    await host.publish(comes ?? '', 1);
    expect(values(await staying.has(2), 'feed')).toEqual([1, 2]);
    expect(values(await coming.has(1), 'feed')).toEqual([1]);
    expect(values(going.results, 'feed')).toEqual([1]);
    const topicsSent = payloads(await server.sockets()).map(({ variables }) => variables.topic);
    expect(topicsSent.sort()).toEqual([comes, stays].sort());
  });

  test.each(['reconnecting', 'connecting'] as const)(
    'unsubscribing the last one in the moment the status says "%s" again ends the attempts',
    async state => {
      const transport = open({ reconnectMaxMs: 10 });
      const history = watchStatus(transport);
      const source = watch(transport.client.subscription(FEED, { topic }));
      await host.listening(topic, 1);
      transport.socket.subscribe(() => {
        const status = transport.socket.get();
        if (status.state === state && status.attempt === 2) source.stop();
      });
      await server.stop('cut');
      await history.until(status => history.all.length > 5 && status.state === 'idle');
      await server.startAgain();
      await server.forget();
      // The marker: the socket of another transport is the first one at the server.
      await watch(open({ token: 'marker' }).client.subscription('subscription { count(to: 1) }', {})).ended;
      expect(opens(await server.sockets())).toBe(1);
      expect(transport.socket.get()).toEqual({ state: 'idle' });
      expect(source.results).toEqual([]);
    },
  );

  describe.each([
    ['as soon as the socket is lost', 'status'],
    ['in the middle of the wait', 'wait'],
  ])('%s', (_, moment) => {
    const events = new EventTarget();
    test.each([
      ['reconnectNow', (transport: Transport) => transport.reconnectNow()],
      ['the page saying "online"', () => events.dispatchEvent(new Event('online'))],
      ['the page saying "pageshow"', () => events.dispatchEvent(new Event('pageshow'))],
    ])('C40 a long wait is ended at once by %s', async (_, wake) => {
      const transport = open({ events, reconnectMinMs: 600_000, reconnectMaxMs: 600_000 });
      const lost = new Promise<SocketStatus>(resolve => {
        const lookAt = (): void => {
          const status = transport.socket.get();
          if (status.state === 'reconnecting') resolve(status);
        };
        if (moment === 'wait') transport.tap.subscribe(({ type }) => type === 'reconnectWait' && setImmediate(lookAt));
        else
          transport.socket.subscribe(() => {
            lookAt();
            if (isReconnecting(transport.socket.get())) wake(transport);
          });
      });
      const source = watch(transport.client.subscription(FEED, { topic }));
      await host.listening(topic, 1);
      const before = Date.now();
      await server.closeSockets(1006);
      const status = await lost;
      expect(status).toMatchObject({ state: 'reconnecting', attempt: 1 });
      expect((status as { nextAt?: number }).nextAt).toBeGreaterThanOrEqual(before + 600_000);
      if (moment === 'wait') wake(transport);
      await server.seen({ event: 'in', type: 'subscribe' }, 2);
      await host.publish(topic, 1);
      expect(values(await source.has(1), 'feed')).toEqual([1]);
    });
  });

  test('a subscription continues after its server process was killed and replaced on the same port', async () => {
    const doomed = await startOwnHost();
    const { port, url } = await doomed.start(kind);
    const transport = openTransport(url, { subscriptionRetries: 0, reconnectMinMs: 10, reconnectMaxMs: 40 });
    const history = watchStatus(transport);
    const source = watch(transport.client.subscription(FEED, { topic }));
    await doomed.publish(topic, 1);
    await source.has(1);
    await doomed.kill();
    await history.until(status => isReconnecting(status, 2));
    const heir = await startOwnHost();
    const again = await heir.start(kind, port);
    await heir.publish(topic, 2);
    expect(values(await source.has(2), 'feed')).toEqual([1, 2]);
    expect(source.results.map(({ error }) => error)).toEqual([undefined, undefined]);
    expect(subscribes(await again.sockets())).toHaveLength(1);
  });

  test('C42 dispose closes the socket with 1000 and completes live subscriptions; nothing reconnects', async () => {
    const transport = open();
    const other = `${topic} too`;
    const sources = [topic, other].map(name => watch(transport.client.subscription(FEED, { topic: name })));
    await host.listening(other, 1);
    await host.listening(topic, 1);
    transport.dispose();
    await Promise.all(sources.map(({ ended }) => ended));
    for (const { results } of sources) {
      expect(results.filter(({ data, error }) => data !== undefined || error !== undefined)).toEqual([]);
    }
    const [close] = await server.seen({ event: 'close' });
    expect(close).toMatchObject({ socket: 1, code: 1000 });
    expect(transport.socket.get()).toEqual({ state: 'idle' });
    await watch(open().client.subscription('subscription { count(to: 1) }', {})).ended;
    expect(opens(await server.sockets())).toBe(2);
  });
});
