/**
 * The options of a transport. `resolveConfig` applies the defaults of the contract (C49) and checks every value when a transport is
 * created.
 */

import { TIMER_MAX_MS } from '../lib/clock';
import type { TrustedDocuments } from './exchanges/trustedDocumentExchange';
import { QUERY_METHODS, type QueryMethod } from './http/queryMethods';
import { initPayload } from './socket/initPayloads';
import { INIT_PAYLOADS, type InitPayloadShape, SUBSCRIPTION_PROTOCOLS, type SubscriptionProtocol } from './socket/learned';

/** Options of a transport. All are optional. 0 is a valid value and is never replaced by a default. */
export interface TransportConfig {
  /** URL that queries and mutations are posted to. Default '/graphql'. */
  httpEndpoint?: string;
  /** URL of the websocket. Default: `httpEndpoint` with ws(s) instead of http(s). `null`: no websocket; subscriptions fail at once. */
  wsEndpoint?: string | null | undefined;
  /** Storage key that the bearer token is read from. Default 'apollo-token'. */
  tokenName?: string;
  /** Send queries by hash first (automatic persisted queries). Default false. */
  persistedQueries?: boolean;
  /** Documents that the server knows by id. Their id is sent instead of their text. Called for each operation. Default: none. */
  trustedDocuments?: () => TrustedDocuments | null;
  /**
   * HTTP method of queries. Default 'post' (C5). 'get': GET for queries that are sent by hash (needs `persistedQueries`). 'query': QUERY. A
   * query whose method the server refuses is sent by POST.
   */
  queryMethod?: QueryMethod;
  /**
   * Send a W3C trace context (`traceparent`) with every request, except those of websockets, which cannot have headers. A cross-origin API
   * must allow that header. Default false.
   */
  traceparent?: boolean;
  /** Refuse mutations before they are sent. Default false. */
  readOnly?: boolean;
  /** How often a failed subscription is retried. Default 5, range 0 to 30. */
  subscriptionRetries?: number;
  /** Delay before the first retry, in ms; doubled for each further retry. Default 500. */
  subscriptionRetryDelayMs?: number;
  /**
   * In ms, default 30000. A socket is dropped after this much silence or when its acknowledgement takes longer; it is also the upper limit
   * of the connect deadline. 0 disables all three.
   */
  wsTimeoutMs?: number;
  /** Deadline of the first connect attempt, in ms; multiplied by 1.2 for each further attempt. Default 1000; 0 disables it. */
  wsMinTimeoutMs?: number;
  /** Delay before the first reconnect, in ms. Default 100. */
  reconnectMinMs?: number;
  /** Longest delay before a reconnect, in ms. Default 10000, at least `reconnectMinMs`. */
  reconnectMaxMs?: number;
  /** Factor by which the delay grows from one reconnect to the next. Default 2, at least 1. */
  reconnectFactor?: number;
  /** Share of the delay that is random, 0 to 1. Default 0. */
  reconnectJitter?: number;
  /** How long after creation network-only and cache-and-network queries run as cache-first, in ms. Default 100. */
  forceFetchDelayMs?: number;
  /** Headers added to multipart requests only (Apollo's `apollo-require-preflight`). Default none. */
  uploadHeaders?: Record<string, string>;
  /**
   * Headers added to every HTTP request. Default none.
   * A header whose value contains `{token}` is sent only when there is a token, which replaces the placeholder. `Authorization: JWT
   * {token}` replaces the bearer header.
   */
  headers?: Record<string, string>;
  /**
   * Longest wait for the first byte of a response, in ms. A body that is not a stream may pause for half of it. During an upload the time
   * counts from the last progress. Default 60000; 0 disables both limits.
   */
  requestTimeoutMs?: number;
  /**
   * Gets a new access token when the server refuses the current one, and stores it under `tokenName`. Called once for all operations that
   * are refused in the meantime. They are then sent again, a mutation only if it was refused before it ran. Default: none; the refusal goes
   * to the caller.
   */
  refreshToken?: () => Promise<unknown>;
  /** Builds the websocket's init payload from the token ('' if there is none). Default: Authorization and headers.Authorization (C3). */
  connectionParams?: (token: string) => Record<string, unknown> | Promise<Record<string, unknown>>;
  /** Init payloads to try, once each, when the server refuses a websocket with 4401 or 4403 and there is a token. Default none (C41). */
  initPayloads?: readonly InitPayloadShape[];
  /**
   * Protocol of subscriptions. Default 'websocket' (C6): graphql-transport-ws.
   * 'legacy-websocket': subscriptions-transport-ws. 'appsync-websocket': AWS AppSync's. 'sse': GraphQL over SSE with one request per
   * subscription. 'sse-single': GraphQL over SSE with one stream for all. 'multipart': Apollo's multipart subscriptions.
   * 'auto': tries the websocket protocols, then the HTTP protocols, and keeps the first that works.
   */
  subscriptions?: SubscriptionProtocol | 'auto';
}

/** A `TransportConfig` with all defaults applied. An undefined `wsEndpoint` is derived from `httpEndpoint` later. */
export type ResolvedConfig = Required<Omit<TransportConfig, 'wsEndpoint' | 'refreshToken' | 'trustedDocuments'>> & {
  trustedDocuments: (() => TrustedDocuments | null) | undefined;
  wsEndpoint: string | null | undefined;
  refreshToken: (() => Promise<unknown>) | undefined;
};

/**
 * Applies the defaults and checks the ranges.
 * @throws TypeError or RangeError that names the option and the value.
 */
export function resolveConfig(options: TransportConfig = {}): ResolvedConfig {
  // Own keys only: options must not come from a prototype (C51).
  const config: TransportConfig = Object.assign(Object.create(null), options);
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

/** Options that are a time in ms and may be 0. */
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
  if (typeof value !== 'string' || value.trim() === '') refuse(name, value, 'a non-empty string');
}

function oneOf(name: string, value: unknown, values: readonly string[]): void {
  if (typeof value !== 'string' || !values.includes(value)) refuse(name, value, `one of ${values.join(', ')}`);
}

function range(name: string, value: unknown, least: number, most: number, whole = false): void {
  const fits = typeof value === 'number' && value >= least && value <= most && (!whole || Number.isInteger(value));
  if (!fits) refuse(name, value, `a ${whole ? 'whole ' : ''}number from ${least} to ${most}`);
}

/** The headers with lower-case names, as elsewhere. Two spellings of one name would be merged into one header with both values. */
function lowered(name: string, value: unknown): Record<string, string> {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isRecord || Object.values(value).some(v => typeof v !== 'string')) refuse(name, value, 'an object with string values');
  return Object.fromEntries(Object.entries(value as Record<string, string>).map(([key, text]) => [key.toLowerCase(), text]));
}
