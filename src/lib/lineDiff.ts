/**
 * The difference of two texts, line by line: the shortest one (E. W. Myers, "An O(ND) Difference Algorithm and Its Variations", 1986) as long as
 * it is small, else all lines between the first and the last that differ.
 */

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

function changesOf(a: readonly string[], b: readonly string[]): DiffLine[] {
  const steps = shortestEdit(a, b);
  if (!steps)
    return [...a.map(text => ({ kind: 'first' as const, text })), ...b.map(text => ({ kind: 'second' as const, text }))];
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = steps.length - 1; d >= 0; d--) {
    const v = steps[d] as Int32Array;
    const k = x - y;
    const isDown = d > 0 && (k === -d || (k !== d && at(v, d, k - 1) < at(v, d, k + 1)));
    const beforeK = d === 0 ? k : isDown ? k + 1 : k - 1;
    const beforeX = d === 0 ? 0 : at(v, d, beforeK);
    const beforeY = d === 0 ? 0 : beforeX - beforeK;
    while (x > beforeX && y > beforeY) {
      lines.push(both(a[--x] as string));
      y--;
    }
    if (d === 0) break;
    if (isDown) lines.push({ kind: 'second', text: b[--y] as string });
    else lines.push({ kind: 'first', text: a[--x] as string });
  }
  return lines.reverse();
}

/** The furthest `x` on diagonal `k` with less than `d` changes. */
const at = (v: Int32Array, d: number, k: number): number => v[k + d] as number;

/** How far each diagonal came before each further change; undefined where there are too many changes. */
function shortestEdit(a: readonly string[], b: readonly string[]): Int32Array[] | undefined {
  const most = Math.min(a.length + b.length, MOST_CHANGES);
  const v = new Int32Array(2 * most + 3);
  const zero = most + 1;
  const steps: Int32Array[] = [];
  for (let d = 0; d <= most; d++) {
    // From -d to d: `at` reads it.
    steps.push(v.slice(zero - d, zero + d + 1));
    for (let k = -d; k <= d; k += 2) {
      const below = v[zero + k - 1] as number;
      const above = v[zero + k + 1] as number;
      let x = d === 0 ? 0 : k === -d || (k !== d && below < above) ? above : below + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      v[zero + k] = x;
      if (x >= a.length && x - k >= b.length) return steps;
    }
  }
  return undefined;
}
