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

/** Groups changed lines with their context, and leaves out lines far from any change. */
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
  // Fast path: between two anchors there is mostly one line of each text.
  if (a.length === 0 || b.length === 0 || (a.length === 1 && b.length === 1 && a[0] !== b[0]))
    return [...linesOfKind(a, 'first'), ...linesOfKind(b, 'second')];
  const maxEditLength = a.length + b.length > LONG ? MOST_IN_LONG : MOST_CHANGES;
  const changes = diffArrays(a, b, { maxEditLength });
  if (!changes) return changesBetween(a, b, anchorsOf(a, b));
  return changes.flatMap(({ value, removed, added }) => linesOfKind(value, removed ? 'first' : added ? 'second' : 'both'));
}

const linesOfKind = (texts: readonly string[], kind: DiffLine['kind']): DiffLine[] => texts.map(text => ({ kind, text }));

/** The changes between anchor lines. Without anchors, all lines are changed. */
function changesBetween(a: readonly string[], b: readonly string[], anchors: readonly (readonly [number, number])[]): DiffLine[] {
  if (anchors.length === 0) return [...linesOfKind(a, 'first'), ...linesOfKind(b, 'second')];
  const lines: DiffLine[] = [];
  let [fromA, fromB] = [0, 0];
  for (const [x, y] of [...anchors, [a.length, b.length] as const]) {
    if (x > fromA || y > fromB) for (const line of changesOf(a.slice(fromA, x), b.slice(fromB, y))) lines.push(line);
    if (x < a.length) lines.push(both(a[x] as string));
    [fromA, fromB] = [x + 1, y + 1];
  }
  return lines;
}

/**
 * Finds lines that occur once in each text, in an order that both share (B. Cohen's patience difference): rows of a long list are matched
 * by their ids, even if a value changed in each of them. @returns their indexes in the first and the second text
 */
function anchorsOf(a: readonly string[], b: readonly string[]): [number, number][] {
  const [inA, inB] = [onceIn(a), onceIn(b)];
  /** The last pair of the longest rising chain of each length; `before` of a pair is the previous pair in its chain. */
  const ends: number[] = [];
  const pairs: { x: number; y: number; before: number }[] = [];
  for (const [text, x] of inA) {
    const y = inB.get(text) ?? -1;
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
function onceIn(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  lines.forEach((text, at) => {
    places.set(text, places.has(text) ? -1 : at);
  });
  return places;
}
