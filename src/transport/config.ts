/**
 * The options of a transport. The defaults of the contract (C49) are applied once, and every value is checked at creation.
 */

import type { TrustedDocuments } from './exchanges/trustedDocumentExchange';
import { QUERY_METHODS, type QueryMethod } from './http/queryMethods';
import { initPayload } from './socket/initPayload';
import { INIT_PAYLOADS, type InitPayloadShape, SUBSCRIPTION_PROTOCOLS, type SubscriptionProtocol } from './socket/learned';

/** Options of a transport. Every key may be left out; 0 is a value and is never replaced by a default. */
export interface TransportConfig {
  /** Address that queries and mutations are posted to. Default '/graphql'. */
  httpEndpoint?: string;
  /** Address of the websocket. Default: `httpEndpoint` with ws(s) for http(s). `null`: no websocket, a subscription fails at once. */
  wsEndpoint?: string | null | undefined;
  /** Storage key the bearer token is read from. Default 'apollo-token'. */
  tokenName?: string;
  /** Send queries by hash first (automatic persisted queries). Default false. */
  persistedQueries?: boolean;
  /** Documents the server knows by an id, which is sent in place of their text; looked up at each operation. Default: none. */
  trustedDocuments?: () => TrustedDocuments | null;
  /** HTTP method of queries. Default 'post' (C5). 'get': GET for those by hash (`persistedQueries`); 'query': QUERY. Where it is refused, POST. */
  queryMethod?: QueryMethod;
  /** Send a W3C trace context (`traceparent`) with every query and mutation. Across origins the API must allow that header. Default false. */
  traceparent?: boolean;
  /** Refuse mutations before they are sent. Default false. */
  readOnly?: boolean;
  /** How often a failed subscription is sent again. Default 5, range 0 to 30. */
  subscriptionRetries?: number;
  /** Wait before the first of these, in ms; doubled for each further one. Default 500. */
  subscriptionRetryDelayMs?: number;
  /**
   * Silence after which a socket is dropped, limit of the wait for its acknowledgement and cap of the connect deadline, in ms. Default 30000;
   * 0 switches the three off.
   */
  wsTimeoutMs?: number;
  /** First connect deadline, in ms; times 1.2 for each further attempt. Default 1000; 0 switches it off. */
  wsMinTimeoutMs?: number;
  /** Wait before the first reconnect, in ms. Default 100. */
  reconnectMinMs?: number;
  /** Longest wait before a reconnect, in ms. Default 10000, at least `reconnectMinMs`. */
  reconnectMaxMs?: number;
  /** Growth of that wait from one reconnect to the next. Default 2, at least 1. */
  reconnectFactor?: number;
  /** Share of that wait that is drawn by chance, 0 to 1. Default 0. */
  reconnectJitter?: number;
  /** For how long after creation network-only and cache-and-network queries run as cache-first, in ms. Default 100. */
  forceFetchDelayMs?: number;
  /** Headers added to multipart requests only (Apollo's `apollo-require-preflight`). Default none. */
  uploadHeaders?: Record<string, string>;
  /**
   * Headers added to every HTTP request. Default none.
   * One that holds `{token}` is sent with the token in its place, and only when there is one; `Authorization: JWT {token}` replaces the bearer.
   */
  headers?: Record<string, string>;
  /**
   * Longest wait for the first byte of an answer, in ms; half of it is the longest silence within a body that is no stream. Default 60000; 0: no
   * limit. A file that is sent counts from its last progress.
   */
  requestTimeoutMs?: number;
  /**
   * Gets a new access token when the present one is refused, and stores it under `tokenName`. Called once for all operations that were refused
   * meanwhile; they are then sent again, a mutation only when it was refused before it ran. Default: none, the refusal goes to the caller.
   */
  refreshToken?: () => Promise<unknown>;
  /** Makes the websocket's init payload from the token ('' when there is none). Default: C3's Authorization and headers.Authorization. */
  connectionParams?: (token: string) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Init payloads to try, once each, when a websocket is refused with 4401 or 4403 and there is a token. Default none (C41). */
  initPayloads?: readonly InitPayloadShape[];
  /**
   * What carries subscriptions. Default 'websocket' (C6): graphql-transport-ws. 'legacy-websocket': subscriptions-transport-ws.
   * 'appsync-websocket': AWS AppSync's. 'sse': GraphQL over SSE, a request for each subscription; 'sse-single': one stream for all of them. 'multipart': Apollo's multipart subscriptions.
   * 'auto': tries the websockets, then what the server answers over HTTP, and goes on with what works.
   */
  subscriptions?: SubscriptionProtocol | 'auto';
}

