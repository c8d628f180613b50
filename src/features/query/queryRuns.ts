/**
 * What was run in the tabs of the Query screen, and how it came out. It lives as long as the session, so an answer is still there, and a
 * subscription goes on, when the person comes back from another screen. Everything is sent once, when it is asked for: nothing here repeats.
 */
import { CombinedError, createRequest, type OperationContext, type OperationResult } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import type { Clock, Timer } from '../../lib/clock';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { QueryHeader } from '../../session/queryTabs';
import type { Session } from '../../session/session';
import { type Failure, failureOf } from '../../transport/failure';
import { BrokenJsonError } from '../../transport/jsonBytes';
import type { LargeAnswers } from '../../transport/largeAnswers';
import type { TapEvent } from '../../transport/tap';
import { type AskedShape, stripped } from './askedShape';
import type { TextPlace } from './documentTools';
import { LargeData, type LargeSink, largeAnswers, type ResultWorker } from './largeData';
import { startResultWorker } from './startResultWorker';

/** What is sent. */
export interface RunRequest {
  kind: 'query' | 'mutation' | 'subscription';
  name: string | null;
  /** One operation with its fragments. */
  text: string;
  variables: Readonly<Record<string, unknown>>;
  headers: readonly QueryHeader[];
  /** What is asked for: what the transport asks for besides is taken out of the data. */
  shape: AskedShape;
  /** Where in the person's text an error belongs; `sent` is the text as it went out. */
  placeOf: (
    error: { path?: readonly (string | number)[] | undefined; locations?: readonly TextPlace[] | undefined },
    sent: string,
  ) => TextPlace | null;
  /** Address of the Docs page about what stands in the data under these names, lists passed over; null: nothing is known of it. */
  docsOf: (path: readonly string[]) => string | null;
}

/** One error of an answer. */
export interface RunError {
  message: string;
  path: readonly (string | number)[] | null;
  place: TextPlace | null;
  extensions: Readonly<Record<string, unknown>>;
}

/** One event of a subscription. */
export interface RunEvent {
  at: number;
  data: unknown;
  errors: readonly RunError[];
}

/** What the tap told of the answer. Sizes in bytes, times in ms. */
export interface RunAnswer {
  status: number;
  contentType: string;
  bytes: number;
  firstByteMs: number;
  ms: number;
  headers: Readonly<Record<string, string>>;
}

/** A run at one moment. */
export interface QueryRun {
  /** `stopped`: by the person. */
  state: 'running' | 'done' | 'stopped';
  request: RunRequest;
  startedAt: number;
  endedAt: number | null;
  /** undefined where it is large: then it is in `large`. */
  data: unknown;
  /** The data of a large answer, which a worker holds. */
  large: LargeData | null;
  /** Of a large answer that did not come to its end, or is no JSON: its text, as far as it came. */
  cut: LargeData | null;
  /**
   * The body as it came, in the pieces that it came in; of a large one it is in `large` or `cut`. Changes in place: it grows, and is empty once
   * the pieces are more than `MOST_TEXT`.
   */
  texts: readonly string[];
  /** Bytes that have come so far of an answer that comes whole. */
  received: number;
  errors: readonly RunError[];
  extensions: unknown;
  /** What went wrong apart from `errors`: no answer, no JSON, a refusal. */
  failure: Failure | null;
  /** Of a large answer that is no JSON: where it stops being it. */
  broken: { at: number; endsEarly: boolean } | null;
  /** More parts are on their way. */
  hasNext: boolean;
  /** Parts that came so far. */
  parts: number;
  /** Events of a subscription, the newest first, at most `MOST_EVENTS`. */
  events: readonly RunEvent[];
  eventCount: number;
  sentHeaders: Readonly<Record<string, string>> | null;
  answer: RunAnswer | null;
  /** The wire log's name of it; null until it is sent. */
  wireId: number | null;
}

