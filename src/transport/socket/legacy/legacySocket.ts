/**
 * A WebSocket class for the legacy protocol subscriptions-transport-ws (subprotocol `graphql-ws`). It translates the frames of
 * graphql-transport-ws in both directions, so that the same client works with both protocols.
 * https://github.com/apollographql/subscriptions-transport-ws/blob/master/PROTOCOL.md
 *
 * The legacy protocol has no ping. Servers may send keep-alives. Silence is monitored from the first keep-alive on, as the legacy client
 * does it; until then pings are answered here. If a server declares its longest silence, that limit applies instead.
 */
import { isObject } from '../../http/judgeResponse';
import { readFrame } from '../frames/readFrame';

type Frame = { type?: unknown; id?: unknown; payload?: unknown };

const SUBPROTOCOL = 'graphql-ws';
const PONG = '{"type":"pong"}';

/** The close code for a `connection_error`: the connection was refused (C41). */
const FORBIDDEN = 4403;
/** The close code after too long a silence; the client reconnects. */
const TERMINATED = 4499;

/** Deviations of a service from the legacy protocol. The methods are called for each connection. */
export interface LegacyDialect {
  /** Subprotocols offered in addition to `graphql-ws`. */
  protocols(): readonly string[];
  /**
   * Returns the payload of an outgoing frame, or a promise of it; later frames wait for it. `type`: the frame type in the legacy protocol.
   */
  payload(type: string, payload: unknown): unknown;
  /** Returns a received frame, other than data, as it may be logged. */
  received(frame: string): string;
}

/** Returns a class that speaks the legacy protocol over connections of `WebSocketImpl`. */
export function legacySocket(WebSocketImpl: typeof WebSocket, dialect?: LegacyDialect): typeof WebSocket {
  return class LegacySocket {
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number; reason: string }) => void) | null = null;
    onerror: ((event: unknown) => void) | null = null;
    /** Without the additional protocols of a dialect, which may contain credentials. */
    readonly protocol = SUBPROTOCOL;
    readonly #inner: WebSocket;
    #hasKeepAlive = false;
    /** The longest silence in ms, if the server declares it. */
    #longestSilence: number | undefined;
    #silenceTimer: ReturnType<typeof setTimeout> | undefined;
    /** Settles when all frames so far have been sent; undefined if none had to wait. */
    #sending: Promise<void> | undefined;

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
      const put = (ready: unknown): void => this.#inner.send(JSON.stringify({ ...frame, type, payload: ready }));
      if (!this.#sending && !(payload instanceof Promise)) put(payload);
      else
        this.#sending = Promise.all([payload, this.#sending]).then(
          ([ready]) => {
            if (this.readyState === WebSocketImpl.OPEN) put(ready);
          },
          cause => this.#abandon(TERMINATED, String(cause)),
        );
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
      // Most frames are data and may be large, so they are not parsed here.
      if (readFrame(data).type === 'data') {
        this.onmessage?.({ data: asNext(data) });
        return;
      }
      const { type, id, payload }: Frame = parse(dialect ? dialect.received(data) : data);
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

    /** Restarts the silence timer; called for every frame. */
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

/** Outgoing frame types that differ in the legacy protocol. */
const OUTGOING: ReadonlyMap<string, string> = new Map([
  ['subscribe', 'start'],
  ['complete', 'stop'],
]);

/** A data frame with the type of an event. Servers put the type before or after the payload, which may contain the same text. */
function asNext(data: string): string {
  const first = /"type"\s*:\s*"data"/.exec(data);
  const isBefore = first && first.index < data.indexOf('"payload"');
  const type = isBefore ? first : [...data.matchAll(/"type"\s*:\s*"data"/g)].at(-1);
  return type ? `${data.slice(0, type.index)}"type":"next"${data.slice(type.index + type[0].length)}` : data;
}

function parse(data: string): Frame {
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === 'object' && frame !== null ? frame : {};
  } catch {
    return {};
  }
}

/** The longest silence that the server declares, in ms (AWS AppSync's `connectionTimeoutMs`), if a timer can hold it. */
function silenceOf(payload: unknown): number | undefined {
  const ms = isObject(payload) ? payload.connectionTimeoutMs : undefined;
  return typeof ms === 'number' && ms >= 1000 && ms < 2 ** 31 ? ms : undefined;
}

/** The errors in an error payload, which is an error, a list of errors, an object with a list, or a string. */
function errorsOf(payload: unknown): { message: string }[] {
  const inner = isObject(payload) && Array.isArray(payload.errors) ? payload.errors : payload;
  return (Array.isArray(inner) ? inner : [inner]).map(error => {
    const fields: Record<string, unknown> = isObject(error) ? error : { message: error ?? '' };
    const message = [fields.message, fields.errorType].find(text => typeof text === 'string') ?? JSON.stringify(error);
    return { ...fields, message };
  });
}
