/**
 * An async iterator that is filled from outside. Unlike a generator, `return` ends it at once, even while a `next` is pending. It keeps a
 * limited number of unread values.
 */

export interface EventQueue<T> extends AsyncIterableIterator<T> {
  /** Adds a value. Beyond the limit, the oldest unread value is dropped. */
  push(value: T): void;
  /** Ends the iterator after its unread values. */
  end(): void;
}

/**
 * @param limit maximum number of unread values
 * @param onEnd called once, when either side ends the iterator
 */
export function createEventQueue<T>(limit: number, onEnd: () => void): EventQueue<T> {
  const unread: T[] = [];
  const waiting: ((result: IteratorResult<T>) => void)[] = [];
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    onEnd();
    for (const resolve of waiting.splice(0)) resolve({ done: true, value: undefined });
  };
  return {
    push(value) {
      if (ended) return;
      const reader = waiting.shift();
      if (reader) return reader({ done: false, value });
      unread.push(value);
      if (unread.length > limit) unread.shift();
    },
    end,
    next() {
      const value = unread.shift();
      if (value !== undefined) return Promise.resolve({ done: false, value });
      if (ended) return Promise.resolve({ done: true, value: undefined });
      return new Promise(resolve => waiting.push(resolve));
    },
    return() {
      unread.length = 0;
      end();
      return Promise.resolve({ done: true, value: undefined });
    },
    throw(error) {
      unread.length = 0;
      end();
      return Promise.reject(error);
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
