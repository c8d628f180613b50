/** The socket whose code comes with the first subscription. */
import { createStore } from '../../src/lib/store';
import { createLaterSocket } from '../../src/transport/laterSocket';
import type { Socket, SocketOptions, SubscribeSink } from '../../src/transport/socket';
import type { SocketStatus } from '../../src/transport/status';

const OPTIONS = {} as SocketOptions;
const PAYLOAD = { operationName: null, query: 'subscription { clock }', variables: {} };

/** A socket that notes what is asked of it. */
function notedSocket() {
  const calls: string[] = [];
  const status = createStore<SocketStatus>({ state: 'idle' });
  const socket: Socket = {
    status,
    subscribe: () => {
      calls.push('subscribe');
      return () => calls.push('stop');
    },
    hold: key => calls.push(`hold ${key}`),
    release: key => calls.push(`release ${key}`),
    tokenChanged: () => calls.push('tokenChanged'),
    reconnectNow: () => calls.push('reconnectNow'),
    wake: () => calls.push('wake'),
    dispose: () => calls.push('dispose'),
  };
  return { socket, status, calls };
}

function sink() {
  const errors: unknown[] = [];
  const receiver: SubscribeSink = { next: () => {}, error: cause => errors.push(cause), complete: () => {} };
  return { receiver, errors };
}

const settle = () => new Promise(resolve => setTimeout(resolve));

describe('a socket whose code comes later', () => {
  it('loads nothing before the first subscription, and once for two', async () => {
    const { socket, status, calls } = notedSocket();
    let loads = 0;
    const later = createLaterSocket(OPTIONS, async () => {
      loads++;
      return { createSocket: () => socket };
    });
    later.wake();
    later.tokenChanged();
    later.hold(1);
    later.hold(2);
    later.release(1);
    await settle();
    expect(loads).toBe(0);
    later.subscribe(PAYLOAD, sink().receiver);
    const stop = later.subscribe(PAYLOAD, sink().receiver);
    await settle();
    expect(loads).toBe(1);
    expect(calls).toEqual(['hold 2', 'subscribe', 'subscribe']);
    status.set({ state: 'live' });
    expect(later.status.get()).toEqual({ state: 'live' });
    stop();
    later.release(2);
    later.reconnectNow();
    expect(calls.slice(3)).toEqual(['stop', 'release 2', 'reconnectNow']);
  });

  it('never begins what was stopped while the code was under way', async () => {
    const { socket, calls } = notedSocket();
    const later = createLaterSocket(OPTIONS, async () => ({ createSocket: () => socket }));
    later.subscribe(PAYLOAD, sink().receiver)();
    await settle();
    expect(calls).toEqual([]);
  });

  it('is disposed of also when it arrives afterwards', async () => {
    const { socket, calls } = notedSocket();
    const later = createLaterSocket(OPTIONS, async () => ({ createSocket: () => socket }));
    later.subscribe(PAYLOAD, sink().receiver);
    later.dispose();
    await settle();
    expect(calls[0]).toBe('dispose');
  });

  it('fails the subscription when the code cannot be had, and tries again with the next', async () => {
    const { socket, calls } = notedSocket();
    let works = false;
    const later = createLaterSocket(OPTIONS, async () => {
      if (!works) throw new TypeError('Failed to fetch');
      return { createSocket: () => socket };
    });
    const first = sink();
    later.subscribe(PAYLOAD, first.receiver);
    await settle();
    expect(first.errors).toMatchObject([{ name: 'SocketError', retryable: true }]);
    works = true;
    later.subscribe(PAYLOAD, sink().receiver);
    await settle();
    expect(calls).toEqual(['subscribe']);
  });
});
