/**
 * The smallest observable value: what React's `useSyncExternalStore` needs and nothing more, so that the engine can publish state
 * without knowing React. Listeners are called without the value; they read it with `get`.
 */

/** A value that can be read at any time and watched. `get` returns the same reference until the value changes. */
export interface Readable<T> {
  get(): T;
  /** Calls `listener` after every change until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /**
   * The value of the server render. The browser's first render has to show it as well, even where it has changed since or is known in this
   * browser only. Missing: `get`.
   */
  rendered?(): T;
}

/** A `Readable` that can be written. */
export interface Store<T> extends Readable<T> {
  rendered(): T;
  /** Replaces the value; nothing happens when it is identical (`Object.is`). */
  set(value: T): void;
  /** Replaces the value by what `change` makes of it. */
  update(change: (value: T) => T): void;
}

/**
 * Makes a store that holds `initial`. A listener that unsubscribes (itself or another) during a notification is safe.
 * @param rendered the value on the server, where it cannot know `initial` (because that is in this browser's storage)
 */
export function createStore<T>(initial: T, rendered: T = initial): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  const set = (next: T): void => {
    if (Object.is(value, next)) return;
    value = next;
    for (const listener of [...listeners]) if (listeners.has(listener)) listener();
  };
  return {
    get: () => value,
    rendered: () => rendered,
    set,
    update: change => set(change(value)),
    subscribe(listener) {
      // A wrapper of its own per subscription, so that the same function may be subscribed twice.
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
}
