/**
 * The transport: urql's client with the pipeline of the contract (pipeline.ts). The page, the server render and the tests all create it
 * here. Two transports share no state, so that requests rendered at the same time cannot affect each other.
 */
import { type Client, createClient, type OperationContext } from '@urql/core';
import { isAwsKeys } from '../lib/network/isAwsKeys';
import { splitHeaders } from '../lib/network/tokenHeaders';
import { createStore } from '../lib/store';
import { sha256 } from '../lib/text/sha256';
import { resolveConfig, type TransportConfig } from './config';
import { createBoundary } from './exchanges/boundaryExchange';
import { createSsr } from './exchanges/ssrExchange';
import type { HttpOptions } from './http/graphqlFetch';
import { headerRecord } from './http/headers';
import { createQueryMethods } from './http/queryMethods';
import { createRetryAfterReader } from './http/retryAfter';
import { createUploads } from './http/uploads';
import type { LastRequest, PersistedStatus } from './observe/status';
import { createTap } from './observe/tap';
import { pipeline } from './pipeline';
import { createSocket } from './socket/createSocket';
import type { Learned, LearnedStore } from './socket/learned';
import { listenToPage, pageOf } from './socket/page';
import { websocketAddress } from './socket/websocketAddress';
import type { Transport, World } from './transport';

/**
 * Creates a transport. Nothing is sent before the first operation.
 * @throws TypeError or RangeError that names the option, when its value is out of range (C49).
 */
export function createTransport(options: TransportConfig = {}, world: World = {}): Transport {
  const config = resolveConfig(options);
  const isServer = world.isServer ?? false;
  const tap = createTap();
  const uploads = createUploads();
  const lastRequest = createStore<LastRequest | null>(null);
  const persisted = persistedStore(config.persistedQueries && !isServer);
  const readSecret = tokenReader(config.tokenName, world, isServer);
  // AWS credentials sign the requests and are never sent.
  const readToken = (): string => (isAwsKeys(readSecret()) ? '' : readSecret());
  const senders = sendersOf(world, readSecret);
  const headers = splitHeaders(config.headers);
  const socket = createSocket({
    config,
    url: websocketAddress(config.wsEndpoint, config.httpEndpoint, world.location ?? pageOf(globalThis)?.location),
    getWebSocket: () => world.WebSocket ?? globalThis.WebSocket,
    isServer,
    fetch: senders.fetch,
    readToken,
    readSecret,
    cutFrame: world.cutFrame,
    learned: world.learned ?? memoryStore(),
    tap,
  });
  const boundary = createBoundary({
    url: config.httpEndpoint,
    readOnly: config.readOnly,
    tap,
    readToken,
    onSubscriptionStart: socket.hold,
    onSubscriptionEnd: socket.release,
  });
  const ssr =
    isServer || world.ssrState
      ? createSsr({
          isServer,
          state: world.ssrState,
          againAfterMs: config.forceFetchDelayMs,
          tap,
          readToken,
          sendsCookies: world.sendsCookies,
        })
      : undefined;
  let isClosed = false;
  const http: HttpOptions = {
    ...senders,
    url: config.httpEndpoint,
    headers: headers.fixed,
    uploadHeaders: config.uploadHeaders,
    secrets: world.secrets ?? (() => []),
    traceparent: config.traceparent && !isServer,
    methods: createQueryMethods(isServer ? 'post' : config.queryMethod),
    timeoutMs: config.requestTimeoutMs,
    uploads,
    waits: createRetryAfterReader(),
    tap,
    isClosed: () => isClosed,
    // The status line shows the last request of this page, not one of the server render.
    onRequest: isServer ? () => {} : lastRequest.set,
  };
  const client = createClient({
    url: config.httpEndpoint,
    preferGetMethod: false,
    // On the server, rendering suspends until the result arrives; in the browser, components show a loading state.
    suspense: isServer,
    exchanges: pipeline({
      forceFetch: { delayMs: config.forceFetchDelayMs, isServer },
      cache: { tap, readToken },
      ssr,
      boundary,
      auth: { readToken, refreshToken: config.refreshToken, tokenHeaders: headers.withToken },
      trusted: isServer || !config.trustedDocuments ? undefined : { trustedDocuments: config.trustedDocuments, tap },
      persisted:
        persisted.get().state === 'on'
          ? { status: persisted, tap, generateHash: sha256, byGet: config.queryMethod === 'get' }
          : undefined,
      retry: { retries: config.subscriptionRetries, delayMs: config.subscriptionRetryDelayMs, tap },
      http,
      subscription: { subscribe: socket.subscribe },
    }),
  });
  includeHeadersInKey(client);
  const stopListening = isServer ? () => {} : listenToPage(world.events ?? pageOf(globalThis), config.tokenName, socket);

  return {
    client,
    notifyTokenChanged: socket.tokenChanged,
    dispose() {
      isClosed = true;
      stopListening();
      ssr?.dispose();
      boundary.close();
      socket.dispose();
    },
    socket: socket.status,
    reconnectNow: socket.reconnectNow,
    persisted,
    uploads: uploads.progress,
    cancelUpload: id => uploads.running.get(id)?.(),
    lastRequest,
    tap,
    ssrData: () => ssr?.data() ?? {},
  };
}

