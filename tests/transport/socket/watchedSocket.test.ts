/** Contract C37, C38: deadlines and silence of a websocket, with a fake clock. */
import { pass, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('C37 deadlines', () => {
  it('C37 to open: 1000, 1200, 1440, 1728 ms, and 1000 again after an acknowledgement', async () => {
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
    await watch();
    await network.latest().accept();
    network.latest().lose();
    await pass(100);
    await watch();
    expect(seen).toEqual([1000, 1200, 1440, 1728, 1000]);
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

  it('C37 to open: the time in which the page was blocked is added once', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    // A blocked page: the clock runs on, the timers do not.
    jest.setSystemTime(Date.now() + 400);
    await pass(1000);
    expect(network.latest().closedBy).toBeUndefined();
    await pass(399);
    expect(network.latest().closedBy).toBeUndefined();
    await pass(1);
    expect(network.latest().closedBy).toMatchObject({ code: 4408 });
    transport.dispose();
  });

  it("C37 M36 an open socket of Node's ws is terminated, one that is still opening is closed", async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    const terminate = jest.fn();
    Object.assign(network.latest(), { terminate });
    await pass(1000);
    expect(network.latest().closedBy).toEqual({ code: 4408, reason: 'Not opened in time' });
    expect(terminate).not.toHaveBeenCalled();
    await pass(100);
    Object.assign(network.latest(), { terminate });
    network.latest().open();
    await pass(30_000);
    expect(terminate).toHaveBeenCalledTimes(1);
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

  it('C38 the payload of a ping is sent back unless it is large', async () => {
    const { transport, network } = startTransport();
    await collect(transport);
    const socket = network.latest();
    await socket.accept();
    socket.receive({ type: 'ping', payload: { at: 1 } });
    expect(socket.sent.at(-1)).toEqual({ type: 'pong', payload: { at: 1 } });
    socket.receive({ type: 'ping', payload: { at: 'x'.repeat(1_000_000) } });
    expect(socket.sent.at(-1)).toEqual({ type: 'pong' });
    transport.dispose();
  });
});
