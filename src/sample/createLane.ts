/**
 * Runs tasks one after the other, with one turn of the event loop after each, in which network events are handled. The embedded database
 * and large queries block the only thread while they run; without these pauses a queue of them would block all clients.
 */

export interface Lane {
  /**
   * Runs `work` when its turn comes: the lowest weight first; tasks of equal weight in order of arrival. Rejects at once if too many tasks
   * are queued.
   */
  run<T>(work: () => Promise<T>, weight?: number): Promise<T>;
}

interface Waiting {
  weight: number;
  start(): Promise<unknown>;
}

/**
 * @param mostWaiting maximum number of queued tasks
 * @param refusal creates the error for further tasks
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
        // `start` never rejects, so `finally` above never causes an unhandled rejection.
        waiting.push({ weight, start: async () => work().then(resolve, reject) });
        if (!busy) next();
      });
    },
  };
}
