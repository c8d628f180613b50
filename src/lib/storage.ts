/**
 * Stores short texts that outlive a page: the browser's localStorage behind an interface that never throws. Where storage is unavailable
 * (private windows, exceeded quota, server render), values are kept in memory for the lifetime of the page.
 */

import { parseBounded } from './text/boundedJson';

/** Texts by key. No method throws. */
export interface KeyValueStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** False if the value of a key is only in memory and will be lost with the page. Missing: every value is stored. */
  isStored?(key: string): boolean;
}

/** The required part of the Web Storage interface. */
export type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Wraps a storage so that it never throws. `open` is called once; if it throws or returns nothing, memory is used. A value that could not
 * be written is kept in memory and takes precedence over an older stored one.
 */
export function safeStorage(open: () => WebStorage | null | undefined): KeyValueStorage {
  const memory = new Map<string, string | null>();
  let storage: WebStorage | null = null;
  try {
    storage = open() ?? null;
  } catch {
    // Reading `window.localStorage` throws if cookies are blocked.
  }
  const write = (key: string, value: string | null): void => {
    try {
      if (!storage) throw new Error('no storage');
      if (value === null) storage.removeItem(key);
      else storage.setItem(key, value);
      memory.delete(key);
    } catch {
      memory.set(key, value);
    }
  };
  return {
    getItem(key) {
      const value = memory.get(key);
      if (value !== undefined) return value;
      try {
        return storage?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    setItem: (key, value) => write(key, value),
    removeItem: key => write(key, null),
    isStored: key => !memory.has(key),
  };
}

/** A storage in memory only. */
export function memoryStorage(): KeyValueStorage {
  return safeStorage(() => null);
}

/** Reads a JSON value; null if there is none or it is not JSON. The value is untrusted: check it before use. */
export function readJson(storage: KeyValueStorage, key: string): unknown {
  const text = storage.getItem(key);
  if (text === null) return null;
  try {
    return parseBounded(text);
  } catch {
    return null;
  }
}

/** Writes a value as JSON. */
export function writeJson(storage: KeyValueStorage, key: string, value: unknown): void {
  storage.setItem(key, JSON.stringify(value));
}