/** The persistence status. The server never persists, so hydration starts from 'off' like the rendered page. */
function persistedStore(persists: boolean) {
  return createStore<PersistedStatus>(persists ? { state: 'on', hits: 0, misses: 0 } : { state: 'off' }, { state: 'off' });
}

/**
 * Returns a function that reads the raw token, or the AWS credentials in its place; '' if there is none, on the server, or when storage
 * throws (C1, C2, C47).
 */
function tokenReader(tokenName: string, world: World, isServer: boolean): () => string {
  if (isServer || world.storage === null) return () => '';
  return () => {
    try {
      const storage = world.storage ?? globalThis.localStorage ?? pageOf(globalThis).localStorage;
      return storage?.getItem(tokenName) ?? '';
    } catch {
      return '';
    }
  };
}

/** Keeps what was learned about the endpoint in memory, for the lifetime of this transport. */
function memoryStore(): LearnedStore {
  let learned: Learned = {};
  return {
    read: () => learned,
    write(next) {
      learned = next;
    },
  };
}

/**
 * The functions that send requests. The one on XMLHttpRequest returns a Response, so it is used only on platforms that have this class. It
 * is not used for an endpoint that is known to redirect, because it would send the files to the other URL (C5a), or for signed requests.
 */
function sendersOf(world: World, readSecret: () => string): Pick<HttpOptions, 'fetch' | 'getXhr'> {
  let isRedirected = false;
  const send: typeof fetch = async (url, init) => {
    const response = await (world.fetch ?? globalThis.fetch)(url, init);
    isRedirected ||= response.redirected;
    return response;
  };
  const hasFetchClasses = (): boolean => typeof Response !== 'undefined' && typeof Headers !== 'undefined';
  return {
    async fetch(url, init) {
      const secret = readSecret();
      if (!isAwsKeys(secret)) return send(url, init);
      const { signedFetch } = await import(/* webpackChunkName: "aws" */ './http/signedFetch');
      return signedFetch(send, url, init, secret);
    },
    getXhr: () =>
      isRedirected || isAwsKeys(readSecret())
        ? undefined
        : (world.XMLHttpRequest ?? (world.fetch || !hasFetchClasses() ? undefined : globalThis.XMLHttpRequest)),
  };
}

/**
 * Makes headers and credentials part of the operation key. urql derives it from document and variables alone, so two operations that differ
 * only in headers (`x-role: admin` and `x-role: user`) would share one request and one cached result.
 */
function includeHeadersInKey(client: Client): void {
  const { createRequestOperation } = client;
  client.createRequestOperation = (kind, request, context) =>
    createRequestOperation(kind, { ...request, key: requestKey(request.key, context) }, context);
}

/** The key of a request with this context; unchanged if the context adds neither headers nor credentials. */
function requestKey(key: number, context: Partial<OperationContext> | undefined): number {
  const fetchOptions = context?.fetchOptions;
  const options = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions;
  if (!options?.headers && !options?.credentials) return key;
  const headers = Object.entries(headerRecord(options.headers)).sort(([one], [other]) => (one < other ? -1 : 1));
  if (headers.length === 0 && !options.credentials) return key;
  return hash(JSON.stringify([headers, options.credentials ?? null]), key);
}

/** The djb2 hash, which urql uses too. */
function hash(text: string, seed: number): number {
  let value = seed;
  for (let at = 0; at < text.length; at++) value = ((value << 5) + value + text.charCodeAt(at)) | 0;
  return value;
}
