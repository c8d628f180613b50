/**
 * The latest run of each tab of the Query screen. Runs live as long as the session, so an answer is still there, and a subscription goes on,
 * when the person comes back from another screen. Everything is sent once, when it is asked for.
 *
 * The client and not urql's hooks: every part of an answer and every event counts here. `useQuery` and `useSubscription` keep only the latest
 * between two renders, and `useMutation` gives only the last part.
 */
import type { Clock } from '../../lib/clock';
import { createStore, type Readable, type Store } from '../../lib/store';
import type { Session } from '../../session/connections/session';
import type { QueryRun, RunRequest } from './queryRun';
import type { ResultWorker } from './result/large/largeData';
import { startResultWorker } from './result/large/startResultWorker';
import { startRun } from './startRun';

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
