/**
 * The time that a server asks a client to wait: `Retry-After` with status 429, 503 (RFC 9110, 10.2.3) or 403 (GitHub). The transport never
 * repeats a request because of it (contract C30); it only reports the wait, and screens decide.
 */
import { headerOf } from './headers';

/** A wait that a server asked for. */
export interface RetryAfter {
  /** Duration in ms, as requested. */
  ms: number;
  /** When the wait is over, in ms since the epoch; at least one second after the response. */
  until: number;
  /** How many consecutive responses to this operation asked for a wait, this one included. */
  times: number;
}

/** Counts responses that ask for a wait, by operation. */
export interface RetryAfterReader {
  /** The wait that this response to operation `key` asks for; undefined if it asks for none. Call it once per response. */
  of(key: number, response: Response): RetryAfter | undefined;
}

/** Number of operations that are remembered. */
const MOST_OPERATIONS = 200;
/** Digits of seconds that are read; ten digits are over three hundred years. */
const MOST_DIGITS = 10;
const SHORTEST_MS = 1000;

/** For example `Sun, 06 Nov 1994 08:49:37 GMT`: the only date format that RFC 9110 lets servers send. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** Creates an empty counter. */
export function createRetryAfterReader(): RetryAfterReader {
  const counts = new Map<number, number>();
  return {
    of(key, response) {
      const before = counts.get(key) ?? 0;
      counts.delete(key);
      const now = Date.now();
      const ms = [403, 429, 503].includes(response.status) ? waitOf(response, now) : null;
      if (ms === null) return undefined;
      counts.set(key, before + 1);
      const [oldest] = counts.keys();
      if (counts.size > MOST_OPERATIONS && oldest !== undefined) counts.delete(oldest);
      return { ms, until: now + Math.max(ms, SHORTEST_MS), times: before + 1 };
    },
  };
}

/** The header's value in ms; null if it is absent or cannot be parsed. */
function waitOf(response: Response, now: number): number | null {
  const value = headerOf(response, 'retry-after').trim();
  if (/^\d+$/.test(value)) return Number(value.slice(0, MOST_DIGITS)) * 1000;
  if (!HTTP_DATE.test(value)) return null;
  const date = headerOf(response, 'date').trim();
  // The clocks of server and client may differ, so the wait counts from the server's own `date`.
  const sentAt = HTTP_DATE.test(date) ? Date.parse(date) : Number.NaN;
  const ms = Date.parse(value) - (Number.isNaN(sentAt) ? now : sentAt);
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}
