/** The amounts of money in a record's form that the server holds in the smallest unit: written with a point, sent as whole numbers. */
import type { FormField } from '../../../schema/forms/formModel';
import type { Draft, Drafts } from '../../../schema/forms/formValues';
import type { EditableField, Values } from '../edit/editableField';
import { majorField, toMajor, toMinor } from '../edit/minorAmounts';
import type { StagedEdit, StagedRow } from '../edit/stagedEdits';

/** See the head of the file. */
export interface RecordAmounts {
  /** As they are typed. */
  fields(fields: readonly FormField[]): readonly FormField[];
  /** Drafts of the server's values, as people write them. */
  written(drafts: Drafts): Drafts;
  /** What was written, as the server takes it. */
  sent(drafts: Drafts): Drafts;
  currency(field: string): string | undefined;
}

/** Finds them among the fields of a record. */
export function amountsOf(places: readonly EditableField[], present: Values | null): RecordAmounts {
  const found = new Map(
    places.flatMap(({ field, column }) => {
      const name = column.currency?.path.length === 1 ? (column.currency.path[0] ?? '') : '';
      const code = present !== null && Object.hasOwn(present, name) ? present[name] : undefined;
      const currency = typeof code === 'string' && code !== '' ? code : undefined;
      const digits = column.format?.digits?.(currency) ?? 0;
      return digits === 0 && currency === undefined ? [] : [[field.name, { label: column.label, digits, currency }] as const];
    }),
  );
  const each = (drafts: Drafts, change: (value: unknown, digits: number) => unknown): Drafts =>
    Object.fromEntries(
      Object.entries(drafts).map(([name, draft]) => [name, change(draft, found.get(name)?.digits ?? 0) as Draft]),
    );
  return {
    fields: fields =>
      fields.map(field => {
        const amount = found.get(field.name);
        return amount === undefined || amount.digits === 0 ? field : majorField(field, amount.label);
      }),
    written: drafts => each(drafts, toMajor),
    sent: drafts => each(drafts, toMinor),
    currency: name => found.get(name)?.currency,
  };
}

/** Staged edits with their amounts as people write them. */
export function writtenEdits(places: readonly EditableField[], row: StagedRow | undefined): readonly StagedEdit[] {
  return (row?.edits ?? []).map(edit => {
    const format = places.find(({ field }) => field.name === edit.field)?.column.format;
    return { ...edit, after: toMajor(edit.after, format?.digits?.(edit.currency) ?? 0) };
  });
}
