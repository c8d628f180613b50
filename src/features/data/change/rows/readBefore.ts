/** Reads the state of a record before an action on its row. */
import type { Client } from '@urql/core';
import { columnAt } from '../../../../schema/collections/columns/columns';
import { displayPath } from '../../../../schema/collections/displayField';
import { recordTitle } from '../../../../schema/collections/recordTitle';
import { valueAt } from '../../../../schema/model/argumentPath';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Row } from '../../../../schema/mutations/changeRequest';
import type { Change } from '../../../../schema/mutations/changes';
import { newEdit } from '../../edit/sending/newEdit';
import type { StagedEdit } from '../../edit/sending/stagedRow';
import { copiedFields, copiedValue } from '../editableFields';
import { readColumns, readCopied } from '../readCopied';
import { recordInPlace } from '../sendChange';
import { creationOf, type RowAction } from './rowActions';

/** The state of a record before its deletion or creation. */
export interface Before {
  /** The values that its creation mutation takes, so that the deletion can be undone. */
  readonly copied: readonly StagedEdit[];
  /**
   * Its name, if it differs from the one that the user confirmed, or the name of the record that a creation would replace; otherwise null.
   */
  readonly name: string | null;
  /** The record could not be read, so not finding it afterwards does not prove its deletion. */
  readonly isMissing: boolean;
}

const NOTHING: Before = { copied: [], name: null, isMissing: false };

/**
 * Reads the record of a row before a deletion, or the one that a creation would replace. Never rejects; values that cannot be read are left
 * out.
 */
export async function readBefore(
  client: Client,
  model: SchemaModel,
  typeName: string,
  { isDelete, isCreate }: RowAction,
  row: Row,
): Promise<Before> {
  try {
    if (isDelete) return await beforeDeletion(client, model, typeName, row);
    const creation = isCreate ? creationOf(model, typeName) : null;
    return creation === null ? NOTHING : { ...NOTHING, name: await recordInPlace(client, model, creation, row) };
  } catch {
    return NOTHING;
  }
}

/** The row's key may belong to a new record: servers reuse the keys of deleted records. */
async function beforeDeletion(client: Client, model: SchemaModel, typeName: string, row: Row): Promise<Before> {
  const creation = creationOf(model, typeName);
  const path = displayPath(model, typeName) ?? [];
  const column = path.length === 0 ? null : columnAt(model, typeName, path);
  const columns = column === null ? [] : [column];
  if (creation === null && column === null) return NOTHING;
  const fresh = await (creation === null
    ? readColumns(client, model, typeName, row, columns)
    : readCopied(client, model, creation, row, columns));
  if (fresh === null) return { ...NOTHING, isMissing: true };
  const [old, present] = [valueAt(row, path), valueAt(fresh, path)];
  const title = recordTitle(model, typeName, fresh);
  // A list may leave out the name, and its field may fail.
  const isRenamed = isName(old) && isName(present) && String(old) !== String(present) && old !== title;
  const copied = creation === null ? [] : copiedValues(model, creation, fresh);
  return { copied, name: isRenamed ? (title ?? String(present)) : null, isMissing: false };
}

const isName = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function copiedValues(model: SchemaModel, creation: Change, fresh: Row): StagedEdit[] {
  return copiedFields(model, creation).flatMap(entry => {
    const before = copiedValue(model, creation.typeName, entry, fresh);
    const column = entry.places[0]?.column;
    if (before === null || column === undefined) return [];
    const isWhole = entry.places.length > 1 || column.relation?.many === true;
    const edit = newEdit({ field: entry.field, column }, { row: fresh, before, after: null });
    return [isWhole ? { ...edit, label: entry.field.label } : edit];
  });
}
