/**
 * Shares the thread between feeds that are always ready. A feed calls `pass` before each event. Within a slice of a few events or
 * milliseconds it continues at once. After that it waits behind the other feeds, and the event loop (timers, sockets, signals) runs once
 * before the next feed continues.
 */

export interface Turns {
  /** Returns undefined if the caller may continue at once, otherwise a promise for its turn. */
  pass(): Promise<void> | undefined;
}

const SLICE_MS = 5;
/** Minimum number of events in a slice: on a busy machine the time can pass while this process is not running. */
const LEAST_EVENTS = 20;

/** @param now a clock in milliseconds */
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
