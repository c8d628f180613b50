/**
 * The latest run of each tab of the Query screen. Runs live as long as the session, so results are still there and subscriptions continue
 * when the user returns from another screen. Each request is sent once, when the user runs it.
 *
 * This uses the client instead of the hooks of urql, because every part of a result and every event is needed here. `useQuery` and
 * `useSubscription` only keep the latest one between two renders, and `useMutation` only returns the last part.
 */
import type { Clock } from '../../../lib/clock';
import { createStore, type Readable, type Store } from '../../../lib/store';
import type { Session } from '../../../session/connections/session';
import type { ResultWorker } from '../result/large/largeData';
import { startResultWorker } from '../result/large/startResultWorker';
import type { QueryRun, RunRequest } from './queryRun';
import { startRun } from './startRun';

/** The runs of a session, by tab. */
export interface QueryRuns {
  /** The latest run of a tab; null if there is none. */
  of(tab: string): Readable<QueryRun | null>;
  /**
   * Sends a request and stops other runs of the tab. Returns false while a mutation of the tab is in progress, which is never sent twice.
   */
  run(tab: string, request: RunRequest): boolean;
  /** Stops a run; a query is aborted. Does nothing for a mutation, which cannot be cancelled. */
  stop(tab: string): void;
  /** Sends the same query again, even if the document in the tab has changed. */
  again(tab: string): void;
  /** Stops automatic retries of the query. */
  stopAsking(tab: string): void;
  /** Removes the run of a closed tab; if a mutation is in progress, after it has finished. */
  drop(tab: string): void;
  /** Returns the names of the mutations that are in progress. */
  underWay(): string[];
  dispose(): void;
}

/** Delay between the end of a run and keeping its result for comparison, in ms. */
const KEEP_AFTER_MS = 150;

/** The runs of a session. */
export function queryRunsOf(session: Session): QueryRuns {
  return session.part('queryRuns', () => {
    let isOver = false;
    const keep = async (tab: string, run: QueryRun): Promise<void> => {
      if (isOver) return;
      const { keptResultsOf } = await import(/* webpackChunkName: "compare" */ '../compare/keptResults');
      // Results must not outlive the session of their account.
      if (!isOver) await keptResultsOf(session).keep(tab, run, session.connection);
    };
    const { clock } = session;
    const runs = createQueryRuns(session.transport, clock, startResultWorker, session.token.known.get, (tab, run) =>
      // The first result is painted before this code is loaded.
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

/** Creates an empty set of runs. `onDone` is called once for each run that finishes. */
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
    const existing = stores.get(tab);
    if (existing) return existing;
    const made = createStore<QueryRun | null>(null);
    stores.set(tab, made);
    return made;
  };
  /** Releases the data in workers. */
  const release = (tab: string): void => {
    const run = stores.get(tab)?.get();
    run?.large?.close();
    run?.cut?.close();
  };
  const forget = (tab: string): void => {
    ends.get(tab)?.();
    ends.delete(tab);
    release(tab);
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
    release(tab);
    const store = storeOf(tab);
    const tellDone = (): void => {
      const done = store.get();
      if (done) onDone(tab, done);
    };
    ends.set(tab, startRun({ transport, clock, startWorker, knownTokens }, request, store, tellDone));
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
      // The mutation continues and remains in progress until its result arrives.
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
      for (const tab of stores.keys()) release(tab);
    },
  };
}

function isMutating(run: QueryRun | null): run is QueryRun {
  return run?.state === 'running' && run.request.kind === 'mutation';
}
