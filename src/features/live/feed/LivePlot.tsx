/** Plots the numeric values of a feed over time. This module is a chunk of its own, loaded when a plot is first shown. */
import { type ReactNode, useCallback, useMemo } from 'react';
import type { Readable } from '../../../lib/store';
import { Plot, type PlotContent } from '../../../ui/plot/Plot';
import type { EventWindow } from '../eventRing';
import type { FeedColumn } from './feedColumns';
import { plotSeries } from './plotSeries';

/** Props of `LivePlot`. */
export interface LivePlotProps {
  label: string;
  window: EventWindow;
  /** Changes when there are new events; null for a snapshot. */
  changed: Readable<number> | null;
  columns: readonly FeedColumn[];
}

/** Fills its container. Periods in which events may be missing are shaded. */
export default function LivePlot({ label, window: events, changed, columns }: LivePlotProps): ReactNode {
  const names = useMemo(() => columns.map(column => column.label), [columns]);
  const read = useCallback((): PlotContent => {
    const bands = events.gaps.map(({ from, to }) => ({ from: from / 1000, to: to === null ? null : to / 1000 }));
    return { data: plotSeries(events, columns), bands };
  }, [events, columns]);
  return <Plot label={label} names={names} read={read} changed={changed} along="time" />;
}
