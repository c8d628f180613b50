/** Chooses between the keys of a record that has more than one, such as a global id and the number in its database table. */
import { kindInSchema } from '../model/scalars';
import { fieldsOf, type SchemaModel, typeOf } from '../model/schemaModel';
import { fieldAt, keyPaths } from './displayField';
import { recordLookup } from './records';

/** The key with which a record is loaded; without a way to load it, its first key. Undefined if the type has no key. */
export const keyFieldOf = (model: SchemaModel, typeName: string): string | undefined =>
  recordLookup(model, typeName)?.keys[0]?.column ?? keyPaths(model, typeName)[0];

/** Names of the id in a database table, beside a global id. */
const ROW_ID = /^(id|_id|row_?id|database_?id|entity_?id|pk)$/i;

/**
 * Another key of the record whose kind matches an input field of `kind` (a `ScalarKind`), such as a number instead of a global id. Null if
 * `keyFieldOf` matches already or no key does.
 */
export function keyOfKind(model: SchemaModel, typeName: string, kind: string | undefined): string | null {
  // An ID can contain any key.
  if (kind === 'id' || kind === 'unknown') return null;
  const kindAt = (path: string): string => {
    const type = typeOf(model, fieldAt(model, typeName, path)?.type);
    const own = type?.kind === 'scalar' ? kindInSchema(model, type) : 'unknown';
    return own === 'int' && kind === 'bigInt' ? kind : own === 'bigInt' && kind === 'int' ? kind : own;
  };
  const found = keyFieldOf(model, typeName);
  if (found === undefined || kindAt(found) === kind) return null;
  // A string can contain any key too, but beside a global id it more likely contains the row's own.
  if (kind === 'text' && !isGlobalId(model, typeName, found)) return null;
  return keyPaths(model, typeName).find(path => kindAt(path) === kind && (kind !== 'text' || ROW_ID.test(path))) ?? null;
}

/** True for a field that the interface `Node` has too. */
function isGlobalId(model: SchemaModel, typeName: string, field: string): boolean {
  const type = model.types.get(typeName);
  return type?.kind === 'object' && type.interfaces.includes('Node') && fieldsOf(model.types.get('Node')).has(field);
}
