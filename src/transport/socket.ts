/**
 * The one websocket of a transport, over the graphql-ws client (protocol graphql-transport-ws). graphql-ws keeps subscriptions and sends
 * them again after a reconnect; when to connect, wait, give up and close is decided here, by the contract's figures:
 *
 * - lazy; lingers 3 s after the last subscription ended (C35), also while one waits for its retry;
 * - a lost socket is opened again without limit, with growing waits that a waking page cuts short (C36, C40);
 * - a new token ends the socket once; it comes back with the new payload and all its subscriptions (C4);
 * - closes that mean "not like this" are failures of the subscriptions, not reasons to reconnect (C41, M35).
 *
 * It does not retry subscriptions: `subscriptionRetryExchange` does.
 */
import type { ExecutionResult } from '@urql/core';
import { type Client, createClient } from 'graphql-ws/client';
import { createStore, type Readable } from '../lib/store';
import { utf8Length } from '../lib/utf8Length';
import type { ResolvedConfig } from './config';
import { SocketError } from './failure';
import { mask, maskUrl } from './mask';
import type { SocketStatus } from './status';
import type { TapOperation, TapSource, TapStep } from './tap';
import { type SocketClose, WatchedSocket } from './watchedSocket';

/** What a subscription sends. */
export interface SubscribePayload {
  operationName: string | null;
  query: string;
  variables: object;
}

/** Who receives a subscription. After `error` or `complete` nothing more comes. */
export interface SubscribeSink {
  next(payload: ExecutionResult): void;
  /** A SocketError, or the array of GraphQL errors of an error frame. */
  error(cause: unknown): void;
  complete(): void;
}

/** Options of `createSocket`. */
export interface SocketOptions {
  config: ResolvedConfig;
  /** Absolute address; null: subscriptions fail at once. */
  url: string | null;
  /** Looked up at the first subscription. */
  getWebSocket(): typeof WebSocket | undefined;
  isServer: boolean;
  readToken(): string;
  tap: TapSource;
}

/** The socket of a transport. */
export interface Socket {
  status: Readable<SocketStatus>;
  subscribe(payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): () => void;
  /** A subscription exists (upstream or waiting for a retry): the socket is not closed for idleness. */
  hold(key: number): void;
  release(key: number): void;
  /** The token may have changed; a live socket whose payload is outdated is ended once. */
  tokenChanged(): void;
  /** Ends a wait before a reconnect. */
  reconnectNow(): void;
  /** The network or the page came back: no waiting any more, and a socket that has long been silent is not trusted. */
  wake(): void;
  dispose(): void;
}

/** How long an unused socket stays open: moving between screens does not reconnect. */
const LINGER_MS = 3000;

/** Growth of the connect deadline with each attempt. */
const DEADLINE_GROWTH = 1.2;

