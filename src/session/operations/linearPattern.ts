/**
 * Regular expressions in RE2 syntax, matched in time proportional to the lengths of pattern and text: a pattern from a shared file must
 * not block the page. RE2 has no backreferences and no lookaround. The length of a pattern is counted with its repetitions expanded.
 */
import { RE2JS } from 're2js';

/** A compiled pattern. `problem` is the reason if it cannot be used; it then matches nothing. */
export interface LinearPattern {
  problem: string | null;
  /** True if the pattern matches anywhere in the text. */
  test(text: string): boolean;
}

const LONGEST_PATTERN = 500;
/** Maximum number of characters, classes and operators with repetitions expanded. With it, 20,000 letters are matched within a second. */
const LARGEST_PATTERN = 500;
/** Maximum size of the compiled program. */
const LARGEST_PROGRAM = 1000;

/** Compiles a pattern. Never throws. */
export function compilePattern(pattern: string): LinearPattern {
  try {
    if (pattern.length > LONGEST_PATTERN) throw new RangeError(`longer than ${LONGEST_PATTERN} characters`);
    if (expandedLength(pattern) > LARGEST_PATTERN) throw new RangeError('too many repetitions');
    // `expandedLength` cannot see where a class or group ends in these forms.
    if (/\[:\^?\w{1,20}:\]|\\Q/.test(pattern)) throw new RangeError('POSIX classes and \\Q are not known');
    const compiled = RE2JS.compile(pattern);
    if (compiled.programSize() > LARGEST_PROGRAM) throw new RangeError('too many repetitions');
    return { problem: null, test: text => compiled.matcher(text).find() };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error), test: () => false };
  }
}

/** Matches an escape, a class, a repetition, or any other character. */
// Bounded: a pattern has at most LONGEST_PATTERN characters.
const PIECE = /\\[pP]\{[^}]{0,40}\}|\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{(\d{1,4})(?:,(\d{0,4}))?\}|./gsu;

/** Length of the pattern with its repetitions expanded. The result for an invalid pattern is arbitrary. */
function expandedLength(pattern: string): number {
  /** For each open group: its size, and the size of its last piece. */
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
