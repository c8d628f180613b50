/**
 * Compares two texts line by line. The result is the shortest difference if that is small. Otherwise the texts are compared between the
 * lines that occur once in both. If there are no such lines, everything between the first and the last difference is reported as changed.
 */
import { diffArrays } from 'diff';

/** A line that is in both texts, only in the first, or only in the second. */
export interface DiffLine {
  kind: 'both' | 'first' | 'second';
  text: string;
}

/** A group of changed lines with their context; `skipped`: the number of common lines before it that are not shown. */
export interface DiffPart {
  skipped: number;
  lines: DiffLine[];
}

/** The difference of two texts. */
export interface LineDiff {
  parts: DiffPart[];
  /** Number of lines that are only in the first text, and only in the second. */
  first: number;
  second: number;
  /** Number of common lines after the last part. */
  rest: number;
  /** Number of lines that `shortened` left out. */
  left?: number;
}

/** Number of common lines shown around a change. */
const AROUND = 2;
/** With more changed lines, the shortest difference is not computed: time and memory grow with the square. */
const MOST_CHANGES = 600;

/** Texts with more lines than this switch to anchors after fewer changes, to bound the time. */
const LONG = 20_000;
const MOST_IN_LONG = 120;
/**
 * Bounds the time of a whole comparison, because there can be a shortest difference to compute between any two of thousands of anchors. In
 * squares of changed lines, which the time grows with: about half a second.
 */
const MOST_WORK = 10_000_000;
/** Longest line that is shown, in characters; JSON on one line may be long. */
export const LONGEST_LINE = 2000;

/** Reduces a difference to `most` lines, each cut to its beginning, before it is sent to a page. */
export function shortened(diff: LineDiff, most: number): LineDiff {
  const parts: DiffPart[] = [];
  let [room, left] = [most, 0];
  for (const { skipped, lines } of diff.parts) {
    const kept = lines.slice(0, room);
    if (kept.length > 0)
      parts.push({ skipped, lines: kept.map(line => ({ ...line, text: line.text.slice(0, LONGEST_LINE + 1) })) });
    room -= kept.length;
    left += lines.length - kept.length;
  }
  return { ...diff, parts, left };
}

/** Lines in sequence of the same kind. `at`: the index of the first one, in the second text for `second`, otherwise in the first. */
interface Run {
  kind: DiffLine['kind'];
  at: number;
  count: number;
}

/** Compares two texts. Lines are compared as numbers, because that takes two thirds of the time for 1 MB with few changes. */
export function lineDiff(first: string, second: string): LineDiff {
  const [a, b] = [linesOf(first), linesOf(second)];
  const numbers = new Map<string, number>();
  const runs = changesOf(numbered(a, numbers), numbered(b, numbers), 0, 0, { left: MOST_WORK });
  const linesIn = (kind: DiffLine['kind']): number => runs.reduce((sum, run) => sum + (run.kind === kind ? run.count : 0), 0);
  return { ...partsOf(runs, a, b), first: linesIn('first'), second: linesIn('second') };
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split('\n'));

/** One number for each line; equal lines have the same one. */
function numbered(lines: readonly string[], numbers: Map<string, number>): number[] {
  return lines.map(line => {
    const known = numbers.get(line);
    if (known === undefined) numbers.set(line, numbers.size);
    return known ?? numbers.size - 1;
  });
}

/** Groups changed lines with their context, and leaves out lines far from any change. */
function partsOf(runs: readonly Run[], first: readonly string[], second: readonly string[]): Pick<LineDiff, 'parts' | 'rest'> {
  const parts: DiffPart[] = [];
  let skipped = 0;
  let present: DiffPart | undefined;
  const show = (kind: DiffLine['kind'], at: number, count: number): void => {
    if (count === 0) return;
    if (!present) {
      present = { skipped, lines: [] };
      parts.push(present);
      skipped = 0;
    }
    const texts = kind === 'second' ? second : first;
    for (let line = at; line < at + count; line++) present.lines.push({ kind, text: texts[line] as string });
  };
  for (const [index, { kind, at, count }] of runs.entries()) {
    const head = index === 0 ? 0 : AROUND;
    const tail = index === runs.length - 1 ? 0 : AROUND;
    if (kind !== 'both' || count <= head + tail) {
      show(kind, at, count);
      continue;
    }
    show(kind, at, head);
    present = undefined;
    skipped = count - head - tail;
    show(kind, at + count - tail, tail);
  }
  return { parts, rest: skipped };
}

