/**
 * The one websocket of a transport, over the graphql-ws client (protocol graphql-transport-ws). graphql-ws keeps the subscriptions and sends
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
import { createStore } from '../../lib/store';
import type { SocketStatus } from '../observe/status';
import type { TapOperation } from '../observe/tap';
import { mask, maskUrl } from '../secrets/mask';
import { failedStatus, isClose, isFatalClose, type SocketClose, socketError } from './closeCodes';
import { createFrameTap } from './frameTap';
import { createInitPayloads } from './initPayloads';
import { createReconnectPlan } from './reconnectPlan';
import type { ConnectionChange, Socket, SocketOptions, SubscribePayload, SubscribeSink } from './socket';
import { WatchedSocket } from './watchedSocket';

/** How long an unused socket stays open: moving between screens does not reconnect. */
const LINGER_MS = 3000;

/** Closes of a connection whose token was not accepted. */
const REFUSALS = new Set([4401, 4403]);

/** A close code that graphql-ws answers by connecting again. */
const RESTART = 1012;

const LIVE: ConnectionChange = { state: 'live' };

/** Makes a websocket to `url`; nothing is opened before the first subscription. */
export function createWebsocketClient(options: SocketOptions, url: string): Socket {
  return new WebsocketClient(options, url);
}

class WebsocketClient implements Socket {
  readonly status = createStore<SocketStatus>({ state: 'idle' });
  readonly #options: SocketOptions;
  readonly #client: Client;
  readonly #plan;
  readonly #frames;
  readonly #payloads;
  /** Subscriptions graphql-ws has at the moment. */
  readonly #upstream = new Set<{ sink: SubscribeSink }>();
  /** Keys of subscriptions that exist, also those that wait for a retry. */
  readonly #held = new Set<number>();
  #current: WatchedSocket | undefined;
  #disposed = false;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  /** The id graphql-ws gave to the newest subscription. */
  #lastId = '';

  constructor(options: SocketOptions, url: string) {
    this.#options = options;
    this.#plan = createReconnectPlan(options.config);
    this.#frames = createFrameTap(options.tap, options.readToken);
    this.#payloads = createInitPayloads(options.config, options.readToken, options.learned);
    this.#client = createClient({
      url,
      webSocketImpl: connectionClass((address, protocol) => this.#open(address, protocol)),
      // The deadlines, the ping and the linger are WatchedSocket's and ours.
      lazy: true,
      lazyCloseTimeout: 0,
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: () => this.#waitToReconnect(),
      // Errors are refusals by the platform or frames that break the protocol; 4403 would loop with the same token (C41).
      shouldRetry: cause => isClose(cause) && cause.code !== 4403,
      connectionParams: () => this.#payloads.next(),
      generateID: () => {
        this.#lastId = globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
        return this.#lastId;
      },
      on: { connected: socket => this.#acknowledged(socket as WatchedSocket) },
    });
  }

  subscribe(payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): () => void {
    clearTimeout(this.#lingerTimer);
    const entry = { sink };
    let id = '';
    const leave = (late: boolean): void => {
      this.#upstream.delete(entry);
      this.#frames.end(id, late);
      this.#lingerIfUnused();
      // Later, as the same screen may subscribe again at once: then the wait goes on as it was.
      if (this.#upstream.size === 0) Promise.resolve().then(() => this.#stopWaitingIfUnused());
    };
    this.#upstream.add(entry);
    const stop = this.#client.subscribe(payload as never, {
      next: value => sink.next(value as ExecutionResult),
      error: cause => {
        leave(true);
        sink.error(Array.isArray(cause) ? cause : socketError(cause));
      },
      complete: () => {
        leave(false);
        sink.complete();
      },
    });
    id = this.#lastId;
    this.#frames.begin(id, operation);
    if (this.status.get().state === 'live') sink.connection?.(LIVE);
    return () => {
      stop();
      leave(true);
    };
  }

