/** Creates the transport of a connection. */
import type { DocumentStore } from '../../lib/documentStore';
import type { KeyValueStorage } from '../../lib/storage';
import type { TransportConfig } from '../../transport/config';
import { createTransport } from '../../transport/createTransport';
import { INIT_PAYLOADS } from '../../transport/socket/learned';
import type { Transport, World } from '../../transport/transport';
import { storedSecrets } from '../environments/storedSecrets';
import { createHeaderTokens } from '../signIn/headerTokens';
import type { ConnectionSettings } from './connections';
import { hostAddress } from './hostAddress';
import { learnedEndpoint } from './learnedEndpoint';

/** What a transport needs beside the settings of its connection. */
export interface TransportNeeds {
  /** The normal form of the endpoint's address. */
  address: string;
  /** URL of the page, the base of relative addresses. */
  pageUrl: string;
  /** Settings beyond those of the connection (retries, time limits). */
  config: TransportConfig | undefined;
  world: Omit<World, 'storage'>;
  storage: KeyValueStorage;
  documents: DocumentStore;
  /** Storage key of the token, and the function that reads the token instead of the storage. */
  tokenKey: string;
  readToken: () => string;
  /** Renews a refused token. Used for connections with OpenID Connect. */
  refreshToken: () => Promise<boolean>;
  /** True if requests carry cookies. */
  sendsCookies: () => boolean;
  trustedDocuments: TransportConfig['trustedDocuments'];
}

/** The transport, and access to the tokens in response headers (see `Session.takeHeaderToken`). */
export interface OpenTransport {
  transport: Transport;
  takeHeaderToken(operationName: string): string | null;
}

/** Creates the transport of a connection. The caller must dispose it. */
export function openTransport(connection: ConnectionSettings, needs: TransportNeeds): OpenTransport {
  const { address, pageUrl, world, storage, tokenKey, readToken, trustedDocuments } = needs;
  const headerTokens =
    world.isServer || !world.fetch ? null : createHeaderTokens(fetchOf(world.fetch, connection, needs.documents));
  const transport = createTransport(
    {
      ...needs.config,
      ...configOf(connection, pageUrl),
      tokenName: tokenKey,
      ...(connection.oidc ? { refreshToken: needs.refreshToken } : {}),
      ...(trustedDocuments ? { trustedDocuments } : {}),
    },
    {
      ...worldOf(connection, world),
      ...(headerTokens ? { fetch: headerTokens.fetch } : {}),
      // Requests and Query tabs can contain secrets of the connection's environments in their headers.
      secrets: () => storedSecrets(storage, connection.id),
      sendsCookies: needs.sendsCookies,
      learned: learnedEndpoint(storage, `oriel:learned:${connection.id}`, `${address} ${connection.wsEndpoint}`),
      storage: { getItem: key => (key === tokenKey ? readToken() : storage.getItem(key)) },
    },
  );
  return { transport, takeHeaderToken: name => headerTokens?.take(name) ?? null };
}

/** Builds the websocket's init payload; the code is in the websocket's chunk. */
function paramsOf(connection: ConnectionSettings): TransportConfig['connectionParams'] {
  return async token => {
    const { connectionParamsFor } = await import(/* webpackChunkName: "socket" */ './connectionParams');
    return connectionParamsFor(connection)(token);
  };
}

/** The transport's options for the settings of a connection. */
function configOf(connection: ConnectionSettings, pageUrl: string): TransportConfig {
  return {
    httpEndpoint: hostAddress(connection.httpEndpoint, pageUrl),
    wsEndpoint: connection.wsEndpoint && hostAddress(connection.wsEndpoint, pageUrl),
    ...(connection.requestTimeoutMs === undefined ? {} : { requestTimeoutMs: connection.requestTimeoutMs }),
    persistedQueries: connection.persistedQueries,
    readOnly: connection.readOnly ?? false,
    queryMethod: connection.queryMethod ?? 'post',
    traceparent: connection.traceparent ?? false,
    headers: connection.headers,
    uploadHeaders: connection.uploadHeaders,
    // The shape `both` is the transport's default.
    ...(connection.connectionParamsShape === 'both' ? {} : { connectionParams: paramsOf(connection) }),
    // Without a websocket endpoint a subscription fails at once, unless another protocol is chosen.
    subscriptions: connection.subscriptions ?? (connection.wsEndpoint === null ? 'websocket' : 'auto'),
    // A custom payload is sent alone: no other shape is tried.
    initPayloads: INIT_PAYLOADS.filter(
      shape => connection.connectionParamsShape !== 'custom' && shape !== connection.connectionParamsShape,
    ),
  };
}

/** The `fetch` of a connection. The code for cookies and for example data is loaded on the first request. */
function fetchOf(inner: typeof fetch, connection: ConnectionSettings, documents: DocumentStore): typeof fetch {
  let own: typeof fetch | undefined;
  return connection.credentials === undefined
    ? inner
    : async (input, init) => {
        const { fetchWithCredentials } = await import(/* webpackChunkName: "socket" */ './fetchWithCredentials');
        own ??= fetchWithCredentials(inner, connection, documents);
        return own(input, init);
      };
}

/** Removes XMLHttpRequest for connections that send cookies: files then go through `fetch` too, which sends the cookies. */
function worldOf(
  { credentials }: ConnectionSettings,
  { XMLHttpRequest, ...world }: Omit<World, 'storage'>,
): Omit<World, 'storage'> {
  return credentials === undefined && XMLHttpRequest ? { ...world, XMLHttpRequest } : world;
}
