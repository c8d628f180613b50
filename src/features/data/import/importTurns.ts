/**
 * Allows one import of a collection at a time across all tabs of this browser, because a second one would send the remaining rows again.
 * Uses Web Locks; pages over plain http have none, so there the limit applies within one page only.
 */
import type { Session } from '../../../session/connections/session';
import type { ImportJob } from './importProgress';

/** Takes the turns of the imports of a session, one after the other. */
export interface ImportTurns {
  /**
   * Resolves once no other import of the collection is open. The result is the function that ends this turn. Rejects when `signal` is
   * aborted before that.
   */
  take(collection: string, signal: AbortSignal): Promise<() => void>;
  /** Call it with each job. Until its rows in flight have ended, it is among the changes of the session that are under way. */
  began(collection: string, job: Pick<ImportJob, 'get'>): void;
  /** The collections with rows in flight. */
  underWay(): string[];
  dispose(): void;
}

/** The import turns of a session. */
export function importTurns(session: Session): ImportTurns {
  return session.part('importTurns', () =>
    createImportTurns((globalThis.navigator as Partial<Navigator>).locks, session.documentKey),
  );
}

/** Creates the turns. `key` returns the storage key of a document of the connection. */
export function createImportTurns(locks: Pick<LockManager, 'request'> | undefined, key: (name: string) => string): ImportTurns {
  const last = new Map<string, Promise<void>>();
  const jobs = new Map<string, Pick<ImportJob, 'get'>>();
  return {
    async take(collection, signal) {
      let end = (): void => undefined;
      const turn = new Promise<void>(resolve => {
        end = resolve;
      });
      const before = last.get(collection);
      last.set(
        collection,
        Promise.all([before, turn]).then(() => undefined),
      );
      try {
        await before;
        signal.throwIfAborted();
        // In a sandboxed frame, lock requests are refused: the limit then applies within the page only, too.
        if (locks) await granted(locks, key(`import:${collection}`), signal, turn).catch(() => signal.throwIfAborted());
        return end;
      } catch (error) {
        end();
        throw error;
      }
    },
    began: (collection, job) => void jobs.set(collection, job),
    underWay: () => [...jobs].flatMap(([collection, job]) => (job.get().counts.sending > 0 ? [collection] : [])),
    dispose: () => last.clear(),
  };
}

/** Resolves once the lock is held. The lock is released when `turn` settles. */
function granted(locks: Pick<LockManager, 'request'>, name: string, signal: AbortSignal, turn: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = locks.request(name, { signal }, () => {
      resolve();
      return turn;
    });
    held.catch(reject);
  });
}
