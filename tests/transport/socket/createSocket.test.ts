/** The socket, whose code is loaded on the first subscription. */
import { createStore } from '../../../src/lib/store';
import type { SocketStatus } from '../../../src/transport/observe/status';
import { createSocket } from '../../../src/transport/socket/createSocket';
import type { Socket, SocketOptions, SubscribeSink } from '../../../src/transport/socket/socket';
import { collect, startTransport } from '../../support/startTransport';

const OPTIONS = {
  config: { subscriptions: 'websocket' },
  url: 'ws://test/graphql',
  isServer: false,
  getWebSocket: () => class {},
} as unknown as SocketOptions;
const PAYLOAD = { operationName: null, query: 'subscription { clock }', variables: {} };

/** A socket that records its calls. */
function notedSocket() {
  const calls: string[] = [];
  const sinks: SubscribeSink[] = [];
  const status = createStore<SocketStatus>({ state: 'idle' });
  const socket: Socket = {
    status,
    subscribe: (_payload, sink) => {
      calls.push('subscribe');
      sinks.push(sink);
      return () => calls.push('stop');
    },
    hold: key => calls.push(`hold ${key}`),
    release: key => calls.push(`release ${key}`),
    tokenChanged: () => calls.push('tokenChanged'),
    reconnectNow: () => calls.push('reconnectNow'),
    wake: () => calls.push('wake'),
    sleep: () => calls.push('sleep'),
    dispose: () => calls.push('dispose'),
  };
  return { socket, status, calls, sinks };
}

function sink() {
  const errors: unknown[] = [];
  const receiver: SubscribeSink = { next: () => {}, error: cause => errors.push(cause), complete: () => {} };
  return { receiver, errors };
}

const settle = () => new Promise(resolve => setTimeout(resolve));

describe('a socket whose code is loaded later', () => {
  it('loads nothing before the first subscription, and once for two', async () => {
    const { socket, status, calls } = notedSocket();
    let loads = 0;
    const created = createSocket(OPTIONS, async () => {
      loads++;
      return socket;
    });
    created.wake();
    created.tokenChanged();
    created.hold(1);
    created.hold(2);
    created.release(1);
    await settle();
    expect(loads).toBe(0);
    created.subscribe(PAYLOAD, sink().receiver);
    const stop = created.subscribe(PAYLOAD, sink().receiver);
    await settle();
    expect(loads).toBe(1);
    expect(calls).toEqual(['hold 2', 'subscribe', 'subscribe']);
    status.set({ state: 'live' });
    expect(created.status.get()).toEqual({ state: 'live' });
    stop();
    created.release(2);
    created.reconnectNow();
    expect(calls.slice(3)).toEqual(['stop', 'release 2', 'reconnectNow']);
  });

  it('does not start a subscription that was stopped while the code was loading', async () => {
    const { socket, calls } = notedSocket();
    const created = createSocket(OPTIONS, async () => socket);
    created.subscribe(PAYLOAD, sink().receiver)();
    await settle();
    expect(calls).toEqual([]);
  });

  it('starts nothing if it was disposed while the code was loading', async () => {
    const { socket, calls } = notedSocket();
    const created = createSocket(OPTIONS, async () => socket);
    const receiver = sink();
    created.subscribe(PAYLOAD, receiver.receiver);
    created.dispose();
    await settle();
    expect(calls).toEqual([]);
    expect(receiver.errors).toMatchObject([{ name: 'SocketError', retryable: false }]);
  });

  it('fails the subscription if the code cannot be loaded, and loads again for the next one', async () => {
    const { socket, calls } = notedSocket();
    let works = false;
    const created = createSocket(OPTIONS, async () => {
      if (!works) throw new TypeError('Failed to fetch');
      return socket;
    });
    const first = sink();
    created.subscribe(PAYLOAD, first.receiver);
    await settle();
    expect(first.errors).toMatchObject([{ name: 'SocketError', retryable: true }]);
    works = true;
    created.subscribe(PAYLOAD, sink().receiver);
    await settle();
    expect(calls).toEqual(['subscribe']);
  });

  it('does not report a failure to load to a subscription that was stopped before', async () => {
    const created = createSocket(OPTIONS, () => Promise.reject(new TypeError('Failed to fetch')));
    const first = sink();
    created.subscribe(PAYLOAD, first.receiver)();
    await settle();
    expect(first.errors).toEqual([]);
  });

  it('refuses invalid options at once, without loading the code', async () => {
    let loads = 0;
    const load = async () => {
      loads++;
      return notedSocket().socket;
    };
    for (const options of [{ url: null }, { isServer: true }, { getWebSocket: () => undefined }]) {
      const receiver = sink();
      createSocket({ ...OPTIONS, ...options }, load).subscribe(PAYLOAD, receiver.receiver);
      await settle();
      expect(receiver.errors).toMatchObject([{ name: 'SocketError', retryable: false }]);
    }
    expect(loads).toBe(0);
  });

  it('C4 a token that changes while the code is loading is the one in the first payload', async () => {
    const { transport, network, storage } = startTransport();
    storage.values.set('apollo-token', 'old');
    const started = collect(transport);
    storage.values.set('apollo-token', 'new');
    transport.notifyTokenChanged();
    await started;
    await network.latest().accept();
    expect(network.sockets).toHaveLength(1);
    expect(network.latest().inits[0]?.payload).toMatchObject({ Authorization: 'Bearer new' });
    transport.dispose();
  });

  it('an error thrown by a subscriber is reported, and does not affect the socket or other subscribers', async () => {
    const report = jest.spyOn(console, 'error').mockImplementation(() => {});
    const { transport, network } = startTransport();
    const throwing = transport.client.subscription('subscription Bad { bad }', {}).subscribe(() => {
      throw new Error('mine');
    });
    const ticks = await collect(transport);
    await network.latest().accept();
    const [bad, good] = network.latest().subscribes;
    network.latest().receive({ type: 'next', id: bad?.id ?? '', payload: { data: { bad: 1 } } });
    network.latest().receive({ type: 'next', id: good?.id ?? '', payload: { data: { tick: 1 } } });
    network.latest().receive({ type: 'next', id: bad?.id ?? '', payload: { data: { bad: 2 } } });
    expect(network.latest().closedBy).toBeUndefined();
    expect(transport.socket.get()).toEqual({ state: 'live' });
    expect(ticks.results.map(result => result.data)).toEqual([{ tick: 1 }]);
    expect(report.mock.calls.map(([error]) => String(error))).toEqual(['Error: mine', 'Error: mine']);
    report.mockRestore();
    throwing.unsubscribe();
    transport.dispose();
  });
});
