/**
 * When a lost connection is opened again, and how long it may take to open (contract C36, C37): the counters since the last
 * acknowledgement, the waits, and the wait under way, which a waking page cuts short (C40).
 */
import type { ResolvedConfig } from '../config';

/** A loss: its number since the last acknowledgement, and the wait after it. */
export interface Loss {
  attempt: number;
  ms: number;
}

/** The waits and deadlines of one socket. */
export interface ReconnectPlan {
  /** Counts an attempt to connect and gives its number and how long it may take to open, in ms (0: no limit). */
  open(): { attempt: number; deadlineMs: number };
  /** Counts a loss and decides the wait that `wait` makes. */
  lose(): Loss;
  /** The server acknowledged: counts from the beginning. */
  acknowledge(): void;
  /** The next wait is the shortest again. */
  forgetLosses(): void;
  /** Waits as decided by the last loss, if there is one; `onWait` is called when it begins. */
  wait(onWait: (loss: Loss) => void): Promise<void>;
  /** Ends a wait, also one that is decided but has not begun. */
  skip(): void;
}

/** Growth of the connect deadline with each attempt. */
const DEADLINE_GROWTH = 1.2;

export function createReconnectPlan(config: ResolvedConfig): ReconnectPlan {
  let attempts = 0;
  let losses = 0;
  let pendingMs: number | undefined;
  let endWait: (() => void) | undefined;

  const deadlineMs = (): number => {
    if (config.wsMinTimeoutMs === 0) return 0;
    const grown = config.wsMinTimeoutMs * DEADLINE_GROWTH ** attempts;
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
