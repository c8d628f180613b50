/**
 * One import of a collection at a time, in all tabs of this browser: a second one would send the rows that are left again. By Web Locks;
 * pages over plain http have none, there it holds within the page.
 */
import type { Session } from '../../../session/connections/session';

/** The imports of a session. */
export interface ImportTurns {
  /**
   * Kept once no other import of the collection is open, with the function that ends this one. Rejects when `signal` is aborted before
   * that.
   */
  take(collection: string, signal: AbortSignal): Promise<() => void>;
  dispose(): void;
}

/** The imports of a session. */
export function importTurns(session: Session): ImportTurns {
  return session.part('importTurns', () =>
    createImportTurns((globalThis.navigator as Partial<Navigator>).locks, session.documentKey),
  );
}

/** Makes it. `key` names a document of the connection. */
export function createImportTurns(locks: Pick<LockManager, 'request'> | undefined, key: (name: string) => string): ImportTurns {
  const last = new Map<string, Promise<void>>();
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
        // A sandboxed frame has locks that refuse: there it holds within the page as well.
        if (locks) await granted(locks, key(`import:${collection}`), signal, turn).catch(() => signal.throwIfAborted());
        return end;
      } catch (error) {
        end();
        throw error;
      }
    },
    dispose: () => last.clear(),
  };
}

/** Kept once the lock is held; it is held until `turn` is kept. */
function granted(locks: Pick<LockManager, 'request'>, name: string, signal: AbortSignal, turn: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const held = locks.request(name, { signal }, () => {
      resolve();
      return turn;
    });
    held.catch(reject);
  });
}
