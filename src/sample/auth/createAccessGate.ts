/**
 * The access codes and their protection against guessing. Codes are compared in constant time. A right code is always accepted: otherwise
 * an attacker could lock out its owner. Wrong codes are counted for all clients together; after ten in a minute, the response to a wrong
 * code is a waiting time. The count is kept in memory, for each instance.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import type { Role } from './createTokens';

/** The result of an attempt: the role of the code, wrong code, or wrong with a waiting time. */
export type Attempt = { result: 'granted'; role: Role } | { result: 'wrong' } | { result: 'blocked'; retryAfterSeconds: number };

/** The codes of the accounts. */
export interface AccessCodes {
  /** Of the harbour office. */
  accessCode: string;
  /** Of the pilot station. */
  pilotCode: string;
}

export interface AccessGate extends AccessCodes {
  attempt(code: string): Attempt;
}

const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;
/** Without letters and digits that are easily confused. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * @param codes default: random codes of 59 bits
 * @param now returns the time in milliseconds
 */
export function createAccessGate(codes: Partial<AccessCodes> = {}, now: () => number = Date.now): AccessGate {
  const { accessCode = randomCode(), pilotCode = randomCode() } = codes;
  let wrong = 0;
  let until = 0;
  const office = digest(accessCode);
  const pilots = digest(pilotCode);
  return {
    accessCode,
    pilotCode,
    attempt(code) {
      const sent = digest(code.trim());
      if (timingSafeEqual(sent, office)) return { result: 'granted', role: 'HARBOUR_OFFICE' };
      if (timingSafeEqual(sent, pilots)) return { result: 'granted', role: 'PILOT_STATION' };
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
