/** How often one address may try to sign in. */

const WINDOW_MS = 60_000;
/** In one window. A sign-in counts twice: when it begins and when it returns. */
const MOST = 60;
/** Addresses that are remembered; of more the oldest are forgotten. */
const MOST_ADDRESSES = 5000;

/** Counts an attempt. @returns how many seconds to wait; 0: it may go on */
export type AttemptLimit = (address: string) => number;

/** Makes a limit. */
export function createAttemptLimit(now: () => number): AttemptLimit {
  const windows = new Map<string, { begun: number; count: number }>();
  return address => {
    const at = now();
    const known = windows.get(address);
    const window = known && at - known.begun < WINDOW_MS ? known : { begun: at, count: 0 };
    window.count += 1;
    // The newest last.
    windows.delete(address);
    windows.set(address, window);
    for (const oldest of windows.keys()) {
      if (windows.size <= MOST_ADDRESSES) break;
      windows.delete(oldest);
    }
    return window.count <= MOST ? 0 : Math.ceil((window.begun + WINDOW_MS - at) / 1000);
  };
}
