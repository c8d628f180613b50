/** Reads the records that a URL names. Keys are parsed by their scalar type. */
import type { Collection } from '../../../schema/collections/collections';
import { parseRecordRef } from '../../../schema/collections/parseRecordRef';
import { type RecordRef, recordLookup } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { RecordAddress } from '../dataAddress';

/** The record that a URL names; null if its type cannot be loaded by a key. */
export function fromRecordAddress(model: SchemaModel, address: RecordAddress): RecordRef | null {
  return parseRecordRef(model, address.typeName, address.key);
}

/** The record of /data/:collection/:id, where `collection` may be a type name. Null if such records cannot be loaded. */
export function recordOfPath(model: SchemaModel, collection: Collection | null, name: string, id: string): RecordRef | null {
  if (collection !== null) return parseRecordRef(model, collection.rowType, id);
  return recordLookup(model, name) === null ? null : parseRecordRef(model, name, id);
}
