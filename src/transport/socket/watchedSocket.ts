/**
 * The part of the WebSocket interface that graphql-ws uses, on a real socket, with limits that a browser's socket does not have: a deadline
 * for opening (contract C37, M11), one for the acknowledgement, and a limit on silence (C38, M12). It can be dropped at any time, even
 * while connecting: graphql-ws then gets the close event at once instead of waiting for an unresponsive peer.
 *
 * A failed connection is reported by a close event only, never by an `error` event, which graphql-ws treats as fatal (M10).
 */

import { excessOf } from '../../lib/text/boundedJson';
import { quoteLargeIntegers } from '../../lib/text/largeIntegers';
import type { SocketClose } from './closeCodes';
import { LARGE_EVENT, readFrame } from './frames/readFrame';
import { createStandstillCheck } from './standstill';

/** Options of one connection. All times are in ms; 0 disables a limit. */
export interface WatchOptions {
  WebSocketImpl: typeof WebSocket;
  /** Deadline for opening. */
  openDeadlineMs: number;
  /** Deadline from open to acknowledgement. */
  ackDeadlineMs: number;
  /** Longest time without a frame after the acknowledgement; a ping is sent after half of it. */
  silenceMs: number;
  onOpen(socket: WatchedSocket): void;
  onFrame(direction: 'in' | 'out', data: string): void;
  /** Whether graphql-ws may read an incoming frame. */
  isRead(data: string): boolean;
  /** Shortens a large event outside this thread (transport.ts). */
  cutFrame?: ((data: string) => Promise<string>) | undefined;
  /** graphql-ws has no subscriptions left and wants to close the socket. The owner decides whether and when. */
  onUnused(): void;
  /** The connection is over. Returns the close event that graphql-ws gets. */
  onEnd(socket: WatchedSocket, close: SocketClose, byUs: boolean): SocketClose;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** The code of a connection that ended without a close frame. */
const ABNORMAL = 1006;

const PING = '{"type":"ping"}';
const PONG = '{"type":"pong"}';

/** Longest pong with a payload, in characters. graphql-ws sends back the payload of a ping, so a server could have any amount sent. */
const LONGEST_PONG = 64_000;

/** A timer that fires later than this, in ms, shows that the page could not run. */
const LATE_MS = 100;

/** A socket with deadlines. It calls its handlers like a WebSocket. */
export class WatchedSocket {
  static readonly CONNECTING = CONNECTING;
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
  /** This side has decided to end the connection: further events of the real socket are ignored. */
  #ignoresEvents = false;
  /** True once it opened; for sockets without a `readyState`. */
  #isOpen = false;
  /** How the real socket delivers events, known from its first event on. */
  #calls: 'property' | 'listener' | undefined;
  #lastFrameAt = 0;
  #heardUntil: number | undefined;
  /** Time of the last frame before the page was frozen; cleared by a pong, which proves that the connection survived. */
  #asleepSince: number | undefined;
  #isAwakeAgain = false;
  /** A frame has arrived since the last check. */
  #hasNewFrame = false;
  /** How long the silence will have lasted at the next check if no frame arrives. */
  #expectedSilence = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #standstill = createStandstillCheck(() => this.#wakeAfterStandstill());
  /** Set while a large event is being shortened. Later frames wait for it, so that the order is kept. */
  #cutting: Promise<void> | undefined;

  /** The subprotocol: that of the real socket if it has one. */
  readonly protocol: string;

