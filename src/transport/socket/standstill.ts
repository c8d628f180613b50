/**
 * Notices that no code of an open connection ran for a while: the page was frozen or the computer slept, and no event reported it. What was
 * buffered in the meantime may arrive before timers run. Therefore the owner also calls `check` when it receives something.
 */

/** Interval of the check, in ms. */
const BEAT_MS = 1000;

/** If no code ran for this long, in ms, the page stood still. */
const STANDSTILL_MS = 4000;

/** The same limit for a hidden tab, in which Chrome runs timers once a minute. */
const HIDDEN_STANDSTILL_MS = 70_000;

/** The check of one connection. */
export interface StandstillCheck {
  /** The connection is open: checks at intervals from now on. */
  start(): void;
  /** Checks now. Does nothing before `start`. */
  check(): void;
  /** The connection has ended. */
  stop(): void;
}

/** Creates a check that calls `onStandstill` when code runs again after a standstill. */
export function createStandstillCheck(onStandstill: () => void): StandstillCheck {
  /** When code last ran; undefined while the connection is not open. */
  let ranAt: number | undefined;
  /** Whether the tab was hidden at that time. */
  let wasHidden = false;
  let beat: ReturnType<typeof setTimeout> | undefined;

  const check = (): void => {
    if (ranAt === undefined) return;
    const now = Date.now();
    const stoodMs = now - ranAt;
    const isHidden = globalThis.document?.visibilityState === 'hidden';
    const limitMs = isHidden || wasHidden ? HIDDEN_STANDSTILL_MS : STANDSTILL_MS;
    ranAt = now;
    wasHidden = isHidden;
    if (stoodMs >= limitMs) onStandstill();
  };
  const runOn = (): void => {
    check();
    if (ranAt !== undefined) beat = setTimeout(runOn, BEAT_MS);
  };
  const stop = (): void => {
    clearTimeout(beat);
    ranAt = undefined;
  };

  return {
    start() {
      stop();
      ranAt = Date.now();
      runOn();
    },
    check,
    stop,
  };
}
