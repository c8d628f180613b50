/** The difference of two texts, line by line: the shortest one as long as it is small, else all lines between the first and the last that differ. */
import { diffArrays } from 'diff';

/** A line of both texts, of the first alone, or of the second alone. */
export interface DiffLine {
  kind: 'both' | 'first' | 'second';
  text: string;
}

/** Lines that belong together; `skipped`: how many lines of both texts stand before them. */
export interface DiffPart {
  skipped: number;
  lines: DiffLine[];
}

/** A difference. */
export interface LineDiff {
  parts: DiffPart[];
  /** Lines of the first alone, and of the second alone. */
  first: number;
  second: number;
  /** Lines of both after the last part. */
  rest: number;
}

/** Lines of both that are shown around a change. */
const AROUND = 2;
/** With more changed lines than this the middle is taken as a whole: time and memory grow with the square. */
const MOST_CHANGES = 600;

/** Compares two texts. */
export function lineDiff(first: string, second: string): LineDiff {
  const a = linesOf(first);
  const b = linesOf(second);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const middle = changesOf(a.slice(start, a.length - end), b.slice(start, b.length - end));
  const before = a.slice(Math.max(0, start - AROUND), start).map(both);
  const after = a.slice(a.length - end, a.length - end + AROUND).map(both);
  return {
    ...partsOf([...before, ...middle, ...after], start - before.length, end - after.length),
    first: middle.filter(({ kind }) => kind === 'first').length,
    second: middle.filter(({ kind }) => kind === 'second').length,
  };
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

const both = (text: string): DiffLine => ({ kind: 'both', text });

/** Lines that are far from any change are left out. */
function partsOf(lines: readonly DiffLine[], before: number, after: number): Pick<LineDiff, 'parts' | 'rest'> {
  const isNear = new Uint8Array(lines.length);
  lines.forEach(({ kind }, at) => {
    if (kind !== 'both') isNear.fill(1, Math.max(0, at - AROUND), at + AROUND + 1);
  });
  const parts: DiffPart[] = [];
  let skipped = before;
  let present: DiffPart | undefined;
  lines.forEach((line, at) => {
    if (!isNear[at]) {
      skipped++;
      present = undefined;
      return;
    }
    if (!present) {
      present = { skipped, lines: [] };
      parts.push(present);
      skipped = 0;
    }
    present.lines.push(line);
  });
  return { parts, rest: skipped + after };
}

function changesOf(a: string[], b: string[]): DiffLine[] {
  const lines = (texts: readonly string[], kind: DiffLine['kind']): DiffLine[] => texts.map(text => ({ kind, text }));
  const changes = diffArrays(a, b, { maxEditLength: MOST_CHANGES });
  if (!changes) return [...lines(a, 'first'), ...lines(b, 'second')];
  return changes.flatMap(({ value, removed, added }) => lines(value, removed ? 'first' : added ? 'second' : 'both'));
}
