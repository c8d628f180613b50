/**
 * The websocket of a transport, on the graphql-ws client (protocol graphql-transport-ws). graphql-ws stores the subscriptions and sends
 * them again after a reconnect (C39). This file decides when to connect, wait, give up and close, with the limits of the contract:
 *
 * - The socket opens lazily and closes 3 s after the last subscription ended (C35). A subscription that waits for a retry keeps it open.
 * - A lost socket is reopened without limit, with growing delays that end early when the page wakes up (C36, C40).
 * - A new token ends the socket once; it reconnects with the new payload and all its subscriptions (C4).
 * - A close that refuses the connection fails the subscriptions instead of causing a reconnect (C41, M35).
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
import { createFrameTap } from './frames/frameTap';
import { createInitPayloads } from './initPayloads';
import { createReconnectPlan } from './reconnectPlan';
import type { ConnectionChange, Socket, SocketOptions, SubscribePayload, SubscribeSink } from './socket';
import { WatchedSocket } from './watchedSocket';

/** How long an unused socket stays open, in ms, so that navigating between screens does not reconnect. */
const LINGER_MS = 3000;

/** Close codes of a connection whose token was refused. */
const REFUSALS = new Set([4401, 4403]);

/** A close code after which graphql-ws reconnects. */
const RESTART = 1012;
/** Codes that give no reason: normal, none, abnormal. */
const WITHOUT_REASON: ReadonlySet<number> = new Set([1000, 1005, 1006]);

const LIVE: ConnectionChange = { state: 'live' };

/** Creates a websocket client for `url`, which is called before each connection. It opens nothing before the first subscription. */
export function createWebsocketClient(options: SocketOptions, url: string | (() => Promise<string>)): Socket {
  return new WebsocketClient(options, url);
}

class WebsocketClient implements Socket {
  readonly status = createStore<SocketStatus>({ state: 'idle' });
  readonly #options: SocketOptions;
  readonly #client: Client;
  readonly #plan;
  readonly #frames;
  readonly #payloads;
  /** The current subscriptions of graphql-ws. */
  readonly #upstream = new Set<{ sink: SubscribeSink }>();
  /** Keys of all existing subscriptions, including those that wait for a retry. */
  readonly #held = new Set<number>();
  #current: WatchedSocket | undefined;
  #disposed = false;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  /** The id that graphql-ws gave to the newest subscription. */
  #lastId = '';

  constructor(options: SocketOptions, url: string | (() => Promise<string>)) {
    this.#options = options;
    this.#plan = createReconnectPlan(options.config);
    this.#frames = createFrameTap(options.tap, options.readToken);
    this.#payloads = createInitPayloads(options.config, options.readToken, options.learned);
    this.#client = createClient({
      url,
      webSocketImpl: connectionClass((address, protocol) => this.#open(address, protocol)),
      // WatchedSocket implements the deadlines and the ping, this class the idle timeout.
      lazy: true,
      lazyCloseTimeout: 0,
      retryAttempts: Number.POSITIVE_INFINITY,
      retryWait: () => this.#waitToReconnect(),
      // An error means that the platform refused or that a frame was malformed. After 4403, a retry would loop with the same token (C41).
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
      // In a microtask: the same component may subscribe again at once, and then the wait continues unchanged.
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
    // A socket that is still opening reads the token once it is open.
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
    // The promise rejects if the connection never opens, which is expected here.
    Promise.resolve(this.#client.dispose()).catch(() => {});
    this.#plan.skip();
    this.#current?.drop(1000, 'Normal Closure');
    this.status.set({ state: 'idle' });
  }

  /** Called when graphql-ws opens a connection. */
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
    tap.emit({ type: 'socketOpening', url: maskUrl(address, readToken()), attempt, protocol: socket.protocol });
    // The transport was disposed before graphql-ws got here.
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

  /** Called when a connection ended. Returns the close event for graphql-ws. */
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
    // graphql-ws treats this as a lost connection and reconnects at once.
    if (isTriedAgain) return { code: RESTART, reason: close.reason };
    if (isFatal) {
      this.status.set(failedStatus(close));
      return close;
    }
    if (socket.isAcknowledged)
      for (const { sink } of [...this.#upstream]) sink.connection?.({ state: 'lost', since: socket.heardUntil });
    const { attempt, ms } = this.#plan.lose();
    const reason = byUs || WITHOUT_REASON.has(close.code) ? '' : mask(`${close.code} ${close.reason}`.trim(), readToken());
    this.status.set({ state: 'reconnecting', attempt, nextAt: Date.now() + ms, ...(reason && { reason }) });
    // After a 1000 with live subscriptions, graphql-ws would reconnect at once and without end (M33). As a restart it waits first.
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

/** Returns a class for graphql-ws, which creates sockets with `new` and reads the state constants from the class. */
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
