/** The document of a single record, by its keys; the pages of tables are documents.ts. */
import type { Column } from '../collections/columns/columns';
import { valueAtKeys } from '../collections/page';
import { layoutColumns, recordLayout } from '../collections/recordLayout';
import type { RecordRef } from '../collections/records';
import { possibleTypes, type SchemaModel } from '../model/schemaModel';
import { enterRecord, formProblem, type Prepared, prepareOperation, type Row } from './documents';
import { addColumns, createOperation } from './selection';

/**
 * The document of a record.
 * @param columns default: all of its layout
 * @throws Error when the schema has no way to load one of this type (`recordLookup` gives null)
 */
export function recordDocument(model: SchemaModel, ref: RecordRef, columns?: readonly Column[]): Prepared<Row | null> {
  const operation = createOperation('query', [ref.typeName], model.queryType.name);
  const way = enterRecord(model, operation, ref);
  addColumns(model, way.at, columns ?? layoutColumns(recordLayout(model, ref.typeName)));
  return prepareOperation(
    model,
    operation,
    true,
    data => ofType(model, ref.typeName, asRow(valueAtKeys(data, way.keys))),
    data => formProblem(data, way.keys, 'an object'),
  );
}

/** Null for a record of another type, which the key found in a list of several types. */
function ofType(model: SchemaModel, typeName: string, row: Row | null): Row | null {
  const actual = row !== null && Object.hasOwn(row, '__typename') ? row.__typename : typeName;
  return typeof actual === 'string' && ![typeName, ...possibleTypes(model.types.get(typeName))].includes(actual) ? null : row;
}

function asRow(value: unknown): Row | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
}
