/**
 * Converts any result to the rows and columns of a tile, and those to a number, a short list or a plot. Results are untrusted: only a
 * bounded depth and length is examined.
 */
import type { Formats } from '../../../i18n/formats';
import { valueAsText } from '../../../lib/text/valueAsText';
import { readableName } from '../../../schema/model/readableName';
import type { EnumWords } from '../../../schema/model/schemaModel';
import type { PlotData } from '../../../ui/plot/plotData';

/** A column of a tile. */
export interface TileColumn {
  readonly id: string;
  readonly label: string;
  /** As in `valueText`. */
  readonly kind: string;
  readonly numeric: boolean;
  value(row: unknown): unknown;
  /** Label of an enum value. Default: its name in readable form. */
  readonly enumLabel?: (value: string) => string;
  /** Colours of enum values. Default: none. */
  readonly enumTone?: EnumWords['enumTone'] | undefined;
  readonly enumHue?: EnumWords['enumHue'] | undefined;
  /** Formats a value in the column's own format; null: it has none. */
  readonly words?: (row: unknown, formats: Formats) => string | null;
  /** How figures of the column are written. Default: as numbers. */
  readonly figures?: FigureWords | undefined;
}

/** Figures in a unit, such as the currency of their row. */
export interface FigureWords {
  unitOf(row: unknown): string | undefined;
  text(value: number, formats: Formats, unit: string | undefined): string;
}

/** The rows of a tile. */
export interface TileRows {
  readonly rows: readonly unknown[];
  readonly columns: readonly TileColumn[];
  /** Number of all rows; null: unknown, there are more than `rows`. */
  readonly total: number | null;
  /** A single value, if the result has no rows. */
  readonly value?: unknown;
  /** Id of the column that groups the rows, as on a board: a plot counts the rows of each group. */
  readonly by?: string | undefined;
}

/** Maximum depth and number of values examined in a result, and maximum number of rows and columns. */
const DEEPEST = 6;
const MOST_VALUES = 2000;
const MOST_ROWS = 1000;
const MOST_COLUMNS = 20;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;

/** Rows of any result: the first list in it, breadth first. Without a list: the first number, or else the first value. */
export function rowsOfData(data: unknown): TileRows {
  let level: Array<{ value: unknown; beside: Readonly<Record<string, unknown>> | null }> = [{ value: data, beside: null }];
  let single: unknown;
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && level.length > 0 && seen < MOST_VALUES; depth++) {
    const next: typeof level = [];
    for (const { value, beside } of level) {
      if (seen++ > MOST_VALUES) break;
      if (Array.isArray(value)) {
        const rows = value.slice(0, MOST_ROWS).map(withoutEdge);
        return { rows, columns: columnsOf(rows), total: totalBeside(beside) ?? value.length };
      }
      if (isRecord(value)) {
        for (const [name, inner] of Object.entries(value).slice(0, 100))
          if (name !== '__typename') next.push({ value: inner, beside: value });
      } else if (
        value !== null &&
        value !== undefined &&
        (single === undefined || (typeof value === 'number' && typeof single !== 'number'))
      )
        single = value;
    }
    level = next;
  }
  return { rows: [], columns: [], total: null, value: single ?? null };
}

/** The columns of rows of any shape: their scalar values, and those of objects directly inside them. */
export function columnsOf(rows: readonly unknown[]): TileColumn[] {
  const found = new Map<string, { path: readonly string[]; sample: unknown }>();
  const add = (path: readonly string[], value: unknown): void => {
    const id = path.join('.');
    const existing = found.get(id);
    if (existing !== undefined) existing.sample ??= value;
    else if (found.size < MOST_COLUMNS) found.set(id, { path, sample: value });
  };
  const look = (record: Readonly<Record<string, unknown>>, above: readonly string[]): void => {
    for (const [name, value] of Object.entries(record)) {
      if (name === '__typename' || Array.isArray(value)) continue;
      if (!isRecord(value)) add([...above, name], value);
      else if (above.length === 0) look(value, [name]);
    }
  };
  for (const row of rows.slice(0, 50)) if (isRecord(row)) look(row, []);
  if (found.size === 0 && rows.some(row => row !== null && typeof row !== 'object'))
    return [{ id: '', label: '', ...kindOf(rows.find(row => row !== null)), value: row => row }];
  return [...found].map(([id, { path, sample }]) => ({
    id,
    label: path.map(readableName).join(' · '),
    ...kindOf(sample),
    value: row => path.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), row),
  }));
}

