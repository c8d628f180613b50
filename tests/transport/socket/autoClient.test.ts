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
