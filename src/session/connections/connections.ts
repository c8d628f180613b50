/**
 * The endpoints a person works with, kept in this browser. The first one, `default`, comes from the page's configuration and is not
 * stored; the others are the person's own. A token belongs to one connection: the default's lies under its configured name (the
 * contract's C1), every other under a key of its own, and it is dropped when its connection's address changes, so that no token ever
 * goes to an endpoint it was not given for.
 *
 * It does not open anything: session.ts makes a transport for the connection in use.
 */
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { createStore, type Readable } from '../../lib/store';
import { SUBSCRIPTION_PROTOCOLS, type SubscriptionProtocol } from '../../transport/socket/learned';
import { type OidcSettings, readOidcSettings } from '../signIn/oidcSettings';
import { openAddress } from './openAddress';
import { createTokenStorage, type TokenStorage } from './tokenStorage';

/**
 * What a websocket's init payload looks like when there is a token (`Bearer` is put before it where it says so):
 * - both: `{Authorization: "Bearer t", headers: {Authorization: "Bearer t"}}` (the contract's C3, the default)
 * - authorization: `{Authorization: "Bearer t"}`; headers: `{headers: {Authorization: "Bearer t"}}`; accessToken: `{access_token: "t"}`
 * - custom: `customParams` with every `{token}` in its texts replaced.
 */
export type ConnectionParamsShape = 'both' | 'authorization' | 'headers' | 'accessToken' | 'custom';

/** One endpoint. */
export interface ConnectionSettings {
  /** 'default' for the configured one; never shown. */
  id: string;
  /** What people call it. */
  name: string;
  /** Address that queries and mutations are posted to: absolute, or beginning with '/' on this page's own server. */
  httpEndpoint: string;
  /** Address of the websocket; undefined: derived from `httpEndpoint`; null: there is none. */
  wsEndpoint: string | null | undefined;
  /** Storage key of the token for the default connection; for the others what the person calls the token, '' for nothing. */
  tokenName: string;
  /** Sent with every HTTP request. May hold secrets: never exported, never shown in full. */
  headers: Record<string, string>;
  /** Send queries by hash first. */
  persistedQueries: boolean;
  /** Nothing that changes data is offered, and mutations are refused. Default false. */
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
  /** 'include': cookies go along to another origin too, for servers that keep sessions by cookie. Default: to the own origin only. */
  credentials?: 'include';
  /** What carries subscriptions; left out: what the endpoint answers to. */
  subscriptions?: SubscriptionProtocol;
  /** Longest wait for the first byte of an answer, in ms. Default: the transport's. */
  requestTimeoutMs?: number;
  /** Signs in by OpenID Connect or OAuth 2.1. Default: not. */
  oidc?: OidcSettings;
  /** Operations to begin with in Query, as they were configured (lib/starterQueries.ts). Of the configured connection only. */
  queries?: readonly unknown[];
  /** Views that everyone finds in the rail (savedViews.ts), from the page's configuration. Default: none. */
  views?: readonly unknown[];
  /** How the API is presented, as it was configured (lib/presentation.ts). Of the configured connection only. */
  presentation?: unknown;
  /** 'gateway': the server of this page signs in and keeps the tokens (signIn/gateway.ts). Of the configured connection only. */
  signIn?: 'gateway';
}

/** The connections of this browser and which one this page uses. */
export interface Connections {
  /** The default first, then in the order they were added. */
  list: Readable<readonly ConnectionSettings[]>;
  current: Readable<ConnectionSettings>;
  /** Uses another connection; an unknown id does nothing. Remembered for the next visit. */
  select(id: string): void;
  /**
   * Adds a connection or replaces the one of that id; its token is dropped when an address changed. The default cannot be replaced.
   * `token` is stored before listeners see the connection, so that its first request has it; '' forgets the one that is kept.
   * `place` is where in the list it is to stand; left out: where it stands, a new one at the end.
   * @throws RangeError when an address is no http(s) (ws(s)) address or holds a password, or for the id 'default'.
   */
  save(connection: ConnectionSettings, token?: string, place?: number): void;
  /** Forgets a connection and its token; the default stays. Where it was in use the default is used. */
  remove(id: string): void;
  /** Settings for a new connection with every default, not saved yet. */
  draft(change?: Partial<ConnectionSettings>): ConnectionSettings;
  /** Where the connection's token is kept in storage; what its transport gets as `tokenName`. */
  tokenKey(connection: ConnectionSettings): string;
  /** The connection's token in storage. */
  tokens(connection: ConnectionSettings): TokenStorage;
  /** The connection with that HTTP address, compared as addresses are (case of the host, default port), secrets in them left out. */
  findByEndpoint(httpEndpoint: string): ConnectionSettings | undefined;
  /** Reads the list again: another tab changed it. */
  reload(): void;
}

