/**
 * Shares the one thread between feeds that are always ready. A feed asks before each event: within a slice of a few events or milliseconds
 * it goes on at once, after that it waits behind the others, and the event loop (timers, sockets, signals) turns before the next one goes.
 */

export interface Turns {
  /** Undefined when the caller may go on at once, else a promise of its turn. */
  pass(): Promise<void> | undefined;
}

const SLICE_MS = 5;
/** Passed in a slice in any case: on a machine with other work the clock goes on while this process stands. */
const LEAST_EVENTS = 20;

/** @param now a clock in milliseconds. */
export function createTurns(now: () => number = () => performance.now()): Turns {
  const waiting: (() => void)[] = [];
  let sliceEnds = Number.NEGATIVE_INFINITY;
  let scheduled = false;
  let left = 0;
  const next = (): void => {
    sliceEnds = now() + SLICE_MS;
    left = LEAST_EVENTS;
    waiting.shift()?.();
    scheduled = waiting.length > 0;
    if (scheduled) setImmediate(next);
  };
  return {
    pass() {
      if (left-- > 0 || now() < sliceEnds) return undefined;
      if (!scheduled) {
        scheduled = true;
        setImmediate(next);
      }
      return new Promise(resolve => waiting.push(resolve));
    },
  };
}
