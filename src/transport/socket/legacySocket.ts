/**
 * A websocket class for the older protocol, subscriptions-transport-ws (subprotocol `graphql-ws`), which translates its frames to those of
 * graphql-transport-ws and back. So the same client, with all its rules, runs over both.
 * https://github.com/apollographql/subscriptions-transport-ws/blob/master/PROTOCOL.md
 *
 * The older protocol has no ping. Servers may send keep-alives; silence is watched from the first of them on (as the older client does), and
 * until then pings are answered here.
 */

import { readFrame } from './readFrame';

type Frame = { type?: unknown; id?: unknown; payload?: unknown };

const SUBPROTOCOL = 'graphql-ws';
const PONG = '{"type":"pong"}';

/** What a `connection_error` is for the client: a refusal of the connection (C41). */
const FORBIDDEN = 4403;

/** The class that speaks the older protocol over connections of `WebSocketImpl`. */
export function legacySocket(WebSocketImpl: typeof WebSocket): typeof WebSocket {
  return class LegacySocket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    readonly #inner: WebSocket;
    #hasKeepAlive = false;

    constructor(url: string) {
      this.#inner = new WebSocketImpl(url, SUBPROTOCOL);
      this.#inner.onopen = () => this.onopen?.();
      this.#inner.onmessage = ({ data }) => this.#receive(String(data));
      this.#inner.onclose = ({ code, reason }) => this.onclose?.({ code, reason });
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
      const type = OUTGOING.get(String(frame.type)) ?? frame.type;
      this.#inner.send(JSON.stringify({ ...frame, type }));
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
      // Most frames are data, and may be large: they are not parsed here.
      const isData = readFrame(data).type === 'data';
      const { type, id, payload }: Frame = isData ? {} : parse(data);
      if (isData) this.onmessage?.({ data: data.replace(/"type"\s*:\s*"data"/, '"type":"next"') });
      else if (type === 'ka') {
        this.#hasKeepAlive = true;
        this.onmessage?.({ data: PONG });
      } else if (type === 'error') this.onmessage?.({ data: JSON.stringify({ type, id, payload: errorsOf(payload) }) });
      else if (type === 'connection_error') {
        this.#inner.onclose = null;
        this.#inner.close();
        this.onclose?.({ code: FORBIDDEN, reason: errorsOf(payload)[0]?.message ?? '' });
      } else this.onmessage?.({ data });
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

/** The payload of an error: an error, a list of errors, an object with a list, or a text. */
function errorsOf(payload: unknown): { message: string }[] {
  const inner = isObject(payload) && Array.isArray(payload.errors) ? payload.errors : payload;
  return (Array.isArray(inner) ? inner : [inner]).map(error =>
    isObject(error) ? { ...error, message: String(error.message ?? JSON.stringify(error)) } : { message: String(error ?? '') },
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
