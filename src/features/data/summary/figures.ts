/** The figures of columns in one form, whether computed from loaded rows or returned by the API. */
import type { ApiFigures } from '../../../schema/aggregates/aggregateDocument';
import type { Figure } from '../../../schema/aggregates/aggregateSource';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Page } from '../../../schema/collections/paging/page';
import type { Row } from '../../../schema/documents/documents';
import type { FigureFormats } from '../../../schema/model/schemaModel';
import { aggregate } from './aggregates';

/** A figure of a column; null: not available; `mixed`: its amounts are in several currencies. `currency` is set for amounts of money. */
export type FigureOf = (column: Column, figure: Figure) => KnownFigure | 'mixed' | null;

/** A figure that can be shown. */
interface KnownFigure {
  readonly value: number | string;
  readonly currency: string | null;
}

/** True for a page that is both the first and the last one, so that it contains all rows. */
export const isWhole = (page: Page): boolean => page.start === 0 && page.next === null && page.missing === 0;

/** Formats a figure like the values of its column. */
export function figureText({ format }: Column, { value, currency }: KnownFigure, formats: FigureFormats): string {
  if (format) return format.text(value, formats, currency);
  return currency === null ? formats.number(value) : formats.money(value, currency);
}

/** Figures of the loaded rows. */
export const loadedFigures =
  (rows: readonly Row[]): FigureOf =>
  (column, figure) => {
    const found = valuesOf(rows, column);
    if (found.isMixed) return 'mixed';
    const value = aggregate(found.values)?.[figure] ?? null;
    return value === null ? null : { value, currency: found.currency };
  };

/** Figures returned by the API. It does not say in which currency a sum is; `rows`, those that are loaded, can show that there are several. */
export const apiFigures =
  (figures: ApiFigures | null, rows: readonly Row[] = []): FigureOf =>
  (column, figure) => {
    const values = figures?.values.get(column.path[0] ?? '');
    const value = values !== undefined && Object.hasOwn(values, figure) ? values[figure] : null;
    const exact = aggregate([value])?.min;
    if (column.currency !== null) return valuesOf(rows, column).isMixed ? 'mixed' : null;
    if (exact === undefined) return null;
    // A mean has as many decimals as the server's type; show no more of them than for any other number.
    return {
      value: figure === 'average' || typeof value === 'number' ? Number(exact) : exact,
      currency: column.format?.currency ?? null,
    };
  };

/** The values of a column. Amounts in several currencies have no common figure. */
function valuesOf(rows: readonly Row[], column: Column): { values: unknown[]; currency: string | null; isMixed: boolean } {
  const values = rows.map(row => cellValue(row, column));
  const { currency } = column;
  const fixed = column.format?.currency ?? null;
  if (currency === null) return { values, currency: fixed, isMixed: false };
  const codeOf = (row: Row): string | null => {
    const code = cellValue(row, { keys: currency.keys, otherKeys: [] });
    return typeof code === 'string' && code !== '' ? code : fixed;
  };
  const named = new Set(rows.flatMap((row, at) => (values[at] === null || values[at] === undefined ? [] : [codeOf(row)])));
  const [only] = named;
  return { values, currency: only ?? null, isMixed: named.size > 1 };
}
