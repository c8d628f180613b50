/**
 * One HTTP answer that goes on, kept open: it is asked for, read, and asked for again when it is lost, by the rules of the websocket (contract
 * C36 to C40): the same waits, a limit for the head of the answer, and a watch on silence. HTTP has no ping, so silence is watched from the
 * first heartbeat of the server on. An answer that says "not like this" is a failure of the subscription, not a reason to ask again.
 */
import { CombinedError } from '@urql/core';
import { ServerError, SocketError } from '../../observe/failure';
import type { SocketStatus } from '../../observe/status';
import { createReconnectPlan } from '../reconnectPlan';
import type { SocketOptions } from '../socket';
import { type MessageReader, messageReader, type ReadMessage, type StreamMessage } from './streamMessages';

/** What a stream is made from. */
export interface HttpStreamOptions {
  socket: SocketOptions;
  /** Sends the request (or requests) and gives the answer that goes on. Called for each attempt, so that it reads the token each time. */
  open(signal: AbortSignal): Promise<Response>;
  onStatus(status: SocketStatus): void;
  /** The answer is a stream. */
  onOpen(response: Response): void;
  onMessage(message: ReadMessage): void;
  /** A piece of the body was read, and what it held was delivered. */
  onRead(text: string, bytes: number): void;
  /** It was open, and comes back by itself; messages may be missing since then. */
  onLost(since: number): void;
  /** It is over: `undefined` at its end, else a SocketError, a CombinedError or an array of GraphQL errors. */
  onEnd(cause: unknown): void;
}

/** A running stream. */
export interface HttpStream {
  /** Asks again with the token as it is now, after the shortest wait (C4). */
  restart(): void;
  /** Ends a wait. */
  skipWait(): void;
  /** Ends a wait, and drops a stream that has been silent too long. */
  wake(): void;
  /** The page is about to be frozen: what is lost from now on is noticed late. */
  sleep(): void;
  stop(): void;
}

/** Statuses of a server, or of what stands before it, that may answer otherwise in a moment. */
const TRANSIENT = new Set([408, 425, 429, 502, 503, 504]);

/** What is read so long after a page woke up was not held for it, in ms. */
const HELD_MS = 2000;

/** While a stream is open something runs here this often, in ms. */
const BEAT_MS = 1000;

/** Where nothing ran for this long, the page stood still: a frozen tab, or a computer that slept, which no event tells. */
const STANDSTILL_MS = 4000;

/** The same in a hidden tab, where Chrome runs timers once a minute. */
const HIDDEN_STANDSTILL_MS = 70_000;

/** A refusal: asking again as before cannot help. */
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
  /** Set where the end of an attempt was noticed late. */
  let silentSince: number | undefined;
  /** The last piece before the page fell asleep, until one comes that was not held for it. */
  let asleepSince: number | undefined;
  let wokeAt = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let beat: ReturnType<typeof setTimeout> | undefined;
  /** When something ran here last. */
  let ranAt = 0;
  /** Whether the tab was hidden then. */
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

  /** As `sleep` and `wake`, where no event said so. */
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
  /** Nothing further is read meanwhile, so that all stay in order. */
  const cut = async ({ text, read }: Extract<StreamMessage, { type: 'large' }>): Promise<ReadMessage> =>
    read(cutFrame ? await cutFrame(text).catch(() => text) : text);
  const read = async (body: ReadableStream<Uint8Array>, reader: MessageReader): Promise<void> => {
    const decoder = new TextDecoder();
    const chunks = body.getReader();
    const cancel = (): void => void chunks.cancel().catch(() => {});
    control.signal.addEventListener('abort', cancel, { once: true });
    for (;;) {
      const { done, value } = await chunks.read();
      // What was held for the page comes before its timers run.
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
    // Within the limit: a refusal is an answer with an end.
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
      // What is left of an answer that is given up.
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

  // Later: the caller has the stream when its first status comes.
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

/** What an answer that is no stream means. @throws when it is worth asking again */
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

/** Headers of a connection may be secrets (sendRequest.ts). */
const REDIRECT_REFUSED =
  'The endpoint answered with a redirect, which is not followed: the request carries headers of the connection, and they would go there too';

const NO_STREAM = 'The endpoint answered the subscription with something else than a stream';

/** The GraphQL errors of a body; none where it is no GraphQL answer. */
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