/** A `TransportConfig` with every default applied; `wsEndpoint` is still undefined where it is to be derived. */
export type ResolvedConfig = Required<Omit<TransportConfig, 'wsEndpoint' | 'refreshToken' | 'trustedDocuments'>> & {
  trustedDocuments: (() => TrustedDocuments | null) | undefined;
  wsEndpoint: string | null | undefined;
  refreshToken: (() => Promise<unknown>) | undefined;
};

/** The longest time a timer can hold; beyond it the platform fires at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/**
 * Applies the defaults and checks the ranges.
 * @throws TypeError or RangeError that names the option and the value.
 */
export function resolveConfig(given: TransportConfig = {}): ResolvedConfig {
  // Own keys only: a prototype is no configuration (C51).
  const config: TransportConfig = Object.assign(Object.create(null), given);
  const resolved: ResolvedConfig = {
    httpEndpoint: config.httpEndpoint ?? '/graphql',
    wsEndpoint: config.wsEndpoint,
    tokenName: config.tokenName ?? 'apollo-token',
    persistedQueries: config.persistedQueries ?? false,
    readOnly: config.readOnly ?? false,
    traceparent: config.traceparent ?? false,
    queryMethod: config.queryMethod ?? 'post',
    subscriptionRetries: config.subscriptionRetries ?? 5,
    subscriptionRetryDelayMs: config.subscriptionRetryDelayMs ?? 500,
    wsTimeoutMs: config.wsTimeoutMs ?? 30_000,
    wsMinTimeoutMs: config.wsMinTimeoutMs ?? 1000,
    reconnectMinMs: config.reconnectMinMs ?? 100,
    reconnectMaxMs: config.reconnectMaxMs ?? Math.max(10_000, config.reconnectMinMs ?? 0),
    reconnectFactor: config.reconnectFactor ?? 2,
    reconnectJitter: config.reconnectJitter ?? 0,
    forceFetchDelayMs: config.forceFetchDelayMs ?? 100,
    uploadHeaders: lowered('uploadHeaders', config.uploadHeaders ?? {}),
    headers: lowered('headers', config.headers ?? {}),
    connectionParams: config.connectionParams ?? (token => initPayload('both', token)),
    initPayloads: config.initPayloads ?? [],
    subscriptions: config.subscriptions ?? 'websocket',
    requestTimeoutMs: config.requestTimeoutMs ?? 60_000,
    refreshToken: config.refreshToken,
    trustedDocuments: config.trustedDocuments,
  };
  text('httpEndpoint', resolved.httpEndpoint);
  if (resolved.wsEndpoint != null) text('wsEndpoint', resolved.wsEndpoint);
  text('tokenName', resolved.tokenName);
  for (const name of ['persistedQueries', 'readOnly', 'traceparent'] as const)
    if (typeof resolved[name] !== 'boolean') refuse(name, resolved[name], 'true or false');
  oneOf('queryMethod', resolved.queryMethod, QUERY_METHODS);
  oneOf('subscriptions', resolved.subscriptions, [...SUBSCRIPTION_PROTOCOLS, 'auto']);
  for (const shape of resolved.initPayloads) oneOf('initPayloads', shape, INIT_PAYLOADS);
  range('subscriptionRetries', resolved.subscriptionRetries, 0, 30, true);
  for (const name of TIMES) range(name, resolved[name], 0, TIMER_MAX_MS);
  range('reconnectMaxMs', resolved.reconnectMaxMs, resolved.reconnectMinMs, TIMER_MAX_MS);
  range('reconnectFactor', resolved.reconnectFactor, 1, 1000);
  range('reconnectJitter', resolved.reconnectJitter, 0, 1);
  return resolved;
}

/** Options that are a time in ms, 0 included. */
const TIMES = [
  'subscriptionRetryDelayMs',
  'wsTimeoutMs',
  'wsMinTimeoutMs',
  'reconnectMinMs',
  'forceFetchDelayMs',
  'requestTimeoutMs',
] as const;

function refuse(name: string, value: unknown, wanted: string): never {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value);
  throw new RangeError(`${name} must be ${wanted}, not ${shown}`);
}

function text(name: string, value: unknown): void {
  if (typeof value !== 'string' || value.trim() === '') refuse(name, value, 'a text that is not empty');
}

function oneOf(name: string, value: unknown, values: readonly string[]): void {
  if (typeof value !== 'string' || !values.includes(value)) refuse(name, value, `one of ${values.join(', ')}`);
}

function range(name: string, value: unknown, least: number, most: number, whole = false): void {
  const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!fits) refuse(name, value, `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
}

/** Headers with their names in small letters, as the other headers have them: two spellings of one name would be sent as one with both values. */
function lowered(name: string, value: unknown): Record<string, string> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord || Object.values(value).some(v => typeof v !== 'string')) refuse(name, value, 'an object of texts');
  return Object.fromEntries(Object.entries(value as Record<string, string>).map(([key, text]) => [key.toLowerCase(), text]));
}
