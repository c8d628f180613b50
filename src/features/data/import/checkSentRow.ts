/**
 * Checks whether a row that got no response was saved. It only reads, and only by a key that the row contains. Equal values alone prove
 * nothing: an equal record may have existed before, and the server may have stored the values in another form.
 */

import type { Client } from '@urql/core';
import { columnAt } from '../../../schema/collections/columns/columns';
import { recordLookup } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { columnOfField, rereadRequest, type Values } from '../edit/fields/editableField';
import { isSameValue } from '../edit/fields/isSameValue';
import { queryNow } from '../queryNow';

/** `there`: the record has the key and the values of the row. `absent`: no record has the key. */
export type RowCheck = 'there' | 'absent' | 'unclear';

/**
 * The fields that contain the complete key of a record, by key column; null if one of them is not among `names`. A row without them cannot
 * be checked.
 */
export function keyFields(model: SchemaModel, typeName: string, names: readonly string[]): ReadonlyMap<string, string> | null {
  const keys = recordLookup(model, typeName)?.keys ?? [];
  const found = new Map<string, string>();
  for (const { column } of keys) {
    const id = columnAt(model, typeName, column.split('.'))?.id;
    const name = id === undefined ? undefined : names.find(entry => columnOfField(model, typeName, entry)?.id === id);
    if (name !== undefined) found.set(column, name);
  }
  return found.size === 0 || found.size < keys.length ? null : found;
}

/** The complete key of the record, if the values of a new record contain it; otherwise null. */
export function recordKeys(model: SchemaModel, typeName: string, input: Values): Values | null {
  const fields = keyFields(model, typeName, Object.keys(input));
  if (fields === null) return null;
  const keys = [...fields].map(([column, name]) => [column, input[name]] as const);
  const isPlain = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
  return keys.every(([, value]) => isPlain(value)) ? Object.fromEntries(keys) : null;
}

/** Reads the record with a key and compares it with a row. */
export async function checkSentRow(
  client: Client,
  model: SchemaModel,
  change: Change,
  keys: Values,
  input: Values,
): Promise<RowCheck> {
  const prepared = rereadRequest(model, change, keys, Object.keys(input));
  const result = await queryNow(client, prepared);
  if (result.error || result.data == null || prepared.problem(result.data) !== null) return 'unclear';
  const fresh = prepared.read(result.data);
  // A list may leave out records, so a record that is not in it may still exist.
  if (fresh === null) return recordLookup(model, change.typeName)?.kind === 'collection' ? 'unclear' : 'absent';
  const isSame = Object.entries(input).every(([name, value]) => Object.hasOwn(fresh, name) && isSameValue(fresh[name], value));
  return isSame ? 'there' : 'unclear';
}
