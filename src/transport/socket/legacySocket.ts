/**
 * A websocket class for the older protocol, subscriptions-transport-ws (subprotocol `graphql-ws`), which translates its frames to those of
 * graphql-transport-ws and back. So the same client, with all its rules, runs over both.
 * https://github.com/apollographql/subscriptions-transport-ws/blob/master/PROTOCOL.md
 *
 * The older protocol has no ping. Servers may send keep-alives; silence is watched from the first of them on (as the older client does), and
 * until then pings are answered here. A server that names its longest silence is held to that instead.
 */
import { readFrame } from './readFrame';

type Frame = { type?: unknown; id?: unknown; payload?: unknown };

const SUBPROTOCOL = 'graphql-ws';
const PONG = '{"type":"pong"}';

/** What a `connection_error` is for the client: a refusal of the connection (C41). */
const FORBIDDEN = 4403;
/** The close code of a connection that went silent: it is opened again. */
const TERMINATED = 4499;

/** Where a service departs from the older protocol. All of it is asked for at each connection. */
export interface LegacyDialect {
  /** Offered beside `graphql-ws`. */
  protocols(): readonly string[];
  /** The payload of a frame that goes out, by the frame's name in the older protocol. */
  payload(type: string, payload: unknown): unknown;
}

/** The class that speaks the older protocol over connections of `WebSocketImpl`. */
export function legacySocket(WebSocketImpl: typeof WebSocket, dialect?: LegacyDialect): typeof WebSocket {
  return class LegacySocket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    readonly #inner: WebSocket;
    #hasKeepAlive = false;
    /** Longest silence in ms, where the server names it. */
    #longestSilence: number | undefined;
    #silenceTimer: ReturnType<typeof setTimeout> | undefined;

    constructor(url: string) {
      this.#inner = new WebSocketImpl(url, dialect ? [SUBPROTOCOL, ...dialect.protocols()] : SUBPROTOCOL);
      this.#inner.onopen = () => this.onopen?.();
      this.#inner.onmessage = ({ data }) => this.#receive(String(data));
      this.#inner.onclose = ({ code, reason }) => this.#end(code, reason);
      this.#inner.onerror = event => this.onerror?.(event);
    }

    get readyState(): number {
      return this.#inner.readyState;
    }

    send(data: string): void {
      const frame = parse(data);
      if (frame.type === 'ping') {
        if (!this.#hasKeepAlive) this.onmessage?.({ data: PONG });
        return;
      }
      if (frame.type === 'pong') return;
      const type = OUTGOING.get(String(frame.type)) ?? String(frame.type);
      const payload = dialect ? dialect.payload(type, frame.payload) : frame.payload;
      this.#inner.send(JSON.stringify({ ...frame, type, payload }));
    }

    close(code?: number, reason?: string): void {
      this.#inner.close(code, reason);
    }

    terminate(): void {
      const inner = this.#inner as WebSocket & { terminate?: () => void };
      if (inner.terminate) inner.terminate();
      else inner.close();
    }

    #receive(data: string): void {
      this.#awaitMore();
      // Most frames are data, and may be large: they are not parsed here.
      if (readFrame(data).type === 'data') {
        this.onmessage?.({ data: data.replace(/"type"\s*:\s*"data"/, '"type":"next"') });
        return;
      }
      const { type, id, payload }: Frame = parse(data);
      if (type === 'ka') {
        this.#hasKeepAlive = this.#longestSilence === undefined;
        this.onmessage?.({ data: PONG });
      } else if (type === 'connection_error' || (type === 'error' && id === undefined)) {
        this.#abandon(FORBIDDEN, errorsOf(payload)[0]?.message ?? '');
      } else if (type === 'error') {
        this.onmessage?.({ data: JSON.stringify({ type, id, payload: errorsOf(payload) }) });
      } else if (type !== 'start_ack') {
        if (type === 'connection_ack') this.#longestSilence = silenceOf(payload);
        this.#awaitMore();
        this.onmessage?.({ data });
      }
    }

    /** Every frame begins the silence anew. */
    #awaitMore(): void {
      clearTimeout(this.#silenceTimer);
      if (this.#longestSilence === undefined) return;
      this.#silenceTimer = setTimeout(() => this.#abandon(TERMINATED, 'No sign of life from the server'), this.#longestSilence);
    }

    /** Ends the connection without waiting for the server. */
    #abandon(code: number, reason: string): void {
      this.#inner.onclose = null;
      this.#inner.close();
      this.#end(code, reason);
    }

    #end(code: number, reason: string): void {
      this.#longestSilence = undefined;
      clearTimeout(this.#silenceTimer);
      this.onclose?.({ code, reason });
    }
  } as unknown as typeof WebSocket;
}

/** Frames with other names. */
const OUTGOING: ReadonlyMap<string, string> = new Map([
  ['subscribe', 'start'],
  ['complete', 'stop'],
]);

function parse(data: string): Frame {
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === 'object' && frame !== null ? frame : {};
  } catch {
    return {};
  }
}

/** How long the server says it is silent at most, in ms (AWS AppSync's `connectionTimeoutMs`), within what a timer can hold. */
function silenceOf(payload: unknown): number | undefined {
  const ms = isObject(payload) ? payload.connectionTimeoutMs : undefined;
  return typeof ms === 'number' && ms >= 1000 && ms < 2 ** 31 ? ms : undefined;
}

/** The payload of an error: an error, a list of errors, an object with a list, or a text. */
function errorsOf(payload: unknown): { message: string }[] {
  const inner = isObject(payload) && Array.isArray(payload.errors) ? payload.errors : payload;
  return (Array.isArray(inner) ? inner : [inner]).map(error =>
    isObject(error)
      ? { ...error, message: String(error.message ?? error.errorType ?? JSON.stringify(error)) }
      : { message: String(error ?? '') },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
