/**
 * WebSockets that a test controls, for tests with a fake clock: the test opens, acknowledges, sends and closes. Real connections are tested
 * in tests/interop.
 */

/** A message of graphql-transport-ws. */
export interface Frame {
  type: string;
  id?: string;
  payload?: unknown;
}

/** One connection. Its handlers are called like those of a browser's WebSocket. */
export class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;

  onopen: (() => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readyState = 0;
  readonly sent: Frame[] = [];
  /** How the client closed it. */
  closedBy: { code: number | undefined; reason: string | undefined } | undefined;
  readonly createdAt = Date.now();

  constructor(
    readonly url: string,
    readonly protocol: string | string[] | undefined,
  ) {}

  send(data: string): void {
    if (this.readyState !== FakeSocket.OPEN) throw new Error('not open');
    this.sent.push(JSON.parse(data));
  }

  close(code?: number, reason?: string): void {
    if (this.readyState >= FakeSocket.CLOSING) return;
    this.closedBy = { code, reason };
    this.readyState = FakeSocket.CLOSED;
    this.onclose?.({ code: code ?? 1005, reason: reason ?? '' });
  }

  /** The server accepts the connection. */
  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  /** The server sends a frame, of text or binary. */
  receive(frame: Frame | string | ArrayBuffer): void {
    const isRaw = typeof frame === 'string' || frame instanceof ArrayBuffer;
    this.onmessage?.({ data: isRaw ? frame : JSON.stringify(frame) });
  }

  /** The server closes, or the network fails (1006, after an error event as in browsers). */
  lose(code = 1006, reason = ''): void {
    this.readyState = FakeSocket.CLOSED;
    if (code === 1006) this.onerror?.({ type: 'error' });
    this.onclose?.({ code, reason });
  }

  /** Opens and acknowledges. */
  async accept(): Promise<void> {
    this.open();
    await settle();
    this.receive({ type: 'connection_ack' });
    await settle();
  }

  get subscribes(): (Frame & { payload: { query: string; operationName: string | null; variables: object } })[] {
    return this.sent.filter(f => f.type === 'subscribe') as never;
  }

  get inits(): Frame[] {
    return this.sent.filter(f => f.type === 'connection_init');
  }
}

/** A WebSocket class and the connections made with it. */
export interface FakeNetwork {
  WebSocket: typeof WebSocket;
  sockets: FakeSocket[];
  /**
   * The newest connection.
   * @throws Error if there is none
   */
  latest(): FakeSocket;
}

/** Creates a network. `onConnect` is called with each new connection, later in the same turn. */
export function fakeNetwork(onConnect?: (socket: FakeSocket, index: number) => void): FakeNetwork {
  const sockets: FakeSocket[] = [];
  class Recorded extends FakeSocket {
    constructor(url: string, protocol?: string | string[]) {
      super(url, protocol);
      sockets.push(this);
      if (onConnect) Promise.resolve().then(() => onConnect(this, sockets.length - 1));
    }
  }
  return {
    WebSocket: Recorded as unknown as typeof WebSocket,
    sockets,
    latest() {
      const socket = sockets.at(-1);
      if (!socket) throw new Error('No connection was made');
      return socket;
    },
  };
}

/** Runs everything that only waits for promises, also with a fake clock. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 30; i++) await Promise.resolve();
}

/** Advances a fake clock, then runs everything that only waits for promises. */
export async function pass(ms: number): Promise<void> {
  await jest.advanceTimersByTimeAsync(ms);
  await settle();
}