  hold(key: number): void {
    this.#held.add(key);
    clearTimeout(this.#lingerTimer);
  }

  release(key: number): void {
    this.#held.delete(key);
    this.#lingerIfUnused();
  }

  tokenChanged(): void {
    // Only an open socket can be ended safely (M36); one that still opens reads the token when it is open.
    if (this.#current?.readyState !== WatchedSocket.OPEN || !this.#payloads.isOutdated()) return;
    this.#plan.forgetLosses();
    this.#current.drop(4499, 'Terminated');
  }

  reconnectNow(): void {
    this.#plan.skip();
  }

  wake(): void {
    this.#plan.skip();
    this.#current?.wake();
  }

  sleep(): void {
    this.#current?.sleep();
  }

  dispose(): void {
    this.#disposed = true;
    clearTimeout(this.#lingerTimer);
    // Rejects when the connection it waits for never comes, which is what is wanted here.
    Promise.resolve(this.#client.dispose()).catch(() => {});
    this.#plan.skip();
    this.#current?.drop(1000, 'Normal Closure');
    this.status.set({ state: 'idle' });
  }

  /** graphql-ws opens a connection. */
  #open(address: string, protocol: string): WatchedSocket {
    const { config, getWebSocket, readToken, tap } = this.#options;
    const { attempt, deadlineMs } = this.#plan.open();
    const socket = new WatchedSocket(address, protocol, {
      WebSocketImpl: getWebSocket() as typeof WebSocket,
      openDeadlineMs: deadlineMs,
      ackDeadlineMs: config.wsTimeoutMs,
      silenceMs: config.wsTimeoutMs,
      onOpen: () => tap.emit({ type: 'socketOpened' }),
      onFrame: this.#frames.report,
      isRead: this.#frames.isRead,
      cutFrame: this.#options.cutFrame,
      onUnused: () => this.#lingerIfUnused(),
      onEnd: (ended, close, byUs) => this.#ended(ended, close, byUs),
    });
    this.#current = socket;
    this.status.set({ state: 'connecting', attempt });
    tap.emit({ type: 'socketOpening', url: maskUrl(address, readToken()), attempt });
    // The transport ended while graphql-ws was on its way here.
    if (this.#disposed) socket.drop(1000, 'Normal Closure');
    return socket;
  }

  #acknowledged(socket: WatchedSocket): void {
    socket.acknowledge();
    this.#plan.acknowledge();
    this.#payloads.accept();
    this.status.set({ state: 'live' });
    this.#options.tap.emit({ type: 'socketAcknowledged', ms: Date.now() - socket.openedAt });
    this.#lingerIfUnused();
    for (const { sink } of [...this.#upstream]) sink.connection?.(LIVE);
  }

  /** A connection ended. Returns the close that graphql-ws is to see. */
  #ended(socket: WatchedSocket, close: SocketClose, byUs: boolean): SocketClose {
    if (socket !== this.#current) return close;
    this.#current = undefined;
    const isRefused = REFUSALS.has(close.code) && !socket.isAcknowledged && !byUs;
    const isTriedAgain = isRefused && this.#upstream.size > 0 && this.#payloads.refuse();
    this.#payloads.end();
    clearTimeout(this.#lingerTimer);
    const { tap, readToken } = this.#options;
    tap.emit({ type: 'socketClosed', code: close.code, reason: mask(close.reason, readToken()), byUs });
    const isFatal = isFatalClose(close.code);
    if (this.#upstream.size === 0 || this.#disposed) {
      this.status.set(isFatal && !byUs ? failedStatus(close) : { state: 'idle' });
      return close;
    }
    // For graphql-ws a loss, after which it connects again at once.
    if (isTriedAgain) return { code: RESTART, reason: close.reason };
    if (isFatal) {
      this.status.set(failedStatus(close));
      return close;
    }
    if (socket.isAcknowledged)
      for (const { sink } of [...this.#upstream]) sink.connection?.({ state: 'lost', since: socket.heardUntil });
    const { attempt, ms } = this.#plan.lose();
    this.status.set({ state: 'reconnecting', attempt, nextAt: Date.now() + ms });
    // graphql-ws answers a 1000 with live subscriptions by reconnecting at once, without end (M33); as a restart it waits like any other.
    return close.code === 1000 ? { code: RESTART, reason: close.reason } : close;
  }

  async #waitToReconnect(): Promise<void> {
    if (this.#disposed || this.#upstream.size === 0) this.#plan.skip();
    await this.#plan.wait(({ ms, attempt }) => this.#options.tap.emit({ type: 'reconnectWait', ms, attempt }));
  }

  #stopWaitingIfUnused(): void {
    if (this.#upstream.size > 0) return;
    this.#plan.skip();
    if (this.status.get().state === 'reconnecting') this.status.set({ state: 'idle' });
  }

  #lingerIfUnused(): void {
    clearTimeout(this.#lingerTimer);
    if (!this.#current || this.#upstream.size > 0 || this.#held.size > 0) return;
    this.#lingerTimer = setTimeout(() => this.#current?.drop(1000, 'Normal Closure'), LINGER_MS);
  }
}

/** A class for graphql-ws, which makes its sockets with `new` and reads the states from the class. */
function connectionClass(open: (address: string, protocol: string) => WatchedSocket): unknown {
  return class {
    static readonly CONNECTING = WatchedSocket.CONNECTING;
    static readonly OPEN = WatchedSocket.OPEN;
    static readonly CLOSING = WatchedSocket.CLOSING;
    static readonly CLOSED = WatchedSocket.CLOSED;
    constructor(address: string, protocol: string) {
      // biome-ignore lint/correctness/noConstructorReturn: the class stands in for a function that makes the socket
      return open(address, protocol);
    }
  };
}
