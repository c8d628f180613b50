/** The figures of a plot, and how they are best drawn. */

/** What stands along the bottom (for times, seconds since the epoch), in order; then one list a line, null breaks it. */
export type PlotData = [along: number[], ...series: (number | null)[][]];

/**
 * True when neighbouring values jump about: events of many things in turn (each ship's speed). Points tell more of them than a line that
 * goes from one to the other.
 */
export function jumps(values: readonly (number | null)[]): boolean {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  let moved = 0;
  let count = 0;
  let before: number | null = null;
  for (const value of values.slice(-1000)) {
    if (value === null) {
      before = null;
      continue;
    }
    low = Math.min(low, value);
    high = Math.max(high, value);
    if (before !== null) {
      moved += Math.abs(value - before);
      count++;
    }
    before = value;
  }
  return count > 8 && high > low && moved / count > (high - low) * 0.15;
}
