/** Keeps the latest results of each tab for comparison. They live as long as the session and, like runs, contain no secrets. */
import { createStore, type Readable, type Store } from '../../../lib/store';
import type { ConnectionSettings } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import type { QueryRun } from '../run/queryRun';
import { queryTabsOf } from '../tabs/queryTabs';
import { peerAccountsOf } from './peerAccounts';

/** A result that is kept. */
export interface KeptResult {
  id: number;
  /** The connection that the operation was sent to. */
  connection: Pick<ConnectionSettings, 'id' | 'name'>;
  /** The run; without its data if the result is large. */
  run: QueryRun;
  /** The body of a large result; null if the data is in `run`. */
  body: Blob | null;
  bytes: number;
}

/** The kept results of a session. */
export interface KeptResults {
  /** Returns the results of a tab, oldest first. */
  of(tab: string): Readable<readonly KeptResult[]>;
  /**
   * Keeps the result of a finished run, unless `isWanted` returns false by then.
   * @returns false if the result is not kept, because it is too large or missing
   */
  keep(tab: string, run: QueryRun, connection: ConnectionSettings, isWanted?: () => boolean): Promise<boolean>;
  dispose(): void;
}

/** Maximum number of results of one tab. */
export const MOST_RESULTS = 8;
/** Maximum size of all results in bytes. The oldest are removed first. */
const MOST_BYTES = 24_000_000;
/** Maximum size of one result in bytes. */
const LARGEST_KEPT = 8_000_000;

/** The results of a session. */
export function keptResultsOf(session: Session): KeptResults {
  return session.part('keptResults', () => createKeptResults(session));
}

function createKeptResults(session: Session): KeptResults {
  const stores = new Map<string, Store<readonly KeptResult[]>>();
  let last = 0;
  const of = (tab: string): Store<readonly KeptResult[]> => {
    const existing = stores.get(tab);
    if (existing) return existing;
    const made = createStore<readonly KeptResult[]>([]);
    stores.set(tab, made);
    return made;
  };
  const tabs = queryTabsOf(session);
  const stopWatching = tabs.subscribe(() => {
    const open = new Set(tabs.get().tabs.map(({ id }) => id));
    for (const tab of stores.keys()) if (!open.has(tab)) stores.delete(tab);
  });
  // Results of another connection are removed when its account signs out.
  const stopPeers = peerAccountsOf(session).onEnd(gone => {
    for (const store of stores.values()) store.update(results => results.filter(({ connection }) => connection.id !== gone));
  });
  const makeRoom = (): void => {
    const all = [...stores.values()].flatMap(store => store.get()).sort((a, b) => a.id - b.id);
    let bytes = all.reduce((sum, result) => sum + result.bytes, 0);
    const gone = new Set<KeptResult>();
    for (const oldest of all) {
      if (bytes <= MOST_BYTES) break;
      gone.add(oldest);
      bytes -= oldest.bytes;
    }
    if (gone.size === 0) return;
    for (const store of stores.values()) store.update(results => results.filter(result => !gone.has(result)));
  };
  return {
    of,
    async keep(tab, run, { id, name }, isWanted = () => true) {
      const bytes = run.large?.outline.bytes ?? run.response?.bytes ?? 0;
      if (run.request.kind === 'subscription' || run.parts === 0 || bytes > LARGEST_KEPT) return false;
      // This promise never settles if the next run has released the result.
      const body = run.large ? await run.large.ask('file') : null;
      if (!isWanted()) return false;
      last += 1;
      const result = { id: last, connection: { id, name }, run: { ...run, large: null, cut: null, texts: [] }, body, bytes };
      of(tab).update(results => [...results, result].slice(-MOST_RESULTS));
      makeRoom();
      return true;
    },
    dispose() {
      stopWatching();
      stopPeers();
    },
  };
}
