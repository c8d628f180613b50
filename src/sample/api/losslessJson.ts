/**
 * JSON whose integers keep all their digits. JavaScript's own writer knows only doubles, and Node 20 has no `JSON.rawJSON`: a `BigInteger`
 * therefore writes itself as a text that no one outside can foretell, and `unwrapIntegers` takes the quotation marks off afterwards.
 * Answers that hold none cost one search for a short text.
 */
import { randomBytes } from 'node:crypto';

const MARK = `~integer:${randomBytes(16).toString('hex')}:`;
// Bounded: the mark is a word of fixed length.
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g');

/** An integer beyond ±2^53 on its way out. */
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

/** Takes JSON text in which `BigInteger`s were written and gives it with plain integers in their place. */
export const unwrapIntegers = (json: string): string => (json.includes(MARK) ? json.replace(MARKED, '$1') : json);

/** `JSON.stringify` with integers of any size. */
export const stringifyLossless = (value: unknown): string => unwrapIntegers(JSON.stringify(value));
