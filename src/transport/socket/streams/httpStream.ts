/**
 * Keeps one streamed HTTP response open: requests it, reads it, and requests it again when it is lost, by the rules of the websocket
 * (contract C36 to C40): the same delays, a deadline for the response headers, and a limit on silence. HTTP has no ping, so silence is
 * monitored from the server's first heartbeat on. A response that refuses the request fails the subscription; it is not repeated.
 */
import { CombinedError } from '@urql/core';
import { ServerError, SocketError } from '../../observe/failure';
import type { SocketStatus } from '../../observe/status';
import { createReconnectPlan } from '../reconnectPlan';
import type { SocketOptions } from '../socket';
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

/** Statuses of a server or an intermediary that may be temporary. */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

/** Data that arrives this long after a page woke up, in ms, was not buffered while it was frozen. */
const HELD_MS = 2000;

/** Interval of the standstill check while a stream is open, in ms. */
const BEAT_MS = 1000;

/** If no code ran for this long, in ms, the page was frozen or the computer slept. No event reports that. */
const STANDSTILL_MS = 4000;

/** The same limit for a hidden tab, in which Chrome runs timers once a minute. */
const HIDDEN_STANDSTILL_MS = 70_000;

/** The server refused the request; repeating it cannot help. */
class Refusal extends Error {
  readonly refusal: unknown;
  constructor(refusal: unknown) {
    super('Refused');
    this.refusal = refusal;
  }
}

/** Opens a stream and keeps it open. */
export function openHttpStream(options: HttpStreamOptions): HttpStream {
  const { config, tap, cutFrame } = options.socket;
  const plan = createReconnectPlan(config);
  const timeoutMs = config.wsTimeoutMs;
  let control = new AbortController();
  let stopped = false;
  let isOpen = false;
  let lastReadAt = 0;
  let hasHeartbeat = false;
  /** Set if the end of an attempt was noticed late. */
  let silentSince: number | undefined;
  /** Time of the last chunk before the page was frozen; cleared by a chunk that was not buffered in the meantime. */
  let asleepSince: number | undefined;
  let wokeAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setTimeout> | undefined;
  /** When code of this stream last ran. */
  let ranAt = 0;
  /** Whether the tab was hidden at that time. */
  let wasHidden = false;

  const arm = (ms: number, action: () => void): void => {
    clearTimeout(timer);
    if (timeoutMs > 0) timer = setTimeout(action, ms);
  };
  const watch = (): void => {
    const silentMs = Math.max(0, Date.now() - lastReadAt);
    if (silentMs >= timeoutMs) dropSilent();
    else arm(timeoutMs - silentMs, watch);
  };
  const dropSilent = (): void => {
    silentSince = lastReadAt;
    control.abort();
  };

  /** Does the same as `sleep` and `wake` if no event reported the standstill. */
  const noticeStandstill = (): void => {
    const now = Date.now();
    const isHidden = globalThis.document?.visibilityState === 'hidden';
    if (now - ranAt >= (isHidden || wasHidden ? HIDDEN_STANDSTILL_MS : STANDSTILL_MS)) {
      asleepSince ??= lastReadAt;
      wokeAt = now;
    }
    ranAt = now;
    wasHidden = isHidden;
  };
  const runOn = (): void => {
    clearTimeout(beat);
    noticeStandstill();
    beat = setTimeout(runOn, BEAT_MS);
  };

  const deliver = (message: ReadMessage): void => {
    if (stopped) return;
    if (message.type === 'heartbeat') {
      if (!hasHeartbeat) watch();
      hasHeartbeat = true;
    } else if (message.type === 'failed') throw new Refusal(message.errors);
    else options.onMessage(message);
  };
  /** Shortens a large message. Reading pauses meanwhile, so that the order is kept. */
  const cut = async ({ text, read }: Extract<StreamMessage, { type: 'large' }>): Promise<ReadMessage> =>
    read(cutFrame ? await cutFrame(text).catch(() => text) : text);
  const read = async (body: ReadableStream<Uint8Array>, reader: MessageReader): Promise<void> => {
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    const cancel = (): void => void chunks.cancel().catch(() => {});
    control.signal.addEventListener('abort', cancel, { once: true });
    for (;;) {
      const { done, value } = await chunks.read();
      // Chunks that were buffered while the page was frozen arrive before its timers run.
      noticeStandstill();
      if (stopped || control.signal.aborted) return;
      if (done) break;
      lastReadAt = Date.now();
      if (lastReadAt - wokeAt >= HELD_MS) asleepSince = undefined;
      const text = decoder.decode(value, { stream: true });
      for (const message of reader.push(text)) deliver(message.type === 'large' ? await cut(message) : message);
      options.onRead(text, value.byteLength);
    }
    if (reader.isComplete()) throw new Refusal(undefined);
  };

  const attempt = async (): Promise<void> => {
    control = new AbortController();
    isOpen = false;
    hasHeartbeat = false;
    silentSince = undefined;
    asleepSince = undefined;
    const number = plan.open().attempt;
    options.onStatus({ state: 'connecting', attempt: number });
    arm(timeoutMs, () => control.abort());
    const response = await options.open(control.signal);
    const reader = response.ok ? messageReader(response.headers.get('content-type') ?? '') : undefined;
    // The deadline still applies: the body of a refusal is read to its end.
    if (!reader || !response.body) throw await refusalOf(response);
    clearTimeout(timer);
    if (stopped || control.signal.aborted) return;
    isOpen = true;
    lastReadAt = Date.now();
    ranAt = lastReadAt;
    runOn();
    plan.acknowledge();
    options.onStatus({ state: 'live' });
    options.onOpen(response);
    await read(response.body, reader);
  };
  const end = (cause: unknown): void => {
    if (stopped) return;
    stop();
    const isClose = cause instanceof SocketError || cause instanceof CombinedError;
    options.onStatus(isClose ? { state: 'failed', code: 0, reason: cause.message } : { state: 'idle' });
    options.onEnd(cause);
  };
  const lose = async (): Promise<void> => {
    if (isOpen) options.onLost(asleepSince ?? silentSince ?? lastReadAt);
    isOpen = false;
    const { attempt: number, ms } = plan.lose();
    options.onStatus({ state: 'reconnecting', attempt: number, nextAt: Date.now() + ms });
    await plan.wait(wait => tap.emit({ type: 'reconnectWait', ...wait }));
  };
  const run = async (): Promise<void> => {
    while (!stopped) {
      try {
        await attempt();
      } catch (cause) {
        if (cause instanceof Refusal) end(cause.refusal);
      }
      clearTimeout(timer);
      clearTimeout(beat);
      // Cancels the rest of an abandoned response.
      control.abort();
      if (!stopped) await lose();
    }
  };
  const stop = (): void => {
    stopped = true;
    clearTimeout(timer);
    clearTimeout(beat);
    control.abort();
    plan.skip();
  };

  // In a microtask, so that the caller has the stream before its first status.
  void Promise.resolve().then(run);
  return {
    restart() {
      if (control.signal.aborted) return;
      silentSince = Date.now();
      plan.forgetLosses();
      control.abort();
    },
    skipWait: plan.skip,
    sleep() {
      if (!isOpen) return;
      asleepSince ??= lastReadAt;
      wokeAt = Number.POSITIVE_INFINITY;
    },
    wake() {
      wokeAt = Math.min(wokeAt, Date.now());
      plan.skip();
      if (isOpen && hasHeartbeat && timeoutMs > 0 && Date.now() - lastReadAt >= timeoutMs) dropSilent();
    },
    stop,
  };
}

