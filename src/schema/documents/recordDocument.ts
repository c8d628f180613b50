/** Builds the document of a single record, identified by its keys. documents.ts builds those of table pages. */
import type { Column } from '../collections/columns/columns';
import { valueAtKeys } from '../collections/paging/page';
import { layoutColumns, recordLayout } from '../collections/recordLayout';
import { keyOf, type RecordRef, recordLookup } from '../collections/records';
import { actualType, possibleTypes, type SchemaModel } from '../model/schemaModel';
import { isErrorType } from '../mutations/resultShape';
import { enterRecord, formProblem, otherMember, type Prepared, prepareOperation, type Row } from './documents';
import { addColumns, createOperation } from './selection';

/**
 * The query of a record.
 * @param columns default: all columns of the record's layout
 * @throws Error if the schema has no way to load a single record of this type (`recordLookup` returns null)
 */
export function recordDocument(model: SchemaModel, ref: RecordRef, columns?: readonly Column[]): Prepared<Row | null> {
  const operation = createOperation('query', [ref.typeName], model.queryType.name);
  const way = enterRecord(model, operation, ref);
  addColumns(model, way.at, columns ?? layoutColumns(recordLayout(model, ref.typeName)));
  return prepareOperation(
    model,
    operation,
    true,
    data => {
      const row = asRow(valueAtKeys(data, way.keys));
      return isOther(model, ref, row) ? null : ofType(model, ref.typeName, row);
    },
    data =>
      formProblem(data, way.keys, 'an object') ??
      (isOther(model, ref, asRow(valueAtKeys(data, way.keys)))
        ? `${way.keys.join('.')} is another record than the one that was asked for`
        : null),
    data => refusalOf(model, ref, valueAtKeys(data, way.keys)),
  );
}

/** The message of an error that a union returned instead of the record. */
function refusalOf(model: SchemaModel, { typeName }: RecordRef, value: unknown): string | null {
  const row = asRow(value);
  const gives = recordLookup(model, typeName)?.gives ?? typeName;
  if (row === null || model.types.get(gives)?.kind !== 'union') return null;
  return isErrorType(model, actualType(model, gives, row)) ? otherMember(row, typeName) : null;
}

/** Null if the row's `__typename` is a different type: in a list of several types, a record of another type can have the same key. */
function ofType(model: SchemaModel, typeName: string, row: Row | null): Row | null {
  const actual = row !== null && Object.hasOwn(row, '__typename') ? row.__typename : typeName;
  return typeof actual === 'string' && ![typeName, ...possibleTypes(model.types.get(typeName))].includes(actual) ? null : row;
}

/** True if a list returned a row with other keys: a server can ignore the argument that selects the record. */
const isOther = (model: SchemaModel, ref: RecordRef, row: Row | null): boolean =>
  recordLookup(model, ref.typeName)?.kind === 'collection' && hasOtherKeys(model, ref, row);

/** True for a record with other keys than those of a reference. */
export function hasOtherKeys(model: SchemaModel, { typeName, keys }: RecordRef, row: Row | null): boolean {
  const lookup = recordLookup(model, typeName);
  if (row === null || lookup === null) return false;
  return lookup.keys.some(({ column }) => {
    const [found, wanted] = [keyOf(row, column), keys[column]].map(key =>
      typeof key === 'string' || typeof key === 'number' ? String(key).toLowerCase() : null,
    );
    return found !== null && wanted !== null && found !== wanted;
  });
}

function asRow(value: unknown): Row | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Row) : null;
}
