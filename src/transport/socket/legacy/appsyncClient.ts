import { realtimeAddress } from '../../../lib/network/appsyncAddress';
import type { Socket, SocketOptions } from '../socket';
import { createWebsocketClient } from '../websocketClient';
import { appsyncSocket } from './appsyncSocket';

/** The websocket client of an AWS AppSync API. */
export function createAppSyncClient(options: SocketOptions): Socket {
  const address = realtimeAddress(options.url as string, options.config.wsEndpoint !== undefined);
  const { WebSocketImpl, prepare } = appsyncSocket(options, address);
  // AppSync reads no credentials from the init payload. New credentials of either kind cause a reconnect.
  const config = { ...options.config, connectionParams: () => ({}), initPayloads: [] };
  return createWebsocketClient(
    { ...options, config, readToken: options.readSecret, getWebSocket: () => WebSocketImpl },
    async () => {
      await prepare();
      return address;
    },
  );
}
