/**
 * The list of connections (endpoints with their settings), stored in this browser. The first one, `default`, comes from the page's
 * configuration and is not stored; users add the others. A token belongs to one connection: the token of the default connection is stored
 * under its configured name (contract C1), every other token under a key of its own. A token is removed when the address of its connection
 * changes, so that it is never sent to an endpoint it was not saved for.
 *
 * This file does not open connections: session.ts creates a transport for the current one.
 */
import { type KeyValueStorage, memoryStorage, readJson, writeJson } from '../../lib/storage';
import { createStore, type Readable } from '../../lib/store';
import { SUBSCRIPTION_PROTOCOLS, type SubscriptionProtocol } from '../../transport/socket/learned';
import { type OidcSettings, readOidcSettings } from '../signIn/oidcSettings';
import { openAddress } from './openAddress';
import { createTokenStorage, type TokenStorage } from './tokenStorage';

/**
 * Shape of the websocket's init payload for a token `t`:
 * - both: `{Authorization: "Bearer t", headers: {Authorization: "Bearer t"}}` (contract C3, the default)
 * - authorization: `{Authorization: "Bearer t"}`; headers: `{headers: {Authorization: "Bearer t"}}`; accessToken: `{access_token: "t"}`
 * - custom: `customParams` with every `{token}` in its strings replaced.
 */
export type ConnectionParamsShape = 'both' | 'authorization' | 'headers' | 'accessToken' | 'custom';

/** The settings of one endpoint. */
export interface ConnectionSettings {
  /** 'default' for the configured connection; never shown. */
  id: string;
  /** Display name. */
  name: string;
  /** URL that queries and mutations are posted to: absolute, or starting with '/' on the page's own server. */
  httpEndpoint: string;
  /** URL of the websocket; undefined: derived from `httpEndpoint`; null: the endpoint has no websocket. */
  wsEndpoint: string | null | undefined;
  /** Default connection: storage key of the token. Other connections: the user's label for the token, '' for none. */
  tokenName: string;
  /** Sent with every HTTP request. May hold secrets: never exported, never shown in full. */
  headers: Record<string, string>;
  /** Send the hash of a query first (persisted queries). */
  persistedQueries: boolean;
  /** Screens offer no changes, and mutations are refused. Default false. */
  readOnly?: boolean;
  /** HTTP method of queries; see TransportConfig. Default: POST. */
  queryMethod?: 'get' | 'query';
  /** Send a W3C trace context with every query and mutation. Default false. */
  traceparent?: boolean;
  connectionParamsShape: ConnectionParamsShape;
  /** JSON text of the payload for the shape `custom`; '' otherwise. */
  customParams: string;
  /** Sent with multipart requests only (`apollo-require-preflight: true`). */
  uploadHeaders: Record<string, string>;
  /** 'include': send cookies to another origin too, for servers with cookie sessions. Default: cookies go to the page's own origin only. */
  credentials?: 'include';
  /** Protocol of subscriptions. Default: the first one that the endpoint supports. */
  subscriptions?: SubscriptionProtocol;
  /** Time limit for the first byte of a response, in ms; 0 for no limit. Default: the transport's. */
  requestTimeoutMs?: number;
  /** Settings for signing in by OpenID Connect or OAuth 2.1. Default: not offered. */
  oidc?: OidcSettings;
  /** Starter operations for the Query screen, as configured (lib/page/starterQueries.ts). Only for the configured connection. */
  queries?: readonly unknown[];
  /** Views that every user sees in the rail (savedViews.ts), from the page's configuration. Default: none. */
  views?: readonly unknown[];
  /** How the API is presented, as configured (lib/page/presentation.ts). Only for the configured connection. */
  presentation?: unknown;
  /** 'gateway': the page's server signs in and keeps the tokens (signIn/gateway.ts). Only for the configured connection. */
  signIn?: 'gateway';
}

/** The connections of this browser, and the one that this page uses. */
export interface Connections {
  /** The default first, then the others in the order in which they were added. */
  list: Readable<readonly ConnectionSettings[]>;
  current: Readable<ConnectionSettings>;
  /** Switches to another connection and remembers it for the next visit. Ignores an unknown id. */
  select(id: string): void;
  /**
   * Adds a connection or replaces the one with that id. Removes its token when an address changed. The default cannot be replaced.
   * `token` is stored before listeners are notified, so that the first request uses it; '' removes the stored token.
   * `place` is the index in the list. Default: the present index; the end for a new connection.
   * @throws RangeError when an address is not an http(s) or ws(s) URL or contains a password, or for the id 'default'.
   */
  save(connection: ConnectionSettings, token?: string, place?: number): void;
  /** Deletes a connection and its token, and switches to the default if it was the current one. The default itself stays. */
  remove(id: string): void;
  /** Default settings for a new connection, not saved yet. */
  draft(change?: Partial<ConnectionSettings>): ConnectionSettings;
  /** Storage key of the connection's token; passed to its transport as `tokenName`. */
  tokenKey(connection: ConnectionSettings): string;
  /** Access to the connection's stored token. `key`: its storage key. Default: `tokenKey(connection)`, the token in use. */
  tokens(connection: ConnectionSettings, key?: string): TokenStorage;
  /** The connection with that HTTP address. Compares normalized URLs (case of the host, default port) without credentials. */
  findByEndpoint(httpEndpoint: string): ConnectionSettings | undefined;
  /** Reads the list again, for a change made in another tab. */
  reload(): void;
}

