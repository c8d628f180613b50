/** Time as a dependency: code that waits or reads the time takes a `Clock`, so that tests can control it. */

/** A timer id, valid only for the clock that created it. */
export type Timer = number | object;

/** The current time, and timers. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `action` once, after at least `ms`. */
  after(ms: number, action: () => void): Timer;
  /** Cancels a timer; does nothing if it has already fired. */
  cancel(timer: Timer | undefined): void;
}

/** The platform's clock. Its functions are looked up at each call, so that the fake timers of a test are used. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, action) => globalThis.setTimeout(action, ms),
  cancel: timer => globalThis.clearTimeout(timer as number | undefined),
};

/** The longest delay of a timer. A timer with a longer one fires at once. */
export const TIMER_MAX_MS = 2 ** 31 - 1;
