/**
 * The socket of a transport. Its code (graphql-ws with connection monitoring, or the client of another protocol; a third of the transport)
 * is loaded with the first subscription. While it loads, a subscription waits and can be unsubscribed. If loading fails, the subscription
 * fails, and the next attempt loads again.
 */
import { reportException } from '../../lib/reportException';
import { createStore } from '../../lib/store';
import { SocketError } from '../observe/failure';
import type { SocketStatus } from '../observe/status';
import type { Candidate } from './autoClient';
import type { SubscriptionProtocol } from './learned';
import type { Socket, SocketOptions, SubscribeSink } from './socket';

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

/**
 * Returns a sink with the same behaviour whose methods never throw. graphql-ws treats an exception in a handler as a malformed frame and
 * closes the socket with 4004, which would end all other subscriptions. The exception is reported as uncaught instead.
 */
function guardSink(sink: SubscribeSink): SubscribeSink {
  const guarded = (action: () => void): void => {
    try {
      action();
    } catch (error) {
      reportException(error);
    }
  };
  return {
    next: payload => guarded(() => sink.next(payload)),
    connection: change => guarded(() => sink.connection?.(change)),
    error: cause => guarded(() => sink.error(cause)),
    complete: () => guarded(() => sink.complete()),
  };
}

/** Loads and creates the client of the configured protocol. It opens nothing before its first subscription. */
async function loadClient(options: SocketOptions): Promise<Socket> {
  const { subscriptions } = options.config;
  if (subscriptions !== 'auto') return loadCandidate(options, subscriptions, () => {});
  const { createAutoClient } = await import(/* webpackChunkName: "socket" */ './autoClient');
  return createAutoClient(options, (candidate, onProtocol) => loadCandidate(options, candidate, onProtocol));
}

async function loadCandidate(
  options: SocketOptions,
  candidate: Candidate,
  onProtocol: (protocol: SubscriptionProtocol) => void,
): Promise<Socket> {
  switch (candidate) {
    case 'websocket': {
      const { createWebsocketClient } = await import(/* webpackChunkName: "socket" */ './websocketClient');
      return createWebsocketClient(options, options.url as string);
    }
    case 'legacy-websocket': {
      const [{ createWebsocketClient }, { legacySocket }] = await Promise.all([
        import(/* webpackChunkName: "socket" */ './websocketClient'),
        import(/* webpackChunkName: "socket-more" */ './legacy/legacySocket'),
      ]);
      const getWebSocket = () => legacySocket(options.getWebSocket() as typeof WebSocket);
      return createWebsocketClient({ ...options, getWebSocket }, options.url as string);
    }
    case 'appsync-websocket': {
      const { createAppSyncClient } = await import(/* webpackChunkName: "socket-more" */ './legacy/appsyncClient');
      return createAppSyncClient(options);
    }
    case 'sse-single': {
      const { createSingleStreamClient } = await import(/* webpackChunkName: "socket-more" */ './streams/singleStreamClient');
      return createSingleStreamClient(options);
    }
    default: {
      const { createStreamClient } = await import(/* webpackChunkName: "socket-more" */ './streams/streamClient');
      return createStreamClient(options, candidate === 'http' ? 'any' : candidate, onProtocol);
    }
  }
}
