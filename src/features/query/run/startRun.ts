/** Executes one operation and tracks it to its end: its results, and the events of its requests that the tap reports. */
import { createRequest, type GraphQLRequest, type OperationResult } from '@urql/core';
import { pipe, subscribe } from 'wonka';
import type { Clock } from '../../../lib/clock';
import { inSteps } from '../../../lib/inSteps';
import type { Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import type { RetryWait } from '../../../transport/exchanges/subscriptionRetryExchange';
import { failureOf } from '../../../transport/observe/failure';
import { serverMessage } from '../../../transport/observe/serverMessage';
import type { PipelineContext } from '../../../transport/pipelineContext';
import { operationMask } from '../../../transport/secrets/documentSecrets';
import { secretsOf } from '../../../transport/secrets/mask';
import type { ConnectionChange } from '../../../transport/socket/socket';
import type { ResultWorker } from '../result/large/largeData';
import { type QueryRun, type RunRequest, withResult, withStep } from './queryRun';
import { createRunResponses } from './runResponses';
import { createShownRun } from './shownRun';
import { withoutComments } from './withoutComments';

/** The environment of a run. */
export interface RunWorld {
  transport: Pick<Session['transport'], 'client' | 'tap'>;
  clock: Clock;
  /** Undefined to parse large responses in the page. */
  startWorker: (() => ResultWorker) | undefined;
  /** Returns the tokens to mask. */
  knownTokens: () => readonly string[];
}

/** How long after a stop the tap may still report the response, in ms. */
const LATE_MS = 1000;

/**
 * Sends the request. `store` receives the run; `onDone` is called when it finishes without being stopped.
 * @returns a function that stops the run; the store keeps its last state
 */
export function startRun(
  { transport: { client, tap }, clock, startWorker, knownTokens }: RunWorld,
  request: RunRequest,
  store: Store<QueryRun | null>,
  onDone: () => void,
): () => void {
  const { kind, text, variables, mock } = request;
  const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const secrets = [...secretsOf(headers, ''), ...knownTokens()];
  const values = JSON.stringify(variables);
  const hide = operationMask(
    () => text,
    () => values,
    () => secrets,
  );
  const run = createShownRun(store, clock, newRun(request, hide, clock.now()));
  let ended = false;
  const responses = createRunResponses(
    run,
    { shape: request.shape, document: text, variables: values, secrets },
    // The worker does not know the mocked fields.
    mock ? undefined : startWorker,
    () => ended,
  );

  const operation = operationOf(request);
  const fetchOptions = { headers };
  // The headers are part of the key of an operation.
  const { key } = client.createRequestOperation(kind, operation, { fetchOptions });
  let sent = text;
  const stopTap = tap.subscribe(event => {
    if (event.operation?.key !== key || ended) return;
    if (run.get().wireId === null && event.type === 'started') run.change({ wireId: event.operation.id });
    if (event.operation.id !== run.get().wireId) return;
    if (event.type === 'request') {
      sent = queryOfBody(event.body()) ?? sent;
      responses.restart();
    }
    run.change(withStep({ ...run.get(), texts: responses.texts() }, event));
  });

  let unsubscribe: () => void = () => undefined;
  const finish = (): void => {
    if (ended) return;
    ended = true;
    run.cancel();
    stopTap();
    unsubscribe();
    responses.end();
  };
  const gap = createGap(clock);
  const onResult = (result: OperationResult): void => {
    if (ended) return;
    run.change(withResult(run.get(), result, { sent, now: clock.now(), gap: gap.take() }));
    const isLast = !result.hasNext;
    if (isLast) run.change({ state: 'done', endedAt: clock.now(), hasNext: false });
    if (isLast || run.get().parts === 1) run.show();
    else run.showSoon();
    if (!isLast) return;
    // In a microtask, because the subscription to the source is still being set up. Not later, because urql would repeat a query that still
    // has a subscriber.
    queueMicrotask(finish);
    onDone();
  };
  const onMockedResult = mock && mockedResults(mock, clock, onResult, () => unsubscribe());
  const context: Partial<PipelineContext> = {
    requestPolicy: 'network-only',
    // The result is stored in the run; a large one must not be in memory twice.
    uncached: true,
    screen: 'query',
    onConnectionChange(change: ConnectionChange) {
      if (ended) return;
      gap.track(change);
      const isConnected = change.state === 'live';
      run.change(isConnected ? { isConnected, refusal: null } : { isConnected });
      run.show();
    },
    onRetryWait({ error }: RetryWait) {
      if (ended) return;
      const message = serverMessage(failureOf(error));
      run.change({ isConnected: false, refusal: message && hide.got(message) });
      run.show();
    },
    large: responses.large,
    byPost: request.byPost ?? false,
    // The hash would be that of the text that urql parses, which differs.
    ...(request.plain === undefined ? {} : { persistAttempt: true }),
    ...(request.rewrite ? { rewrite: request.rewrite } : {}),
    fetchOptions,
  };
  const source = client.executeRequestOperation(client.createRequestOperation(kind, operation, context));
  const subscription = pipe(source, subscribe(onMockedResult ?? onResult));
  unsubscribe = subscription.unsubscribe;
  // Last, because it renders in a microtask, and the request is sent in an earlier one.
  run.show();
  return () => {
    if (ended) return;
    finish();
    run.show();
    addLateResponse(tap, clock, store, run.get().wireId);
  };
}

/** Adds the response to a stopped run: the tap reports it shortly after the request has been aborted. */
function addLateResponse(
  tap: RunWorld['transport']['tap'],
  clock: Clock,
  store: Store<QueryRun | null>,
  wireId: number | null,
): void {
  const stopWaiting = tap.subscribe(event => {
    if (event.operation?.id !== wireId || event.type !== 'response') return;
    stopWaiting();
    const run = store.get();
    if (run?.wireId === wireId && !run.response) store.set(withStep(run, event));
  });
  clock.after(LATE_MS, stopWaiting);
}

/** The period in which a subscription was not connected, which is shown before its next event. */
function createGap(clock: Clock) {
  let lostAt: number | null = null;
  let backAt: number | null = null;
  return {
    track(change: ConnectionChange): void {
      // If the connection is lost again, the period still starts at the first loss.
      if (change.state === 'lost') lostAt ??= change.since;
      backAt = change.state === 'live' ? clock.now() : null;
    },
    /** Returns the period and starts afresh; null if the connection was not lost. */
    take() {
      if (lostAt === null) return null;
      const gap = { from: lostAt, to: backAt ?? clock.now() };
      lostAt = null;
      return gap;
    },
  };
}

/** Returns the initial state of a run. */
function newRun(request: RunRequest, hide: QueryRun['hide'], now: number): QueryRun {
  return {
    state: 'running',
    request,
    hide,
    startedAt: now,
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
    first: null,
    events: [],
    eventCount: 0,
    isConnected: false,
    refusal: null,
    sentHeaders: null,
    response: null,
    sentAs: null,
    asksAgain: request.kind === 'query',
    wireId: null,
  };
}

/** Returns the request for urql. Different `rewrite` functions give different keys, otherwise such requests would share a result. */
function operationOf({ plain, text, variables, rewrite }: RunRequest): GraphQLRequest {
  const read = withoutComments(plain ?? text);
  const operation = createRequest(read, variables as Record<string, unknown>);
  if (rewrite) operation.key = createRequest(read, [variables, rewrite({})] as never).key;
  return operation;
}

/**
 * Passes results on with their mocked fields filled in: in steps, because a result can have many rows, and one after the other. A result
 * that is nested too deep is passed on unchanged.
 */
function mockedResults(
  { fill }: NonNullable<RunRequest['mock']>,
  clock: Clock,
  onResult: (result: OperationResult) => void,
  unsubscribe: () => void,
): (result: OperationResult) => void {
  let filling: Promise<unknown> = Promise.resolve();
  return result => {
    // urql would repeat a query that still has a subscriber.
    if (!result.hasNext) queueMicrotask(unsubscribe);
    filling = filling.then(async () => {
      const data = result.data != null ? await inSteps(fill(result.data), clock).catch(() => result.data) : result.data;
      onResult({ ...result, data });
    });
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
