/**
 * JSON in which integers keep all digits. JSON.stringify only writes doubles, and Node 20 has no `JSON.rawJSON`. A `BigInteger` is
 * therefore written as a string with an unpredictable mark, and `unwrapIntegers` then removes the mark and the quotation marks. A response
 * without such integers costs one search for a short string.
 */
import { randomBytes } from 'node:crypto';

const MARK = `~integer:${randomBytes(16).toString('hex')}:`;
// Bounded: the mark is a literal of fixed length.
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** An integer beyond ±2^53 in a response. */
export class BigInteger {
  readonly #value: bigint;
  constructor(value: bigint) {
    this.#value = value;
  }
  toJSON(): string {
    return MARK + this.#value;
  }
  toString(): string {
    return String(this.#value);
  }
}

/** Replaces each `BigInteger` in JSON text with a plain integer. */
export const unwrapIntegers = (json: string): string => (json.includes(MARK) ? json.replace(MARKED, '$1') : json);

/** `JSON.stringify` with support for integers of any size. */
export const stringifyLossless = (value: unknown): string => unwrapIntegers(JSON.stringify(value));
