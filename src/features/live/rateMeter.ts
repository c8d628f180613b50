/**
 * Measures the rate of events over the last minute in steps of a quarter of a second, in constant space. Times are milliseconds since the
 * epoch.
 */

export interface RateMeter {
  /** Counts one event at `now`. If the clock goes backwards, the event counts for the newest step. */
  add(now: number): void;
  /** Events a second: over the last two seconds, or over the last minute if those two seconds had fewer than `ENOUGH` events. */
  perSecond(now: number): number;
  /** Events in each of the last 60 whole seconds, oldest first. */
  history(now: number): number[];
}

const STEP_MS = 250;
const STEPS = 244;
const STEPS_A_SECOND = 1000 / STEP_MS;
const MINUTE_STEPS = 60 * STEPS_A_SECOND;
/** With fewer events than this in two seconds, the rate is taken over the minute. */
const ENOUGH = 8;

/** Creates a meter without events. */
export function createRateMeter(): RateMeter {
  const counts = new Uint32Array(STEPS);
  let newest = Number.NEGATIVE_INFINITY;
  let oldest = Number.POSITIVE_INFINITY;

  /** Makes the step of `now` the newest one. The steps in between are set to 0. */
  const advance = (now: number): void => {
    const step = Math.floor(now / STEP_MS);
    if (step <= newest) return;
    if (step - newest >= STEPS) counts.fill(0);
    else for (let at = newest + 1; at <= step; at++) counts[at % STEPS] = 0;
    newest = step;
  };
  const sum = (from: number, to: number): number => {
    let total = 0;
    for (let step = Math.max(from, newest - STEPS + 1); step < to; step++) total += counts[step % STEPS] ?? 0;
    return total;
  };

  return {
    add(now) {
      advance(now);
      oldest = Math.min(oldest, newest);
      counts[newest % STEPS] = (counts[newest % STEPS] ?? 0) + 1;
    },
    perSecond(now) {
      if (oldest === Number.POSITIVE_INFINITY) return 0;
      advance(now);
      // Only complete steps: the current one would lower the rate.
      const age = newest - oldest;
      if (age === 0) return sum(newest, newest + 1);
      const short = Math.min(2 * STEPS_A_SECOND, age);
      const recent = sum(newest - short, newest);
      if (recent >= ENOUGH || age <= short) return (recent * STEPS_A_SECOND) / short;
      const long = Math.min(MINUTE_STEPS, age);
      return (sum(newest - long, newest) * STEPS_A_SECOND) / long;
    },
    history(now) {
      advance(now);
      const whole = Math.floor(newest / STEPS_A_SECOND) * STEPS_A_SECOND;
      return Array.from({ length: 60 }, (_, second) => {
        const from = whole - (60 - second) * STEPS_A_SECOND;
        return oldest === Number.POSITIVE_INFINITY ? 0 : sum(from, from + STEPS_A_SECOND);
      });
    },
  };
}
