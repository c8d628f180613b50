/**
 * Keeps one streamed HTTP response open: requests it, reads it, and requests it again when it is lost, by the rules of the websocket
 * (contract C36 to C40): the same delays, a deadline for the response headers, and a limit on silence. HTTP has no ping, so silence is
 * monitored from the server's first heartbeat on. A response that refuses the request fails the subscription; it is not repeated.
 */
import { CombinedError } from '@urql/core';
import { SocketError } from '../../observe/failure';
import type { SocketStatus } from '../../observe/status';
import { createReconnectPlan, type ReconnectPlan } from '../reconnectPlan';
import type { SocketOptions } from '../socket';
import { createStandstillCheck } from '../standstill';
import { createLossDate } from './lossDate';
import { Refusal, refusalOf, Unavailable } from './refusal';
import { type MessageReader, messageReader, type ReadMessage, type StreamMessage } from './streamMessages';

/** Options of `openHttpStream`. */
export interface HttpStreamOptions {
  socket: SocketOptions;
  /** Sends the request (or requests) and returns the streamed response. Called for each attempt, so that it reads the current token. */
  open(signal: AbortSignal): Promise<Response>;
  onStatus(status: SocketStatus): void;
  /** The response is a stream. */
  onOpen(response: Response): void;
  onMessage(message: ReadMessage): void;
  /** A chunk of the body was read and its messages were delivered. */
  onRead(text: string, bytes: number): void;
  /** The stream was lost and will be reopened; messages may be missing from `since` on. */
  onLost(since: number): void;
  /** The stream ended: `undefined` if it was completed, otherwise a SocketError, a CombinedError or an array of GraphQL errors. */
  onEnd(cause: unknown): void;
}

/** A running stream. */
export interface HttpStream {
  /** Sends the request again with the current token, after the shortest delay (C4). */
  restart(): void;
  /** Ends the wait before a reconnect. */
  skipWait(): void;
  /** Ends the wait, and drops a stream that has been silent too long. */
  wake(): void;
  /** The page is about to be frozen. A loss after this is noticed late. */
  sleep(): void;
  stop(): void;
}

/** Opens a stream and keeps it open. */
export function openHttpStream(options: HttpStreamOptions): HttpStream {
  const stream = new LastingStream(options);
  // In a microtask, so that the caller has the stream before its first status.
  void Promise.resolve().then(() => stream.run());
  return stream;
}

