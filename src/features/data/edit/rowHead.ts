/** Identifies the rows of a table among the staged edits. */
import { formatRecordRef, type RecordRef, recordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { rowTitle } from '../record/rowTitle';
import type { RowHead } from './sending/stagedRow';

/** What identifies a row; null if its record cannot be requested again. */
export function rowHead(model: SchemaModel, rowType: string, row: Row): RowHead | null {
  const ref = recordRef(model, rowType, row);
  return ref === null ? null : headOf(model, ref, row);
}

/** What identifies the row of a record with this reference. */
export function headOf(model: SchemaModel, ref: RecordRef, row: Row): RowHead {
  const id = `${ref.typeName}:${formatRecordRef(model, ref)}`;
  return { id, typeName: ref.typeName, keys: Object.entries(ref.keys), title: rowTitle(model, ref.typeName, row) ?? id };
}

/**
 * Returns a function for the ids of rows; '' for rows without one. Each id is computed once, because every cell that becomes visible asks
 * for the id of its row.
 */
export function rowIds(model: SchemaModel, rowType: string): (row: Row) => string {
  const ids = new WeakMap<Row, string>();
  return row => {
    const id = ids.get(row) ?? rowHead(model, rowType, row)?.id ?? '';
    ids.set(row, id);
    return id;
  };
}
