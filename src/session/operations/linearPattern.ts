/**
 * Regular expressions in the syntax of RE2, matched in time proportional to pattern and text: a file of a colleague must not stop the page.
 * RE2 has no backreferences and does not look around.
 */
import { RE2JS } from 're2js';

/** A compiled pattern. `problem`: why it cannot be used; then it matches nothing. */
export interface LinearPattern {
  problem: string | null;
  /** True where the pattern matches somewhere in the text. */
  test(text: string): boolean;
}

const LONGEST_PATTERN = 500;

/** Compiles a pattern. Never throws. */
export function compilePattern(pattern: string): LinearPattern {
  try {
    if (pattern.length > LONGEST_PATTERN) throw new RangeError(`longer than ${LONGEST_PATTERN} characters`);
    const compiled = RE2JS.compile(pattern);
    return { problem: null, test: text => compiled.matcher(text).find() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), test: () => false };
  }
}
