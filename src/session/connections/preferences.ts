/**
 * Preferences of a user for one connection: column choices, sizes, recent records, drafts. Small JSON values by name, stored in this browser.
 * State that belongs in the URL (filter, sort, page) does not belong here.
 */
import { type KeyValueStorage, readJson, writeJson } from '../../lib/storage';
import { createStore, type Store } from '../../lib/store';

/** JSON values by name, stored per connection. */
export interface Preferences {
  /**
   * Returns the store for a name, always the same one. `read` converts the stored JSON value and must not throw: the value is null if nothing
   * is stored, and can be anything if another version wrote it.
   */
  value<T>(name: string, read: (stored: unknown) => T): Store<T>;
}

/** Set in storage if a connection of this browser has a presentation of its own, so that its code is loaded before the first screen. */
export const PRESENTED_KEY = 'oriel:presented';

/** Creates preferences that are stored under `oriel:<scope>:<name>`. */
export function createPreferences(storage: KeyValueStorage, scope: string): Preferences {
  const stores = new Map<string, Store<unknown>>();
  return {
    value<T>(name: string, read: (stored: unknown) => T): Store<T> {
      const existing = stores.get(name);
      if (existing) return existing as Store<T>;
      const key = `oriel:${scope}:${name}`;
      const stored = readJson(storage, key);
      // The server cannot read this browser's storage: hydration starts with the default.
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
