/** Amounts that the server holds in the smallest unit of their currency, as people write them: `1234` of EUR is `12.34`, of JPY `1234`. */
import { useEffect } from 'react';
import { type Column, cellValue } from '../../../schema/collections/columns';
import type { Row } from '../../../schema/documents/documents';
import type { FormField } from '../../../schema/forms/formModel';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { hasMinorUnits } from '../../../schema/presentation/minorUnits';
import type { Session } from '../../../session/connections/session';

/** The currency of an amount in a row; undefined where none is there. */
export function currencyOf({ currency }: Column, row: Row): string | undefined {
  const code = currency === null ? undefined : cellValue(row, { keys: currency.keys, otherKeys: [] });
  return typeof code === 'string' && code !== '' ? code : undefined;
}

/** Digits behind the point; 0 for everything that is no such amount. */
export function minorDigits(column: Column, row: Row): number {
  return column.format?.digits?.(currencyOf(column, row)) ?? 0;
}

/** The server's number as people write it. */
export function toMajor(value: unknown, digits: number): unknown {
  const whole = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value;
  if (digits === 0 || typeof whole !== 'string' || !/^-?\d+$/.test(whole)) return value;
  const padded = whole.replace('-', '').padStart(digits + 1, '0');
  return `${whole.startsWith('-') ? '-' : ''}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
}

/** What people wrote, as the server has it. More digits than the currency has stay behind the point, where no server takes them. */
export function toMinor(written: unknown, digits: number): unknown {
  const text = typeof written === 'number' ? String(written) : written;
  const match = digits === 0 || typeof text !== 'string' ? null : /^([+-]?)(\d{1,400})(?:[.](\d{0,40}))?$/.exec(text.trim());
  if (match === null) return written;
  const [, sign = '', whole = '', fraction = ''] = match;
  const moved = `${whole}${fraction.slice(0, digits).padEnd(digits, '0')}`.replace(/^0+(?=\d)/, '');
  const rest = fraction.slice(digits).replace(/0{1,40}$/, '');
  return `${sign === '-' ? '-' : ''}${moved}${rest === '' ? '' : `.${rest}`}`;
}

/** The field as its amount is written: with a point, under the name of its column. */
export function majorField(field: FormField, label: string): FormField {
  const { control } = field;
  if (control.kind !== 'scalar') return field;
  return { ...field, label, control: { ...control, scalar: { ...control.scalar, kind: 'decimal', min: null, max: null } } };
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