export const DEFAULT_CONNECTION = 'default';
const LIST_KEY = 'oriel:connections';
const CURRENT_KEY = 'oriel:connection';
const SHAPES: readonly ConnectionParamsShape[] = ['both', 'authorization', 'headers', 'accessToken', 'custom'];

/** What `createConnections` is made from. */
export interface ConnectionsOptions {
  storage: KeyValueStorage;
  /** The configured endpoint; its id has to be `DEFAULT_CONNECTION`. */
  defaultConnection: ConnectionSettings;
  /** Address of the page, against which relative addresses are read. Default 'http://localhost/'. */
  pageUrl?: string;
  /** Makes the part of an id that has to be new. Default: random. */
  newId?: () => string;
}

/** Reads the connections of this browser. */
export function createConnections(options: ConnectionsOptions): Connections {
  const { storage, defaultConnection, pageUrl = 'http://localhost/' } = options;
  const newId = options.newId ?? (() => Math.random().toString(36).slice(2, 10));
  const read = (): ConnectionSettings[] => [defaultConnection, ...readList(readJson(storage, LIST_KEY), pageUrl)];
  const list = createStore<readonly ConnectionSettings[]>(read(), [defaultConnection]);
  const find = (id: string | null) => list.get().find(connection => connection.id === id);
  const current = createStore<ConnectionSettings>(find(storage.getItem(CURRENT_KEY)) ?? defaultConnection, defaultConnection);
  const tokenKey = (connection: ConnectionSettings): string =>
    connection.id === DEFAULT_CONNECTION ? connection.tokenName : `oriel:token:${connection.id}`;
  const tokens = (connection: ConnectionSettings): TokenStorage =>
    createTokenStorage({ storage, key: tokenKey(connection), connection, pageUrl });
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
    // What it was signed in with by OpenID Connect, if it was (oidcGrant.ts).
    storage.removeItem(`oriel:oidc:${id}`);
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
      // Of several the one in use: its own links lead to itself.
      return fitting.find(connection => connection.id === current.get().id) ?? fitting[0];
    },
    reload() {
      const before = new Map(list.get().map(connection => [JSON.stringify(connection), connection]));
      // One that did not change stays the same object: what goes on with it goes on.
      const next = read().map(connection => before.get(JSON.stringify(connection)) ?? connection);
      if (JSON.stringify(next) === JSON.stringify(list.get())) return;
      list.set(next);
      current.set(next.find(c => c.id === current.get().id) ?? defaultConnection);
    },
  };
}

/** The address as addresses are compared; the text itself when it is none. */
export function normalAddress(address: string, pageUrl: string): string {
  try {
    return new URL(address, pageUrl).href;
  } catch {
    return address;
  }
}

const HTTP = /^https?:$/;
const WS = /^(ws|http)s?:$/;

/** A browser sends nothing to an address that holds a password, and the address is shown in places where one does not belong. */
function isUsable(address: string, pageUrl: string, protocols: RegExp): boolean {
  try {
    const url = new URL(address, pageUrl);
    return address.trim() !== '' && protocols.test(url.protocol) && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON has no undefined: a missing `wsEndpoint` stays missing and null stays null. */
function toStored(connection: ConnectionSettings): Record<string, unknown> {
  return { ...connection };
}

function readList(value: unknown, pageUrl: string): ConnectionSettings[] {
  if (!Array.isArray(value)) return [];
  return value.map(item => readConnection(item, pageUrl)).filter(connection => connection !== null);
}

/** Reads one connection from untrusted JSON (storage, an imported file); null when it has no usable address. Unknown keys are dropped. */
export function readConnection(value: unknown, pageUrl: string): ConnectionSettings | null {
  if (!isRecord(value)) return null;
  // Own keys only: what JSON lacks must not be found on a prototype.
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
    name: text('name', httpEndpoint),
    httpEndpoint,
    wsEndpoint: ws === null || typeof ws === 'string' ? ws : undefined,
    tokenName: text('tokenName', ''),
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

/** A time limit that a timer can hold; 0 switches it off. */
const isTimeout = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 2 ** 31;

function textRecord(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