/** The runs of a session, by tab. */
export interface QueryRuns {
  /** The latest run of a tab; null: nothing was run. */
  of(tab: string): Readable<QueryRun | null>;
  /** Sends; false while a mutation of the tab is under way, which is never sent twice. Whatever else is under way is stopped. */
  run(tab: string, request: RunRequest): boolean;
  /** Stops listening; a query is aborted. A mutation cannot be called back: nothing happens. */
  stop(tab: string): void;
  /** Forgets a tab that was closed; where a mutation is under way, once that has come out. */
  drop(tab: string): void;
  /** The mutations that are under way, by name. */
  underWay(): string[];
  dispose(): void;
}

/** Events kept of one subscription. */
export const MOST_EVENTS = 500;
/** Characters kept of the text of an answer in parts, which may go on for as long as somebody looks. */
export const MOST_TEXT = 5_000_000;
/** How long after a stop the tap may still tell what had come, in ms. */
const LATE_MS = 1000;
/** How often a stream of parts or events is shown, in ms. */
const SHOW_MS = 100;

/** The runs of a session. */
export function queryRunsOf(session: Session): QueryRuns {
  return session.part('queryRuns', () => createQueryRuns(session.transport, session.clock, startResultWorker));
}

/** Makes an empty set of runs. */
export function createQueryRuns(
  transport: Pick<Session['transport'], 'client' | 'tap'>,
  clock: Clock,
  startWorker: (() => ResultWorker) | undefined,
): QueryRuns {
  const stores = new Map<string, Store<QueryRun | null>>();
  const ends = new Map<string, () => void>();
  const storeOf = (tab: string): Store<QueryRun | null> => {
    const known = stores.get(tab);
    if (known) return known;
    const made = createStore<QueryRun | null>(null);
    stores.set(tab, made);
    return made;
  };
  /** Lets go what a worker holds. */
  const letGo = (tab: string): void => {
    const run = stores.get(tab)?.get();
    run?.large?.close();
    run?.cut?.close();
  };
  const forget = (tab: string): void => {
    ends.get(tab)?.();
    ends.delete(tab);
    letGo(tab);
    stores.delete(tab);
  };
  const stop = (tab: string): void => {
    const run = storeOf(tab).get();
    if (run?.state !== 'running' || run.request.kind === 'mutation') return;
    ends.get(tab)?.();
    const now = storeOf(tab).get() ?? run;
    storeOf(tab).set({ ...now, state: 'stopped', endedAt: clock.now(), hasNext: false });
  };
  return {
    of: storeOf,
    run(tab, request) {
      if (isMutating(storeOf(tab).get())) return false;
      ends.get(tab)?.();
      letGo(tab);
      ends.set(tab, start(transport, clock, request, storeOf(tab), startWorker));
      return true;
    },
    stop,
    drop(tab) {
      stop(tab);
      const store = storeOf(tab);
      if (!isMutating(store.get())) {
        forget(tab);
        return;
      }
      // It goes on, and is under way until it has come out.
      const stopWaiting = store.subscribe(() => {
        if (isMutating(store.get())) return;
        stopWaiting();
        queueMicrotask(() => forget(tab));
      });
    },
    underWay: () =>
      [...stores.values()]
        .map(store => store.get())
        .filter(isMutating)
        .map(run => run.request.name ?? 'mutation'),
    dispose() {
      for (const end of ends.values()) end();
      for (const tab of stores.keys()) letGo(tab);
    },
  };
}

function isMutating(run: QueryRun | null): run is QueryRun {
  return run?.state === 'running' && run.request.kind === 'mutation';
}

