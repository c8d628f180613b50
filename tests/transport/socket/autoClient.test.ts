/** The detection of the protocol, with a fake clock. Real servers are in tests/interop/streams.test.ts. */
import { pass, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

it('C4 a token that changes before the acknowledgement reconnects once with the same protocol', async () => {
  const { transport, network, storage } = startTransport({ subscriptions: 'auto' });
  storage.values.set('apollo-token', 'old');
  await collect(transport);
  network.latest().open();
  await settle();
  storage.values.set('apollo-token', 'new');
  transport.notifyTokenChanged();
  await pass(100);
  await network.latest().accept();
  expect(network.sockets.map(({ protocol }) => protocol)).toEqual(['graphql-transport-ws', 'graphql-transport-ws']);
  expect(network.latest().inits[0]?.payload).toMatchObject({ Authorization: 'Bearer new' });
  expect(network.latest().subscribes).toHaveLength(1);
  expect(transport.socket.get()).toEqual({ state: 'live' });
  transport.dispose();
});

it('C4 several token changes before the acknowledgement do not use up the attempts of the protocol', async () => {
  const { transport, network, storage } = startTransport({ subscriptions: 'auto' });
  await collect(transport);
  for (const token of ['one', 'two', 'three']) {
    network.latest().open();
    await settle();
    storage.values.set('apollo-token', token);
    transport.notifyTokenChanged();
    await pass(100);
  }
  expect(network.sockets.map(({ protocol }) => protocol)).toEqual(Array(4).fill('graphql-transport-ws'));
  transport.dispose();
});

describe('after the websocket, auto tries', () => {
  const startAuto = async () => {
    const methods: string[] = [];
    const fetch = async (_url: unknown, init: RequestInit = {}): Promise<Response> => {
      methods.push(String(init.method));
      return new Response('{}', { status: 404 });
    };
    const made = startTransport({ subscriptions: 'auto' }, { fetch });
    await collect(made.transport);
    return { ...made, protocols: () => made.network.sockets.map(({ protocol }) => protocol), methods };
  };

  it('HTTP, and the legacy websocket last, if it was not opened', async () => {
    const { transport, network, protocols, methods } = await startAuto();
    network.latest().lose(1006);
    await pass(50);
    expect(methods.slice(0, 2)).toEqual(['POST', 'POST']);
    expect(protocols()).toEqual(['graphql-transport-ws', 'graphql-ws']);
    transport.dispose();
  });

  it('the legacy websocket, if the server closed it', async () => {
    const { transport, network, protocols, methods } = await startAuto();
    network.latest().open();
    network.latest().lose(1002);
    await pass(50);
    expect(protocols()).toEqual(['graphql-transport-ws', 'graphql-ws']);
    expect(methods).toEqual([]);
    transport.dispose();
  });
});
