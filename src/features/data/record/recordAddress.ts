/** Addresses of records: /data/:collection/:id, where the collection is the one a type is at home in, or the type itself where there is none. */
import { type Collection, findCollections } from '../../../schema/collections/collections';
import { formatRecordRef, type RecordRef, recordRef } from '../../../schema/collections/records';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { href } from '../../../session/navigation/navigation';
import type { RecordAddress } from '../dataAddress';

/** The collection that records of a type are listed in: of the root before others, without required arguments; null when there is none. */
export function homeCollection(model: SchemaModel, typeName: string): Collection | null {
  return model.remember(`home ${typeName}`, () => {
    const listed = findCollections(model).filter(
      collection => collection.rowType === typeName && collection.alternateOf === null,
    );
    const open = listed.filter(collection => collection.mustFill.length === 0);
    return open.find(collection => collection.origin === 'root') ?? open[0] ?? listed[0] ?? null;
  });
}

/** Address of a record's own page. */
export function recordHref(model: SchemaModel, ref: RecordRef): string {
  return href(['data', homeCollection(model, ref.typeName)?.id ?? ref.typeName, formatRecordRef(model, ref)]);
}

/** A record as the query part of an address names it. */
export function toRecordAddress(model: SchemaModel, ref: RecordRef): RecordAddress {
  return { typeName: ref.typeName, key: formatRecordRef(model, ref) };
}

/** The record of a row, by its type and the keys it holds; null when it cannot be opened by itself. */
export function refOfRow(model: SchemaModel, rowType: string, row: unknown): RecordRef | null {
  return recordRef(model, rowType, row);
}
