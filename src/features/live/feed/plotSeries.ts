/** The numeric values of a feed's events as time series, in the format of uPlot. */

import type { PlotData } from '../../../ui/plot/plotData';
import type { EventWindow } from '../eventRing';
import type { FeedColumn } from './feedColumns';

/** Maximum number of points drawn: more than two a pixel add nothing. */
const MOST_POINTS = 4000;

/**
 * Returns one series for each column, over the kept events. Lines are interrupted at gaps. Above `MOST_POINTS` events, only every n-th is
 * used.
 */
export function plotSeries(window: EventWindow, columns: readonly FeedColumn[]): PlotData {
  const times: number[] = [];
  const series: (number | null)[][] = columns.map(() => []);
  const step = Math.max(1, Math.ceil((window.next - window.first) / MOST_POINTS));
  // Always a multiple of `step`: the same events are used each time, so that a moving plot does not flicker.
  const begin = Math.ceil(window.first / step) * step;
  let gap = 0;
  for (let sequence = begin; sequence < window.next; sequence += step) {
    const at = window.timeAt(sequence) / 1000;
    let broken = false;
    while (gap < window.gaps.length && (window.gaps[gap]?.before ?? 0) <= sequence) {
      broken ||= times.length > 0;
      gap++;
    }
    if (broken) {
      times.push(at);
      for (const values of series) values.push(null);
    }
    times.push(at);
    const event = window.valueAt(sequence);
    for (const [index, column] of columns.entries()) series[index]?.push(numberOf(column.value(event)));
  }
  return [times, ...series];
}

/** Large integers and decimals (sent as text) lose digits here, which a plot does not show. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