/** Makes a socket; nothing is opened before the first subscription. */
export function createSocket({ config, url, getWebSocket, isServer, readToken, tap }: SocketOptions): Socket {
  const status = createStore<SocketStatus>({ state: 'idle' });
  /** Subscriptions graphql-ws has at the moment. */
  const upstream = new Set<object>();
  const held = new Set<number>();
  let client: Client | undefined;
  let current: WatchedSocket | undefined;
  let disposed = false;
  /** The token in the payload of the present connection. */
  let sentToken: string | undefined;
  /** Since the last acknowledgement. */
  let attempts = 0;
  let losses = 0;
  /** Decided when a connection is lost, taken by the next retryWait. */
  let pendingWaitMs: number | undefined;
  let endWait: (() => void) | undefined;
  let lingerTimer: ReturnType<typeof setTimeout> | undefined;
  /** The id graphql-ws gave to the newest subscription. */
  let lastId = '';
  const operationsById = new Map<string, TapOperation>();
  /** Ids whose subscription ended a moment ago. */
  const ended = new Set<string>();

  const deadlineMs = (): number => {
    if (config.wsMinTimeoutMs === 0) return 0;
    const grown = config.wsMinTimeoutMs * DEADLINE_GROWTH ** attempts;
    return config.wsTimeoutMs === 0 ? grown : Math.min(config.wsTimeoutMs, grown);
  };

  const backoffMs = (): number => {
    const { reconnectMinMs, reconnectMaxMs, reconnectFactor, reconnectJitter } = config;
    const base = Math.min(reconnectMaxMs, reconnectMinMs * reconnectFactor ** losses);
    const drawn = base * (1 + reconnectJitter * (2 * Math.random() - 1));
    return Math.min(reconnectMaxMs, Math.max(reconnectMinMs, drawn));
  };

  const lingerIfUnused = (): void => {
    clearTimeout(lingerTimer);
    if (!current || upstream.size > 0 || held.size > 0) return;
    lingerTimer = setTimeout(() => current?.drop(1000, 'Normal Closure'), LINGER_MS);
  };

  const onEnd = (socket: WatchedSocket, close: SocketClose, byUs: boolean): SocketClose => {
    if (socket !== current) return close;
    current = undefined;
    sentToken = undefined;
    clearTimeout(lingerTimer);
    tap.emit({
      type: 'socketClosed',
      code: close.code,
      reason: mask(close.reason, readToken()),
      byUs,
    });
    if (upstream.size === 0 || disposed) {
      status.set(isFatalClose(close.code) && !byUs ? failedStatus(close) : { state: 'idle' });
      return close;
    }
    if (isFatalClose(close.code)) {
      status.set(failedStatus(close));
      return close;
    }
    pendingWaitMs = backoffMs();
    losses++;
    status.set({
      state: 'reconnecting',
      attempt: losses,
      nextAt: Date.now() + pendingWaitMs,
    });
    // graphql-ws answers a 1000 with live subscriptions by reconnecting at once, without end (M33); as a restart it waits like any other.
    return close.code === 1000 ? { code: 1012, reason: close.reason } : close;
  };

  class Connection extends WatchedSocket {
    constructor(address: string, protocol: string) {
      super(address, protocol, {
        WebSocketImpl: getWebSocket() as typeof WebSocket,
        openDeadlineMs: deadlineMs(),
        ackDeadlineMs: config.wsTimeoutMs,
        silenceMs: config.wsTimeoutMs,
        onOpen: () => tap.emit({ type: 'socketOpened' }),
        onFrame: (direction, data) => {
          if (tap.active) tapFrame(direction, data);
        },
        isHeard: data => ended.size === 0 || !ended.has(readFrame(data).id ?? ''),
        onUnused: lingerIfUnused,
        onEnd,
      });
      attempts++;
      current = this;
      status.set({ state: 'connecting', attempt: attempts });
      tap.emit({ type: 'socketOpening', url: maskUrl(address, readToken()), attempt: attempts });
      // Nobody wants it any more: everything ended, or the transport did, while graphql-ws was on its way here.
      if (disposed) this.drop(1000, 'Normal Closure');
    }
  }

  const tapFrame = (direction: 'in' | 'out', data: string): void => {
    const { type, id } = readFrame(data);
    const operation = id === undefined ? undefined : operationsById.get(id);
    const step: TapStep = { type: 'frame', direction, frame: type, bytes: utf8Length(data) };
    if (id !== undefined) step.id = id;
    if (type !== 'connection_init') step.body = () => mask(data, readToken());
    tap.emit(step, operation);
  };

  /**
   * Keeps further frames of a subscription from graphql-ws until it has forgotten it, which takes it a few promises: a `complete` meanwhile
   * would make it count one subscription too few, and with none counted it no longer reconnects. Browsers hear one frame at a time; Node's
   * `ws` hands over all frames of a packet in one turn, such as a server's errors and the end that follows them.
   */
  const ignoreFor = async (id: string): Promise<void> => {
    ended.add(id);
    for (let promise = 0; promise < 10; promise++) await undefined;
    ended.delete(id);
  };

  const skipWait = (): void => {
    // Lost, but graphql-ws has not asked for the wait yet.
    if (!endWait && pendingWaitMs !== undefined) pendingWaitMs = 0;
    endWait?.();
  };

  const retryWait = async (): Promise<void> => {
    const ms = pendingWaitMs;
    pendingWaitMs = undefined;
    if (!ms || disposed || upstream.size === 0) return;
    tap.emit({ type: 'reconnectWait', ms, attempt: losses });
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, ms);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    endWait = undefined;
  };

  const connect = (address: string): Client =>
    createClient({
      url: address,
      webSocketImpl: Connection,
      // The deadlines, the ping and the linger are WatchedSocket's and ours.
      lazy: true,
      lazyCloseTimeout: 0,
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait,
      // Errors are refusals by the platform or frames that break the protocol; 4403 would loop with the same token (C41).
      shouldRetry: cause => isClose(cause) && cause.code !== 4403,
      connectionParams: () => {
        sentToken = readToken();
        return config.connectionParams(sentToken);
      },
      generateID: () => {
        lastId = globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
        return lastId;
      },
      on: {
        connected: socket => {
          const connection = socket as WatchedSocket;
          connection.acknowledge();
          attempts = 0;
          losses = 0;
          status.set({ state: 'live' });
          tap.emit({
            type: 'socketAcknowledged',
            ms: Date.now() - connection.openedAt,
          });
          lingerIfUnused();
        },
      },
    });

  const refusal = (): SocketError | undefined => {
    const refuse = (message: string) => new SocketError(message, 0, message, false);
    if (disposed) return refuse('The connection was closed');
    if (isServer) return refuse('Subscriptions are not opened while rendering on the server');
    if (url === null) return refuse('No websocket address is configured, so subscriptions cannot be opened');
    if (!getWebSocket()) return refuse('This environment has no WebSocket, so subscriptions cannot be opened');
    return undefined;
  };

  return {
    status,
    subscribe(payload, sink, operation) {
      const refused = refusal();
      if (refused) {
        let stopped = false;
        Promise.resolve().then(() => stopped || sink.error(refused));
        return () => {
          stopped = true;
        };
      }
      clearTimeout(lingerTimer);
      const entry = {};
      let id = '';
      const leave = (): void => {
        upstream.delete(entry);
        operationsById.delete(id);
        lingerIfUnused();
        // Later, as the same screen may subscribe again at once: then the wait goes on as it was.
        if (upstream.size === 0) {
          Promise.resolve().then(() => {
            if (upstream.size > 0) return;
            endWait?.();
            if (status.get().state === 'reconnecting') status.set({ state: 'idle' });
          });
        }
      };
      upstream.add(entry);
      client ??= connect(url as string);
      const stop = client.subscribe(payload as never, {
        next: value => sink.next(value as ExecutionResult),
        error: cause => {
          leave();
          ignoreFor(id);
          sink.error(Array.isArray(cause) ? cause : socketError(cause));
        },
        complete: () => {
          leave();
          sink.complete();
        },
      });
      id = lastId;
      if (operation) operationsById.set(id, operation);
      return () => {
        stop();
        ignoreFor(id);
        leave();
      };
    },
    hold(key) {
      held.add(key);
      clearTimeout(lingerTimer);
    },
    release(key) {
      held.delete(key);
      lingerIfUnused();
    },
    tokenChanged() {
      if (!current || current.readyState !== WatchedSocket.OPEN || sentToken === undefined || sentToken === readToken()) return;
      losses = 0;
      current.drop(4499, 'Terminated');
    },
    reconnectNow: skipWait,
    wake() {
      skipWait();
      current?.dropIfSilent();
    },
    dispose() {
      disposed = true;
      clearTimeout(lingerTimer);
      // Rejects when the connection it waits for never comes; that is what is wanted here.
      Promise.resolve(client?.dispose()).catch(() => {});
      endWait?.();
      current?.drop(1000, 'Normal Closure');
      status.set({ state: 'idle' });
    },
  };
}

