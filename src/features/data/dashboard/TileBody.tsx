/** The rows of a tile as a number, a short list or a plot. */
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import type { Formats } from '../../../i18n/formats';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { createStore } from '../../../lib/store';
import { valueAsText } from '../../../lib/text/valueAsText';
import { readableName } from '../../../schema/model/readableName';
import type { TileShow } from '../../../session/navigation/dashboardTiles';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { lazyPart } from '../../../ui/lazyPart';
import type { PlotContent } from '../../../ui/plot/Plot';
import { valueText } from '../../../ui/table/valueText';
import { Pill } from '../../../ui/text/Pill';
import { plotOfRows, type TileColumn, type TilePlot, type TileRows } from './tileRows';

const Plot = lazyPart(async () => ({ default: (await import(/* webpackChunkName: "plot" */ '../../../ui/plot/Plot')).Plot }));

/** Maximum number of rows and columns in a list. */
const LIST_ROWS = 8;
const LIST_COLUMNS = 4;

/** Props of `TileBody`. */
export interface TileBodyProps {
  title: string;
  show: TileShow;
  rows: TileRows;
  /** What the number counts, as text. */
  unit?: string | undefined;
  /** URL of a row. Default: rows have no link. */
  hrefOf?: (row: unknown) => string | null;
}

/** Renders the body. */
export function TileBody(props: TileBodyProps): ReactNode {
  const { show, rows } = props;
  if (show === 'number' || (rows.value !== undefined && rows.rows.length === 0)) return <Figure {...props} />;
  return show === 'list' ? <List {...props} /> : <TilePlotView {...props} />;
}

function Figure({ rows, unit }: TileBodyProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const words =
    rows.value !== undefined
      ? valueText(rows.value, typeof rows.value === 'number' ? 'number' : 'text', formats, text)
      : rows.total === null
        ? text('dashboard.atLeast', { count: rows.rows.length })
        : formats.number(rows.total);
  return (
    <p className="tile-figure">
      <span className={rows.value !== undefined || rows.total !== null ? 'tile-number' : 'tile-words'} dir="auto">
        {words}
      </span>
      {unit === undefined ? null : <span className="tile-unit">{unit}</span>}
    </p>
  );
}

function List({ title, rows: { rows, columns }, hrefOf }: TileBodyProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  if (rows.length === 0) return <p className="quiet">{text('dashboard.noRows')}</p>;
  const shown = columns.slice(0, LIST_COLUMNS);
  const words = (column: TileColumn, row: unknown): string =>
    column.words?.(row, formats) ?? valueText(column.value(row), column.kind, formats, text, column.enumLabel ?? readableName);
  return (
    <table className="tile-list" aria-label={title}>
      <thead>
        <tr>
          {shown.map(column => (
            <th key={column.id} scope="col" className={cellClass(column)} dir="auto">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.slice(0, LIST_ROWS).map((row, at) => {
          const to = hrefOf?.(row) ?? null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is identified by its index
            <tr key={at}>
              {shown.map((column, columnAt) => {
                const said = words(column, row);
                return (
                  <td key={column.id} className={cellClass(column)} dir="auto" title={said}>
                    {columnAt === 0 && to !== null ? (
                      <a href={to}>{said || '–'}</a>
                    ) : (
                      <EnumValue column={column} row={row} words={said} />
                    )}
                  </td>
                );
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** An enum value as in a table, other values as text. */
function EnumValue({ column, row, words }: { column: TileColumn; row: unknown; words: string }): ReactNode {
  const value = column.kind === 'enum' ? column.value(row) : null;
  if (typeof value !== 'string') return words;
  return (
    <Pill tone={column.enumTone?.(value)} hue={column.enumHue?.(value)} title={value}>
      {words}
    </Pill>
  );
}

const cellClass = ({ kind, numeric }: TileColumn): string | undefined =>
  /^(date|dateTime|localDateTime)$/.test(kind) ? 'tile-when' : numeric ? 'tile-end' : undefined;

function TilePlotView({ title, rows }: TileBodyProps): ReactNode {
  const text = useText();
  const plot = useMemo(() => plotOfRows(rows), [rows]);
  if (plot === null) return <p className="quiet">{text('dashboard.noPlot')}</p>;
  return (
    <>
      {plot.kind === 'line' ? (
        <Line key={plot.along} label={text('dashboard.plotBy', { figure: plot.name, group: title })} plot={plot} />
      ) : (
        <Bars plot={plot} />
      )}
      {rows.total === null || rows.total > rows.rows.length ? (
        <p className="quiet tile-part">{text('data.ofLoaded', { count: rows.rows.length })}</p>
      ) : null}
    </>
  );
}

function Line({ label, plot }: { label: string; plot: TilePlot & { kind: 'line' } }): ReactNode {
  const latest = useRef(plot);
  latest.current = plot;
  const changed = useMemo(() => createStore(0), []);
  // Updates the existing plot instead of creating a new one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new plot counts as a change
  useEffect(() => changed.set(changed.get() + 1), [plot, changed]);
  const read = useCallback((): PlotContent => ({ data: latest.current.data, bands: [] }), []);
  const names = useMemo(() => [plot.name], [plot.name]);
  const hasWords = plot.words !== undefined;
  const figureText = useCallback(
    (value: number, formats: Formats) => latest.current.words?.(value, formats) ?? formats.number(value),
    [],
  );
  return (
    <div className="tile-plot">
      <Suspense fallback={<SkeletonLines lines={4} />}>
        <Plot
          label={label}
          names={names}
          read={read}
          changed={changed}
          along={plot.along}
          valueText={hasWords ? figureText : undefined}
        />
      </Suspense>
    </div>
  );
}

function Bars({ plot }: { plot: TilePlot & { kind: 'bars' } }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const most = plot.bars[0]?.[1] ?? 1;
  return (
    <table className="tile-bars" aria-label={plot.name}>
      <tbody>
        {plot.bars.map(([value, count]) => (
          <tr key={valueAsText(value)}>
            <th scope="row" className="truncate" dir="auto">
              {typeof value === 'string' && /^[A-Z][A-Z0-9_]*$/.test(value)
                ? (plot.enumLabel ?? readableName)(value)
                : valueText(value, 'text', formats, text)}
            </th>
            <td>
              <span className="tile-bar" style={{ inlineSize: `${Math.max(1, (count / most) * 100)}%` }} />
            </td>
            <td className="tile-end">{formats.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
