/** The graphql-ws client without Oriel's socket, with a fake clock: why websocketClient.ts has limits and delays of its own. */
import { type ClientOptions, createClient } from 'graphql-ws/client';
import { type FakeNetwork, type FakeSocket, fakeNetwork, pass, settle } from '../../support/fakeSockets';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

/** Subscribes with the client and its defaults. */
async function subscribe(network: FakeNetwork, options: Partial<ClientOptions> = {}) {
  const client = createClient({ url: 'ws://test/graphql', webSocketImpl: network.WebSocket, ...options });
  const errors: unknown[] = [];
  client.subscribe(
    { query: 'subscription Ticks { tick }' },
    { next: () => undefined, error: cause => errors.push(cause), complete: () => undefined },
  );
  await settle();
  return { client, errors };
}

const pings = ({ sent }: FakeSocket): number => sent.filter(({ type }) => type === 'ping').length;

describe('the stock client alone', () => {
  it('C36 M10 a refused connection fails the subscription at once', async () => {
    const network = fakeNetwork();
    const { errors } = await subscribe(network);
    network.latest().lose();
    await pass(60_000);
    expect([network.sockets.length, errors.length]).toEqual([1, 1]);
  });

  it.each([4004, 4005, 4400, 4401, 4406, 4409, 4429, 4500, 1002, 1011])(
    'C24 M35 does not reconnect after code %i, whatever its options say',
    async code => {
      const network = fakeNetwork();
      const { errors } = await subscribe(network, { retryAttempts: 100, shouldRetry: () => true });
      await network.latest().accept();
      network.latest().lose(code);
      await pass(60_000);
      expect([network.sockets.length, errors.length]).toEqual([1, 1]);
    },
  );

  it('C37 M11 a connection that never opens is not dropped', async () => {
    const network = fakeNetwork();
    const { client } = await subscribe(network, { connectionAckWaitTimeout: 30_000 });
    await pass(120_000);
    expect(network.sockets).toHaveLength(1);
    expect(network.latest().closedBy).toBeUndefined();
    void client.dispose();
  });

  it('C38 M12 a connection without a pong is neither pinged again nor dropped', async () => {
    const network = fakeNetwork();
    const { client } = await subscribe(network, { keepAlive: 15_000 });
    await network.latest().accept();
    await pass(120_000);
    expect(pings(network.latest())).toBe(1);
    expect(network.latest().closedBy).toBeUndefined();
    void client.dispose();
  });

  it('C36 M33 a close with code 1000 is followed by a new connection without a delay', async () => {
    const network = fakeNetwork();
    const { client } = await subscribe(network);
    for (const _ of Array.from({ length: 10 })) {
      await network.latest().accept();
      network.latest().lose(1000);
      await settle();
    }
    expect(network.sockets).toHaveLength(11);
    void client.dispose();
  });
});
