/**
 * Subscriptions over one shared HTTP stream: GraphQL over SSE in single connection mode
 * (https://github.com/graphql/graphql-over-http/blob/main/rfcs/GraphQLOverSSE.md). PUT reserves a stream and returns its token, GET opens
 * it, POST starts an operation and DELETE stops it. The client of the graphql-sse package does not fit: it retries forever, whatever the
 * status (C41), cannot end a stream for a new token (C4), and does not report what it reads (C38).
 */
import { createStore } from '../../../lib/store';
import { utf8Length } from '../../../lib/text/utf8Length';
import type { SocketStatus } from '../../observe/status';
import type { TapOperation } from '../../observe/tap';
import { sendRequest } from '../sendRequest';
import type { Socket, SocketOptions, SubscribePayload, SubscribeSink } from '../socket';
import { type HttpStream, openHttpStream } from './httpStream';
import { refusalOf } from './refusal';
import type { ReadMessage } from './streamMessages';
import { tapPiece } from './streamTap';

const STREAM_TOKEN = 'x-graphql-event-stream-token';

/** How long an unused stream stays open, in ms, like an unused websocket (C35). */
const LINGER_MS = 3000;

/** A subscription on the stream. */
interface Subscription {
  payload: SubscribePayload;
  sink: SubscribeSink;
  operation: TapOperation | undefined;
  /** Aborts its requests. */
  control: AbortController;
}

export function createSingleStreamClient(options: SocketOptions): Socket {
  return new SingleStreamClient(options);
}

class SingleStreamClient implements Socket {
  readonly status = createStore<SocketStatus>({ state: 'idle' });
  readonly #options: SocketOptions;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #held = new Set<number>();
  #stream: HttpStream | undefined;
  #lastId = 0;
  /** The bearer token in the requests of the current stream; `#streamToken` is the token of the stream itself. */
  #token = '';
  #streamToken = '';
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  subscribe(payload: SubscribePayload, sink: SubscribeSink, operation?: TapOperation): () => void {
    clearTimeout(this.#lingerTimer);
    const id = String(++this.#lastId);
    const subscription = { payload, sink, operation, control: new AbortController() };
    this.#subscriptions.set(id, subscription);
    if (!this.#stream) this.#open();
    else if (this.status.get().state === 'live') void this.#start(id, subscription);
    return () => {
      if (!this.#subscriptions.delete(id)) return;
      subscription.control.abort();
      if (this.status.get().state === 'live') this.#send('DELETE', { search: { operationId: id } }).catch(() => {});
      this.#lingerIfUnused();
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
    if (this.#stream && this.#token !== this.#options.readToken()) this.#stream.restart();
  }

  reconnectNow(): void {
    this.#stream?.skipWait();
  }

  wake(): void {
    this.#stream?.wake();
  }

  sleep(): void {
    this.#stream?.sleep();
  }

  dispose(): void {
    for (const { control } of this.#subscriptions.values()) control.abort();
    this.#subscriptions.clear();
    this.#close();
  }

  #open(): void {
    const { tap } = this.#options;
    this.#stream = openHttpStream({
      socket: this.#options,
      open: signal => this.#reserve(signal),
      onStatus: status => this.status.set(status),
      onOpen: () => {
        for (const [id, subscription] of this.#subscriptions) void this.#start(id, subscription);
      },
      onMessage: message => {
        if (message.type === 'complete' && message.id !== undefined) this.#end(message.id, undefined);
        const subscription = message.type === 'next' ? this.#subscriptions.get(message.id ?? '') : undefined;
        if (message.type !== 'next' || !subscription) return;
        this.#tapMessage(subscription.operation, message.payload);
        subscription.sink.next(message.payload);
      },
      onRead: (text, bytes) => tapPiece(tap, undefined, { text, bytes, errors: 0, messages: 0, token: this.#token }),
      onLost: since => {
        for (const { sink } of [...this.#subscriptions.values()]) sink.connection?.({ state: 'lost', since });
      },
      onEnd: cause => {
        this.#stream = undefined;
        for (const id of [...this.#subscriptions.keys()]) this.#end(id, cause);
      },
    });
  }

  /** A message as it belongs to its subscription; the stream is that of all of them. */
  #tapMessage(operation: TapOperation | undefined, payload: Extract<ReadMessage, { type: 'next' }>['payload']): void {
    const { tap } = this.#options;
    if (!tap.active || !operation) return;
    const text = JSON.stringify(payload);
    const errors = payload.errors?.length ?? 0;
    tapPiece(tap, operation, { text, bytes: utf8Length(text), errors, messages: 1, token: this.#token });
  }

  /** Reserves a stream and opens it. */
  async #reserve(signal: AbortSignal): Promise<Response> {
    this.#token = this.#options.readToken();
    this.#streamToken = '';
    const reserved = await this.#send('PUT', { signal });
    if (reserved.status !== 201) return reserved;
    this.#streamToken = await reserved.text();
    return this.#send('GET', { signal, accept: 'text/event-stream' });
  }

  /** Starts an operation on the open stream. */
  async #start(id: string, { payload, operation, control, sink }: Subscription): Promise<void> {
    const body = JSON.stringify({ ...payload, extensions: { operationId: id } });
    const stream = this.#streamToken;
    try {
      const response = await this.#send('POST', { body, signal: control.signal }, operation);
      if (stream !== this.#streamToken || !this.#subscriptions.has(id)) return;
      if (response.status === 202) {
        await response.body?.cancel();
        sink.connection?.({ state: 'live' });
      } else this.#end(id, (await refusalOf(response)).refusal);
    } catch {
      // The request failed, so the stream is probably lost too: reopen it and start all its subscriptions again.
      if (stream === this.#streamToken && this.#subscriptions.has(id)) this.#stream?.restart();
    }
  }

  #end(id: string, cause: unknown): void {
    const subscription = this.#subscriptions.get(id);
    if (!subscription) return;
    this.#subscriptions.delete(id);
    this.#lingerIfUnused();
    if (cause === undefined) subscription.sink.complete();
    else subscription.sink.error(cause);
  }

  #send(
    method: 'PUT' | 'GET' | 'POST' | 'DELETE',
    request: { signal?: AbortSignal; accept?: string; body?: string; search?: Record<string, string> },
    operation?: TapOperation,
  ): Promise<Response> {
    const headers: Record<string, string> = this.#streamToken === '' ? {} : { [STREAM_TOKEN]: this.#streamToken };
    const { signal = AbortSignal.timeout(LINGER_MS), ...rest } = request;
    return sendRequest(this.#options, { method, token: this.#token, headers, signal, ...rest }, operation);
  }

  #lingerIfUnused(): void {
    clearTimeout(this.#lingerTimer);
    if (!this.#stream || this.#subscriptions.size > 0 || this.#held.size > 0) return;
    this.#lingerTimer = setTimeout(() => this.#close(), LINGER_MS);
  }

  #close(): void {
    clearTimeout(this.#lingerTimer);
    this.#stream?.stop();
    this.#stream = undefined;
    this.status.set({ state: 'idle' });
  }
}
