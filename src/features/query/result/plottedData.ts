/** The data of a plot of a list's columns. */
import type { PlotData } from '../../../ui/plot/plotData';

/**
 * Returns the numbers sorted by the x-axis: the first column, or the row number. Rows with the same number keep the direction of the list:
 * the events of a feed are newest first.
 */
export function plottedData(numbers: readonly Float64Array[], hasAlong: boolean): PlotData {
  const [first, ...rest] = hasAlong ? numbers : [undefined, ...numbers];
  const length = numbers[0]?.length ?? 0;
  const order = first ? sortedRows(first) : [...Array(length).keys()];
  const line = (values: Float64Array | undefined): (number | null)[] =>
    order.map(at => {
      const value = values?.[at] ?? Number.NaN;
      return Number.isFinite(value) ? value : null;
    });
  return [first ? order.map(at => first[at] as number) : order.map(at => at + 1), ...rest.map(line)];
}

function sortedRows(along: Float64Array): number[] {
  const rows = [...along.keys()].filter(at => !Number.isNaN(along[at]));
  const isDescending = (along[rows[0] ?? 0] ?? 0) > (along[rows.at(-1) ?? 0] ?? 0);
  if (isDescending) rows.reverse();
  return rows.sort((a, b) => (along[a] as number) - (along[b] as number));
}
