/**
 * The access code and the guard against guessing it. The code is compared in constant time; after ten wrong codes in a minute an address
 * has to wait. Counting is per instance and in memory.
 */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

/** What became of a try: let in, wrong code, or to be tried again after so many seconds. */
export type Attempt = { result: 'granted' } | { result: 'wrong' } | { result: 'blocked'; retryAfterSeconds: number };

export interface AccessGate {
  accessCode: string;
  /** @param address the client's network address; empty when it is not known. */
  attempt(code: string, address: string): Attempt;
}

const MOST_FAILURES = 10;
const WINDOW_MS = 60_000;
const MOST_ADDRESSES = 10_000;
/** Without letters and digits that are mistaken for one another. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * @param accessCode the code; a random one of 59 bits when left out.
 * @param now the clock in milliseconds.
 */
export function createAccessGate(accessCode = randomCode(), now: () => number = Date.now): AccessGate {
  const failures = new Map<string, { count: number; until: number }>();
  const expected = digest(accessCode);
  return {
    accessCode,
    attempt(code, address) {
      const from = networkOf(address);
      const time = now();
      const entry = failures.get(from);
      const current = entry && entry.until > time ? entry : undefined;
      if (current && current.count >= MOST_FAILURES) {
        return { result: 'blocked', retryAfterSeconds: Math.ceil((current.until - time) / 1000) };
      }
      if (timingSafeEqual(digest(code.trim()), expected)) {
        failures.delete(from);
        return { result: 'granted' };
      }
      failures.delete(from);
      failures.set(from, { count: (current?.count ?? 0) + 1, until: current?.until ?? time + WINDOW_MS });
      // Oldest first: the memory of a flood from many addresses stays bounded.
      if (failures.size > MOST_ADDRESSES) failures.delete(failures.keys().next().value as string);
      return { result: 'wrong' };
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** One household holds a whole /64 of IPv6 addresses; they count as one. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/, '');
  return plain.includes(':') ? plain.split(':').slice(0, 4).join(':') : plain;
}

/** A code of 59 random bits, in letters that are not mistaken for one another. */
export function randomCode(): string {
  const part = (): string => Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
  return [part(), part(), part()].join('-');
}
