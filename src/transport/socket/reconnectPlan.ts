/**
 * Decides when a lost connection is reopened and how long opening may take (contract C36, C37). It counts attempts and losses since the
 * last acknowledgement, and runs the wait, which ends early when the page wakes up (C40).
 */
import type { ResolvedConfig } from '../config';

/** A connection loss: its number since the last acknowledgement, and the delay before the reconnect. */
export interface Loss {
  attempt: number;
  ms: number;
}

/** The delays and deadlines of one socket. */
export interface ReconnectPlan {
  /** Counts a connect attempt. Returns its number and its deadline in ms (0: none). */
  open(): { attempt: number; deadlineMs: number };
  /** Counts a loss and sets the delay that `wait` will use. */
  lose(): Loss;
  /** The server acknowledged the connection: resets the counters. */
  acknowledge(): void;
  /** Makes the next delay the shortest again. */
  forgetLosses(): void;
  /** Waits for the delay of the last loss, if any; calls `onWait` when the wait starts. */
  wait(onWait: (loss: Loss) => void): Promise<void>;
  /** Ends the current wait, or cancels one that has not started. */
  skip(): void;
}

/** Factor by which the connect deadline grows with each attempt. */
const DEADLINE_GROWTH = 1.2;
const ROUNDING_ERROR_MS = 1e-3;

export function createReconnectPlan(config: ResolvedConfig): ReconnectPlan {
  let attempts = 0;
  let losses = 0;
  let pendingMs: number | undefined;
  let endWait: (() => void) | undefined;

  const deadlineMs = (): number => {
    if (config.wsMinTimeoutMs === 0) return 0;
    // 1000 * 1.2 ** 3 is 1727.9999999999998, and timers drop the fraction.
    const grown = Math.floor(config.wsMinTimeoutMs * DEADLINE_GROWTH ** attempts + ROUNDING_ERROR_MS);
    return config.wsTimeoutMs === 0 ? grown : Math.min(config.wsTimeoutMs, grown);
  };
  const backoffMs = (): number => {
    const { reconnectMinMs, reconnectMaxMs, reconnectFactor, reconnectJitter } = config;
    const base = Math.min(reconnectMaxMs, reconnectMinMs * reconnectFactor ** losses);
    const drawn = base * (1 + reconnectJitter * (2 * Math.random() - 1));
    return Math.min(reconnectMaxMs, Math.max(reconnectMinMs, drawn));
  };

  return {
    open() {
      const limit = deadlineMs();
      attempts++;
      return { attempt: attempts, deadlineMs: limit };
    },
    lose() {
      pendingMs = backoffMs();
      losses++;
      return { attempt: losses, ms: pendingMs };
    },
    acknowledge() {
      attempts = 0;
      losses = 0;
    },
    forgetLosses() {
      losses = 0;
    },
    async wait(onWait) {
      const ms = pendingMs;
      pendingMs = undefined;
      if (!ms) return;
      onWait({ attempt: losses, ms });
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms);
        endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      endWait = undefined;
    },
    skip() {
      if (!endWait && pendingMs !== undefined) pendingMs = 0;
      endWait?.();
    },
  };
}
