/**
 * The socket of a transport. Its code (graphql-ws with connection monitoring, or the client of another protocol; a third of the transport)
 * is loaded with the first subscription. While it loads, a subscription waits and can be unsubscribed. If loading fails, the subscription
 * fails, and the next attempt loads again.
 */
import { createStore } from '../../lib/store';
import { SocketError } from '../observe/failure';
import type { SocketStatus } from '../observe/status';
import { guardSink } from './guardSink';
import { loadClient } from './loadClient';
import type { Socket, SocketOptions } from './socket';

const NOT_LOADED = 'The code for subscriptions could not be loaded';

/** Creates a socket. Nothing is loaded or opened before the first subscription. */
export function createSocket(options: SocketOptions, load = loadClient): Socket {
  const status = createStore<SocketStatus>({ state: 'idle' });
  const held = new Set<number>();
  let client: Socket | undefined;
  let loading: Promise<Socket> | undefined;
  let disposed = false;

  const loadIt = async (): Promise<Socket> => {
    const made = await load(options);
    if (disposed) throw new Error('Disposed of while loading');
    made.status.subscribe(() => status.set(made.status.get()));
    for (const key of held) made.hold(key);
    client = made;
    return made;
  };
  const loadOnce = (): Promise<Socket> => {
    loading ??= loadIt().catch(error => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  const refusal = (): SocketError | undefined => {
    const refuse = (message: string) => new SocketError(message, 0, message, false);
    if (disposed) return refuse('The connection was closed');
    if (options.isServer) return refuse('Subscriptions are not opened while rendering on the server');
    if (!options.config.subscriptions.endsWith('websocket')) return undefined;
    if (options.url === null) return refuse('No websocket address is configured, so subscriptions cannot be opened');
    if (!options.getWebSocket()) return refuse('This environment has no WebSocket, so subscriptions cannot be opened');
    return undefined;
  };

  return {
    status,
    subscribe(payload, receiver, operation) {
      const sink = guardSink(receiver);
      let stopped = false;
      let stop = (): void => {};
      const fail = (error: SocketError): void => {
        if (!stopped) sink.error(error);
      };
      const refused = refusal();
      if (refused) Promise.resolve().then(() => fail(refused));
      else if (client) return client.subscribe(payload, sink, operation);
      else
        loadOnce().then(
          made => {
            if (!stopped) stop = made.subscribe(payload, sink, operation);
          },
          () => fail(refusal() ?? new SocketError(NOT_LOADED, 0, NOT_LOADED)),
        );
      return () => {
        stopped = true;
        stop();
      };
    },
    hold(key) {
      held.add(key);
      client?.hold(key);
    },
    release(key) {
      held.delete(key);
      client?.release(key);
    },
    tokenChanged: () => client?.tokenChanged(),
    reconnectNow: () => client?.reconnectNow(),
    wake: () => client?.wake(),
    sleep: () => client?.sleep(),
    dispose() {
      disposed = true;
      client?.dispose();
    },
  };
}