/** Sends and follows one request. @returns ends the following; whatever stands in the store then stays. */
function start(
  { client, tap }: Pick<Session['transport'], 'client' | 'tap'>,
  clock: Clock,
  request: RunRequest,
  store: Store<QueryRun | null>,
  startWorker: (() => ResultWorker) | undefined,
): () => void {
  const { kind, text, variables, headers } = request;
  let run: QueryRun = {
    state: 'running',
    request,
    startedAt: clock.now(),
    endedAt: null,
    data: undefined,
    large: null,
    cut: null,
    texts: [],
    received: 0,
    errors: [],
    extensions: undefined,
    failure: null,
    broken: null,
    hasNext: false,
    parts: 0,
    events: [],
    eventCount: 0,
    sentHeaders: null,
    answer: null,
    wireId: null,
  };
  let sent = text;
  let texts: string[] = [];
  let textLength = 0;
  let timer: Timer | undefined;
  let ended = false;
  const show = (): void => {
    clock.cancel(timer);
    timer = undefined;
    store.set(run);
  };
  /** Shows soon: parts and events may come a thousand times a second. */
  const showSoon = (): void => {
    timer ??= clock.after(SHOW_MS, show);
  };

  const operation = createRequest(text, variables as Record<string, unknown>);
  const stopTap = tap.subscribe(event => {
    if (event.operation?.key !== operation.key || ended) return;
    if (run.wireId === null && event.type === 'started') run = { ...run, wireId: event.operation.id };
    if (event.operation.id !== run.wireId) return;
    const body = event.type === 'request' ? queryOfBody(event.body()) : null;
    if (body !== null) sent = body;
    // Asked for once more: what came of the first answer is nothing any longer.
    if (event.type === 'request') {
      texts = [];
      textLength = 0;
    }
    run = withStep({ ...run, texts }, event);
  });
  const onBytes = (received: number): void => {
    if (ended) return;
    run = { ...run, received };
    showSoon();
  };
  const sinks: LargeSink[] = [];
  /** What came is there to be read, why ever there is no more of it. */
  const keepCut = (sink: LargeSink): void => {
    if (run.large || sink !== sinks.at(-1)) sink.cancel();
    else run = { ...run, cut: sink.cut() };
  };
  const answers = startWorker && largeAnswers(startWorker, request.shape, onBytes);
  const large: LargeAnswers = {
    // Where there are no workers everything is read in the page.
    from: answers?.from ?? Number.POSITIVE_INFINITY,
    onBytes,
    // Also told of what had come when it is stopped, a moment later.
    onText(piece) {
      // The first may be all there is: an answer that came whole.
      const isTooMuch = textLength > 0 && textLength + piece.length > MOST_TEXT;
      textLength = isTooMuch ? Number.POSITIVE_INFINITY : textLength + piece.length;
      if (isTooMuch) texts.length = 0;
      else texts.push(piece);
    },
    open(size) {
      if (!answers) throw new Error('There is nothing to read a large answer with');
      const sink = answers.open(size);
      // Asked for once more: what came of the first answer is nothing any longer.
      run.cut?.close();
      run = { ...run, cut: null };
      sinks.push(sink);
      return {
        ...sink,
        end: () =>
          sink.end().catch((error: unknown) => {
            if (error instanceof BrokenJsonError) run = { ...run, broken: { at: error.at, endsEarly: error.endsEarly } };
            throw error;
          }),
        cancel: () => keepCut(sink),
      };
    },
  };
  const context: Partial<OperationContext> = {
    requestPolicy: 'network-only',
    // The answer is kept here; a large one need not be kept twice.
    uncached: true,
    screen: 'query',
    large,
    fetchOptions: { headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])) },
  };
  const finish = (): void => {
    if (ended) return;
    ended = true;
    clock.cancel(timer);
    stopTap();
    unsubscribe();
    const last = sinks.at(-1);
    if (last && !run.large) keepCut(last);
  };
  const onResult = (result: OperationResult): void => {
    if (ended) return;
    const isLast = !result.hasNext;
    run = withResult(run, result, { sent, now: clock.now() });
    if (isLast) run = { ...run, state: 'done', endedAt: clock.now(), hasNext: false };
    if (run.state === 'done' || run.parts === 1) show();
    else showSoon();
    // Not from inside the source that is being subscribed to. And at once: urql would repeat a query that somebody still listens to.
    if (run.state === 'done') queueMicrotask(finish);
  };
  let unsubscribe: () => void = () => undefined;
  const source =
    kind === 'query'
      ? client.executeQuery(operation, context)
      : kind === 'mutation'
        ? client.executeMutation(operation, context)
        : client.executeSubscription(operation, context);
  const subscription = pipe(source, subscribe(onResult));
  unsubscribe = subscription.unsubscribe;
  // Last: it is drawn in a microtask, and the request goes out in one that was asked for earlier.
  store.set(run);
  return () => {
    if (ended) return;
    finish();
    store.set(run);
    // What had come is told when the request has been called back, a moment from now.
    const stopWaiting = tap.subscribe(event => {
      if (event.operation?.id !== run.wireId || event.type !== 'response') return;
      stopWaiting();
      const now = store.get();
      if (now?.wireId === run.wireId && !now.answer) store.set(withStep(now, event));
    });
    clock.after(LATE_MS, stopWaiting);
  };
}

