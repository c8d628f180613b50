/**
 * Amounts that the server holds in the smallest unit of their currency. They are shown as money and edited as the whole numbers they are: what
 * one is as money is said beside its control.
 */
import { useEffect } from 'react';
import { type Column, cellValue } from '../../../schema/collections/columns/columns';
import type { Row } from '../../../schema/documents/documents';
import type { FigureFormats, SchemaModel } from '../../../schema/model/schemaModel';
import { hasMinorUnits } from '../../../schema/presentation/minorUnits';
import type { Session } from '../../../session/connections/session';

/** The currency of an amount in a row; undefined where none is there. */
export function currencyOf({ currency, format }: Column, row: Row): string | undefined {
  const code = currency === null ? undefined : cellValue(row, { keys: currency.keys, otherKeys: [] });
  return typeof code === 'string' && code !== '' ? code : format?.currency;
}

/** A number in the format of its column, with the currency of its row: money, a share, a duration; null for all else. */
export function figureWords(column: Column, row: Row, formats: FigureFormats): string | null {
  const value = cellValue(row, column);
  const isFigure = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isFigure ? (column.format?.text(value, formats, currencyOf(column, row)) ?? null) : null;
}

/** The currency once the changes of its record are sent. `editOf` finds the change of a field. */
export function typedCurrency(
  column: Column | null,
  editOf: (field: string) => { readonly after: unknown } | undefined,
  present: string | undefined,
): string | undefined {
  const path = column?.currency?.path;
  const edit = path === undefined ? undefined : editOf(path.join('.'));
  if (edit === undefined) return present;
  return typeof edit.after === 'string' && edit.after !== '' ? edit.after : column?.format?.currency;
}

/** The same of a record with staged changes. */
export function stagedCurrency(
  row: { readonly edits: ReadonlyArray<{ readonly field: string; readonly after: unknown }> } | undefined,
  column: Column | null,
  present: string | undefined,
): string | undefined {
  return typedCurrency(column, name => row?.edits.find(edit => edit.field === name), present);
}

/** A whole number of the smallest unit as money; null for all else, and where its currency is not known. */
export function amountText(
  column: Column | null,
  value: unknown,
  currency: string | undefined,
  formats: FigureFormats,
): string | null {
  const format = column?.format;
  const whole = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (!format?.digits || format.digits(currency) === null) return null;
  return typeof whole === 'string' && /^-?\d{1,400}$/.test(whole.trim()) ? format.text(whole.trim(), formats, currency) : null;
}

/** Presents such amounts once records that have some are in view. */
export function useMinorUnits(session: Session, model: SchemaModel, typeName: string): void {
  useEffect(() => {
    if (!hasMinorUnits(model, typeName)) return;
    const load = import(/* webpackChunkName: "presentation" */ '../../../session/presentation/presentationOf');
    // Without it the numbers are shown as the server has them.
    load.then(module => module.presentAmounts(session)).catch(() => undefined);
  }, [session, model, typeName]);
}
