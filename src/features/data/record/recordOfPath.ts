/** Records that an address names: read with tools, as a key is read by its scalar. */
import type { Collection } from '../../../schema/collections/collections';
import { parseRecordRef } from '../../../schema/collections/parseRecordRef';
import { type RecordRef, recordLookup } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { RecordAddress } from '../dataAddress';

/** The record an address names; null when its type cannot be loaded by a key. */
export function fromRecordAddress(model: SchemaModel, address: RecordAddress): RecordRef | null {
  return parseRecordRef(model, address.typeName, address.key);
}

/** The record of /data/:collection/:id; `collection` may be the name of a type. Null when there is no way to load one. */
export function recordOfPath(model: SchemaModel, collection: Collection | null, name: string, id: string): RecordRef | null {
  if (collection !== null) return parseRecordRef(model, collection.rowType, id);
  return recordLookup(model, name) === null ? null : parseRecordRef(model, name, id);
}
