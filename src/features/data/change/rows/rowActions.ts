/**
 * The actions on rows: mutations that take the record's key. Deletions, updates, and mutations that select records by a filter are offered
 * only if changes.ts is certain of them. For other mutations, the argument of the key is recognized by its name.
 */
import { keyOf, recordLookup } from '../../../../schema/collections/records';
import { actionDocument } from '../../../../schema/documents/callDocuments';
import type { Prepared } from '../../../../schema/documents/documents';
import type { FormField } from '../../../../schema/forms/formModel';
import type { ArgumentPath, ArgumentValues } from '../../../../schema/model/argumentPath';
import { withValueAt } from '../../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Action } from '../../../../schema/mutations/actions';
import { changeDocument, changeVariables, type Row } from '../../../../schema/mutations/changeRequest';
import { type Change, changesOf } from '../../../../schema/mutations/changes';
import type { PayloadError } from '../../../../schema/mutations/outcome/payloadErrors';
import type { OutcomeState } from '../../../../schema/mutations/outcome/recordOutcome';
import { needsPlainKey, offeredActions, type RecordAction } from '../../../../schema/mutations/recordActions';
import { columnsToRead } from '../../edit/fields/editableField';

/** The outcome that a result proves. */
export interface RowOutcome {
  readonly state: OutcomeState;
  readonly errors: readonly PayloadError[];
  readonly record: Row | null;
  /** The value of the mutation field. */
  readonly value: unknown;
}

/** An action on rows. */
export interface RowAction {
  readonly action: Action;
  readonly isDelete: boolean;
  /** True if it creates records; the rows then contain their values. */
  readonly isCreate?: boolean;
  /** The update of the type: fields that are not filled in stay as they are. */
  readonly update?: Change;
  /** True if the update also needs values that do not change. The row must then contain the newest ones. Default false. */
  readonly needsCurrent?: boolean;
  /** Arguments except the key; they are filled in once for all rows. */
  readonly fields: readonly FormField[];
  /** The request for a row, or the names of the required values that the row lacks. */
  prepare(row: Row, values: ArgumentValues): Prepared<RowOutcome> | { readonly missing: readonly string[] };
}

/** The actions for rows of a type, deletions last. */
export function rowActions(model: SchemaModel, typeName: string): readonly RowAction[] {
  return model.remember(`row actions ${typeName}`, () => {
    const { update, delete: removal } = changesOf(model, typeName);
    const found: RowAction[] = [];
    for (const entry of offeredActions(model, typeName)) {
      const { action } = entry;
      if (!action.isComplete || action.deprecationReason !== null || action.field.hidden) continue;
      if (update !== undefined && update.action.id === action.id) {
        if (update.sure === 'certain') found.push(byChange(model, update));
      } else if (fitsEachRow(model, entry) && !SELECTS.test(entry.target[0] ?? '')) found.push(byKey(model, entry));
    }
    const deletion = deletionOf(model, typeName);
    if (removal !== undefined && deletion !== null) found.push(deletion);
    return found;
  });
}

/** The deletion of records of a type; null if none is certain. */
export function deletionOf(model: SchemaModel, typeName: string): RowAction | null {
  const change = changesOf(model, typeName).delete;
  return change === undefined || change.sure !== 'certain' ? null : byChange(model, change);
}

/** The creation of records of a type; null if none is certain. */
export function creationOf(model: SchemaModel, typeName: string): Change | null {
  const change = changesOf(model, typeName).create;
  return change === undefined || change.sure !== 'certain' || !change.action.isComplete ? null : change;
}

/**
 * True if the action can run for each row, with the same other arguments for all. An action that only refers to the record must take
 * one at a time (`bookVisit(shipId)` books one for each ship), and must not change one other record (`moveVisit(id, shipId)`).
 */
function fitsEachRow(model: SchemaModel, { action, asList, isOwn, isLink }: RecordAction): boolean {
  if (isLink) return true;
  if (isOwn) return action.verb !== 'create' && action.verb !== 'delete';
  return action.verb !== 'delete' && !asList && !needsPlainKey(model, action);
}

/** Names of arguments that may contain filter conditions. */
const SELECTS = /^(where|filters?|conditions?|match)$/i;

function byChange(model: SchemaModel, change: Change): RowAction {
  const prepare: RowAction['prepare'] = (row, values) => preparedChange(model, change, row, values);
  if (change.kind === 'delete') return { action: change.action, isDelete: true, fields: [], prepare };
  // What can be read from the record before does not have to be filled in.
  const read = recordLookup(model, change.typeName) === null ? [] : columnsToRead(model, change, []);
  const isRead = ({ name }: FormField): boolean =>
    read.some(({ field }) => field.name === name || field.name.startsWith(`${name}.`));
  return {
    action: change.action,
    isDelete: false,
    update: change,
    needsCurrent: read.length > 0,
    fields: change.fields.map(field => (isRead(field) ? { ...field, required: false } : field)),
    prepare,
  };
}

/** The mutation of a change with its variables, or the names of missing values. */
export function preparedChange(model: SchemaModel, change: Change, row: Row, values: Row): ReturnType<RowAction['prepare']> {
  const request = changeVariables(model, change, row, values);
  return request.missing.length > 0 ? { missing: request.missing } : changeDocument(model, change, request);
}

function byKey(model: SchemaModel, entry: RecordAction): RowAction {
  const { action } = entry;
  const parts = [entry, ...entry.others];
  return {
    action,
    isDelete: false,
    fields: parts.reduce((fields, part) => withoutField(fields, part.target), action.form),
    prepare(row, values) {
      let filled = values;
      for (const part of parts) {
        const value = keyOf(row, part.key);
        if (typeof value !== 'string' && typeof value !== 'number') return { missing: [part.key] };
        filled = withValueAt(filled, part.target, part.asList ? [value] : value);
      }
      const document = actionDocument(model, action, filled);
      return {
        ...document,
        read: data => {
          const { record, ...outcome } = document.read(data);
          return { ...outcome, record: record?.row ?? null };
        },
      };
    },
  };
}

/** The fields without the one at a path; a group that becomes empty is removed, too. */
function withoutField(fields: readonly FormField[], [head, ...tail]: ArgumentPath): readonly FormField[] {
  return fields.flatMap(field => {
    if (field.name !== head) return [field];
    const { control } = field;
    if (tail.length === 0 || control.kind !== 'group') return [];
    const inner = withoutField(control.fields, tail);
    return inner.length === 0 ? [] : [{ ...field, control: { ...control, fields: inner } }];
  });
}
