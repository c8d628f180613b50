/**
 * An async iterator that is fed from outside. Unlike a generator it ends at once when it is returned, also while its reader is waiting, and
 * it never holds more than a fixed number of unread values.
 */

export interface EventQueue<T> extends AsyncIterableIterator<T> {
  /** Hands a value to the reader. Beyond the limit of unread ones the oldest is dropped. */
  push(value: T): void;
  /** Ends it for the reader after what is unread. */
  end(): void;
}

/**
 * @param limit most unread values.
 * @param onEnd called once, when either side ends it.
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