/** Close codes after which the same connection cannot succeed: those graphql-ws never retries (M35), and 4403 (C41). */
export function isFatalClose(code: number): boolean {
  if (code >= 1000 && code <= 1999) return ![1000, 1001, 1005, 1006, 1012, 1013, 1014].includes(code);
  return [4004, 4005, 4400, 4401, 4403, 4406, 4409, 4429, 4500].includes(code);
}

const isClose = (cause: unknown): cause is SocketClose =>
  typeof cause === 'object' && cause !== null && 'code' in cause && 'reason' in cause;

const failedStatus = ({ code, reason }: SocketClose): SocketStatus => ({
  state: 'failed',
  code,
  reason: closeText({ code, reason }),
});

const closeText = ({ code, reason }: SocketClose): string =>
  `The websocket closed with code ${code}${reason ? `: ${reason}` : ''}`;

function socketError(cause: unknown): SocketError {
  if (isClose(cause)) return new SocketError(closeText(cause), cause.code, cause.reason);
  const message = cause instanceof Error ? cause.message : String(cause);
  return new SocketError(`The websocket could not be used: ${message}`, 0, message);
}

/** Type and id of a frame: from its beginning, where servers put them, as reading it whole would cost more than all else. */
function readFrame(data: string): { type: string; id?: string } {
  const head = data.slice(0, 200).split('"payload"', 1)[0] ?? '';
  const type = /"type"\s*:\s*"([a-z_]+)"/.exec(head)?.[1];
  const id = /"id"\s*:\s*"([^"\\]*)"/.exec(head)?.[1];
  if (type !== undefined && (id !== undefined || !ID_FRAMES.has(type))) return { type, ...(id === undefined ? {} : { id }) };
  try {
    const frame = JSON.parse(data) as { type?: unknown; id?: unknown };
    return { type: String(frame.type), ...(typeof frame.id === 'string' ? { id: frame.id } : {}) };
  } catch {
    return { type: 'invalid' };
  }
}

const ID_FRAMES = new Set(['subscribe', 'next', 'error', 'complete']);
