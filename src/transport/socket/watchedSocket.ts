/**
 * The part of the WebSocket interface that graphql-ws uses, over a real socket, with the limits that a browser's socket does not have: a
 * deadline to open (contract C37, M11), one for the acknowledgement, and a watch on silence (C38, M12). It can be dropped at any time, also
 * while it connects: graphql-ws then gets the close at once and does not wait for a peer that no longer answers.
 *
 * A connection that fails is reported by a close only, never by an `error` event, which graphql-ws takes for fatal (M10).
 */
import { quoteLargeIntegers } from '../http/body/largeIntegers';
import type { SocketClose } from './closeCodes';
import { LARGE_EVENT } from './largeEvent';
import { readFrame } from './readFrame';

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
  /** Whether graphql-ws may read a frame that came in. */
  isRead(data: string): boolean;
  /** Makes a small frame of a large event, elsewhere (transport.ts). */
  cutFrame?: ((data: string) => Promise<string>) | undefined;
  /** graphql-ws has no subscription left and wants the socket closed; whether and when is decided there. */
  onUnused(): void;
  /** The connection is over. Returns the close that graphql-ws gets. */
  onEnd(socket: WatchedSocket, close: SocketClose, byUs: boolean): SocketClose;
}

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** The code of a close without a close frame. */
const ABNORMAL = 1006;

/** While it is acknowledged something runs here this often, in ms. */
const BEAT_MS = 1000;

/** Where nothing ran for this long, the page stood still: a frozen tab, or a computer that slept, which no event tells. */
const STANDSTILL_MS = 4000;

const PING = '{"type":"ping"}';

