/** The figures of columns, of rows that are loaded or as an API counted them, in one form. */
import type { ApiFigures } from '../../../schema/aggregates/aggregateDocument';
import type { Figure } from '../../../schema/aggregates/aggregateSource';
import { type Column, cellValue } from '../../../schema/collections/columns';
import type { Row } from '../../../schema/documents/documents';
import { aggregate } from './aggregates';

/** A figure of a column; null: there is none. `currency` of an amount of money. */
export type FigureOf = (
  column: Column,
  figure: Figure,
) => { readonly value: number | string; readonly currency: string | null } | null;

/** Of loaded rows. */
export const loadedFigures =
  (rows: readonly Row[]): FigureOf =>
  (column, figure) => {
    const found = valuesOf(rows, column);
    const value = found.isMixed ? null : (aggregate(found.values)?.[figure] ?? null);
    return value === null ? null : { value, currency: found.currency };
  };

/** As an API gave them; it cannot tell which currency a sum is of. */
export const apiFigures =
  (figures: ApiFigures | null): FigureOf =>
  (column, figure) => {
    const values = figures?.values.get(column.path[0] ?? '');
    const value = values !== undefined && Object.hasOwn(values, figure) ? values[figure] : null;
    const exact = aggregate([value])?.min;
    if (column.currency !== null || exact === undefined) return null;
    // A mean has as many decimals as the server's type; no more are shown than of any other number.
    return { value: figure === 'average' || typeof value === 'number' ? Number(exact) : exact, currency: null };
  };

/** The values of a column; amounts of several currencies come to nothing together. */
function valuesOf(rows: readonly Row[], column: Column): { values: unknown[]; currency: string | null; isMixed: boolean } {
  const values = rows.map(row => cellValue(row, column));
  const { currency } = column;
  if (currency === null) return { values, currency: null, isMixed: false };
  const named = new Set(
    rows.flatMap((row, at) => (values[at] === null ? [] : [cellValue(row, { keys: currency.keys, otherKeys: [] })])),
  );
  const [only] = named;
  return { values, currency: typeof only === 'string' ? only : null, isMixed: named.size > 1 };
}
