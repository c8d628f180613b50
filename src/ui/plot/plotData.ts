/** The data of a plot, and whether to draw it as lines or points. */

/** Ascending x values (times in seconds since the epoch), then one list of y values per series; null breaks the line. */
export type PlotData = [along: number[], ...series: (number | null)[][]];

/**
 * True if neighbouring values differ a lot, as in events of many objects in turn (each ship's speed). Such data is drawn as points, because a
 * line would connect unrelated values.
 */
export function isScattered(values: readonly (number | null)[]): boolean {
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
