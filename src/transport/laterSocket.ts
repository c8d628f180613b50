/**
 * The socket of a transport whose code comes with its first subscription: graphql-ws and all that watches over a connection are a third of
 * the transport, and the first screen of a page seldom subscribes. Until the code is there a subscription waits, and can be stopped.
 */
import { createStore } from '../lib/store';
import { SocketError } from './failure';
import type { Socket, SocketOptions } from './socket';
import type { SocketStatus } from './status';

/** Makes such a socket. `load` fetches the code; where it cannot be had the subscription fails, and the next one tries again. */
export function createLaterSocket(
  options: SocketOptions,
  load: () => Promise<{ createSocket(options: SocketOptions): Socket }> = () =>
    import(/* webpackChunkName: "socket" */ './socket'),
): Socket {
  const status = createStore<SocketStatus>({ state: 'idle' });
  const held = new Set<number>();
  let socket: Socket | null = null;
  let loading: Promise<Socket> | null = null;
  let disposed = false;

  const arrive = async (): Promise<Socket> => {
    const { createSocket } = await load();
    const made = createSocket(options);
    made.status.subscribe(() => status.set(made.status.get()));
    for (const key of held) made.hold(key);
    held.clear();
    if (disposed) made.dispose();
    socket = made;
    return made;
  };
  const fetched = (): Promise<Socket> => {
    loading ??= arrive().catch(error => {
      loading = null;
      throw error;
    });
    return loading;
  };

  return {
    status,
    subscribe(payload, sink, operation) {
      if (socket) return socket.subscribe(payload, sink, operation);
      let stopped = false;
      let stop: (() => void) | null = null;
      fetched().then(
        made => {
          if (!stopped) stop = made.subscribe(payload, sink, operation);
        },
        () => {
          const message = 'The code for subscriptions could not be loaded';
          if (!stopped) sink.error(new SocketError(message, 0, message));
        },
      );
      return () => {
        stopped = true;
        stop?.();
      };
    },
    hold(key) {
      if (socket) socket.hold(key);
      else held.add(key);
    },
    release(key) {
      if (socket) socket.release(key);
      else held.delete(key);
    },
    tokenChanged: () => socket?.tokenChanged(),
    reconnectNow: () => socket?.reconnectNow(),
    wake: () => socket?.wake(),
    dispose() {
      disposed = true;
      socket?.dispose();
    },
  };
}
