/** The value of an edit, formatted as in its column; for a relation, the name of the chosen record, or its key. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import type { Column } from '../../../../schema/collections/columns/columns';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { PlainValue } from '../../record/FieldValue';
import type { StagedEdit } from '../sending/stagedRow';
import { amountText, editedCurrency, stagedCurrency } from './minorAmounts';
import { RecordNames } from './RecordNames';

/** Props of the values of an edit. */
interface EditProps {
  model: SchemaModel;
  column: Column | null;
  edit: StagedEdit;
  /** The record with all its edits. */
  of: { readonly edits: readonly StagedEdit[] };
}

/** The previous value of an edit, with the currency that its record had. */
export function EditedBefore({ model, column, edit, of }: EditProps): ReactNode {
  const currency = editedCurrency(of, column, edit);
  return <EditedValue model={model} column={column} value={edit.before} name={edit.beforeName} currency={currency} />;
}

/** The server's value, if somebody else changed it meanwhile. */
export function EditedTheirs({ model, column, edit, of }: EditProps): ReactNode {
  return <EditedValue model={model} column={column} value={edit.theirs?.value} currency={editedCurrency(of, column, edit)} />;
}

/** The new value of an edit; an amount of money uses the currency that its record will have after the edits. */
export function EditedAfter({ model, column, edit, of }: EditProps): ReactNode {
  const currency = stagedCurrency(of, column, editedCurrency(of, column, edit));
  return <EditedValue model={model} column={column} value={edit.after} name={edit.name} currency={currency} />;
}

/** Renders the value. */
export function EditedValue({
  model,
  column,
  value,
  name,
  currency,
}: {
  model: SchemaModel;
  column: Column | null;
  value: unknown;
  name?: string | undefined;
  /** Currency of an amount of money. */
  currency?: string | undefined;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return <em className="quiet">{text('data.editNothing')}</em>;
  if (name !== undefined) return <bdi>{name}</bdi>;
  if (column?.relation && isKeys(value)) return <RecordNames model={model} typeName={column.relation.typeName} keys={value} />;
  if (column === null || column.relation !== null) return <bdi>{plainText(value)}</bdi>;
  const { format } = column;
  if (format && (typeof value === 'string' || typeof value === 'number')) {
    // Minor units that are no amount, or whose currency is unknown, are shown as they are sent.
    const money = amountText(column, value, currency, formats);
    return (
      <span className="numeric" title={money === null ? undefined : String(value)}>
        {format.digits ? (money ?? value) : format.text(value, formats, currency)}
      </span>
    );
  }
  if (column.currency !== null && currency !== undefined && (typeof value === 'string' || typeof value === 'number'))
    return <span className="numeric">{formats.money(value, currency)}</span>;
  const last = column.path.at(-1) ?? '';
  return <PlainValue model={model} typeRef={column.typeRef} name={last} value={value} kind={column.kind} form="cell" />;
}

/** A value as short text, for titles. */
export function plainText(value: unknown): string {
  const written = typeof value === 'string' ? value : isKeys(value) ? value.join(', ') : (JSON.stringify(value) ?? '');
  return written.length > 200 ? `${written.slice(0, 200)}…` : written;
}

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every(item => typeof item === 'string');