function withStep(run: QueryRun, event: TapEvent): QueryRun {
  if (event.type === 'request') return { ...run, sentHeaders: event.headers };
  if (event.type === 'response') {
    const { status, contentType, bytes, firstByteMs, ms, headers } = event;
    return { ...run, answer: { status, contentType, bytes, firstByteMs, ms, headers } };
  }
  if (event.type === 'event' && run.answer) {
    return { ...run, answer: { ...run.answer, bytes: run.answer.bytes + event.bytes, ms: event.at - run.startedAt } };
  }
  return run;
}

function withResult(run: QueryRun, result: OperationResult, { sent, now }: { sent: string; now: number }): QueryRun {
  const { request } = run;
  // The end of a subscription: a result without data and errors.
  if (request.kind === 'subscription' && !result.hasNext && !result.error && result.data == null) return run;
  const errors = (result.error?.graphQLErrors ?? []).map(error => ({
    message: error.message,
    path: error.path ?? null,
    place: request.placeOf({ path: error.path, locations: locationsOf(error) }, sent),
    extensions: (error.extensions ?? {}) as Record<string, unknown>,
  }));
  const large = (result.data as unknown) instanceof LargeData ? (result.data as unknown as LargeData) : null;
  const data = large ? undefined : stripped(result.data, request.shape);
  const isPlain = result.error instanceof CombinedError && !result.error.networkError;
  const failure = result.error && !(isPlain && errors.length > 0) ? failureOf(result.error) : null;
  const next = {
    ...run,
    data,
    large,
    errors,
    failure,
    extensions: result.extensions,
    hasNext: result.hasNext,
    // Where it broke off no part came.
    parts: failure?.tag === 'network' && failure.broke ? run.parts : run.parts + 1,
  };
  if (request.kind !== 'subscription') return next;
  const event: RunEvent = { at: now, data, errors };
  const isEvent = result.data !== undefined || errors.length > 0;
  if (!isEvent) return next;
  return { ...next, events: [event, ...run.events].slice(0, MOST_EVENTS), eventCount: run.eventCount + 1 };
}

/** Where an error says it belongs. urql's errors carry what the server said as `originalError`, places included. */
function locationsOf(error: { locations?: unknown; originalError?: unknown }): readonly TextPlace[] | undefined {
  const said = error.locations ?? (error.originalError as { locations?: unknown } | null | undefined)?.locations;
  if (!Array.isArray(said)) return undefined;
  return said.filter((place): place is TextPlace => typeof place?.line === 'number' && typeof place.column === 'number');
}

function queryOfBody(body: string): string | null {
  try {
    const { query } = JSON.parse(body) as { query?: unknown };
    return typeof query === 'string' ? query : null;
  } catch {
    return null;
  }
}
