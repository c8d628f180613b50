import { realtimeAddress } from '../../lib/network/appsyncAddress';
import { appsyncSocket } from './appsyncSocket';
import type { Socket, SocketOptions } from './socket';
import { createWebsocketClient } from './websocketClient';

/** The websocket client of an AWS AppSync API. */
export function createAppSyncClient(options: SocketOptions): Socket {
  const address = realtimeAddress(options.url as string, options.config.wsEndpoint !== undefined);
  return createWebsocketClient({ ...options, getWebSocket: () => appsyncSocket(options, address) }, address);
}
