/** Loads the client of the configured subscription protocol. Each client is described in its own file. */

import type { Candidate } from './autoClient';
import type { SubscriptionProtocol } from './learned';
import type { Socket, SocketOptions } from './socket';

/** Loads and creates the client. It opens nothing before its first subscription. */
export async function loadClient(options: SocketOptions): Promise<Socket> {
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
