/**
 * AWS AppSync's websocket: the legacy protocol, with the API's host and its credentials sent in the handshake and with each subscription.
 * An API key comes from the connection's headers (`x-api-key`). The token of Cognito or another OpenID provider is sent as over HTTP.
 * https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html
 */
import { apiHost } from '../../lib/network/appsyncAddress';
import { type LegacyDialect, legacySocket } from './legacySocket';
import { connectionHeaders } from './sendRequest';
import type { SocketOptions } from './socket';

/** Returns a WebSocket class for the API whose websocket URL is `address`. */
export function appsyncSocket(options: SocketOptions, address: string): typeof WebSocket {
  const host = apiHost(address);
  const authorization = (): Record<string, string> => {
    const { 'x-api-key': key, authorization: bearer } = connectionHeaders(options.config, options.readToken());
    return {
      host,
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(bearer === undefined ? {} : { Authorization: bearer }),
    };
  };
  const dialect: LegacyDialect = {
    protocols: () => [`header-${base64Url(JSON.stringify(authorization()))}`],
    payload(type, payload) {
      if (type === 'connection_init') return undefined;
      if (type !== 'start') return payload;
      const { query, variables } = payload as { query?: unknown; variables?: unknown };
      return { data: JSON.stringify({ query, variables }), extensions: { authorization: authorization() } };
    },
  };
  return legacySocket(options.getWebSocket() as typeof WebSocket, dialect);
}

/** Base64url, whose characters are allowed in a subprotocol. */
function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}