/** A socket with deadlines. Its handlers are called as those of a WebSocket are. */
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
  /** Our own end is decided: further events of the real socket are ignored. */
  #isDeaf = false;
  /** Set once it opened; for sockets without a `readyState`. */
  #isOpen = false;
  /** How the real socket calls back, known from its first event on. */
  #calls: 'property' | 'listener' | undefined;
  #lastFrameAt = 0;
  #heardUntil: number | undefined;
  /** The last frame before the page fell asleep, until a pong proves that the connection outlived it. */
  #asleepSince: number | undefined;
  #isAwakeAgain = false;
  /** A frame came since the last look at the watch. */
  #hasHeard = false;
  /** Silence there will be at the next look, if none comes. */
  #silentThen = 0;
  /** The frame after which the last ping went out: one ping for each silence. */
  #pingedAfter = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setTimeout> | undefined;
  /** When something ran here last. */
  #ranAt = 0;
  /** A large event is being cut: what comes after it waits, so that all stay in order. */
  #cutting: Promise<void> | undefined;

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
    this.#listen('open', () => {
      this.#isOpen = true;
      this.#arm(options.ackDeadlineMs, () => this.drop(4504, 'Connection acknowledgement timeout', true));
      options.onOpen(this);
      this.onopen?.();
    });
    this.#listen('message', event => {
      const given: unknown = (event as MessageEvent).data;
      // The protocol has no binary frames: one is read as a text that is no JSON.
      const data = typeof given === 'string' ? given : 'binary';
      this.#noticeStandstill();
      this.#lastFrameAt = Date.now();
      this.#hasHeard = true;
      options.onFrame('in', data);
      if (this.#asleepSince !== undefined && this.#isAwakeAgain && readFrame(data).type === 'pong') this.#asleepSince = undefined;
      const { cutFrame } = options;
      if (cutFrame && data.length > LARGE_EVENT && readFrame(data).type === 'next')
        this.#inTurn(async () => this.#read(await cutFrame(data).catch(() => data)));
      else if (this.#cutting) this.#inTurn(() => this.#read(data));
      else this.#read(data, data === given ? (event as MessageEvent) : undefined);
    });
    this.#listen('close', event => {
      this.#noticeStandstill();
      const { code, reason } = (event ?? {}) as Partial<SocketClose>;
      const end = (): void => this.#end({ code: code ?? ABNORMAL, reason: reason ?? '' }, false);
      if (this.#cutting) this.#inTurn(end);
      else end();
    });
    // Always followed by a close, which says more.
    this.#listen('error', () => {});
  }

  get readyState(): number {
    if (this.#over || !this.#inner) return CLOSED;
    return this.#inner.readyState ?? (this.#isOpen ? OPEN : CONNECTING);
  }

  /** True from the acknowledgement on. */
  get isAcknowledged(): boolean {
    return this.#acknowledged;
  }

  /** When it ended, as far as frames tell: a peer that went away without a close may have been gone since its last frame. */
  get heardUntil(): number {
    return this.#heardUntil ?? this.#lastFrameAt;
  }

  /** The server acknowledged the connection: starts the watch on silence. */
  acknowledge(): void {
    this.#acknowledged = true;
    this.#lastFrameAt = Date.now();
    this.#hasHeard = true;
    this.#ranAt = Date.now();
    this.#watch();
    this.#runOn();
  }

  send(data: string): void {
    this.#options.onFrame('out', data);
    this.#inner?.send(data);
  }

  /** graphql-ws's close. A normal closure only means that there is no subscription at the moment. */
  close(code: number, reason: string): void {
    if (this.#over) return;
    if (code === 1000) this.#options.onUnused();
    else this.drop(code, reason);
  }

  /** Ends the connection now, in whatever state it is. `dead`: the peer is not expected to answer a close. */
  drop(code: number, reason: string, dead = false): void {
    if (this.#over) return;
    const inner = this.#inner as WebSocket & { terminate?: () => void };
    this.#isDeaf = true;
    // Sockets of Node's `ws` end without a handshake by `terminate`; those of browsers have only `close`.
    if (dead && this.readyState === OPEN && typeof inner.terminate === 'function') inner.terminate();
    else inner.close(code, reason);
    this.#end({ code, reason }, true, dead);
  }

  /** The page is about to be frozen: what happens to the connection from now on is noticed late. */
  sleep(): void {
    if (!this.#acknowledged) return;
    this.#asleepSince ??= this.#lastFrameAt;
    this.#isAwakeAgain = false;
  }

  /**
   * The page runs again, and timers come late: drops the connection if it has been silent too long. One that a page slept through is asked
   * for a sign of life, as frames that were held for the page come before the close does.
   */
  wake(): void {
    if (!this.#acknowledged || this.#over) return;
    const { silenceMs } = this.#options;
    this.#ranAt = Date.now();
    if (silenceMs > 0 && Date.now() - this.#lastFrameAt >= silenceMs) this.#dropSilent();
    else if (this.#asleepSince !== undefined && !this.#isAwakeAgain) {
      this.#isAwakeAgain = true;
      if (this.readyState === OPEN) this.send(PING);
    }
  }

  /** Hands a frame to graphql-ws. `event`: as it came. */
  #read(data: string, event?: MessageEvent): void {
    if (this.#over || !this.#options.isRead(data)) return;
    const quoted = quoteLargeIntegers(data);
    this.onmessage?.(event && quoted === data ? event : { data: quoted });
  }

  #inTurn(step: () => void | Promise<void>): void {
    const mine = (this.#cutting ?? Promise.resolve()).then(step).finally(() => {
      if (this.#cutting === mine) this.#cutting = undefined;
    });
    this.#cutting = mine;
  }

  #runOn(): void {
    this.#noticeStandstill();
    if (!this.#over) this.#beat = setTimeout(() => this.#runOn(), BEAT_MS);
  }

  /** As `sleep` and `wake`, where no event said so: frames that were held for the page may come before its timers run. */
  #noticeStandstill(): void {
    const stoodMs = Date.now() - this.#ranAt;
    this.#ranAt = Date.now();
    if (stoodMs < STANDSTILL_MS || !this.#acknowledged || this.#over || (this.#asleepSince !== undefined && this.#isAwakeAgain))
      return;
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
    clearTimeout(this.#beat);
    this.#heardUntil = this.#asleepSince ?? (dead ? this.#lastFrameAt : Date.now());
    const seen = this.#options.onEnd(this, close, byUs);
    this.onclose?.({ ...seen, wasClean: false });
  }

  /**
   * Listens to one kind of event. A WebSocket class from outside may support the `on…` properties, or `addEventListener`, or both. Where
   * that cannot be seen, both are used, and the one that is called first counts, so that no event comes twice.
   */
  #listen(type: 'open' | 'message' | 'close' | 'error', heard: (event: unknown) => void): void {
    const inner = this.#inner as WebSocket;
    const by =
      (way: 'property' | 'listener') =>
      (event?: unknown): void => {
        this.#calls ??= way;
        if (this.#calls === way && !this.#isDeaf) heard(event);
      };
    const property = `on${type}` as const;
    const isCalledByProperty = property in inner && !Object.hasOwn(inner, property);
    inner[property] = by('property');
    if (!isCalledByProperty) inner.addEventListener?.(type, by('listener'));
  }

  #arm(ms: number, expired: () => void): void {
    clearTimeout(this.#timer);
    if (ms > 0) this.#timer = setTimeout(expired, ms);
  }

  /** One timer for the life of the connection: frames only note the time, which costs nothing at thousands a second. */
  #watch(): void {
    const { silenceMs } = this.#options;
    const byClock = Math.max(0, Date.now() - this.#lastFrameAt);
    // A clock that was set back does not make a silence shorter than what was waited through.
    const silent = this.#hasHeard ? byClock : Math.max(byClock, this.#silentThen);
    this.#hasHeard = false;
    const half = silenceMs / 2;
    if (silenceMs > 0 && silent >= silenceMs) {
      this.#dropSilent();
      return;
    }
    const isQuiet = silent >= half;
    if (isQuiet && this.#pingedAfter !== this.#lastFrameAt && silenceMs > 0) {
      this.#pingedAfter = this.#lastFrameAt;
      this.send(PING);
    }
    this.#silentThen = isQuiet ? silenceMs : half;
    this.#arm(this.#silentThen - silent, () => this.#watch());
  }
}