export const DEFAULT_CONNECTION = 'default';
const LIST_KEY = 'oriel:connections';
const CURRENT_KEY = 'oriel:connection';
const SHAPES: readonly ConnectionParamsShape[] = ['both', 'authorization', 'headers', 'accessToken', 'custom'];

/** Options of `createConnections`. */
export interface ConnectionsOptions {
  storage: KeyValueStorage;
  /** Storage of this tab (sessionStorage), for AWS credentials. Default: memory. */
  tabStorage?: KeyValueStorage | undefined;
  /** The configured connection; its id must be `DEFAULT_CONNECTION`. */
  defaultConnection: ConnectionSettings;
  /** URL of the page, the base of relative addresses. Default 'http://localhost/'. */
  pageUrl?: string;
  /** Returns an unused id. Default: random. */
  newId?: () => string;
}

/** Reads the connections of this browser. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { storage, tabStorage = memoryStorage(), defaultConnection, pageUrl = 'http://localhost/' } = options;
  const newId = options.newId ?? (() => Math.random().toString(36).slice(2, 10));
  const read = (): ConnectionSettings[] => [defaultConnection, ...readList(readJson(storage, LIST_KEY), pageUrl)];
  const list = createStore<readonly ConnectionSettings[]>(read(), [defaultConnection]);
  const find = (id: string | null) => list.get().find(connection => connection.id === id);
  const current = createStore<ConnectionSettings>(find(storage.getItem(CURRENT_KEY)) ?? defaultConnection, defaultConnection);
  const tokenKey = (connection: ConnectionSettings): string =>
    connection.id === DEFAULT_CONNECTION ? connection.tokenName : `oriel:token:${connection.id}`;
  const tokens = (connection: ConnectionSettings, key = tokenKey(connection)): TokenStorage =>
    createTokenStorage({ storage, tabStorage, key, connection, pageUrl });
  const write = (next: readonly ConnectionSettings[]): void => {
    writeJson(storage, LIST_KEY, next.slice(1).map(toStored));
    list.set(next);
    current.set(next.find(c => c.id === current.get().id) ?? defaultConnection);
  };
  const select = (id: string): void => {
    const connection = find(id);
    if (!connection) return;
    storage.setItem(CURRENT_KEY, id);
    current.set(connection);
  };
  const remove = (id: string): void => {
    const connection = find(id);
    if (!connection || id === DEFAULT_CONNECTION) return;
    tokens(connection).write('');
    // The OpenID Connect grant, if there is one (oidcGrant.ts).
    for (const each of [storage, tabStorage]) each.removeItem(`oriel:oidc:${id}`);
    if (storage.getItem(CURRENT_KEY) === id) storage.removeItem(CURRENT_KEY);
    write(list.get().filter(c => c !== connection));
  };
  return {
    list,
    current,
    tokenKey,
    tokens,
    select,
    remove,
    save(connection, token, place) {
      if (connection.id === DEFAULT_CONNECTION) throw new RangeError('It is configured');
      const { httpEndpoint, wsEndpoint } = connection;
      if (!isUsable(httpEndpoint, pageUrl, HTTP) || (wsEndpoint != null && !isUsable(wsEndpoint, pageUrl, WS)))
        throw new RangeError('Not an address');
      const old = find(connection.id);
      if (old && (old.httpEndpoint !== httpEndpoint || old.wsEndpoint !== wsEndpoint)) tokens(old).write('');
      if (token !== undefined) tokens(connection).write(token);
      const others = list.get().filter(c => c !== old);
      const at = place ?? (old ? list.get().indexOf(old) : others.length);
      write([...others.slice(0, at), connection, ...others.slice(at)]);
    },
    draft: change => ({
      id: newId(),
      name: '',
      httpEndpoint: '',
      wsEndpoint: undefined,
      tokenName: '',
      headers: {},
      persistedQueries: false,
      connectionParamsShape: 'both',
      customParams: '',
      uploadHeaders: {},
      ...change,
    }),
    findByEndpoint(httpEndpoint) {
      const wanted = openAddress(httpEndpoint, pageUrl);
      const fitting = list.get().filter(connection => openAddress(connection.httpEndpoint, pageUrl) === wanted);
      // The current connection comes first, so that its own links lead back to it.
      return fitting.find(connection => connection.id === current.get().id) ?? fitting[0];
    },
    reload() {
      const before = new Map(list.get().map(connection => [JSON.stringify(connection), connection]));
      // An unchanged connection keeps its object identity, so that its session continues.
      const next = read().map(connection => before.get(JSON.stringify(connection)) ?? connection);
      if (JSON.stringify(next) === JSON.stringify(list.get())) return;
      list.set(next);
      current.set(next.find(c => c.id === current.get().id) ?? defaultConnection);
    },
  };
}

/** The normalized absolute URL, for comparing addresses; the text itself if it is not a valid URL. */
export function normalAddress(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).href;
  } catch {
    return address;
  }
}

