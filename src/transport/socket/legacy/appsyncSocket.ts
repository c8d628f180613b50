/**
 * AWS AppSync's websocket: the legacy protocol, with the API's host and its credentials sent in the handshake and with each subscription.
 * An API key comes from the connection's headers (`x-api-key`). The token of Cognito or another OpenID provider is sent as over HTTP. With
 * IAM credentials, the handshake and each subscription are signed as requests of their own.
 * https://docs.aws.amazon.com/appsync/latest/devguide/real-time-websocket-client.html
 */
import { apiHost } from '../../../lib/network/appsyncAddress';
import { isAwsKeys } from '../../../lib/network/isAwsKeys';
import { connectionHeaders } from '../sendRequest';
import type { SocketOptions } from '../socket';
import { type LegacyDialect, legacySocket } from './legacySocket';

type Authorization = Record<string, string>;

/** A WebSocket class for one API. */
export interface AppSyncSocket {
  WebSocketImpl: typeof WebSocket;
  /** Prepares the handshake of the next connection. Never rejects: after a failure, the connection cannot be constructed. */
  prepare(): Promise<void>;
}

/** Creates the class for the API whose websocket URL is `address`. */
export function appsyncSocket(options: SocketOptions, address: string): AppSyncSocket {
  const host = apiHost(address);
  let hide = (text: string): string => text;
  let opening = (): Authorization => ({});
  const authorization = (path: string, body: string): Authorization | Promise<Authorization> => {
    const stored = options.readSecret();
    return isAwsKeys(stored) ? signed(path, body, stored) : unsigned(stored);
  };
  const unsigned = (token: string): Authorization => {
    const { 'x-api-key': key, authorization: bearer } = connectionHeaders(options.config, token);
    return {
      host,
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(bearer === undefined ? {} : { Authorization: bearer }),
    };
  };
  const signed = async (path: string, body: string, stored: string): Promise<Authorization> => {
    const { hideKeys, signedMessage } = await import(/* webpackChunkName: "aws" */ '../../http/signedFetch');
    hide = text => hideKeys(text, stored);
    return signedMessage(`https://${host}${path}`, body, stored);
  };
  const dialect: LegacyDialect = {
    protocols: () => [`header-${base64Url(JSON.stringify(opening()))}`],
    payload(type, payload) {
      if (type === 'connection_init') return undefined;
      if (type !== 'start') return payload;
      const { query, variables } = payload as { query?: unknown; variables?: unknown };
      const data = JSON.stringify({ query, variables });
      const start = (given: Authorization) => ({ data, extensions: { authorization: given } });
      const given = authorization('/graphql', data);
      return given instanceof Promise ? given.then(start) : start(given);
    },
    received: data => hide(data),
  };
  return {
    WebSocketImpl: legacySocket(options.getWebSocket() as typeof WebSocket, dialect),
    async prepare() {
      try {
        const given = await authorization('/graphql/connect', '{}');
        opening = () => given;
      } catch (cause) {
        opening = () => {
          throw cause;
        };
      }
    },
  };
}

/** Base64url, whose characters are allowed in a subprotocol. */
function base64Url(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const base64 = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=/g, '');
}
