/**
 * Amounts that the server stores in minor units of their currency (cents). They are displayed and entered as money, and staged and
 * sent as integers; without a known currency they are entered as integers, too.
 */
import { useEffect } from 'react';
import type { FieldMoney } from '../../../../parts/form/draftFormContext';
import { type Column, cellValue } from '../../../../schema/collections/columns/columns';
import type { Row } from '../../../../schema/documents/documents';
import type { FigureFormats, SchemaModel } from '../../../../schema/model/schemaModel';
import { hasMinorUnits } from '../../../../schema/presentation/minorUnits';
import type { Session } from '../../../../session/connections/session';

/** The currency of an amount in a row; undefined if there is none. */
export function currencyOf({ currency, format }: Column, row: Row): string | undefined {
  const code = currency === null ? undefined : cellValue(row, { keys: currency.keys, otherKeys: [] });
  return typeof code === 'string' && code !== '' ? code : format?.currency;
}

/** A number in the format of its column, with the currency of its row: money, a percentage, a duration; null for any other value. */
export function figureWords(column: Column, row: Row, formats: FigureFormats): string | null {
  const value = cellValue(row, column);
  const isFigure = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isFigure ? (column.format?.text(value, formats, currencyOf(column, row)) ?? null) : null;
}

/** The currency that a record will have after its edits are sent. `editOf` returns the edit of a field. */
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

/** The same for a record with staged edits. */
export function stagedCurrency(
  row: { readonly edits: ReadonlyArray<{ readonly field: string; readonly after: unknown }> } | undefined,
  column: Column | null,
  present: string | undefined,
): string | undefined {
  return typedCurrency(column, name => row?.edits.find(edit => edit.field === name), present);
}

/**
 * The currency that a record had before an edit. An edit made before the amount was recognized has none; if the currency was changed or
 * deleted with the amount, its edit has it.
 */
export function editedCurrency(
  row: { readonly edits: ReadonlyArray<{ readonly field: string; readonly before: unknown }> },
  column: Column | null,
  edit: { readonly currency?: string | undefined },
): string | undefined {
  if (edit.currency !== undefined) return edit.currency;
  const path = column?.currency?.path.join('.');
  const code = row.edits.find(({ field }) => field === path)?.before;
  return typeof code === 'string' && code !== '' ? code : column?.format?.currency;
}

/** How a column's amount of money is entered; null for any other column, and if its currency is unknown. */
export function moneyOf(column: Column | null, currency: string | undefined): FieldMoney | null {
  const digits = column?.format?.digits?.(currency) ?? null;
  return column === null || digits === null || currency === undefined ? null : { label: column.label, currency, digits };
}

/** An integer in minor units as an amount of money; null for any other value, and if its currency is unknown. */
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

/** Loads the formatting of such amounts when records of a type with such amounts are visible. */
export function useMinorUnits(session: Session, model: SchemaModel, ...typeNames: readonly string[]): void {
  const isNeeded = typeNames.some(typeName => hasMinorUnits(model, typeName));
  useEffect(() => {
    if (!isNeeded) return;
    const load = import(/* webpackChunkName: "presentation" */ '../../../../session/presentation/presentationOf');
    // Without it, the numbers are shown as the server sent them.
    load.then(module => module.presentAmounts(session)).catch(() => undefined);
  }, [session, isNeeded]);
}