  constructor(url: string, protocol: string, options: WatchOptions) {
    this.#options = options;
    this.protocol = protocol;
    let inner: WebSocket;
    try {
      inner = new options.WebSocketImpl(url, protocol);
    } catch (cause) {
      this.#over = true;
      // graphql-ws sets its handlers after the constructor has returned.
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
    this.protocol = inner.protocol || protocol;
    this.#setDeadline(options.openDeadlineMs, () => this.drop(4408, 'Not opened in time', true));
    this.#listen('open', () => {
      this.#isOpen = true;
      this.#setDeadline(options.ackDeadlineMs, () => this.drop(4504, 'Connection acknowledgement timeout', true));
      options.onOpen(this);
      this.onopen?.();
    });
    this.#listen('message', event => {
      const payload: unknown = (event as MessageEvent).data;
      // The protocol has no binary frames, so a binary frame is treated as a text that is not JSON.
      const data = typeof payload === 'string' ? payload : 'binary';
      this.#standstill.check();
      this.#lastFrameAt = Date.now();
      this.#hasNewFrame = true;
      options.onFrame('in', data);
      if (this.#asleepSince !== undefined && this.#isAwakeAgain && readFrame(data).type === 'pong') this.#asleepSince = undefined;
      const { cutFrame } = options;
      if (cutFrame && data.length > LARGE_EVENT && readFrame(data).type === 'next')
        this.#inTurn(async () => this.#read(await cutFrame(data).catch(() => data)));
      else if (this.#cutting) this.#inTurn(() => this.#read(data));
      else this.#read(data, data === payload ? (event as MessageEvent) : undefined);
    });
    this.#listen('close', event => {
      this.#standstill.check();
      const { code, reason } = (event ?? {}) as Partial<SocketClose>;
      const end = (): void => this.#end({ code: code ?? ABNORMAL, reason: reason ?? '' }, false);
      if (this.#cutting) this.#inTurn(end);
      else end();
    });
    // An error event is always followed by a close event, which has more information.
    this.#listen('error', () => {});
  }

  get readyState(): number {
    if (this.#over || !this.#inner) return CLOSED;
    return this.#inner.readyState ?? (this.#isOpen ? OPEN : CONNECTING);
  }

  /** True after the acknowledgement. */
  get isAcknowledged(): boolean {
    return this.#acknowledged;
  }

  /** Until when the connection is known to have worked. A peer that vanished without a close may have been gone since its last frame. */
  get heardUntil(): number {
    return this.#heardUntil ?? this.#lastFrameAt;
  }

  /** The server acknowledged the connection: starts the silence check. */
  acknowledge(): void {
    this.#acknowledged = true;
    this.#lastFrameAt = Date.now();
    this.#hasNewFrame = true;
    this.#watch();
    this.#standstill.start();
  }

  /** Like a browser's socket, it drops what is sent after the end. */
  send(data: string): void {
    if (this.#over) return;
    const sent = data.length > LONGEST_PONG && readFrame(data).type === 'pong' ? PONG : data;
    this.#options.onFrame('out', sent);
    this.#inner?.send(sent);
  }

  /** Called by graphql-ws. Code 1000 only means that there are no subscriptions at the moment. */
  close(code: number, reason: string): void {
    if (this.#over) return;
    if (code === 1000) this.#options.onUnused();
    else this.drop(code, reason);
  }

  /** Ends the connection at once, in any state. `dead`: the peer is not expected to respond to a close. */
  drop(code: number, reason: string, dead = false): void {
    if (this.#over) return;
    const inner = this.#inner as WebSocket & { terminate?: () => void };
    this.#ignoresEvents = true;
    // The sockets of Node's `ws` end without a close handshake by `terminate`; browser sockets only have `close`.
    if (dead && this.readyState === OPEN && typeof inner.terminate === 'function') inner.terminate();
    else inner.close(code, reason);
    this.#end({ code, reason }, true, dead);
  }

  /** The page is about to be frozen. What happens to the connection after this is noticed late. */
  sleep(): void {
    if (!this.#acknowledged) return;
    this.#asleepSince ??= this.#lastFrameAt;
    this.#isAwakeAgain = false;
  }

  /**
   * The page runs again, and its timers are late. Drops the connection if it has been silent too long. Otherwise, after a freeze, sends a
   * ping: buffered frames arrive before a close, so they do not prove that the connection is still open.
   */
  wake(): void {
    if (!this.#acknowledged || this.#over) return;
    const { silenceMs } = this.#options;
    if (silenceMs > 0 && Date.now() - this.#lastFrameAt >= silenceMs) {
      this.#dropSilent();
      return;
    }
    this.#standstill.check();
    if (this.#asleepSince !== undefined) this.#wakeAfterStandstill();
  }

  /** Passes a frame to graphql-ws. `event`: the original event, passed on if the data is unchanged. */
  #read(data: string, event?: MessageEvent): void {
    if (this.#over || !this.#options.isRead(data)) return;
    const excess = excessOf(data);
    if (excess !== null) {
      this.drop(4004, `The server sent a message ${excess}`);
      return;
    }
    const quoted = quoteLargeIntegers(data);
    this.onmessage?.(event && quoted === data ? event : { data: quoted });
  }

  #inTurn(step: () => void | Promise<void>): void {
    const mine = (this.#cutting ?? Promise.resolve()).then(step).finally(() => {
      if (this.#cutting === mine) this.#cutting = undefined;
    });
    this.#cutting = mine;
  }

  /** Sends one ping after a freeze or a standstill. */
  #wakeAfterStandstill(): void {
    if (this.#asleepSince !== undefined && this.#isAwakeAgain) return;
    this.#asleepSince ??= this.#lastFrameAt;
    this.#isAwakeAgain = true;
    if (this.readyState === OPEN) this.send(PING);
  }

  #dropSilent(): void {
    this.drop(4499, 'Silent for too long', true);
  }

  #end(close: SocketClose, byUs: boolean, dead = close.code === ABNORMAL): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#standstill.stop();
    this.#heardUntil = this.#asleepSince ?? (dead ? this.#lastFrameAt : Date.now());
    const seen = this.#options.onEnd(this, close, byUs);
    this.onclose?.({ ...seen, wasClean: false });
  }

  /**
   * Listens to one kind of event. A custom WebSocket class may support the `on…` properties, `addEventListener`, or both. If it is unclear
   * which, both are set, and the one that is called first is used, so that no event is delivered twice.
   */
  #listen(type: 'open' | 'message' | 'close' | 'error', handler: (event: unknown) => void): void {
    const inner = this.#inner as WebSocket;
    const by =
      (way: 'property' | 'listener') =>
      (event?: unknown): void => {
        this.#calls ??= way;
        if (this.#calls === way && !this.#ignoresEvents) handler(event);
      };
    const property = `on${type}` as const;
    const isCalledByProperty = property in inner && !Object.hasOwn(inner, property);
    inner[property] = by('property');
    if (!isCalledByProperty) inner.addEventListener?.(type, by('listener'));
  }

  /** While the page is blocked, nothing can be received. If it was blocked at the deadline, that time is added once. */
  #setDeadline(ms: number, expired: () => void): void {
    const due = Date.now() + ms;
    this.#arm(ms, () => {
      const lateMs = Date.now() - due;
      if (lateMs > LATE_MS) this.#arm(Math.min(lateMs, ms), expired);
      else expired();
    });
  }

  #arm(ms: number, expired: () => void): void {
    clearTimeout(this.#timer);
    if (ms > 0) this.#timer = setTimeout(expired, ms);
  }

  /** Checks the silence with a single timer. Frames only record their time, which is cheap even at thousands per second. */
  #watch(): void {
    const { silenceMs } = this.#options;
    const byClock = Math.max(0, Date.now() - this.#lastFrameAt);
    // If the clock was set back, the silence is at least as long as the timer has waited.
    const silent = this.#hasNewFrame ? byClock : Math.max(byClock, this.#expectedSilence);
    this.#hasNewFrame = false;
    const half = silenceMs / 2;
    if (silenceMs > 0 && silent >= silenceMs) {
      this.#dropSilent();
      return;
    }
    const isQuiet = silent >= half;
    // Only one ping per silence: the next check is at its end.
    if (isQuiet && silenceMs > 0) this.send(PING);
    this.#expectedSilence = isQuiet ? silenceMs : half;
    this.#arm(this.#expectedSilence - silent, () => this.#watch());
  }
}
