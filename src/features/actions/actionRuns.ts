/**
 * Actions under way and their outcomes, one per action at a time, kept as long as the session: the form sends with urql's `useMutation`, whose
 * promise settles after the form was left, and a file may still be uploading then. The form's drafts are kept here too, files included.
 *
 * Nothing is ever sent twice: an action that is under way is not sent again, and no outcome sends by itself. Where the answer was lost, the
 * outcome says that the action may have run.
 */
import type { OperationResult } from '@urql/core';
import type { Clock } from '../../lib/clock';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { Session } from '../../session/connections/session';
import { type Failure, failureOf } from '../../transport/observe/failure';
import { hasRun } from '../../transport/observe/hasRun';
import { isAnswerLost } from '../../transport/observe/isAnswerLost';
import type { Tap } from '../../transport/observe/tap';

/**
 * How an action is. Times are milliseconds since the epoch.
 * `operationId` is the tap's id of the operation, by which `Transport.uploads`, `cancelUpload` and Wire know it; null until it is known.
 * - `sending`: under way
 * - `done`: the server answered with data; `failure` are errors that came with it (a part of the answer is missing)
 * - `failed`: no data; `stoppedAt`: the share of an upload that had gone out when it was stopped, 0 to 1, so the server did not receive everything; `mayHaveRun`: the answer was lost, or broke while it was read, so the server may have done it
 */
export type ActionRun =
  | { state: 'idle' }
  | { state: 'sending'; since: number; operationId: number | null }
  | {
      state: 'done';
      at: number;
      data: unknown;
      /** The variables it was sent with: an answer that repeats a key proves what was done. */
      sent: Readonly<Record<string, unknown>>;
      failure: Failure | null;
      operationId: number | null;
    }
  | { state: 'failed'; at: number; failure: Failure; mayHaveRun: boolean; stoppedAt: number | null; operationId: number | null };

/** The actions of a session. */
export interface ActionRuns {
  /** The run of an action; the same store each time. */
  run(action: string): Readable<ActionRun>;
  /** The draft that an action's form keeps; undefined until it keeps one. */
  draft(action: string): Store<unknown>;
  /** Calls `execute`, which sends the mutation. Does nothing and returns false while the same action is under way. */
  send(action: string, execute: () => Promise<OperationResult>): boolean;
  /**
   * Stops waiting: the outcome is `cancelled`, and the action may have run. A mutation that was sent is never aborted, so a later answer
   * replaces this outcome.
   */
  stop(action: string): void;
  /** Notes how much of an upload had gone out, 0 to 1, just before `Transport.cancelUpload` stops it. */
  stopUpload(action: string, share: number): void;
  /** Forgets the outcome; does nothing while the action is under way. */
  reset(action: string): void;
  /** The actions that are under way. */
  underWay(): string[];
  /** Ignores everything that comes later. */
  dispose(): void;
}

/** What `createActionRuns` is made from. */
export interface ActionRunsOptions {
  tap: Tap;
  clock: Clock;
}

const IDLE: ActionRun = { state: 'idle' };

/** The runs of a session's actions, made at first use. */
export function actionRunsOf(session: Session): ActionRuns {
  return session.part('actionRuns', () => createActionRuns({ tap: session.transport.tap, clock: session.clock }));
}

/** Makes it; nothing has run yet. */
export function createActionRuns({ tap, clock }: ActionRunsOptions): ActionRuns {
  const runs = new Map<string, Store<ActionRun>>();
  const drafts = new Map<string, Store<unknown>>();
  /** How often each action was sent. */
  const sent = new Map<string, number>();
  /** The share of each stopped upload that had gone out. */
  const shares = new Map<string, number>();
  let disposed = false;
  const runOf = (action: string): Store<ActionRun> => kept(runs, action, () => createStore<ActionRun>(IDLE));

  const settle = (action: string, result: OperationResult): void => {
    const run = runOf(action);
    const now = run.get();
    const isStopped = now.state === 'failed' && now.failure.tag === 'cancelled';
    if (disposed || (now.state !== 'sending' && !isStopped)) return;
    const { operationId } = now;
    const failure = result.error ? failureOf(result.error) : null;
    const at = clock.now();
    if (failure && !hasValue(result.data)) {
      const share = failure.tag === 'cancelled' ? shares.get(action) : undefined;
      const stoppedAt = share !== undefined && share < 1 ? share : null;
      const mayHaveRun = stoppedAt === null && (isAnswerLost(failure) || hasRun(result));
      run.set({ state: 'failed', at, failure, mayHaveRun, stoppedAt, operationId });
    } else run.set({ state: 'done', at, data: result.data, sent: result.operation?.variables ?? {}, failure, operationId });
  };

  return {
    run: runOf,
    draft: action => kept(drafts, action, () => createStore<unknown>(undefined)),
    send(action, execute) {
      const run = runOf(action);
      if (disposed || run.get().state === 'sending') return false;
      const number = (sent.get(action) ?? 0) + 1;
      sent.set(action, number);
      shares.delete(action);
      run.set({ state: 'sending', since: clock.now(), operationId: null });
      // The tap reports the operation's id with its first step: during the call below or shortly after.
      const endWatch = tap.subscribe(event => {
        if (event.type !== 'started' || event.operation?.kind !== 'mutation' || event.operation.screen !== 'actions') return;
        endWatch();
        const now = run.get();
        if (now.state === 'sending') run.set({ ...now, operationId: event.operation.id });
      });
      void execute().then(result => {
        endWatch();
        // The answer to an earlier sending, which was stopped, is not the answer to this one.
        if (sent.get(action) === number) settle(action, result);
      });
      return true;
    },
    stop(action) {
      const run = runOf(action);
      const now = run.get();
      if (now.state !== 'sending') return;
      const failure: Failure = { tag: 'cancelled', message: 'The wait for the answer was stopped' };
      run.set({ state: 'failed', at: clock.now(), failure, mayHaveRun: true, stoppedAt: null, operationId: now.operationId });
    },
    stopUpload: (action, share) => void shares.set(action, share),
    reset(action) {
      const run = runOf(action);
      if (run.get().state !== 'sending') run.set(IDLE);
    },
    underWay: () => [...runs.keys()].filter(action => runOf(action).get().state === 'sending'),
    dispose() {
      disposed = true;
      runs.clear();
      drafts.clear();
    },
  };
}

/** True when a field of the answer holds something: then the action ran, whatever errors came with it. */
function hasValue(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  return Object.values(data).some(value => value !== null && value !== undefined);
}

function kept<T>(stores: Map<string, T>, key: string, make: () => T): T {
  const known = stores.get(key);
  if (known !== undefined) return known;
  const made = make();
  stores.set(key, made);
  return made;
}
