/**
 * A document of a DocumentStore that several pages of one browser can change. Each change starts from the currently stored document, so that
 * it does not undo another page's change. Pages are not notified of changes by other pages; `refresh` reads the document again.
 */
import type { DocumentStore } from '../../lib/documentStore';
import { sameJson } from '../../lib/sameJson';
import { createStore, type Readable } from '../../lib/store';

/** The document as a store: null until it is read. */
export interface KeptDocument<T> extends Readable<T | null> {
  /** Reads the stored document again. */
  refresh(): Promise<void>;
  /** Stores what `make` returns for the stored document. Changes run one after another. Rejects only if `make` throws. */
  change(make: (now: T) => T): Promise<void>;
}

/** The part of Web Locks that is used. Pages over plain http have none. */
type Locks = { request<T>(name: string, act: () => Promise<T>): Promise<T> } | undefined;

/**
 * Opens the document of a key and starts to read it. `read` converts the stored value, which can be anything, and must not throw. `locks`:
 * those of the browser, by default; with them no other page changes the document between the read and the write of a change.
 */
export function keptDocument<T>(
  documents: DocumentStore,
  key: string,
  read: (stored: unknown) => T,
  locks = (globalThis as { navigator?: { locks?: Locks } }).navigator?.locks,
): KeptDocument<T> {
  const state = createStore<T | null>(null);
  let last: { before: unknown; now: T } | null = null;
  const refresh = async (): Promise<unknown> => {
    const stored = await documents.get(key);
    // If the store did not save the last change (no space), the page keeps its own copy.
    const isDropped = last !== null && sameJson(stored, last.before) && !sameJson(stored, last.now);
    if (!isDropped) last = null;
    state.set(last ? last.now : read(stored));
    return stored;
  };
  let turn: Promise<unknown> = refresh();
  const next = (act: () => Promise<unknown>): Promise<void> => {
    const done = turn.then(act);
    turn = done.catch(() => undefined);
    return done.then(() => undefined);
  };
  return {
    get: state.get,
    rendered: state.rendered,
    subscribe: state.subscribe,
    refresh: () => next(refresh),
    change: make =>
      next(() =>
        alone(locks, `oriel:${key}`, async () => {
          const before = await refresh();
          const now = make(state.get() as T);
          last = { before, now };
          state.set(now);
          await documents.set(key, now);
        }),
      ),
  };
}

/** Runs `act` while it holds the lock. In a sandboxed frame, where locks are refused, it runs without. */
async function alone(locks: Locks, name: string, act: () => Promise<void>): Promise<void> {
  let run: Promise<void> | undefined;
  const begin = (): Promise<void> => {
    run ??= act();
    return run;
  };
  await locks?.request(name, begin).catch(() => undefined);
  return begin();
}
