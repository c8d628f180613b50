/**
 * The transport: urql's client over the pipeline of the contract. The order of the stages stands in one list, below; what each does stands
 * in its own file. Nothing here is shared between two transports, so that two requests rendered at once never meet.
 */
import { createClient } from '@urql/core';
import { createStore } from '../lib/store';
import { compose } from './compose';
import { resolveConfig, type TransportConfig } from './config';
import { bearerExchange } from './exchanges/bearerExchange';
import { createBoundary } from './exchanges/boundaryExchange';
import { cachedExchange } from './exchanges/cachedExchange';
import { forceFetchExchange } from './exchanges/forceFetchExchange';
import { requestExchange } from './exchanges/requestExchange';
import { subscriptionExchange } from './exchanges/subscriptionExchange';
import { subscriptionRetryExchange } from './exchanges/subscriptionRetryExchange';
import { createSocket } from './socket/createSocket';
import type { Learned, LearnedStore } from './socket/learned';
import type { LastRequest, PersistedStatus } from './status';
import { createTap } from './tap';
import type { Transport, World, WorldEvents } from './transport';
import type { TransportParts } from './transportParts';
import { createUploads } from './uploads';

/**
 * Creates a transport of the given parts. Nothing is sent before the first operation.
 * @throws TypeError or RangeError that names the option, when one is out of range (C49).
 */
export function assembleTransport(config: TransportConfig, world: World, parts: TransportParts): Transport {
  const resolved = resolveConfig(config);
  const isServer = world.isServer ?? false;
  const tap = createTap();
  const uploads = createUploads();
  const persists = resolved.persistedQueries && !isServer;
  // A server never persists, and the page it rendered says so until the browser has taken it over.
  const persisted = createStore<PersistedStatus>(persists ? { state: 'on', hits: 0, misses: 0 } : { state: 'off' }, {
    state: 'off',
  });
  const lastRequest = createStore<LastRequest | null>(null);
  const readToken = tokenReader(resolved.tokenName, world, isServer);
  const socket = createSocket({
    config: resolved,
    url: websocketAddress(resolved.wsEndpoint, resolved.httpEndpoint, world.location ?? pageOf(globalThis)?.location),
    getWebSocket: () => world.WebSocket ?? globalThis.WebSocket,
    isServer,
    fetch: (url, init) => (world.fetch ?? globalThis.fetch)(url, init),
    readToken,
    learned: world.learned ?? nothingKept(),
    tap,
  });
  const boundary = createBoundary({
    tap,
    readToken,
    onSubscriptionStart: socket.hold,
    onSubscriptionEnd: socket.release,
  });
  // Stages with nothing to do are left out: every stage costs something for each event of a feed.
  const rendered =
    isServer || world.ssrState
      ? parts.createRendered?.({
          isServer,
          state: world.ssrState,
          againAfterMs: resolved.forceFetchDelayMs,
          tap,
          readToken,
        })
      : undefined;

  const client = createClient({
    url: resolved.httpEndpoint,
    preferGetMethod: false,
    // On the server a screen waits for its answer; in a browser it shows that it waits.
    suspense: isServer,
    exchanges: [
      compose([
        forceFetchExchange({ delayMs: resolved.forceFetchDelayMs, isServer }),
        cachedExchange(tap, readToken),
        ...(rendered ? [rendered.exchange] : []),
        boundary.exchange,
        bearerExchange(),
        ...(persists ? [parts.persistedQueriesExchange({ status: persisted, tap })] : []),
        subscriptionRetryExchange({
          retries: resolved.subscriptionRetries,
          delayMs: resolved.subscriptionRetryDelayMs,
          tap,
        }),
        requestExchange({
          fetch: (url, init) => (world.fetch ?? globalThis.fetch)(url, init),
          xhrFetch: parts.xhrFetch,
          getXhr: () => world.XMLHttpRequest ?? (world.fetch || !canAnswerByXhr() ? undefined : globalThis.XMLHttpRequest),
          readToken,
          url: resolved.httpEndpoint,
          path: pathOf(resolved.httpEndpoint),
          headers: resolved.headers,
          uploadHeaders: resolved.uploadHeaders,
          uploads,
          tap,
          // What the server asked is not what this page asked last.
          onRequest: isServer ? () => {} : lastRequest.set,
        }),
        parts.uploadExchange({ uploads, tap }),
        parts.streamedExchange(),
        subscriptionExchange({ subscribe: socket.subscribe }),
      ]),
    ],
  });

  const stopListening = isServer ? () => {} : listenToPage(world.events ?? pageOf(globalThis), resolved.tokenName, socket);

  return {
    client,
    notifyTokenChanged: socket.tokenChanged,
    dispose() {
      stopListening();
      rendered?.dispose();
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
    ssrData: () => rendered?.data() ?? {},
  };
}

/** What is learned about the endpoint, for as long as this transport lives. */
function nothingKept(): LearnedStore {
  let learned: Learned = {};
  return {
    read: () => learned,
    write(next) {
      learned = next;
    },
  };
}

/** Reads the raw token at each call; '' when there is none, on the server, or when storage throws (C1, C2, C47). */
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

/** The configured address made absolute, or the HTTP one with ws(s) for http(s) (C50); null: there is none. */
export function websocketAddress(
  wsEndpoint: string | null | undefined,
  httpEndpoint: string,
  location: { href: string } | undefined,
): string | null {
  if (wsEndpoint === null) return null;
  const address = wsEndpoint ?? httpEndpoint;
  try {
    const url = new URL(address, location?.href);
    if (url.protocol === 'http:' || url.protocol === 'https:') url.protocol = url.protocol.replace('http', 'ws');
    url.hash = '';
    return url.href;
  } catch {
    // Relative, and no page to be relative to: left to the WebSocket that was handed in.
    return address;
  }
}

/** What a page has that is of interest here. */
type Page = WorldEvents & { location?: { href: string }; localStorage?: NonNullable<World['storage']> };

/** The page of a scope: the scope itself, or a `window` beside it, which is how tests and desktop shells put a page into Node. */
function pageOf(scope: Page & { window?: Page }): Page {
  return scope.addEventListener ? scope : (scope.window ?? scope);
}

/** XMLHttpRequest's answer is given as a Response. */
const canAnswerByXhr = (): boolean => typeof Response !== 'undefined' && typeof Headers !== 'undefined';

/** Path of an address, without host and query string. */
function pathOf(url: string): string {
  const withoutQuery = url.split(/[?#]/, 1)[0] ?? '';
  return withoutQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '') || '/';
}

/** Other tabs, the network and the page's own sleep (C4, C40). */
function listenToPage(page: WorldEvents, tokenName: string, socket: { tokenChanged(): void; wake(): void }): () => void {
  const { document } = page;
  const onStorage = (event: Event): void => {
    const { key } = event as StorageEvent;
    if (key === tokenName || key == null) socket.tokenChanged();
  };
  const onVisible = (): void => {
    if (document?.visibilityState !== 'hidden') socket.wake();
  };
  const heard: [WorldEvents | undefined, string, (event: Event) => void][] = [
    [page, 'storage', onStorage],
    [page, 'online', socket.wake],
    [page, 'pageshow', socket.wake],
    [document, 'visibilitychange', onVisible],
    [document, 'resume', socket.wake],
  ];
  for (const [target, type, listener] of heard) target?.addEventListener?.(type, listener);
  return () => {
    for (const [target, type, listener] of heard) target?.removeEventListener?.(type, listener);
  };
}