/** A stream and its attempts, of which one is under way at a time. */
class LastingStream implements HttpStream {
  readonly #options: HttpStreamOptions;
  readonly #plan: ReconnectPlan;
  /** Deadline of the headers, and longest silence once the server sends heartbeats, in ms. 0: no limit. */
  readonly #timeoutMs: number;
  readonly #loss = createLossDate();
  readonly #standstill = createStandstillCheck(() => this.#loss.stoodStill());
  /** Aborts the current attempt. */
  #control = new AbortController();
  #isStopped = false;
  #isOpen = false;
  #hasHeartbeat = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: HttpStreamOptions) {
    const { config } = options.socket;
    this.#options = options;
    this.#plan = createReconnectPlan(config);
    this.#timeoutMs = config.wsTimeoutMs;
  }

  async run(): Promise<void> {
    while (!this.#isStopped) {
      let reason = '';
      try {
        await this.#attempt();
      } catch (cause) {
        if (cause instanceof Refusal) this.#end(cause.refusal);
        if (cause instanceof Unavailable) reason = cause.message;
      }
      // Also cancels the rest of an abandoned response.
      this.#abandon();
      if (!this.#isStopped) await this.#lose(reason);
    }
  }

  restart(): void {
    if (this.#control.signal.aborted) return;
    this.#loss.noticed(Date.now());
    this.#plan.forgetLosses();
    this.#control.abort();
  }

  skipWait(): void {
    this.#plan.skip();
  }

  sleep(): void {
    if (this.#isOpen) this.#loss.sleep();
  }

  wake(): void {
    this.#loss.wake();
    this.#plan.skip();
    if (this.#isOpen && this.#hasHeartbeat && this.#timeoutMs > 0 && this.#loss.silentMs() >= this.#timeoutMs) this.#dropSilent();
  }

  stop(): void {
    this.#isStopped = true;
    this.#abandon();
    this.#plan.skip();
  }

  /** Sends the request and reads the response to its end. */
  async #attempt(): Promise<void> {
    const { onOpen, onStatus, open } = this.#options;
    this.#control = new AbortController();
    const { signal } = this.#control;
    this.#isOpen = false;
    this.#hasHeartbeat = false;
    onStatus({ state: 'connecting', attempt: this.#plan.open().attempt });
    this.#arm(this.#timeoutMs, () => this.#control.abort());
    const response = await open(signal);
    const reader = response.ok ? messageReader(response.headers.get('content-type') ?? '') : undefined;
    // The deadline still applies: the body of a refusal is read to its end.
    if (!reader || !response.body) throw await refusalOf(response);
    clearTimeout(this.#timer);
    if (this.#isStopped || signal.aborted) return;
    this.#isOpen = true;
    this.#loss.opened();
    this.#standstill.start();
    this.#plan.acknowledge();
    onStatus({ state: 'live' });
    onOpen(response);
    await this.#read(response.body, reader);
  }

  async #read(body: ReadableStream<Uint8Array>, reader: MessageReader): Promise<void> {
    const { signal } = this.#control;
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    signal.addEventListener('abort', () => void chunks.cancel().catch(() => {}), { once: true });
    for (;;) {
      const { done, value } = await chunks.read();
      // Chunks that were buffered while the page was frozen arrive before its timers run.
      this.#standstill.check();
      if (this.#isStopped || signal.aborted) return;
      if (done) break;
      this.#loss.received();
      const text = decoder.decode(value, { stream: true });
      for (const message of reader.push(text)) this.#deliver(message.type === 'large' ? await this.#cut(message) : message);
      this.#options.onRead(text, value.byteLength);
    }
    if (reader.isComplete()) throw new Refusal(undefined);
  }

  /** Shortens a large message. Reading pauses meanwhile, so that the order is kept. */
  async #cut({ text, read }: Extract<StreamMessage, { type: 'large' }>): Promise<ReadMessage> {
    const { cutFrame } = this.#options.socket;
    return read(cutFrame ? await cutFrame(text).catch(() => text) : text);
  }

  #deliver(message: ReadMessage): void {
    if (this.#isStopped) return;
    if (message.type === 'heartbeat') {
      if (!this.#hasHeartbeat) this.#watchSilence();
      this.#hasHeartbeat = true;
    } else if (message.type === 'failed') throw new Refusal(message.errors);
    else this.#options.onMessage(message);
  }

  #watchSilence(): void {
    if (this.#timeoutMs === 0) return;
    const leftMs = this.#timeoutMs - this.#loss.silentMs();
    if (leftMs <= 0) this.#dropSilent();
    else this.#arm(leftMs, () => this.#watchSilence());
  }

  #dropSilent(): void {
    this.#loss.noticed(Date.now() - this.#loss.silentMs());
    this.#control.abort();
  }

  /** Ends the subscription. */
  #end(cause: unknown): void {
    if (this.#isStopped) return;
    this.stop();
    const isClose = cause instanceof SocketError || cause instanceof CombinedError;
    this.#options.onStatus(isClose ? { state: 'failed', code: 0, reason: cause.message } : { state: 'idle' });
    this.#options.onEnd(cause);
  }

  /** Reports the end of an attempt, and waits until the next. */
  async #lose(reason: string): Promise<void> {
    const { onLost, onStatus, socket } = this.#options;
    if (this.#isOpen) onLost(this.#loss.since());
    this.#isOpen = false;
    const { attempt, ms } = this.#plan.lose();
    onStatus({ state: 'reconnecting', attempt, nextAt: Date.now() + ms, ...(reason && { reason }) });
    await this.#plan.wait(wait => socket.tap.emit({ type: 'reconnectWait', ...wait }));
  }

  #abandon(): void {
    clearTimeout(this.#timer);
    this.#standstill.stop();
    this.#control.abort();
  }

  #arm(ms: number, action: () => void): void {
    clearTimeout(this.#timer);
    if (this.#timeoutMs > 0) this.#timer = setTimeout(action, ms);
  }
}
