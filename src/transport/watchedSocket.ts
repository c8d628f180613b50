/**
 * The part of the WebSocket interface graphql-ws uses, over a real socket, with the limits a browser's socket does not have: a deadline to
 * open (contract C37, M11), one for the acknowledgement, and a watch on silence (C38, M12). It can be dropped at any time, also while it
 * connects: graphql-ws then hears the close at once and does not wait for a peer that no longer answers.
 *
 * A failing connection is told as a close only, never as an `error` event, which graphql-ws would take for fatal (M10).
 */
import { quoteLargeIntegers } from './largeIntegers';

/** What a close tells. */
export interface SocketClose {
  code: number;
  reason: string;
}

/** Options of one connection. All times in ms; 0 switches a limit off. */
export interface WatchOptions {
  WebSocketImpl: typeof WebSocket;
  /** Until open. */
  openDeadlineMs: number;
  /** From open to acknowledgement. */
  ackDeadlineMs: number;
  /** Without any frame, once acknowledged; a ping goes out after half of it. */
  silenceMs: number;
  onOpen(socket: WatchedSocket): void;
  onFrame(direction: 'in' | 'out', data: string): void;
  /** graphql-ws has no subscription left and wants the socket closed; whether and when is decided there. */
  onUnused(): void;
  /** The connection is over. Returns what graphql-ws is to hear of it. */
  onEnd(socket: WatchedSocket, close: SocketClose, byUs: boolean): SocketClose;
}

const OPEN = 1;
const CLOSED = 3;

/** A socket with deadlines. Its handlers are called as those of a WebSocket are. */
export class WatchedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = OPEN;
  static readonly CLOSING = 2;
  static readonly CLOSED = CLOSED;

  onopen: (() => void) | null = null;
  onclose: ((event: SocketClose & { wasClean: boolean }) => void) | null = null;
  onerror: ((error: unknown) => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  readonly #options: WatchOptions;
  readonly #inner: WebSocket | undefined;
  readonly openedAt = Date.now();
  #over = false;
  #acknowledged = false;
  #lastFrameAt = 0;
  /** The frame after which the last ping went out: one ping for each silence. */
  #pingedAfter = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(url: string, protocol: string, options: WatchOptions) {
    this.#options = options;
    let inner: WebSocket;
    try {
      inner = new options.WebSocketImpl(url, protocol);
    } catch (cause) {
      this.#over = true;
      // graphql-ws sets its handlers only after the constructor.
      Promise.resolve().then(() => {
        options.onEnd(
          this,
          {
            code: 4005,
            reason: cause instanceof Error ? cause.message : String(cause),
          },
          false,
        );
        this.onerror?.(cause);
      });
      return;
    }
    this.#inner = inner;
    this.#arm(options.openDeadlineMs, () => this.drop(4408, 'Not opened in time', true));
    inner.onopen = () => {
      this.#arm(options.ackDeadlineMs, () => this.drop(4504, 'Connection acknowledgement timeout', true));
      options.onOpen(this);
      this.onopen?.();
    };
    inner.onmessage = event => {
      const data = event.data as string;
      this.#lastFrameAt = Date.now();
      options.onFrame('in', data);
      const quoted = quoteLargeIntegers(data);
      this.onmessage?.(quoted === data ? event : { data: quoted });
    };
    inner.onclose = event => this.#end({ code: event?.code ?? 1006, reason: event?.reason ?? '' }, false);
    // Always followed by a close, which says more.
    inner.onerror = () => {};
  }

  get readyState(): number {
    return this.#over || !this.#inner ? CLOSED : this.#inner.readyState;
  }

  /** True between acknowledgement and end. */
  get isLive(): boolean {
    return this.#acknowledged && !this.#over;
  }

  /** To be called when the server acknowledged the connection: starts the watch on silence. */
  acknowledge(): void {
    this.#acknowledged = true;
    this.#lastFrameAt = Date.now();
    this.#watch();
  }

  send(data: string): void {
    this.#options.onFrame('out', data);
    this.#inner?.send(data);
  }

  /** graphql-ws's close. Its normal closure means only that nobody subscribes at the moment. */
  close(code: number, reason: string): void {
    if (this.#over) return;
    if (code === 1000) this.#options.onUnused();
    else this.drop(code, reason);
  }

  /** Ends the connection now, in whatever state it is. `dead`: the peer is not expected to answer a close. */
  drop(code: number, reason: string, dead = false): void {
    if (this.#over) return;
    const inner = this.#inner as WebSocket & { terminate?: () => void };
    inner.onopen = inner.onmessage = inner.onclose = null;
    // Sockets of Node's `ws` end without a handshake by `terminate`; those of browsers have only `close`.
    if (dead && inner.readyState === OPEN && typeof inner.terminate === 'function') inner.terminate();
    else inner.close(code, reason);
    this.#end({ code, reason }, true);
  }

  /** Drops the connection if it has been silent too long; for the moment a page wakes up and timers come late. */
  dropIfSilent(): void {
    const { silenceMs } = this.#options;
    if (this.isLive && silenceMs > 0 && Date.now() - this.#lastFrameAt >= silenceMs) this.#dropSilent();
  }

  #dropSilent(): void {
    this.drop(4499, 'Silent for too long', true);
  }

  #end(close: SocketClose, byUs: boolean): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    const told = this.#options.onEnd(this, close, byUs);
    this.onclose?.({ ...told, wasClean: false });
  }

  #arm(ms: number, expired: () => void): void {
    clearTimeout(this.#timer);
    if (ms > 0) this.#timer = setTimeout(expired, ms);
  }

  /** One timer for the life of the connection: frames only note the time, which costs nothing at thousands a second. */
  #watch(): void {
    const { silenceMs } = this.#options;
    const silent = Date.now() - this.#lastFrameAt;
    const half = silenceMs / 2;
    if (silenceMs > 0 && silent >= silenceMs) {
      this.#dropSilent();
      return;
    }
    const isQuiet = silent >= half;
    if (isQuiet && this.#pingedAfter !== this.#lastFrameAt && silenceMs > 0) {
      this.#pingedAfter = this.#lastFrameAt;
      this.send('{"type":"ping"}');
    }
    this.#arm((isQuiet ? silenceMs : half) - silent, () => this.#watch());
  }
}
