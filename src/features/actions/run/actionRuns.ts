/**
 * Actions in flight and their outcomes, one for each action at a time, kept as long as the session. The form sends with urql's
 * `useMutation`, whose promise can settle after the user has left the form, and an upload can still be running then. The drafts of the
 * forms are kept here too, including files.
 *
 * A form never sends twice: an action in flight is not sent again, and no outcome triggers a new request. If the response was lost, the
 * outcome says that the action may have run.
 */
import type { OperationResult } from '@urql/core';
import type { Clock } from '../../../lib/clock';
import { createStore, type Readable, type Store } from '../../../lib/store';
import { sentShare } from '../../../parts/form/upload/sentFiles';
import type { Session } from '../../../session/connections/session';
import { type Failure, failureOf } from '../../../transport/observe/failure';
import { hasRun } from '../../../transport/observe/hasRun';
import { isResponseLost } from '../../../transport/observe/isResponseLost';
import { isUnexpected } from '../../../transport/observe/isUnexpected';
import type { UploadProgress } from '../../../transport/observe/status';
import type { Tap } from '../../../transport/observe/tap';

/**
 * The state of an action. Times are milliseconds since the epoch.
 * `operationId` is the id of the operation in the tap's events, which `Transport.uploads`, `cancelUpload` and Wire use; null until it is
 * known.
 * - `sending`: in flight
 * - `done`: the server responded with data; `failure` has errors that came with it (a part of the data is missing)
 * - `failed`: no data; `stoppedAt`: the share of an upload (0 to 1) that had been sent when it was stopped, so the server did not receive
 *   everything; `mayHaveRun`: the server may have run the action: its response was lost or interrupted, or reports that it stopped half way
 */
export type ActionRun =
  | { state: 'idle' }
  | { state: 'sending'; since: number; operationId: number | null }
  | {
      state: 'done';
      at: number;
      data: unknown;
      /** The variables that were sent. A response that repeats a key from them proves what was done. */
      sent: Readonly<Record<string, unknown>>;
      failure: Failure | null;
      operationId: number | null;
    }
  | {
      state: 'failed';
      at: number;
      failure: Failure;
      mayHaveRun: boolean;
      stoppedAt: number | null;
      /** The file because of which the upload was stopped; null if there is none. */
      stoppedFile: Blob | null;
      /** The variables that were sent; {} if the run was stopped. */
      sent: Readonly<Record<string, unknown>>;
      operationId: number | null;
    };

/** The actions of a session. */
export interface ActionRuns {
  /** The run of an action. Returns the same store each time. */
  run(action: string): Readable<ActionRun>;
  /** The draft of an action's form; undefined until it has one. */
  draft(action: string): Store<unknown>;
  /** Calls `execute`, which sends the mutation. Does nothing and returns false while the same action is in flight. */
  send(action: string, execute: () => Promise<OperationResult>): boolean;
  /**
   * Stops waiting: the outcome is `cancelled`, and the action may have run. A mutation in flight is never aborted, so a later response
   * replaces this outcome.
   */
  stop(action: string): void;
  /** Records the share of an upload (0 to 1) that has been sent, just before `Transport.cancelUpload` stops it. `file`: the one that is not to be sent. */
  stopUpload(action: string, share: number, file?: Blob): void;
  /** Resets the outcome; does nothing while the action is in flight. */
  reset(action: string): void;
  /** The ids of the actions in flight. */
  underWay(): string[];
  /** Ignores all later results. */
  dispose(): void;
}

export interface ActionRunsOptions {
  tap: Tap;
  clock: Clock;
}

const IDLE: ActionRun = { state: 'idle' };

/** The runs of a session's actions, created at first use. */
export function actionRunsOf(session: Session): ActionRuns {
  return session.part('actionRuns', () => createActionRuns({ tap: session.transport.tap, clock: session.clock }));
}

/** Stops an upload of an action, or the wait for its response once everything is sent. `file`: the one because of which it is stopped. */
export function cancelUpload(session: Session, action: string, upload: UploadProgress, file?: Blob): void {
  if (upload.isPartial) actionRunsOf(session).stopUpload(action, sentShare(upload), file);
  session.transport.cancelUpload(upload.id);
}

/** Creates the runs; at first every action is idle. */
export function createActionRuns({ tap, clock }: ActionRunsOptions): ActionRuns {
  const runs = new Map<string, Store<ActionRun>>();
  const drafts = new Map<string, Store<unknown>>();
  /** How often each action was sent. */
  const sent = new Map<string, number>();
  /** The share of each stopped upload that had been sent, and the file because of which it was stopped. */
  const stops = new Map<string, { share: number; file: Blob | null }>();
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
    const sent = result.operation?.variables ?? {};
    if (failure && !hasValue(result.data)) {
      const stop = failure.tag === 'cancelled' ? stops.get(action) : undefined;
      const stoppedAt = stop !== undefined && stop.share < 1 ? stop.share : null;
      const stoppedFile = stoppedAt === null ? null : (stop?.file ?? null);
      const mayHaveRun = stoppedAt === null && (isResponseLost(failure) || isUnexpected(failure) || hasRun(result));
      run.set({ state: 'failed', at, failure, mayHaveRun, stoppedAt, stoppedFile, sent, operationId });
    } else run.set({ state: 'done', at, data: result.data, sent, failure, operationId });
  };

  return {
    run: runOf,
    draft: action => kept(drafts, action, () => createStore<unknown>(undefined)),
    send(action, execute) {
      const run = runOf(action);
      if (disposed || run.get().state === 'sending') return false;
      const number = (sent.get(action) ?? 0) + 1;
      sent.set(action, number);
      stops.delete(action);
      run.set({ state: 'sending', since: clock.now(), operationId: null });
      // The tap reports the operation's id with its first event: during the call below or shortly after.
      const endWatch = tap.subscribe(event => {
        if (event.type !== 'started' || event.operation?.kind !== 'mutation' || event.operation.screen !== 'actions') return;
        endWatch();
        const now = run.get();
        if (now.state === 'sending') run.set({ ...now, operationId: event.operation.id });
      });
      void execute().then(result => {
        endWatch();
        // Ignore the result of an earlier run that was stopped.
        if (sent.get(action) === number) settle(action, result);
      });
      return true;
    },
    stop(action) {
      const run = runOf(action);
      const now = run.get();
      if (now.state !== 'sending') return;
      const failure: Failure = { tag: 'cancelled', message: 'The request was stopped' };
      const { operationId } = now;
      const at = clock.now();
      run.set({ state: 'failed', at, failure, mayHaveRun: true, stoppedAt: null, stoppedFile: null, sent: {}, operationId });
    },
    stopUpload: (action, share, file) => void stops.set(action, { share, file: file ?? null }),
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

/** True if a field of the data has a value: then the action ran, even if there are errors. */
function hasValue(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  return Object.values(data).some(value => value !== null && value !== undefined);
}

function kept<T>(stores: Map<string, T>, key: string, make: () => T): T {
  const existing = stores.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  stores.set(key, created);
  return created;
}
