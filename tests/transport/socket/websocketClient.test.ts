/** Contract C3, C4, C31, C35, C39, C42, C50: the life cycle of the websocket, with a fake clock. */
import { type fakeNetwork, pass, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** The events of a page that a connection listens to. */
function fakePage() {
  const page = Object.assign(new EventTarget(), { document: Object.assign(new EventTarget(), { visibilityState: 'visible' }) });
  return page;
}

describe('C3 the init payload', () => {
  it('C3 contains the token twice, and is {} without one', async () => {
    const { transport, network, storage } = startTransport();
    storage.values.set('apollo-token', 'tok');
    await collect(transport);
    network.latest().open();
    await settle();
    expect(network.latest().inits[0]?.payload).toEqual({ Authorization: 'Bearer tok', headers: { Authorization: 'Bearer tok' } });
    storage.values.delete('apollo-token');
    network.latest().lose();
    await pass(100);
    network.latest().open();
    await settle();
    expect(network.sockets).toHaveLength(2);
    expect(network.latest().inits[0]?.payload).toEqual({});
    transport.dispose();
  });
});

describe('C4 a token change', () => {
  it('C4 in this tab closes the open socket once, and reconnects after 100 ms with the new payload and every subscription', async () => {
    const { transport, network, storage } = startTransport();
    const one = await collect(transport, 'subscription One { one }');
    const two = await collect(transport, 'subscription Two { two }');
    await network.latest().accept();
    const old = network.latest();
    storage.values.set('apollo-token', 'new');
    transport.notifyTokenChanged();
    transport.notifyTokenChanged();
    expect(old.closedBy).toEqual({ code: 4499, reason: 'Terminated' });
    await pass(99);
    expect(network.sockets).toHaveLength(1);
    await pass(1);
    expect(network.sockets).toHaveLength(2);
    await network.latest().accept();
    expect(network.latest().inits[0]?.payload).toMatchObject({ Authorization: 'Bearer new' });
    expect(network.latest().subscribes.map(f => f.payload.operationName)).toEqual(['One', 'Two']);
    network.latest().receive({ type: 'next', id: network.latest().subscribes[0]?.id ?? '', payload: { data: { one: 1 } } });
    expect(one.results.map(r => r.data)).toEqual([{ one: 1 }]);
    expect(two.results).toEqual([]);
    transport.dispose();
  });

  it('C4 in another tab is received by the storage event; an unchanged value does nothing', async () => {
    const page = fakePage();
    const { transport, network, storage } = startTransport({}, { events: page as never });
    storage.values.set('apollo-token', 'same');
    await collect(transport);
    await network.latest().accept();
    const notify = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    notify('apollo-token');
    notify(null);
    transport.notifyTokenChanged();
    storage.values.set('apollo-token', 'other');
    notify('something-else');
    await pass(1000);
    expect(network.sockets).toHaveLength(1);
    notify('apollo-token');
    await pass(100);
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });

  it('C4 a storage that another tab cleared, an event without a key, is a sign-out', async () => {
    const page = fakePage();
    const { transport, network, storage } = startTransport({}, { events: page as never });
    storage.values.set('apollo-token', 'old');
    await collect(transport);
    await network.latest().accept();
    storage.values.clear();
    page.dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    await pass(100);
    await network.latest().accept();
    expect(network.sockets.map(socket => socket.inits[0]?.payload)).toEqual([
      expect.objectContaining({ Authorization: 'Bearer old' }),
      {},
    ]);
    transport.dispose();
  });

  it('C4 uses none of the subscription budget', async () => {
    const { transport, network, storage } = startTransport({ subscriptionRetries: 1 });
    const ticks = await collect(transport);
    await network.latest().accept();
    for (let change = 0; change < 5; change++) {
      storage.values.set('apollo-token', `t${change}`);
      transport.notifyTokenChanged();
      await pass(100);
      await network.latest().accept();
    }
    expect(network.latest().subscribes).toHaveLength(1);
    expect(ticks.results).toEqual([]);
    transport.dispose();
  });

  it('C4 reconnects after 100 ms also if earlier connections were lost before an acknowledgement', async () => {
    const { transport, network, storage } = startTransport();
    await collect(transport);
    for (const wait of [100, 200, 400]) {
      network.latest().lose();
      await pass(wait);
    }
    network.latest().open();
    await settle();
    storage.values.set('apollo-token', 'new');
    transport.notifyTokenChanged();
    await pass(99);
    expect(network.sockets).toHaveLength(4);
    await pass(1);
    expect(network.sockets).toHaveLength(5);
    transport.dispose();
  });

  it('C4 before the socket opens does nothing: the payload is built when it opens', async () => {
    const { transport, network, storage } = startTransport();
    await collect(transport);
    storage.values.set('apollo-token', 'late');
    transport.notifyTokenChanged();
    await network.latest().accept();
    expect(network.sockets).toHaveLength(1);
    expect(network.latest().inits[0]?.payload).toMatchObject({ Authorization: 'Bearer late' });
    transport.dispose();
  });
});

describe('C35 opening and closing', () => {
  it('C35 speaks graphql-transport-ws and opens at the first subscription only', async () => {
    const { transport, network } = startTransport({ wsEndpoint: 'wss://test/ws' });
    await settle();
    expect(network.sockets).toHaveLength(0);
    expect(transport.socket.get()).toEqual({ state: 'idle' });
    await collect(transport);
    expect(network.latest()).toMatchObject({ url: 'wss://test/ws', protocol: 'graphql-transport-ws' });
    expect(transport.socket.get()).toEqual({ state: 'connecting', attempt: 1 });
    await network.latest().accept();
    expect(transport.socket.get()).toEqual({ state: 'live' });
    transport.dispose();
  });

  it('C35 closes with 1000 three seconds after the last subscription ended', async () => {
    const { transport, network } = startTransport();
    const one = await collect(transport, 'subscription One { one }');
    const two = await collect(transport, 'subscription Two { two }');
    await network.latest().accept();
    one.unsubscribe();
    await pass(10_000);
    expect(network.latest().closedBy).toBeUndefined();
    two.unsubscribe();
    await pass(2999);
    expect(network.latest().closedBy).toBeUndefined();
    await pass(1);
    expect(network.latest().closedBy).toEqual({ code: 1000, reason: 'Normal Closure' });
    expect(transport.socket.get()).toEqual({ state: 'idle' });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('C35 a subscription within these three seconds uses the same socket', async () => {
    const { transport, network } = startTransport();
    const one = await collect(transport, 'subscription One { one }');
    await network.latest().accept();
    one.unsubscribe();
    await pass(2500);
    await collect(transport, 'subscription Two { two }');
    await pass(10_000);
    expect(network.sockets).toHaveLength(1);
    expect(network.latest().subscribes).toHaveLength(2);
    expect(network.latest().closedBy).toBeUndefined();
    transport.dispose();
  });

  it('C35 a subscription after them opens a new socket at once', async () => {
    const { transport, network } = startTransport();
    const one = await collect(transport, 'subscription One { one }');
    await network.latest().accept();
    one.unsubscribe();
    await pass(3000);
    await collect(transport, 'subscription Two { two }');
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });

  it('C35 never opens on the server', async () => {
    const { transport, network } = startTransport({}, { isServer: true });
    const ticks = await collect(transport);
    await pass(60_000);
    expect(network.sockets).toHaveLength(0);
    expect(ticks.results).toHaveLength(1);
    transport.dispose();
  });
});

describe('C31 a large event', () => {
  const frame = (id: string, tick: unknown): string => JSON.stringify({ id, type: 'next', payload: { data: { tick } } });
  const LONG = 'x'.repeat(1_000_001);

  it('C31 is truncated before it is read, and later messages wait for it', async () => {
    const requests: { text: string; answer(frame: string): void }[] = [];
    const cutFrame = (text: string) => new Promise<string>(answer => requests.push({ text, answer }));
    const { transport, network } = startTransport({}, { cutFrame });
    const ticks = await collect(transport);
    const socket = network.latest();
    await socket.accept();
    const id = socket.subscribes[0]?.id ?? '';
    socket.receive(frame(id, 1));
    socket.receive(frame(id, LONG));
    socket.receive(frame(id, 3));
    socket.receive({ type: 'complete', id });
    await settle();
    expect(ticks.results.map(({ data }) => data)).toEqual([{ tick: 1 }]);
    expect(requests.map(({ text }) => text)).toEqual([frame(id, LONG)]);
    requests[0]?.answer(frame(id, 'x…'));
    await settle();
    expect(ticks.events().map(({ data }) => data)).toEqual([{ tick: 1 }, { tick: 'x…' }, { tick: 3 }]);
    expect(ticks.ended()).toBe(true);
    transport.dispose();
  });

  it('C31 is read whole if it cannot be truncated, before the close that follows it', async () => {
    const { transport, network } = startTransport({}, { cutFrame: () => Promise.reject(new Error('no worker')) });
    const ticks = await collect(transport);
    const socket = network.latest();
    await socket.accept();
    socket.receive(frame(socket.subscribes[0]?.id ?? '', LONG));
    socket.lose(1001, 'Going away');
    await settle();
    expect(ticks.events().map(({ data }) => data)).toEqual([{ tick: LONG }]);
    await pass(100);
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });
});

describe('C39 after an acknowledgement', () => {
  it.each([
    ['a text that is no JSON', 'hello'],
    ['a binary frame', new Uint8Array([0, 1, 2, 255]).buffer],
    ['a message that is nested too deep', `{"id":"1","type":"next","payload":{"data":${'['.repeat(2000)}${']'.repeat(2000)}}}`],
  ])('C39 after %s the socket reconnects, and the subscription continues', async (_what, frame) => {
    const { transport, network } = startTransport();
    // Wire reads every frame, too.
    transport.tap.subscribe(() => {});
    const { results } = await collect(transport);
    await network.latest().accept();
    network.latest().receive(frame);
    expect(network.latest().closedBy?.code).toBe(4004);
    await pass(1000);
    expect(network.sockets).toHaveLength(2);
    await network.latest().accept();
    expect(network.latest().subscribes).toHaveLength(1);
    expect(results.some(({ error }) => error !== undefined)).toBe(false);
    transport.dispose();
  });

  it('C39 every live subscription is sent exactly once, and none that has ended', async () => {
    const { transport, network } = startTransport();
    await collect(transport, 'subscription One { one }');
    const two = await collect(transport, 'subscription Two { two }');
    await network.latest().accept();
    network.latest().lose();
    await collect(transport, 'subscription Three { three }');
    two.unsubscribe();
    await pass(100);
    await network.latest().accept();
    expect(
      network
        .latest()
        .subscribes.map(f => f.payload.operationName)
        .sort(),
    ).toEqual(['One', 'Three']);
    transport.dispose();
  });
});

describe('C42 closing the client', () => {
  it.each([
    ['connecting', async () => {}],
    ['open but not acknowledged', async (network: ReturnType<typeof fakeNetwork>) => network.latest().open()],
    ['live', async (network: ReturnType<typeof fakeNetwork>) => network.latest().accept()],
  ])('C42 a %s socket is closed with 1000, no timer is left, subscriptions complete', async (_, prepare) => {
    const { transport, network } = startTransport();
    const ticks = await collect(transport);
    await prepare(network);
    await settle();
    transport.dispose();
    expect(network.latest().closedBy?.code).toBe(1000);
    await settle();
    expect(jest.getTimerCount()).toBe(0);
    expect(ticks.ended()).toBe(true);
    expect(ticks.events()).toEqual([]);
    await pass(60_000);
    expect(network.sockets).toHaveLength(1);
  });

  it('C42 leaves no timer while a reconnect, a retry or the idle close is pending', async () => {
    const reconnecting = startTransport();
    const first = await collect(reconnecting.transport);
    reconnecting.network.latest().lose();
    await settle();
    reconnecting.transport.dispose();
    await settle();
    expect(jest.getTimerCount()).toBe(0);
    expect(first.ended()).toBe(true);
    expect(reconnecting.network.sockets).toHaveLength(1);

    const retrying = startTransport();
    const second = await collect(retrying.transport);
    await retrying.network.latest().accept();
    retrying.network
      .latest()
      .receive({ type: 'error', id: retrying.network.latest().subscribes[0]?.id ?? '', payload: [{ message: 'no' }] });
    await pass(200);
    retrying.transport.dispose();
    await settle();
    expect(jest.getTimerCount()).toBe(0);
    expect(second.ended()).toBe(true);

    const lingering = startTransport();
    const third = await collect(lingering.transport);
    await lingering.network.latest().accept();
    third.unsubscribe();
    await settle();
    lingering.transport.dispose();
    expect(lingering.network.latest().closedBy?.code).toBe(1000);
    await settle();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('C42 a subscriber that throws at the end does not keep the socket or the others alive', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const signals: (AbortSignal | null | undefined)[] = [];
    const never: typeof fetch = (_, init) => {
      signals.push(init?.signal);
      return new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject));
    };
    const { transport, network } = startTransport({}, { fetch: never });
    transport.client.subscription('subscription Throws { throws }', {}).subscribe(() => {
      throw new Error('thrown by the subscriber');
    });
    const ticks = await collect(transport);
    void transport.client.query('{ a }', {}).toPromise();
    await network.latest().accept();
    transport.dispose();
    await settle();
    expect(report.mock.calls.map(([error]) => String(error))).toEqual(['Error: thrown by the subscriber']);
    report.mockRestore();
    expect(network.latest().closedBy?.code).toBe(1000);
    expect(signals.map(signal => signal?.aborted)).toEqual([true]);
    expect(ticks.ended()).toBe(true);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('C42 later operations are refused with a clear error', async () => {
    const { transport, network } = startTransport();
    transport.dispose();
    const ticks = await collect(transport);
    const query = await transport.client.query('{ a }', {}).toPromise();
    expect(ticks.results[0]?.error?.message).toContain('closed');
    expect(query.error?.message).toContain('closed');
    expect(network.sockets).toHaveLength(0);
  });
});

describe('C50 addresses', () => {
  it('C50 without a websocket URL a subscription fails at once with a clear error, without retries', async () => {
    const { transport, network } = startTransport({ wsEndpoint: null });
    const ticks = await collect(transport);
    expect(ticks.results).toHaveLength(1);
    expect(ticks.results[0]).toMatchObject({ hasNext: false });
    expect(ticks.results[0]?.error?.message).toContain('No websocket address');
    await pass(60_000);
    expect(ticks.results).toHaveLength(1);
    expect(network.sockets).toHaveLength(0);
    transport.dispose();
  });

  it.each([
    [{ httpEndpoint: 'https://api.test/graphql' }, undefined, 'wss://api.test/graphql'],
    [{ httpEndpoint: 'http://api.test:81/graphql?x=1' }, undefined, 'ws://api.test:81/graphql?x=1'],
    [{ httpEndpoint: '/graphql' }, { href: 'https://page.test/data/ships' }, 'wss://page.test/graphql'],
    [{ httpEndpoint: '/graphql', wsEndpoint: '/live' }, { href: 'http://page.test:4000/' }, 'ws://page.test:4000/live'],
    [{ httpEndpoint: 'https://api.test/graphql', wsEndpoint: 'wss://live.test/' }, undefined, 'wss://live.test/'],
  ])('C50 %j opens the configured or derived URL', async (config, location, expected) => {
    const { transport, network } = startTransport(config, location ? { location } : {});
    await collect(transport);
    expect(network.latest().url).toBe(expected);
    transport.dispose();
  });

  it('C50 a URL that the platform refuses is a failure, not a crash', async () => {
    class Refusing {
      static readonly OPEN = 1;
      constructor() {
        throw new SyntaxError('Invalid URL: nowhere');
      }
    }
    const { transport } = startTransport({ wsEndpoint: 'nowhere', subscriptionRetries: 0 }, { WebSocket: Refusing as never });
    const ticks = await collect(transport);
    expect(ticks.results[0]?.error?.message).toContain('Invalid URL');
    expect(transport.socket.get()).toMatchObject({ state: 'failed' });
    transport.dispose();
  });
});