/** Interprets a response that is not a stream. @throws if the request is worth repeating */
export async function refusalOf(response: Response): Promise<Refusal> {
  const { status } = response;
  const refused = (message: string, statusCode: number, graphQLErrors: { message: string }[]): Refusal =>
    new Refusal(new CombinedError({ networkError: new ServerError(message, statusCode, null), graphQLErrors }));
  if (response.type === 'opaqueredirect' || response.headers.has('location')) return refused(REDIRECT_REFUSED, 0, []);
  const errors = errorsIn(await response.text());
  if (errors.length === 0 && TRANSIENT.has(status)) throw new Error(`Status ${status}`);
  if (status < 300) return new Refusal(errors.length > 0 ? errors : new SocketError(NO_STREAM, 0, NO_STREAM, false));
  return refused(`The endpoint answered the subscription with status ${status}`, status, errors);
}

/** The connection's headers may be secret (sendRequest.ts). */
const REDIRECT_REFUSED =
  'The endpoint answered with a redirect, which is not followed: the request carries headers of the connection, and they would go there too';

const NO_STREAM = 'The endpoint answered the subscription with something else than a stream';

/** The GraphQL errors of a body; empty if it is not a GraphQL response. */
function errorsIn(text: string): { message: string }[] {
  try {
    const body: unknown = JSON.parse(text);
    const errors =
      typeof body === 'object' && body !== null && Object.hasOwn(body, 'errors') ? (body as { errors: unknown }).errors : [];
    const isObject = (error: unknown): boolean => typeof error === 'object' && error !== null;
    return Array.isArray(errors) ? errors.map(error => (isObject(error) ? error : { message: String(error) })) : [];
  } catch {
    return [];
  }
}
