/**
 * How long a server asks a client to wait: `Retry-After` beside status 429 or 503 (RFC 9110, 10.2.3). The transport never sends anything again by
 * itself (contract C30); it only reports the wait, and screens decide.
 */

/** What a server asked. */
export interface AskedWait {
  /** How long, in ms, as it was asked. */
  ms: number;
  /** When it is over, in ms since the epoch; a second from the answer at the earliest. */
  until: number;
  /** How many answers to this operation in a row have asked so, this one included. */
  times: number;
}

/** Counts the answers that ask to wait, by operation. */
export interface AskedWaits {
  /** What this answer to the operation of that key asks; undefined where it asks nothing. Called once for each answer. */
  of(key: number, response: Response): AskedWait | undefined;
}

/** Operations that are remembered at once. */
const MOST_OPERATIONS = 200;
/** More digits of seconds than any server means: some three hundred years. */
const MOST_DIGITS = 10;
const SHORTEST_MS = 1000;

/** `Sun, 06 Nov 1994 08:49:37 GMT`, the one form of a date that servers may send today. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Makes an empty count. */
export function createAskedWaits(): AskedWaits {
  const counts = new Map<number, number>();
  return {
    of(key, response) {
      const before = counts.get(key) ?? 0;
      counts.delete(key);
      const now = Date.now();
      const ms = response.status === 429 || response.status === 503 ? waitOf(response, now) : null;
      if (ms === null) return undefined;
      counts.set(key, before + 1);
      const [oldest] = counts.keys();
      if (counts.size > MOST_OPERATIONS && oldest !== undefined) counts.delete(oldest);
      return { ms, until: now + Math.max(ms, SHORTEST_MS), times: before + 1 };
    },
  };
}

/** What the header says, in ms; null where it says nothing that can be read. */
function waitOf(response: Response, now: number): number | null {
  const value = headerOf(response, 'retry-after').trim();
  if (/^\d+$/.test(value)) return Number(value.slice(0, MOST_DIGITS)) * 1000;
  if (!HTTP_DATE.test(value)) return null;
  const date = headerOf(response, 'date').trim();
  // The two clocks may differ: the server's own says when it spoke.
  const spoken = HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN;
  const ms = Date.parse(value) - (Number.isNaN(spoken) ? now : spoken);
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/** '' where there is none; a fetch that was handed in may give no headers at all. */
function headerOf(response: Response, name: string): string {
  return response.headers?.get?.(name) ?? '';
}
