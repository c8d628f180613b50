/** A line chart over time or numbers, drawn by uPlot. Load it on demand, because it imports uPlot. */
import { type ReactNode, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Formats } from '../../i18n/formats';
import { useFormats, useLanguage } from '../../i18n/LanguageProvider';
import type { Readable } from '../../lib/store';
import { bottomWords } from './bottomWords';
import { isScattered, type PlotData } from './plotData';
import './Plot.css';

/** The content of a plot. */
export interface PlotContent {
  data: PlotData;
  /** Shaded ranges of the x axis, in the unit of the data; `to` null: until now. */
  bands: readonly { from: number; to: number | null }[];
}

/** Props of `Plot`. */
export interface PlotProps {
  label: string;
  /** Names of the series. Memoize the array: a new one recreates the plot. */
  names: readonly string[];
  /** Returns the current content. Memoize the function: a new one recreates the plot. */
  read: () => PlotContent;
  /** Notifies when `read` returns new content; null for a static plot. */
  changed: Readable<number> | null;
  /** Unit of the x axis. */
  along: 'time' | 'number';
  /** Formats the values of the series. Memoize the function: a new one recreates the plot. Default: as numbers. */
  valueText?: ((value: number, formats: Formats) => string) | undefined;
}

/** Minimum interval between redraws, in ms. */
const EVERY_MS = 100;
/** Minimum width of a vertical axis, and the usual width of a character on it, in px. */
const AXIS = 56;
const LETTER = 6;
const COLOURS = ['--accent', '--warning', '--busy', '--danger'];

/** Fills the available space. */
export function Plot({ label, names, read, changed, along, valueText }: PlotProps): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const formats = useFormats();
  const { direction } = useLanguage();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let plot = make(element, { names, read, along, valueText }, formats);
    let timer: ReturnType<typeof setTimeout> | undefined;
    let dotted = dottedOf(plot.data as PlotData);
    const draw = (): void => {
      timer = undefined;
      const { data } = read();
      // uPlot cannot switch between lines and points, so the plot is recreated.
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
    // A canvas cannot use CSS variables, so a change of theme recreates the plot with the new colours.
    const restyle = (): void => {
      plot.destroy();
      plot = make(element, { names, read, along, valueText }, formats);
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
  }, [read, changed, names, along, valueText, formats]);
  return (
    <figure className="plot">
      <figcaption className="plot-legend">
        {names.map((name, at) => (
          <span key={name} className="plot-name">
            <span className="plot-mark" style={{ background: `var(${COLOURS[at % COLOURS.length]})` }} />
            {name}
          </span>
        ))}
      </figcaption>
      {/* Time runs from left to right in every language. */}
      <div ref={box} className="plot-box" role="img" aria-label={label} dir="ltr" data-direction={direction} />
    </figure>
  );
}

/** Which series are drawn as points, as a string for comparison. */
const dottedOf = ([, ...series]: PlotData): string => series.map(isScattered).join();

function make(
  element: HTMLElement,
  { names, read, along, valueText }: Pick<PlotProps, 'names' | 'read' | 'along' | 'valueText'>,
  formats: Formats,
): uPlot {
  const style = getComputedStyle(element);
  const colour = (name: string): string => resolved(element, name);
  const { data } = read();
  const font = `11px ${style.fontFamily}`;
  const axis: uPlot.Axis = {
    stroke: colour('--text-quiet'),
    font,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  };
  const oneScale = names.length === 1;
  return new uPlot(
    {
      width: Math.max(1, element.clientWidth),
      height: Math.max(1, element.clientHeight),
      legend: { show: false },
      cursor: { drag: { x: false, y: false }, points: { show: false } },
      // Half of the last time label extends beyond the plot. A second axis leaves enough space for it.
      padding: [8, names.length === 2 ? 12 : 40, 0, 0],
      scales: { x: { time: along === 'time' } },
      axes: [
        {
          ...axis,
          space: 90,
          size: 24,
          values: ({ scales: { x } }, splits) => bottomWords(splits, (x?.max ?? 0) - (x?.min ?? 0), along, formats),
        },
        ...names.map(
          (_, at): uPlot.Axis => ({
            ...axis,
            scale: `y${at}`,
            // Each series has its own scale. Only the first axis is shown, or both of two: more would take too much space.
            show: at === 0 || (at === 1 && names.length === 2),
            side: at === 0 ? 3 : 1,
            size: (_plot, words) => Math.max(AXIS, ...(words ?? []).map(word => word.length * LETTER + 12)),
            stroke: oneScale ? colour('--text-quiet') : colour(COLOURS[at % COLOURS.length] ?? '--accent'),
            grid: at === 0 ? (axis.grid as uPlot.Axis.Grid) : { show: false },
            values: (_plot, splits) => splits.map(value => (valueText ? valueText(value, formats) : formats.number(value))),
          }),
        ),
      ],
      series: [
        {},
        ...names.map((name, at): uPlot.Series => {
          const stroke = colour(COLOURS[at % COLOURS.length] ?? '--accent');
          const dots = isScattered(data[at + 1] as (number | null)[]);
          return {
            label: name,
            scale: `y${at}`,
            stroke,
            width: dots ? 0 : 1.5,
            spanGaps: false,
            points: dots ? { show: true, size: 3, fill: stroke, width: 0 } : { show: false },
            ...(dots ? { paths: () => null } : {}),
          };
        }),
      ],
      hooks: { drawClear: [plot => drawBands(plot, read().bands, colour('--warning-soft'))] },
    },
    data as uPlot.AlignedData,
    element,
  );
}

function drawBands(plot: uPlot, bands: PlotContent['bands'], fill: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.fillStyle = fill;
  for (const { from, to } of bands) {
    const left = Math.max(bbox.left, plot.valToPos(from, 'x', true));
    const right = Math.min(bbox.left + bbox.width, plot.valToPos(to ?? Date.now() / 1000, 'x', true));
    if (right > left) ctx.fillRect(left, bbox.top, Math.max(2, right - left), bbox.height);
  }
  ctx.restore();
}

/** The value of a custom property as a colour for canvas. The browser must resolve light-dark(), so it is read from a probe element. */
function resolved(element: HTMLElement, name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  element.append(probe);
  const colour = getComputedStyle(probe).color;
  probe.remove();
  return colour;
}
