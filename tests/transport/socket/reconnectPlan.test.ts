/** Contract C36: the delays between connections, with a fake clock. */
import { fakeNetwork, pass, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
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