/** Longer names are cut: they would fill screens and the storage. */
const LONGEST_NAME = 200;
/** Servers and proxies refuse longer URLs. */
const LONGEST_ADDRESS = 16_000;

const HTTP = /^https?:$/;
const WS = /^(ws|http)s?:$/;

/** Refuses addresses with a user name or password: browsers send no request to them, and the address is shown on screens. */
function isUsable(address: string, pageUrl: string, protocols: RegExp): boolean {
  if (address.length > LONGEST_ADDRESS) return false;
  try {
    const url = new URL(address, pageUrl);
    return address.trim() !== '' && protocols.test(url.protocol) && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

/** True for an address that a connection can have as its HTTP endpoint. Relative addresses can. */
export const isHttpAddress = (address: string): boolean => isUsable(address, 'http://localhost/', HTTP);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The JSON form. JSON has no undefined: `wsEndpoint` is left out if undefined, and null stays null. */
function toStored(connection: ConnectionSettings): Record<string, unknown> {
  return { ...connection };
}

function readList(value: unknown, pageUrl: string): ConnectionSettings[] {
  if (!Array.isArray(value)) return [];
  return value.map(item => readConnection(item, pageUrl)).filter(connection => connection !== null);
}

/** Reads one connection from untrusted JSON (storage, an imported file); null if it has no usable address. Unknown keys are dropped. */
export function readConnection(value: unknown, pageUrl: string): ConnectionSettings | null {
  if (!isRecord(value)) return null;
  // Own keys only: a missing key must not be read from a prototype.
  const own = (key: string): unknown => (Object.hasOwn(value, key) ? value[key] : undefined);
  const text = (key: string, otherwise: string): string => {
    const found = own(key);
    return typeof found === 'string' ? found : otherwise;
  };
  const httpEndpoint = text('httpEndpoint', '');
  const id = text('id', '');
  const ws = own('wsEndpoint');
  if (!isUsable(httpEndpoint, pageUrl, HTTP) || (typeof ws === 'string' && !isUsable(ws, pageUrl, WS))) return null;
  if (id === '' || id === DEFAULT_CONNECTION) return null;
  const oidc = readOidcSettings(own('oidc'));
  const requestTimeoutMs = own('requestTimeoutMs');
  const shape = own('connectionParamsShape') as ConnectionParamsShape;
  const queryMethod = (['get', 'query'] as const).find(each => each === own('queryMethod'));
  const subscriptions = SUBSCRIPTION_PROTOCOLS.find(each => each === own('subscriptions'));
  return {
    id,
    name: text('name', httpEndpoint).slice(0, LONGEST_NAME),
    httpEndpoint,
    wsEndpoint: ws === null || typeof ws === 'string' ? ws : undefined,
    tokenName: text('tokenName', '').slice(0, LONGEST_NAME),
    headers: textRecord(own('headers')),
    persistedQueries: own('persistedQueries') === true,
    connectionParamsShape: SHAPES.includes(shape) ? shape : 'both',
    customParams: text('customParams', ''),
    uploadHeaders: textRecord(own('uploadHeaders')),
    ...(own('readOnly') === true ? { readOnly: true } : {}),
    ...(queryMethod ? { queryMethod } : {}),
    ...(own('traceparent') === true ? { traceparent: true } : {}),
    ...(own('credentials') === 'include' ? { credentials: 'include' } : {}),
    ...(subscriptions ? { subscriptions } : {}),
    ...(oidc ? { oidc } : {}),
    ...(isTimeout(requestTimeoutMs) ? { requestTimeoutMs } : {}),
  };
}

/** True for a time limit in ms that fits a timer (below 2^31). 0 means no limit. */
const isTimeout = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 2 ** 31;

function textRecord(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
