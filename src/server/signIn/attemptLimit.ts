/** Limits how often one IP address may try to sign in. */

const WINDOW_MS = 60_000;
/** Attempts per window. A sign-in counts twice: when it starts and when it returns. */
const MOST = 60;
/** Number of addresses that are remembered; the oldest are dropped. */
const MOST_ADDRESSES = 5000;

/** Counts an attempt. @returns how many seconds to wait; 0 if the attempt is allowed */
export type AttemptLimit = (address: string) => number;

/** Creates a limit. */
export function createAttemptLimit(now: () => number): AttemptLimit {
  const windows = new Map<string, { begun: number; count: number }>();
  return address => {
    const at = now();
    const current = windows.get(address);
    const window = current && at - current.begun < WINDOW_MS ? current : { begun: at, count: 0 };
    window.count += 1;
    // Moves the address to the end, so that the first entries are the oldest.
    windows.delete(address);
    windows.set(address, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= MOST_ADDRESSES) break;
      windows.delete(oldest);
    }
    return window.count <= MOST ? 0 : Math.ceil((window.begun + WINDOW_MS - at) / 1000);
  };
}
