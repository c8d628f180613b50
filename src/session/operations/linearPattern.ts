/**
 * Regular expressions in the syntax of RE2, matched in time proportional to pattern and text: a file of a colleague must not stop the page.
 * RE2 has no backreferences and does not look around. A pattern counts with all its repetitions written out.
 */
import { RE2JS } from 're2js';

/** A compiled pattern. `problem`: why it cannot be used; then it matches nothing. */
export interface LinearPattern {
  problem: string | null;
  /** True where the pattern matches somewhere in the text. */
  test(text: string): boolean;
}

const LONGEST_PATTERN = 500;
/** Characters, classes and signs, with repetitions written out: twenty thousand letters are matched within a second. */
const LARGEST_PATTERN = 500;
/** The same as it is compiled. */
const LARGEST_PROGRAM = 1000;

/** Compiles a pattern. Never throws. */
export function compilePattern(pattern: string): LinearPattern {
  try {
    if (pattern.length > LONGEST_PATTERN) throw new RangeError(`longer than ${LONGEST_PATTERN} characters`);
    if (writtenOut(pattern) > LARGEST_PATTERN) throw new RangeError('too many repetitions');
    // They hide from the count where a class or a group ends.
    if (/\[:\^?\w{1,20}:\]|\\Q/.test(pattern)) throw new RangeError('POSIX classes and \\Q are not known');
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > LARGEST_PROGRAM) throw new RangeError('too many repetitions');
    return { problem: null, test: text => compiled.matcher(text).find() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), test: () => false };
  }
}

/** An escape, a class, a repetition, or any other character. */
// Bounded: patterns of LONGEST_PATTERN characters.
const PIECE = /\\[pP]\{[^}]{0,40}\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu;

/** How long the pattern is with its repetitions written out; what is no valid pattern is counted somehow. */
function writtenOut(pattern: string): number {
  /** Per open group: what stands in it, and how much of that is its last piece. */
  const groups = [{ size: 0, last: 0 }];
  for (const [piece, least, most] of pattern.matchAll(PIECE)) {
    const group = groups.at(-1) ?? { size: 0, last: 0 };
    if (piece === '(') groups.push({ size: 1, last: 0 });
    else if (piece === ')' && groups.length > 1) {
      groups.pop();
      const outer = groups.at(-1) ?? group;
      outer.size += group.size;
      outer.last = group.size;
    } else if (least !== undefined) {
      const more = group.last * Math.max(Number(least), Number(most ?? 0));
      group.size += more;
      group.last += more;
    } else {
      group.size += 1;
      group.last = 1;
    }
  }
  return groups.reduce((sum, { size }) => sum + size, 0);
}
