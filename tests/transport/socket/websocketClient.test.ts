/** Contract C3, C4, C35 to C42, C50: the life cycle of the websocket, with a fake clock. */
import type { ConnectionChange } from '../../../src/transport/socket/socket';
import { fakeNetwork, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = async (ms: number): Promise<void> => {
  await jest.advanceTimersByTimeAsync(ms);
  await settle();
};

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
    const tell = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    tell('apollo-token');
    tell(null);
    transport.notifyTokenChanged();
    storage.values.set('apollo-token', 'other');
    tell('something-else');
    await pass(1000);
    expect(network.sockets).toHaveLength(1);
    tell('apollo-token');
    await pass(100);
    expect(network.sockets).toHaveLength(2);
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

describe('C36 a lost socket', () => {
  const FIGURES = [100, 200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000];

  it('C36 reconnects after 100, 200, 400 … 10000 ms, without limit, and from 100 again after an acknowledgement', async () => {
    const { transport, network } = startTransport();
    const ticks = await collect(transport);
    for (const [index, wait] of FIGURES.entries()) {
      network.latest().lose();
      await settle();
      expect(transport.socket.get()).toEqual({ state: 'reconnecting', attempt: index + 1, nextAt: Date.now() + wait });
      await pass(wait - 1);
      expect(network.sockets).toHaveLength(index + 1);
      await pass(1);
      expect(network.sockets).toHaveLength(index + 2);
    }
    await network.latest().accept();
    network.latest().lose(1001, 'Going away');
    await settle();
    expect(transport.socket.get()).toMatchObject({ reason: '1001 Going away' });
    await pass(100);
    expect(network.sockets).toHaveLength(FIGURES.length + 2);
    expect(ticks.results).toEqual([]);
    transport.dispose();
  });

  it.each([1000, 1001, 1005, 1006, 1012, 1013, 1014, 4408, 4499, 4504])('C36 close code %i reconnects', async code => {
    const { transport, network } = startTransport();
    const ticks = await collect(transport);
    await network.latest().accept();
    network.latest().lose(code);
    await pass(99);
    expect(network.sockets).toHaveLength(1);
    await pass(1);
    expect(network.sockets).toHaveLength(2);
    await network.latest().accept();
    expect(network.latest().subscribes).toHaveLength(1);
    expect(ticks.results).toEqual([]);
    transport.dispose();
  });

  it('C36 a server that acknowledges and closes with 1000 gets at most one connection per 100 ms', async () => {
    const network = fakeNetwork(socket => {
      socket.accept().then(() => socket.lose(1000, 'bye'));
    });
    const { transport } = startTransport({}, {}, network);
    await collect(transport);
    await pass(2000);
    expect(network.sockets.length).toBeGreaterThan(15);
    expect(network.sockets.length).toBeLessThanOrEqual(21);
    transport.dispose();
  });

  it('C36 with jitter the wait stays within 100 and 10000 ms', async () => {
    const random = jest.spyOn(Math, 'random');
    for (const draw of [0, 0.5, 0.999]) {
      random.mockReturnValue(draw);
      const { transport, network } = startTransport({ reconnectJitter: 1 });
      await collect(transport);
      for (let loss = 0; loss < 9; loss++) {
        network.latest().lose();
        await settle();
        const status = transport.socket.get();
        const wait = status.state === 'reconnecting' ? status.nextAt - Date.now() : Number.NaN;
        expect(wait).toBeGreaterThanOrEqual(100);
        expect(wait).toBeLessThanOrEqual(10_000);
        await pass(10_000);
        if (network.latest().readyState === 3) await pass(10_000);
      }
      transport.dispose();
    }
    random.mockRestore();
  });
});

describe('C37 deadlines', () => {
  it('C37 to open: 1000, 1200, 1440 ms, and 1000 again after an acknowledgement', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    const seen: number[] = [];
    const watch = async () => {
      const socket = network.latest();
      const start = Date.now();
      while (!socket.closedBy) await pass(1);
      seen.push(Date.now() - start);
      while (network.latest() === socket) await pass(1);
    };
    await watch();
    await watch();
    await watch();
    await network.latest().accept();
    network.latest().lose();
    await pass(100);
    await watch();
    expect(seen).toEqual([1000, 1200, 1440, 1000]);
    transport.dispose();
  });

  it('C37 to open: never more than 30000 ms', async () => {
    const { transport, network } = startTransport({ wsMinTimeoutMs: 29_000 });
    await collect(transport);
    const limits: number[] = [];
    for (let attempt = 0; attempt < 3; attempt++) {
      const socket = network.latest();
      const start = socket.createdAt;
      while (!socket.closedBy) await pass(100);
      limits.push(Date.now() - start);
      while (network.latest() === socket) await pass(100);
    }
    expect(limits).toEqual([29_000, 30_000, 30_000]);
    transport.dispose();
  });

  it('C37 to acknowledge: 30000 ms after open', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    const socket = network.latest();
    await pass(900);
    socket.open();
    await settle();
    await pass(29_999);
    expect(socket.closedBy).toBeUndefined();
    await pass(1);
    expect(socket.closedBy).toBeDefined();
    await pass(100);
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });
});

