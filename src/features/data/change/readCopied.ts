/** Reads a record with the values that the creation of such a record takes, for a copy of it or the undo of its deletion. */
import type { Client } from '@urql/core';
import { recordRef } from '../../../schema/collections/records';
import { recordDocument } from '../../../schema/documents/recordDocument';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';
import type { Change } from '../../../schema/mutations/changes';
import { queryNow } from '../queryNow';
import { copiedFields } from './editableFields';

/** The record; null if it cannot be read. May throw if the schema has no way to load it. */
export async function readCopied(client: Client, model: SchemaModel, creation: Change, row: Row): Promise<Row | null> {
  const ref = recordRef(model, creation.typeName, row);
  if (ref === null) return null;
  const columns = copiedFields(model, creation).flatMap(({ places }) => places.map(place => place.column));
  const prepared = recordDocument(model, ref, columns);
  const result = await queryNow(client, prepared);
  return result.data == null ? null : prepared.read(result.data);
}
