/**
 * The latest run of each tab of the Query screen. Runs live as long as the session, so an answer is still there, and a subscription goes on,
 * when the person comes back from another screen. Everything is sent once, when it is asked for.
 *
 * The client and not urql's hooks: every part of an answer and every event counts here. `useQuery` and `useSubscription` keep only the latest
 * between two renders, and `useMutation` gives only the last part.
 */
import { createRequest, type OperationResult } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import type { Clock, Timer } from '../../lib/clock';
import { inSteps } from '../../lib/inSteps';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { Session } from '../../session/connections/session';
import { BrokenJsonError } from '../../transport/http/body/jsonBytes';
import type { LargeAnswers } from '../../transport/http/body/largeAnswers';
import type { TracedContext } from '../../transport/observe/trace';
import { operationMask } from '../../transport/secrets/documentSecrets';
import { secretsOf } from '../../transport/secrets/mask';
import type { ConnectionChange } from '../../transport/socket/socket';
import { masked, type QueryRun, type RunRequest, withResult, withStep } from './queryRun';
import { type LargeSink, largeAnswers, type ResultWorker } from './result/large/largeData';
import { startResultWorker } from './result/large/startResultWorker';
import { withoutComments } from './withoutComments';

/** The runs of a session, by tab. */
export interface QueryRuns {
  /** The latest run of a tab; null: nothing was run. */
  of(tab: string): Readable<QueryRun | null>;
  /** Sends; false while a mutation of the tab is under way, which is never sent twice. Whatever else is under way is stopped. */
  run(tab: string, request: RunRequest): boolean;
  /** Stops listening; a query is aborted. A mutation cannot be called back: nothing happens. */
  stop(tab: string): void;
  /** Sends the same query once more, whatever stands in the tab by now. */
  again(tab: string): void;
  /** The same query is not sent again by itself. */
  stopAsking(tab: string): void;
  /** Forgets a tab that was closed; where a mutation is under way, once that has come out. */
  drop(tab: string): void;
  /** The mutations that are under way, by name. */
  underWay(): string[];
  dispose(): void;
}

/** Characters kept of the text of an answer in parts, which may go on for as long as the tab is open. */
export const MOST_TEXT = 5_000_000;
/** How long after a stop the tap may still tell what had come, in ms. */
const LATE_MS = 1000;
/** How often a stream of parts or events is shown, in ms. */
const SHOW_MS = 100;
/** How long after the end of a run its result is kept to be compared, in ms. */
const KEEP_AFTER_MS = 150;

/** The runs of a session. */
export function queryRunsOf(session: Session): QueryRuns {
  return session.part('queryRuns', () => {
    let isOver = false;
    const keep = async (tab: string, run: QueryRun): Promise<void> => {
      if (isOver) return;
      const { keptResultsOf } = await import(/* webpackChunkName: "compare" */ './compare/keptResults');
      // What came for one account does not outlive its session.
      if (!isOver) await keptResultsOf(session).keep(tab, run, session.connection);
    };
    const { clock } = session;
    const runs = createQueryRuns(session.transport, clock, startResultWorker, session.token.known.get, (tab, run) =>
      // The first result is painted before this code comes.
      clock.after(KEEP_AFTER_MS, () => keep(tab, run).catch(() => undefined)),
    );
    return {
      ...runs,
      dispose() {
        isOver = true;
        runs.dispose();
      },
    };
  });
}

