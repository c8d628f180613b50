/**
 * The difference of two texts, line by line: the shortest one as long as it is small, else around the lines that both texts have once, and where there
 * are none all lines between the first and the last that differ.
 */
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
  /** Lines of parts that were left out by `shortened`. */
  left?: number;
}

/** Lines of both that are shown around a change. */
const AROUND = 2;
/** With more changed lines than this the middle is taken as a whole: time and memory grow with the square. */
const MOST_CHANGES = 600;

/** In texts of more lines than this anchors are looked for sooner, so that they take no longer. */
const LONG = 20_000;
const MOST_IN_LONG = 120;
/** Letters shown of one line; JSON in one line may be long. */
export const LONGEST_LINE = 2000;

/** As much of a difference as is worth handing to a page: `most` lines, and the beginning of long ones. */
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
  // What lies between two anchors is most often a line of each.
  if (a.length === 0 || b.length === 0 || (a.length === 1 && b.length === 1 && a[0] !== b[0]))
    return [...linesOfKind(a, 'first'), ...linesOfKind(b, 'second')];
  const maxEditLength = a.length + b.length > LONG ? MOST_IN_LONG : MOST_CHANGES;
  const changes = diffArrays(a, b, { maxEditLength });
  if (!changes) return changesBetween(a, b, anchorsOf(a, b));
  return changes.flatMap(({ value, removed, added }) => linesOfKind(value, removed ? 'first' : added ? 'second' : 'both'));
}

const linesOfKind = (texts: readonly string[], kind: DiffLine['kind']): DiffLine[] => texts.map(text => ({ kind, text }));

/** The changes around lines that stay. Without any all lines change. */
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
 * Lines that each text has once, in an order that both have (B. Cohen's patience difference): rows of a long list are found again by their ids,
 * though a value changed in each of them. @returns their places in the first and the second
 */
function anchorsOf(a: readonly string[], b: readonly string[]): [number, number][] {
  const [inA, inB] = [onceIn(a), onceIn(b)];
  /** The last of the longest rising chain of each length, and for each pair the one before it. */
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

/** The place of each line; -1 where it stands there more than once. */
function onceIn(lines: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  lines.forEach((text, at) => {
    places.set(text, places.has(text) ? -1 : at);
  });
  return places;
}
