/** The numbers of a feed's events as series over time, the way uPlot takes them. */

import type { PlotData } from '../../../ui/plot/plotData';
import type { EventWindow } from '../eventRing';
import type { FeedColumn } from './feedColumns';

/** Points drawn at most: more than two a pixel tell nothing. */
const MOST_POINTS = 4000;

/** The series of the columns over the events that are kept; at a gap all lines break. Of very many events every n-th is taken. */
export function plotSeries(window: EventWindow, columns: readonly FeedColumn[]): PlotData {
  const times: number[] = [];
  const series: (number | null)[][] = columns.map(() => []);
  const step = Math.max(1, Math.ceil((window.next - window.first) / MOST_POINTS));
  // The same events are taken each time, so that the plot does not flicker while it moves.
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

/** Digits too large for a number are near enough for a picture. */
function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
