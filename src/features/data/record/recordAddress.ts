/** URLs of records: /data/:collection/:id, where the collection is the home collection of the type, or the type name if it has none. */
import { homeCollection } from '../../../schema/collections/homeCollection';
import { formatRecordRef, type RecordRef, recordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { href } from '../../../session/navigation/navigation';
import type { RecordAddress } from '../dataAddress';

/** URL of a record's own page. */
export function recordHref(model: SchemaModel, ref: RecordRef): string {
  return href(['data', homeCollection(model, ref.typeName)?.id ?? ref.typeName, formatRecordRef(model, ref)]);
}

/** The record as the query string of a URL names it. */
export function toRecordAddress(model: SchemaModel, ref: RecordRef): RecordAddress {
  return { typeName: ref.typeName, key: formatRecordRef(model, ref) };
}

/** The reference of a row's record, by its type and keys; null if it cannot be requested separately. */
export function refOfRow(model: SchemaModel, rowType: string, row: unknown): RecordRef | null {
  return recordRef(model, rowType, row);
}
