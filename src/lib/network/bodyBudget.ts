/**
 * Bounds the memory of request bodies that are still arriving. A client can begin any number of them and never finish one. When all of them
 * together are too large, the largest one is refused: an ordinary body is short and complete after a moment.
 */

/** The bodies of one server. */
export interface BodyBudget {
  /** Begins a body. @param giveUp called if the memory is needed for others; the body then counts no longer */
  begin(giveUp: () => void): ArrivingBody;
}

/** A body that is arriving. */
export interface ArrivingBody {
  /** Counts received bytes. */
  grow(bytes: number): void;
  /** Ends counting, because the body is complete or refused. */
  end(): void;
}

/** @param mostBytes limit on all bodies together */
export function createBodyBudget(mostBytes: number): BodyBudget {
  const sizes = new Map<() => void, number>();
  let total = 0;
  const remove = (key: () => void): void => {
    total -= sizes.get(key) ?? 0;
    sizes.delete(key);
  };
  return {
    begin(giveUp) {
      // A key of its own, because callers may pass the same function twice.
      const key = (): void => giveUp();
      sizes.set(key, 0);
      return {
        grow(bytes) {
          const size = sizes.get(key);
          if (size === undefined) return;
          sizes.set(key, size + bytes);
          total += bytes;
          while (total > mostBytes) {
            let largest = key;
            for (const [each, held] of sizes) if (held > (sizes.get(largest) ?? 0)) largest = each;
            remove(largest);
            largest();
          }
        },
        end: () => remove(key),
      };
    },
  };
}
