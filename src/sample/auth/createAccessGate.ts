/**
 * The access code and the guard against guessing it. The code is compared in constant time, and the right one always passes: a guard that
 * kept it out could be used to lock its owner out. Wrong ones are counted, wherever they come from; after ten in a minute they are answered
 * by the time to wait. Counting is per instance and in memory.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** What became of a try: let in, wrong code, or to be tried again after so many seconds. */
export type Attempt = { result: 'granted' } | { result: 'wrong' } | { result: 'blocked'; retryAfterSeconds: number };

export interface AccessGate {
  accessCode: string;
  attempt(code: string): Attempt;
}

const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;
/** Without letters and digits that are mistaken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * @param accessCode the code; a random one of 59 bits when left out.
 * @param now the clock in milliseconds.
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

/** A code of 59 random bits, in letters that are not mistaken for one another. */
export function randomCode(): string {
  const part = (): string => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [part(), part(), part()].join('-');
}
