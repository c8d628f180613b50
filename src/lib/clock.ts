/** Time as a dependency: code that waits or reads the time takes a `Clock`, so that tests control it. */

/** A timer to be cleared with the clock that gave it. */
export type Timer = number | object;

/** The time and its timers. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `action` once, `ms` from now at the earliest. */
  after(ms: number, action: () => void): Timer;
  /** Cancels it; nothing happens when it has run. */
  cancel(timer: Timer | undefined): void;
}

/** The platform's own clock, looked up at each call so that a test's fake timers are seen. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, action) => globalThis.setTimeout(action, ms),
  cancel: timer => globalThis.clearTimeout(timer as number | undefined),
};
