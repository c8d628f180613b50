/**
 * What a person set for themselves in one connection: column choices, sizes, recent records, drafts. Small JSON values by name, kept in
 * this browser. What belongs in the address (filter, sort, page) does not belong here.
 */
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { createStore, type Store } from '../../lib/store';

/** JSON values by name, kept under the connection they belong to. */
export interface Preferences {
  /**
   * The value of a name as a store: `read` makes it from what is stored (null when nothing is, and anything at all when another version
   * wrote it) and must not throw. Asked twice for one name it gives the same store.
   */
  value<T>(name: string, read: (stored: unknown) => T): Store<T>;
}

/** Set in the storage where a connection of this browser has a presentation of its own, so that its code is loaded before the first screen. */
export const PRESENTED_KEY = 'oriel:presented';

/** Preferences kept in `storage` under `oriel:<scope>:<name>`. */
export function createPreferences(storage: KeyValueStorage, scope: string): Preferences {
  const stores = new Map<string, Store<unknown>>();
  return {
    value<T>(name: string, read: (stored: unknown) => T): Store<T> {
      const known = stores.get(name);
      if (known) return known as Store<T>;
      const key = `oriel:${scope}:${name}`;
      const stored = readJson(storage, key);
      // The server knows nothing of this browser's storage.
      const inner = createStore<T>(read(stored), ...(stored === null ? [] : [read(null)]));
      const set = (value: T): void => {
        if (Object.is(value, inner.get())) return;
        writeJson(storage, key, value);
        inner.set(value);
      };
      const store: Store<T> = { ...inner, set, update: change => set(change(inner.get())) };
      stores.set(name, store as Store<unknown>);
      return store;
    },
  };
}