/** Makes an empty set of runs. `onDone`: called once for each run that came to its end. */
export function createQueryRuns(
  transport: Pick<Session['transport'], 'client' | 'tap'>,
  clock: Clock,
  startWorker: (() => ResultWorker) | undefined,
  knownTokens: () => readonly string[] = () => [],
  onDone: (tab: string, run: QueryRun) => unknown = () => undefined,
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
  const run = (tab: string, request: RunRequest): boolean => {
    if (isMutating(storeOf(tab).get())) return false;
    ends.get(tab)?.();
    letGo(tab);
    const store = storeOf(tab);
    const tellDone = (): void => {
      const done = store.get();
      if (done) onDone(tab, done);
    };
    ends.set(tab, start(transport, clock, request, store, { startWorker, knownTokens, tellDone }));
    return true;
  };
  return {
    of: storeOf,
    run,
    stop,
    again(tab) {
      const now = storeOf(tab).get();
      if (now?.request.kind === 'query' && now.state === 'done') run(tab, now.request);
    },
    stopAsking(tab) {
      const now = storeOf(tab).get();
      if (now) storeOf(tab).set({ ...now, asksAgain: false });
    },
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
  {
    startWorker,
    knownTokens,
    tellDone,
  }: { startWorker: (() => ResultWorker) | undefined; knownTokens: () => readonly string[]; tellDone: () => void },
): () => void {
  const { kind, text, variables, headers } = request;
  const sentHeaders = Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const secrets = [...secretsOf(sentHeaders, ''), ...knownTokens()];
  const values = JSON.stringify(variables);
  const hide = operationMask(
    () => text,
    () => values,
    () => secrets,
  );
  let run: QueryRun = {
    state: 'running',
    request,
    hide,
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
    isConnected: false,
    sentHeaders: null,
    answer: null,
    sentAs: null,
    asksAgain: kind === 'query',
    wireId: null,
  };
  let sent = text;
  let texts: string[] = [];
  let textLength = 0;
  let timer: Timer | undefined;
  let ended = false;
  /** The data that was shown last, and the same without secrets. */
  let shown: { data: unknown; masked: unknown } = { data: undefined, masked: undefined };
  const put = (): void => {
    if (run.data !== shown.data) shown = { data: run.data, masked: kind === 'subscription' ? run.data : masked(run.data, hide) };
    store.set({ ...run, data: shown.masked });
  };
  const show = (): void => {
    clock.cancel(timer);
    timer = undefined;
    put();
  };
  /** Shows soon: parts and events may come a thousand times a second. */
  const showSoon = (): void => {
    timer ??= clock.after(SHOW_MS, show);
  };

  const read = withoutComments(request.plain ?? text);
  const operation = createRequest(read, variables as Record<string, unknown>);
  // Requests that are rewritten in different ways are not the same: one answer must not be that of both.
  if (request.rewrite) operation.key = createRequest(read, [variables, request.rewrite({})] as never).key;
  const fetchOptions = { headers: sentHeaders };
  // The headers are part of an operation's key.
  const { key } = client.createRequestOperation(kind, operation, { fetchOptions });
  const stopTap = tap.subscribe(event => {
    if (event.operation?.key !== key || ended) return;
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
  // A worker would not know what is made up.
  const answers = request.mock
    ? undefined
    : startWorker && largeAnswers(startWorker, { shape: request.shape, document: text, variables: values, secrets }, onBytes);
  const large: LargeAnswers = {
    // Where there are no workers everything is read in the page.
    from: answers?.from ?? Number.POSITIVE_INFINITY,
    onBytes,
    // Also called with what had come when it is stopped, a moment later.
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
  const context: Partial<TracedContext> = {
    requestPolicy: 'network-only',
    // The answer is kept here; a large one need not be kept twice.
    uncached: true,
    screen: 'query',
    onConnectionChange: ({ state }: ConnectionChange) => {
      if (ended) return;
      run = { ...run, isConnected: state === 'live' };
      show();
    },
    large,
    byPost: request.byPost ?? false,
    // Its hash would be that of another text.
    ...(request.plain === undefined ? {} : { persistAttempt: true }),
    ...(request.rewrite ? { rewrite: request.rewrite } : {}),
    fetchOptions,
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
    // Not from inside the source that is being subscribed to. And at once: urql would repeat a query that still has a subscriber.
    if (run.state === 'done') {
      queueMicrotask(finish);
      tellDone();
    }
  };
  const { mock } = request;
  /** What is made up is put into many rows without holding up the page, and into one result after the other. */
  let filling: Promise<unknown> = Promise.resolve();
  const onMockedResult = (result: OperationResult): void => {
    // urql would repeat a query that still has a subscriber.
    if (!result.hasNext) queueMicrotask(() => unsubscribe());
    filling = filling.then(async () => {
      // What is too deep to be filled is shown as it came.
      const data =
        mock && result.data != null ? await inSteps(mock.fill(result.data), clock).catch(() => result.data) : result.data;
      onResult({ ...result, data });
    });
  };
  let unsubscribe: () => void = () => undefined;
  const source =
    kind === 'query'
      ? client.executeQuery(operation, context)
      : kind === 'mutation'
        ? client.executeMutation(operation, context)
        : client.executeSubscription(operation, context);
  const subscription = pipe(source, subscribe(mock ? onMockedResult : onResult));
  unsubscribe = subscription.unsubscribe;
  // Last: it is drawn in a microtask, and the request goes out in one that was asked for earlier.
  put();
  return () => {
    if (ended) return;
    finish();
    put();
    // What had come is shown when the request has been aborted, a moment from now.
    const stopWaiting = tap.subscribe(event => {
      if (event.operation?.id !== run.wireId || event.type !== 'response') return;
      stopWaiting();
      const now = store.get();
      if (now?.wireId === run.wireId && !now.answer) store.set(withStep(now, event));
    });
    clock.after(LATE_MS, stopWaiting);
  };
}

function queryOfBody(body: string): string | null {
  try {
    const { query } = JSON.parse(body) as { query?: unknown };
    return typeof query === 'string' ? query : null;
  } catch {
    return null;
  }
}
