/** Reads a record with the values that its creation mutation takes, to copy it or to undo its deletion. */
import type { Client } from '@urql/core';
import type { Column } from '../../../schema/collections/columns/columns';
import { recordRef } from '../../../schema/collections/records';
import { recordDocument } from '../../../schema/documents/recordDocument';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';
import type { Change } from '../../../schema/mutations/changes';
import { queryNow } from '../queryNow';
import { copiedFields } from './editableFields';

/** The record; null if it cannot be read. May throw if the schema has no way to load it. */
export async function readCopied(
  client: Client,
  model: SchemaModel,
  creation: Change,
  row: Row,
  more: readonly Column[] = [],
): Promise<Row | null> {
  const copied = copiedFields(model, creation).flatMap(({ places }) => places.map(place => place.column));
  return readColumns(client, model, creation.typeName, row, [...copied, ...more]);
}

/** Reads the record with these columns, like `readCopied`. */
export async function readColumns(
  client: Client,
  model: SchemaModel,
  typeName: string,
  row: Row,
  columns: readonly Column[],
): Promise<Row | null> {
  const ref = recordRef(model, typeName, row);
  if (ref === null) return null;
  const prepared = recordDocument(model, ref, columns);
  const result = await queryNow(client, prepared);
  return result.data == null ? null : prepared.read(result.data);
}
