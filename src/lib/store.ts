/**
 * A minimal observable value for React's `useSyncExternalStore`, by which the engine publishes state without depending on React. Listeners
 * are called without the value; they read it with `get`.
 */

/** A value that can be read and observed. `get` returns the same reference until the value changes. */
export interface Readable<T> {
  get(): T;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: () => void): () => void;
  /**
   * The value of the server render. Hydration must render it too, even if the value has changed since or is known in this browser only.
   * Default: `get`.
   */
  rendered?(): T;
}

/** A `Readable` that can be written. */
export interface Store<T> extends Readable<T> {
  rendered(): T;
  /** Replaces the value; does nothing if it is identical (`Object.is`). */
  set(value: T): void;
  /** Replaces the value by the result of `change`. */
  update(change: (value: T) => T): void;
}

/**
 * Creates a store with the value `initial`. Listeners may unsubscribe themselves or others during a notification.
 * @param rendered the value during the server render, if the server cannot know `initial` (for example, because it is in this browser's
 * storage)
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
      // A separate wrapper per subscription, so that the same function can be subscribed twice.
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
  };
}