function kindOf(sample: unknown): Pick<TileColumn, 'kind' | 'numeric'> {
  if (typeof sample === 'number') return { kind: 'number', numeric: true };
  if (typeof sample === 'boolean') return { kind: 'boolean', numeric: false };
  return { kind: typeof sample === 'string' && MOMENT.test(sample) ? 'dateTime' : 'text', numeric: false };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Replaces an edge of a connection, `{ node, cursor }`, by its node. */
const withoutEdge = (row: unknown): unknown => (isRecord(row) && isRecord(row.node) ? row.node : row);

function totalBeside(beside: Readonly<Record<string, unknown>> | null): number | null {
  for (const name of ['totalCount', 'total', 'count', 'totalItems']) {
    const value = beside !== null && Object.hasOwn(beside, name) ? beside[name] : null;
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  }
  return null;
}

/** A plot of rows: figures over time or in row order, or the number of rows per value. */
export type TilePlot =
  | {
      readonly kind: 'line';
      readonly name: string;
      readonly along: 'time' | 'number';
      readonly data: PlotData;
      /** Formats a value. Missing: as a number. */
      readonly words?: (value: number, formats: Formats) => string;
    }
  | {
      readonly kind: 'bars';
      readonly name: string;
      readonly enumLabel?: (value: string) => string;
      readonly bars: ReadonlyArray<readonly [value: unknown, count: number]>;
    };

/** Maximum number of bars; the largest are shown. A column with more values is not plotted. */
const MOST_BARS = 12;

/** The plot of the rows; null: nothing can be plotted. */
export function plotOfRows({ rows, columns: all, by }: TileRows): TilePlot | null {
  // An event is plotted along its own time, not along a date of a record inside it.
  const columns = [...all.filter(isOwn), ...all.filter(column => !isOwn(column))];
  const figure = columns.find(column => column.numeric && hasFigures(column, rows));
  const time = columns.find(column => /^(date|dateTime|localDateTime)$/.test(column.kind));
  const lane = columns.find(column => column.id === by);
  const group =
    lane ?? columns.find(column => /^(enum|boolean)$/.test(column.kind)) ?? columns.find(column => column.kind === 'text');
  if (
    lane === undefined &&
    figure !== undefined &&
    (time !== undefined || group === undefined || !/^(enum|boolean)$/.test(group.kind))
  ) {
    const points = rows.flatMap((row, at): Array<[number, number | null]> => {
      const along = time === undefined ? at + 1 : Date.parse(valueAsText(time.value(row))) / 1000;
      return Number.isNaN(along) ? [] : [[along, figureOf(figure.value(row))]];
    });
    points.sort((one, other) => one[0] - other[0]);
    return {
      kind: 'line',
      name: figure.label,
      along: time === undefined ? 'number' : 'time',
      data: [points.map(([along]) => along), points.map(([, value]) => value)],
      ...wordsOf(figure, rows),
    };
  }
  if (group === undefined || rows.length === 0) return null;
  const counts = new Map<unknown, number>();
  for (const row of rows) {
    const value = group.value(row) ?? null;
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  if (counts.size > MOST_BARS && group !== lane && group.kind === 'text') return null;
  return {
    kind: 'bars',
    name: group.label,
    ...(group.enumLabel ? { enumLabel: group.enumLabel } : {}),
    bars: [...counts].sort((one, other) => other[1] - one[1]).slice(0, MOST_BARS),
  };
}

const isOwn = ({ id }: TileColumn): boolean => !id.includes('.');

/** True if there is more than one figure, all in the same unit: amounts in several currencies do not share an axis. */
function hasFigures({ value, figures }: TileColumn, rows: readonly unknown[]): boolean {
  const own = rows.filter(row => figureOf(value(row)) !== null);
  return own.length > 1 && new Set(own.map(row => figures?.unitOf(row))).size === 1;
}

function wordsOf({ value, figures }: TileColumn, rows: readonly unknown[]): Pick<TilePlot & { kind: 'line' }, 'words'> {
  if (figures === undefined) return {};
  const unit = figures.unitOf(rows.find(row => figureOf(value(row)) !== null));
  return { words: (figure, formats) => figures.text(figure, formats, unit) };
}

function figureOf(value: unknown): number | null {
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}
