/** Numeric values of a feed over time, by uPlot. A chunk of its own: it is fetched when the plot is first asked for. */
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useFormats, useLanguage } from '../../i18n/LanguageProvider';
import type { Readable } from '../../lib/store';
import type { EventWindow } from '../../session/eventRing';
import type { FeedColumn } from './feedColumns';
import { jumps, type PlotData, plotSeries } from './plotSeries';

/** Props of `LivePlot`. */
export interface LivePlotProps {
  label: string;
  window: EventWindow;
  /** null: a still picture. */
  changed: Readable<number> | null;
  columns: readonly FeedColumn[];
}

/** Redrawn at most this often: a plot is looked at as a whole. */
const EVERY_MS = 100;
const COLOURS = ['--accent', '--warning', '--busy', '--danger'];

/** The plot; it fills the box it is given. */
export default function LivePlot({ label, window: events, changed, columns }: LivePlotProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const formats = useFormats();
  const { direction } = useLanguage();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let plot = make(element, events, columns, formats.number, formats.time);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dotted = dottedOf(plot.data as PlotData);
    const draw = (): void => {
      timer = undefined;
      const data = plotSeries(events, columns);
      // Whether lines or points are drawn is a plot's for life.
      if (dottedOf(data) === dotted) plot.setData(data as uPlot.AlignedData);
      else restyle();
    };
    const end = changed?.subscribe(() => {
      timer ??= setTimeout(draw, EVERY_MS);
    });
    const resized = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0 && (plot.width !== width || plot.height !== height)) plot.setSize({ width, height });
    };
    const watcher = new ResizeObserver(resized);
    watcher.observe(element);
    // Colours are read once: a canvas knows no CSS variables.
    const restyle = (): void => {
      plot.destroy();
      plot = make(element, events, columns, formats.number, formats.time);
      dotted = dottedOf(plot.data as PlotData);
    };
    const themes = new MutationObserver(restyle);
    themes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', restyle);
    return () => {
      end?.();
      clearTimeout(timer);
      watcher.disconnect();
      themes.disconnect();
      scheme.removeEventListener('change', restyle);
      plot.destroy();
    };
  }, [events, changed, columns, formats]);
  return (
    <figure className="live-plot">
      <figcaption className="live-plot-legend">
        {columns.map((column, at) => (
          <span key={column.id} className="live-plot-name">
            <span className="live-plot-mark" style={{ background: `var(${COLOURS[at % COLOURS.length]})` }} />
            {column.label}
          </span>
        ))}
      </figcaption>
      {/* Time runs from left to right in every language. */}
      <div ref={box} className="live-plot-box" role="img" aria-label={label} dir="ltr" data-direction={direction} />
    </figure>
  );
}

/** Which series are drawn as points, as one text. */
const dottedOf = ([, ...series]: PlotData): string => series.map(jumps).join();

function make(
  element: HTMLElement,
  events: EventWindow,
  columns: readonly FeedColumn[],
  number: (value: number) => string,
  time: (value: number, options: { seconds: boolean }) => string,
): uPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => resolved(element, name);
  const data = plotSeries(events, columns);
  const font = `11px ${style.fontFamily}`;
  const axis: uPlot.Axis = {
    stroke: colour('--text-quiet'),
    font,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const oneScale = columns.length === 1;
  return new uPlot(
    {
      width: Math.max(1, element.clientWidth),
      height: Math.max(1, element.clientHeight),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false } },
      padding: [8, 12, 0, 0],
      scales: { x: { time: true } },
      axes: [
        {
          ...axis,
          space: 90,
          size: 24,
          values: (_plot, splits) => distinct(splits.map(at => time(at * 1000, { seconds: true }))),
        },
        ...columns.map(
          (_, at): uPlot.Axis => ({
            ...axis,
            scale: `y${at}`,
            // Each has its own scale; the axis of the first is shown, with more than one they would crowd out the plot.
            show: at === 0 || (at === 1 && columns.length === 2),
            side: at === 0 ? 3 : 1,
            size: 56,
            stroke: oneScale ? colour('--text-quiet') : colour(COLOURS[at % COLOURS.length] ?? '--accent'),
            grid: at === 0 ? (axis.grid as uPlot.Axis.Grid) : { show: false },
            values: (_plot, splits) => splits.map(value => number(value)),
          }),
        ),
      ],
      series: [
        {},
        ...columns.map((column, at): uPlot.Series => {
          const stroke = colour(COLOURS[at % COLOURS.length] ?? '--accent');
          const dots = jumps(data[at + 1] as (number | null)[]);
          return {
            label: column.label,
            scale: `y${at}`,
            stroke,
            width: dots ? 0 : 1.5,
            spanGaps: false,
            points: dots ? { show: true, size: 3, fill: stroke, width: 0 } : { show: false },
            ...(dots ? { paths: () => null } : {}),
          };
        }),
      ],
      hooks: { drawClear: [plot => drawGaps(plot, events, colour('--warning-soft'))] },
    },
    data as uPlot.AlignedData,
    element,
  );
}

/** Marks closer than a second would say the same twice. */
function distinct(words: string[]): string[] {
  return words.map((word, at) => (word === words[at - 1] ? '' : word));
}

/** A band over each time in which events may be missing. */
function drawGaps(plot: uPlot, events: EventWindow, fill: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = fill;
  for (const { from, to } of events.gaps) {
    const left = Math.max(bbox.left, plot.valToPos(from / 1000, 'x', true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos((to ?? Date.now()) / 1000, 'x', true));
    if (right > left) ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  }
  ctx.restore();
}

/** The value of a custom property as a colour a canvas takes; light-dark() has to be worked out by the browser. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
