/**
 * A document of a DocumentStore as state that several pages of one browser change: each change begins with what is kept at that moment, so that
 * none takes away what another page added. It does not tell a page what another one changed; `refresh` does, when asked.
 */
import type { DocumentStore } from '../../lib/documentStore';
import { sameJson } from '../../lib/sameJson';
import { createStore, type Readable } from '../../lib/store';

/** The document: null until it is read. */
export interface KeptDocument<T> extends Readable<T | null> {
  /** Reads what is kept now. */
  refresh(): Promise<void>;
  /** Makes another of what is kept now, and keeps it. One after the other; never rejects unless `make` throws. */
  change(make: (now: T) => T): Promise<void>;
}

/** Opens the document of a key and begins to read it. `read` makes it from what is stored, which may be anything, and must not throw. */
export function keptDocument<T>(documents: DocumentStore, key: string, read: (stored: unknown) => T): KeptDocument<T> {
  const state = createStore<T | null>(null);
  let last: { before: unknown; now: T } | null = null;
  const refresh = async (): Promise<unknown> => {
    const stored = await documents.get(key);
    // A store that took nothing (no room) must not take it away from the page either.
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
      next(async () => {
        const before = await refresh();
        const now = make(state.get() as T);
        last = { before, now };
        state.set(now);
        await documents.set(key, now);
      }),
  };
}