describe('C38 silence', () => {
  it('C38 pings after 15000 ms and drops after 30000 ms without any frame', async () => {
    const { transport, network } = startTransport();
    const ticks = await collect(transport);
    const socket = network.latest();
    await socket.accept();
    await pass(14_999);
    expect(socket.sent.filter(f => f.type === 'ping')).toHaveLength(0);
    await pass(1);
    expect(socket.sent.filter(f => f.type === 'ping')).toHaveLength(1);
    await pass(14_999);
    expect(socket.closedBy).toBeUndefined();
    await pass(1);
    expect(socket.closedBy).toBeDefined();
    await pass(100);
    expect(network.sockets).toHaveLength(2);
    expect(ticks.results).toEqual([]);
    transport.dispose();
  });

  it('C38 counts from the last frame of any kind', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    const socket = network.latest();
    await socket.accept();
    await pass(10_000);
    socket.receive({ type: 'next', id: socket.subscribes[0]?.id ?? '', payload: { data: { tick: 1 } } });
    await pass(14_999);
    expect(socket.sent.filter(f => f.type === 'ping')).toHaveLength(0);
    await pass(1);
    expect(socket.sent.filter(f => f.type === 'ping')).toHaveLength(1);
    socket.receive({ type: 'pong' });
    await pass(15_000);
    expect(socket.sent.filter(f => f.type === 'ping')).toHaveLength(2);
    expect(socket.closedBy).toBeUndefined();
    await pass(15_000);
    expect(socket.closedBy).toBeDefined();
    transport.dispose();
  });

  it('C38 a server ping is answered', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    const socket = network.latest();
    await socket.accept();
    socket.receive({ type: 'ping' });
    expect(socket.sent.at(-1)).toEqual({ type: 'pong' });
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

describe('C40 waking up', () => {
  it.each([
    ['online', (page: ReturnType<typeof fakePage>) => page.dispatchEvent(new Event('online'))],
    ['becoming visible', (page: ReturnType<typeof fakePage>) => page.document.dispatchEvent(new Event('visibilitychange'))],
    ['being resumed', (page: ReturnType<typeof fakePage>) => page.document.dispatchEvent(new Event('resume'))],
    ['coming back from the back-forward cache', (page: ReturnType<typeof fakePage>) => page.dispatchEvent(new Event('pageshow'))],
  ])('C40 %s starts a pending reconnect at once', async (_, wake) => {
    const page = fakePage();
    const { transport, network } = startTransport({ reconnectMinMs: 5000 }, { events: page as never });
    await collect(transport);
    network.latest().lose();
    await pass(10);
    wake(page);
    await settle();
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });

  it('C40 becoming hidden does not start it', async () => {
    const page = fakePage();
    const { transport, network } = startTransport({}, { events: page as never });
    await collect(transport);
    network.latest().lose();
    await settle();
    page.document.visibilityState = 'hidden';
    page.document.dispatchEvent(new Event('visibilitychange'));
    await settle();
    expect(network.sockets).toHaveLength(1);
    transport.dispose();
  });

  it('C40 drops a socket that was silent for 30000 ms or more while timers did not run, and keeps an active one', async () => {
    const page = fakePage();
    const { transport, network } = startTransport({}, { events: page as never });
    await collect(transport);
    const socket = network.latest();
    await socket.accept();
    page.dispatchEvent(new Event('online'));
    expect(socket.closedBy).toBeUndefined();
    // Time passes without timers, as on a laptop that sleeps.
    jest.setSystemTime(Date.now() + 30_000);
    page.dispatchEvent(new Event('online'));
    expect(socket.closedBy).toBeDefined();
    transport.dispose();
  });

  describe('C40 the gap of a socket that a page slept through begins at the last frame before the sleep', () => {
    /** A live socket whose last frame came two seconds before the page fell asleep, four seconds ago. */
    async function asleep(sleep: (page: ReturnType<typeof fakePage>) => void) {
      const page = fakePage();
      const lost: number[] = [];
      const { transport, network } = startTransport({}, { events: page as never });
      const onConnectionChange = (change: ConnectionChange): void => {
        if (change.state === 'lost') lost.push(Date.now() - change.since);
      };
      await collect(transport, undefined, {}, { onConnectionChange });
      const socket = network.latest();
      await socket.accept();
      const tick = () => socket.receive({ type: 'next', id: socket.subscribes[0]?.id ?? '', payload: { data: { tick: 1 } } });
      tick();
      await pass(2000);
      sleep(page);
      jest.setSystemTime(Date.now() + 4000);
      return { page, transport, socket, tick, lost };
    }
    const freeze = (page: ReturnType<typeof fakePage>): void => void page.document.dispatchEvent(new Event('freeze'));
    const resume = (page: ReturnType<typeof fakePage>): void => void page.document.dispatchEvent(new Event('resume'));

    it.each([
      ['is frozen', freeze],
      ['stops without an event', () => {}],
      ['goes into the back/forward cache', (page: ReturnType<typeof fakePage>) => void page.dispatchEvent(new Event('pagehide'))],
    ])('C40 when the page %s, whatever the close says', async (_, sleep) => {
      const { transport, socket, lost } = await asleep(sleep);
      socket.lose(1001, 'Going away');
      expect(lost).toEqual([6000]);
      transport.dispose();
    });

    it('C40 also if buffered frames arrive before the close', async () => {
      const { page, transport, socket, tick, lost } = await asleep(freeze);
      resume(page);
      tick();
      await pass(100);
      socket.lose(1001, 'Going away');
      expect(lost).toEqual([6100]);
      transport.dispose();
    });

    it('C40 also if no event reported the sleep', async () => {
      const { transport, socket, tick, lost } = await asleep(() => {});
      tick();
      tick();
      expect(socket.sent.filter(frame => (frame as { type: string }).type === 'ping')).toHaveLength(1);
      await pass(100);
      socket.lose(1001, 'Going away');
      expect(lost).toEqual([6100]);
      transport.dispose();
    });

    it('C40 also if the online event arrives before anything else runs', async () => {
      const { page, transport, socket, lost } = await asleep(() => {});
      page.dispatchEvent(new Event('online'));
      await pass(100);
      socket.lose(1001, 'Going away');
      expect(lost).toEqual([6100]);
      transport.dispose();
    });

    describe('in a hidden tab, whose timers run once a minute', () => {
      const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
      beforeEach(() => {
        Object.defineProperty(globalThis, 'document', { configurable: true, value: { visibilityState: 'hidden' } });
      });
      afterEach(() => {
        if (before === undefined) Reflect.deleteProperty(globalThis, 'document');
        else Object.defineProperty(globalThis, 'document', before);
      });
      const pings = (sent: readonly unknown[]): unknown[] => sent.filter(frame => (frame as { type: string }).type === 'ping');

      it('C40 a minute without running timers is no sleep: the gap begins at the close', async () => {
        const { transport, socket, tick, lost } = await asleep(() => {});
        jest.setSystemTime(Date.now() + 20_000);
        tick();
        expect(pings(socket.sent)).toEqual([]);
        socket.lose(1001, 'Going away');
        expect(lost).toEqual([0]);
        transport.dispose();
      });

      it('C40 more than a minute is a sleep', async () => {
        const { transport, socket, tick, lost } = await asleep(() => {});
        jest.setSystemTime(Date.now() + 100_000);
        tick();
        expect(pings(socket.sent)).toHaveLength(1);
        socket.lose(1001, 'Going away');
        expect(lost).toEqual([106_000]);
        transport.dispose();
      });
    });

    it('C40 a pong after it proves that nothing was lost', async () => {
      const { page, transport, socket, lost } = await asleep(freeze);
      resume(page);
      expect(socket.sent.at(-1)).toEqual({ type: 'ping' });
      socket.receive({ type: 'pong' });
      await pass(100);
      socket.lose(1001, 'Going away');
      expect(lost).toEqual([0]);
      transport.dispose();
    });
  });

  it('C40 the user can end the wait too', async () => {
    const { transport, network } = startTransport({ reconnectMinMs: 8000 });
    await collect(transport);
    network.latest().lose();
    await settle();
    transport.reconnectNow();
    await settle();
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });

  it('C40 a wake-up at the moment the socket is lost is not ignored', async () => {
    const { transport, network } = startTransport({ reconnectMinMs: 8000 });
    await collect(transport);
    transport.socket.subscribe(() => {
      if (transport.socket.get().state === 'reconnecting') transport.reconnectNow();
    });
    network.latest().lose();
    await settle();
    expect(network.sockets).toHaveLength(2);
    transport.dispose();
  });

  it('C40 navigator.onLine never prevents a connection', async () => {
    const { transport, network } = startTransport();
    const original = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
    try {
      await collect(transport);
      network.latest().lose();
      await pass(100);
      expect(network.sockets).toHaveLength(2);
    } finally {
      if (original) Object.defineProperty(globalThis, 'navigator', original);
      else Reflect.deleteProperty(globalThis, 'navigator');
    }
    transport.dispose();
  });
});

describe('C41 closes that refuse the credentials', () => {
  it.each([4401, 4403])('C41 %i does not reconnect in a loop: one connection, one failure', async code => {
    const { transport, network } = startTransport({ subscriptionRetries: 0 });
    const ticks = await collect(transport);
    network.latest().open();
    await settle();
    network.latest().lose(code, 'Forbidden');
    await pass(60_000);
    expect(network.sockets).toHaveLength(1);
    expect(ticks.results).toHaveLength(1);
    expect(ticks.results[0]?.error?.networkError).toMatchObject({ code });
    expect(transport.socket.get()).toMatchObject({ state: 'failed', code });
    transport.dispose();
  });

  it.each([4401, 4403])('C41 %i counts against the subscription budget, at its waits', async code => {
    const network = fakeNetwork(socket => {
      socket.open();
      socket.lose(code, 'no');
    });
    const { transport } = startTransport({}, {}, network);
    const ticks = await collect(transport);
    await pass(15_499);
    expect(network.sockets).toHaveLength(5);
    expect(ticks.results).toEqual([]);
    await pass(1);
    expect(network.sockets).toHaveLength(6);
    await pass(60_000);
    expect(network.sockets).toHaveLength(6);
    expect(ticks.results).toHaveLength(1);
    transport.dispose();
  });

  it('C41 a fatal close after losses does not add their waits to the retry', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    network.latest().lose();
    await pass(100);
    network.latest().open();
    await settle();
    network.latest().lose(4401, 'no');
    await pass(499);
    expect(network.sockets).toHaveLength(2);
    await pass(1);
    expect(network.sockets).toHaveLength(3);
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
