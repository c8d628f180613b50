/** Contract C40: a page that sleeps, wakes up, goes offline and comes back, with a fake clock. */
import type { ConnectionChange } from '../../../src/transport/socket/socket';
import { pass, settle } from '../../support/fakeSockets';
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

it('C42 a closed client listens to nothing any more', () => {
  const page = fakePage();
  const listening: string[] = [];
  for (const target of [page, page.document]) {
    jest.spyOn(target, 'addEventListener').mockImplementation(type => void listening.push(type));
    jest.spyOn(target, 'removeEventListener').mockImplementation(type => void listening.splice(listening.indexOf(type), 1));
  }
  const { transport } = startTransport({}, { events: page as never });
  expect(listening).toContain('storage');
  expect(listening).toContain('visibilitychange');
  transport.dispose();
  expect(listening).toEqual([]);
});
