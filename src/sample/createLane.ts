/**
 * One piece of work after the other, with a turn of the event loop after each: whatever waits for the network is served in between. Both
 * the embedded database and large queries hold the only thread while they run; without such pauses a queue of them would shut out everyone.
 */

export interface Lane {
  /**
   * Runs `work` when its turn comes: the lightest first, those of equal weight in the order they came.
   * Rejects at once when too much is waiting.
   */
  run<T>(work: () => Promise<T>, weight?: number): Promise<T>;
}

interface Waiting {
  weight: number;
  start(): Promise<unknown>;
}

/**
 * @param mostWaiting how much may wait.
 * @param refusal makes the error for what comes on top of that.
 */
export function createLane(mostWaiting: number, refusal: () => Error): Lane {
  const waiting: Waiting[] = [];
  let busy = false;
  const next = (): void => {
    let lightest = 0;
    for (let at = 1; at < waiting.length; at++) {
      if ((waiting[at] as Waiting).weight < (waiting[lightest] as Waiting).weight) lightest = at;
    }
    const [chosen] = waiting.splice(lightest, 1);
    busy = chosen !== undefined;
    chosen?.start().finally(() => setImmediate(next));
  };
  return {
    run(work, weight = 0) {
      if (waiting.length >= mostWaiting) return Promise.reject(refusal());
      return new Promise((resolve, reject) => {
        // Settled by then, so that `finally` above never passes an error on.
        waiting.push({ weight, start: async () => work().then(resolve, reject) });
        if (!busy) next();
      });
    },
  };
}
