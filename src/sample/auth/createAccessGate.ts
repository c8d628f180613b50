/**
 * The access code and its protection against guessing. The code is compared in constant time. The right code is always accepted: otherwise
 * an attacker could lock out its owner. Wrong codes are counted for all clients together; after ten in a minute, the response to a wrong
 * code is a waiting time. The count is kept in memory, for each instance.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** The result of an attempt: accepted, wrong code, or wrong with a waiting time. */
export type Attempt = { result: 'granted' } | { result: 'wrong' } | { result: 'blocked'; retryAfterSeconds: number };

export interface AccessGate {
  accessCode: string;
  attempt(code: string): Attempt;
}

const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;
/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * @param accessCode default: a random code of 59 bits
 * @param now returns the time in milliseconds
 */
export function createAccessGate(accessCode = randomCode(), now: () => number = Date.now): AccessGate {
  let wrong = 0;
  let until = 0;
  const expected = digest(accessCode);
  return {
    accessCode,
    attempt(code) {
      if (timingSafeEqual(digest(code.trim()), expected)) return { result: 'granted' };
      const time = now();
      if (time >= until) {
        wrong = 0;
        until = time + WINDOW_MS;
      }
      wrong++;
      if (wrong <= MOST_FAILURES) return { result: 'wrong' };
      return { result: 'blocked', retryAfterSeconds: Math.ceil((until - time) / 1000) };
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** Returns a code of 59 random bits, without easily confused characters. */
export function randomCode(): string {
  const part = (): string => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [part(), part(), part()].join('-');
}
