/** Contract C41: closes that refuse the credentials, with a fake clock. */
import { fakeNetwork, pass, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
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