/** What is left of `MOST_WORK`. */
interface Work {
  left: number;
}

/** The differences of two lists of lines that begin at these places of their texts. */
function changesOf(a: readonly number[], b: readonly number[], atA: number, atB: number, work: Work): Run[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const runs: Run[] = [];
  addRun(runs, 'both', atA, start);
  const changes = changesWithin(a.slice(start, a.length - end), b.slice(start, b.length - end), atA + start, atB + start, work);
  for (const { kind, at, count } of changes) addRun(runs, kind, at, count);
  addRun(runs, 'both', atA + a.length - end, end);
  return runs;
}

/** Adds a run, or makes the last one longer. */
function addRun(runs: Run[], kind: DiffLine['kind'], at: number, count: number): void {
  const last = runs.at(-1);
  if (last?.kind === kind) last.count += count;
  else if (count > 0) runs.push({ kind, at, count });
}

/** The differences of two lists that differ in their first and in their last line. */
function changesWithin(a: number[], b: number[], atA: number, atB: number, work: Work): Run[] {
  if (a.length === 0 || b.length === 0 || (a.length === 1 && b.length === 1)) return replaced(a, b, atA, atB);
  const maxEditLength = Math.min(a.length + b.length > LONG ? MOST_IN_LONG : MOST_CHANGES, Math.floor(Math.sqrt(work.left)));
  const changes = maxEditLength > 0 ? diffArrays(a, b, { maxEditLength }) : undefined;
  const edits = changes?.reduce((sum, { count, added, removed }) => sum + (added || removed ? count : 0), 0) ?? maxEditLength;
  work.left -= edits ** 2;
  if (!changes) return changesBetween(a, b, atA, atB, work);
  const runs: Run[] = [];
  let [inA, inB] = [atA, atB];
  for (const { count, removed, added } of changes) {
    addRun(runs, removed ? 'first' : added ? 'second' : 'both', added ? inB : inA, count);
    if (!added) inA += count;
    if (!removed) inB += count;
  }
  return runs;
}

/** All lines are changed. */
function replaced(a: readonly number[], b: readonly number[], atA: number, atB: number): Run[] {
  const runs: Run[] = [];
  addRun(runs, 'first', atA, a.length);
  addRun(runs, 'second', atB, b.length);
  return runs;
}

/** The changes between anchor lines. Without anchors, all lines are changed. */
function changesBetween(a: readonly number[], b: readonly number[], atA: number, atB: number, work: Work): Run[] {
  const anchors = anchorsOf(a, b);
  if (anchors.length === 0) return replaced(a, b, atA, atB);
  const runs: Run[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [x, y] of [...anchors, [a.length, b.length] as const]) {
    if (x > fromA || y > fromB)
      for (const run of changesOf(a.slice(fromA, x), b.slice(fromB, y), atA + fromA, atB + fromB, work))
        addRun(runs, run.kind, run.at, run.count);
    if (x < a.length) addRun(runs, 'both', atA + x, 1);
    [fromA, fromB] = [x + 1, y + 1];
  }
  return runs;
}

/**
 * Finds lines that occur once in each text, in an order that both share (B. Cohen's patience difference): rows of a long list are matched
 * by their ids, even if a value changed in each of them. @returns their indexes in the first and the second text
 */
function anchorsOf(a: readonly number[], b: readonly number[]): [number, number][] {
  const [inA, inB] = [onceIn(a), onceIn(b)];
  /** The last pair of the longest rising chain of each length; `before` of a pair is the previous pair in its chain. */
  const ends: number[] = [];
  const pairs: { x: number; y: number; before: number }[] = [];
  for (const [line, x] of inA) {
    const y = inB.get(line) ?? -1;
    if (x < 0 || y < 0) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] as number] as { y: number }).y < y) low = middle + 1;
      else high = middle;
    }
    pairs.push({ x, y, before: low === 0 ? -1 : (ends[low - 1] as number) });
    ends[low] = pairs.length - 1;
  }
  const found: [number, number][] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; ) {
    const { x, y, before } = pairs[at] as { x: number; y: number; before: number };
    found.push([x, y]);
    at = before;
  }
  return found.reverse();
}

/** The index of each line; -1 if it occurs more than once. */
function onceIn(lines: readonly number[]): Map<number, number> {
  const places = new Map<number, number>();
  lines.forEach((line, at) => {
    places.set(line, places.has(line) ? -1 : at);
  });
  return places;
}
