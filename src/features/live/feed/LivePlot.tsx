/** Numeric values of a feed over time. A chunk of its own: it is fetched when the plot is first asked for. */
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
  /** null: a still picture. */
  changed: Readable<number> | null;
  columns: readonly FeedColumn[];
}

/** The plot; it fills the box it is given. Times in which events may be missing are shaded. */
export default function LivePlot({ label, window: events, changed, columns }: LivePlotProps): ReactNode {
  const names = useMemo(() => columns.map(column => column.label), [columns]);
  const read = useCallback((): PlotContent => {
    const bands = events.gaps.map(({ from, to }) => ({ from: from / 1000, to: to === null ? null : to / 1000 }));
    return { data: plotSeries(events, columns), bands };
  }, [events, columns]);
  return <Plot label={label} names={names} read={read} changed={changed} along="time" />;
}
