/**
 * Checks whether a row that got no response was saved. It only reads, and only by a key that the row contains. Equal values alone prove
 * nothing: an equal record may have existed before, and the server may have stored the values in another form.
 */

import type { Client } from '@urql/core';
import { recordLookup } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { rereadRequest, type Values } from '../edit/fields/editableField';
import { isSameValue } from '../edit/fields/isSameValue';
import { queryNow } from '../queryNow';

/** `there`: the record has the key and the values of the row. `absent`: no record has the key. */
export type RowCheck = 'there' | 'absent' | 'unclear';

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
