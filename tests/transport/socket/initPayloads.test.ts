/** The init payload of a websocket: C3, C41, and other known payloads after a refusal. */
import type { InitPayloadShape, Learned, LearnedStore } from '../../../src/transport/socket/learned';
import { type FakeSocket, fakeNetwork, settle } from '../../support/fakeSockets';
import { collect, startTransport } from '../../support/startTransport';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const OTHERS: InitPayloadShape[] = ['authorization', 'headers', 'accessToken', 'authToken', 'lowerCase'];
const BOTH = { Authorization: 'Bearer tok', headers: { Authorization: 'Bearer tok' } };

/** A server that closes with `code` unless the payload has `key`. */
const reads =
  (key: string, code = 4403) =>
  async (socket: FakeSocket): Promise<void> => {
    socket.open();
    await settle();
    const payload = (socket.inits[0]?.payload ?? {}) as object;
    if (Object.keys(payload).join() === key) socket.receive({ type: 'connection_ack' });
    else socket.lose(code, 'Forbidden');
  };

function kept(learned: Learned = {}): LearnedStore {
  return {
    read: () => learned,
    write(next) {
      learned = next;
    },
  };
}

function start(server: (socket: FakeSocket) => Promise<void>, world = {}, config = {}, token = 'tok') {
  const started = startTransport(
    { initPayloads: OTHERS, ...config },
    world,
    fakeNetwork(socket => void server(socket)),
  );
  if (token) started.storage.values.set('apollo-token', token);
  const payloads = () => started.network.sockets.map(socket => socket.inits[0]?.payload);
  return { ...started, payloads };
}

it.each([4401, 4403])(
  'after a refusal with %i the known payloads are tried at once, once each, until one is accepted',
  async code => {
    const learned = kept({ subscriptions: 'websocket' });
    const { transport, payloads, network } = start(reads('access_token', code), { learned });
    const ticks = await collect(transport);
    for (let turn = 0; turn < 10; turn++) await settle();
    expect(payloads()).toEqual([
      BOTH,
      { Authorization: 'Bearer tok' },
      { headers: { Authorization: 'Bearer tok' } },
      { access_token: 'tok' },
    ]);
    expect(transport.socket.get()).toEqual({ state: 'live' });
    expect(network.latest().subscribes).toHaveLength(1);
    expect(ticks.results).toEqual([]);
    expect(learned.read()).toEqual({ subscriptions: 'websocket', initPayload: 'accessToken' });
    transport.dispose();
  },
);

it('the accepted payload is used from then on, also by the next transport', async () => {
  const learned = kept();
  const first = start(reads('authToken'), { learned });
  await collect(first.transport);
  for (let turn = 0; turn < 10; turn++) await settle();
  first.network.latest().lose(1006);
  await jest.advanceTimersByTimeAsync(100);
  expect(first.payloads().slice(4)).toEqual([{ authToken: 'tok' }, { authToken: 'tok' }]);
  first.transport.dispose();
  const second = start(reads('authToken'), { learned });
  await collect(second.transport);
  await settle();
  expect(second.payloads()).toEqual([{ authToken: 'tok' }]);
  second.transport.dispose();
});

it.each(['authorization', 'token', 'accessToken'])('a server that reads %s gets it last', async key => {
  const { transport, payloads, network } = start(async socket => {
    socket.open();
    await settle();
    if (Object.hasOwn((socket.inits[0]?.payload ?? {}) as object, key)) socket.receive({ type: 'connection_ack' });
    else socket.lose(4403, 'Forbidden');
  });
  await collect(transport);
  for (let turn = 0; turn < 12; turn++) await settle();
  expect(payloads().slice(5)).toEqual([{ authorization: 'Bearer tok', token: 'tok', accessToken: 'tok' }]);
  expect(network.latest().subscribes).toHaveLength(1);
  transport.dispose();
});

it('the status is never live before the first acknowledgement, and names the reason if all payloads are refused', async () => {
  const { transport, payloads } = start(reads('nothing'), {}, { subscriptionRetries: 0 });
  const states = new Set<string>();
  transport.socket.subscribe(() => states.add(transport.socket.get().state));
  const ticks = await collect(transport);
  for (let turn = 0; turn < 10; turn++) await settle();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(payloads()).toHaveLength(6);
  expect([...states]).toEqual(['connecting', 'failed']);
  expect(ticks.results[0]?.error?.networkError).toMatchObject({ name: 'SocketError', code: 4403, reason: 'Forbidden' });
  expect(ticks.results).toHaveLength(1);
  transport.dispose();
});

it('C41 if no payload is accepted, each retry of the subscription is one connection with the configured payload', async () => {
  const { transport, payloads } = start(reads('nothing'));
  await collect(transport);
  for (let turn = 0; turn < 10; turn++) await settle();
  expect(payloads()).toHaveLength(6);
  await jest.advanceTimersByTimeAsync(15_500);
  expect(payloads().slice(6)).toEqual([BOTH, BOTH, BOTH, BOTH, BOTH]);
  transport.dispose();
});

it('a new token is tried with all payloads again', async () => {
  const { transport, payloads, storage } = start(reads('nothing'), {}, { subscriptionRetries: 1 });
  await collect(transport);
  for (let turn = 0; turn < 10; turn++) await settle();
  storage.values.set('apollo-token', 'new');
  await jest.advanceTimersByTimeAsync(500);
  expect(payloads().slice(6)).toHaveLength(6);
  transport.dispose();
});

it('C41 without a token, or without other payloads, a refusal is one connection', async () => {
  for (const started of [
    start(reads('nothing'), {}, { subscriptionRetries: 0 }, ''),
    start(reads('nothing'), {}, { subscriptionRetries: 0, initPayloads: [] }),
  ]) {
    const ticks = await collect(started.transport);
    for (let turn = 0; turn < 10; turn++) await settle();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(started.network.sockets).toHaveLength(1);
    expect(ticks.results).toHaveLength(1);
    started.transport.dispose();
  }
});

it('C41 a refusal after the acknowledgement tries no other payload', async () => {
  const { transport, network } = start(reads('Authorization,headers'), {}, { subscriptionRetries: 0 });
  await collect(transport);
  await settle();
  network.latest().lose(4403, 'expired');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(network.sockets).toHaveLength(1);
  transport.dispose();
});

it('C49 an unknown payload is refused at creation', () => {
  expect(() => startTransport({ initPayloads: ['cookie' as never] })).toThrow(RangeError);
});
