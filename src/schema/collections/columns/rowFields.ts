/**
 * Finds the field of a row for a name in an argument (`CREATED_AT`, `created_at`, `created` → `createdAt`), so that a filter or sort can be
 * offered at its column.
 */

import { singular } from '../../model/readableName';
import { fieldsOf, isComposite, isList, needsNoArguments, type SchemaModel, typeOf } from '../../model/schemaModel';
import { isPlainLeaf } from '../displayField';

const keyOf = (word: string): string => word.replace(/[_\-\s]/g, '').toLowerCase();

/** The path of the row's field for a name. Currently always one step; null if there is no such field. */
export function rowField(model: SchemaModel, rowType: string, word: string): readonly string[] | null {
  const known = model.remember(`row fields ${rowType}`, () => {
    const fields = new Map<string, string>();
    for (const field of fieldsOf(model.types.get(rowType)).values()) {
      if (!needsNoArguments(field)) continue;
      const key = keyOf(field.name);
      if (!fields.has(key)) fields.set(key, field.name);
    }
    return fields;
  });
  const key = keyOf(word);
  for (const form of [
    key,
    `${key}at`,
    `${key}on`,
    `${key}date`,
    singular(key),
    `${key}s`,
    `is${key}`,
    key.replace(/(at|on|date)$/, ''),
  ]) {
    const name = known.get(form);
    if (name !== undefined) return [name];
  }
  // `berthId` means the relation `berth` if the row has no field `berthId`.
  const relation = /^(.+)(id|ids)$/.exec(key)?.[1];
  const name = relation === undefined ? undefined : known.get(relation);
  return name === undefined ? null : [name];
}

/** Names of the row's scalar and enum fields without required arguments, for servers that take a field name as text. */
export function rowValueNames(model: SchemaModel, rowType: string): string[] {
  return [...fieldsOf(model.types.get(rowType)).values()]
    .filter(field => isPlainLeaf(model, field) && !field.name.startsWith('__'))
    .map(field => field.name);
}

/** The type of the related record or records of a field; null for a scalar or enum. */
export function relatedType(model: SchemaModel, rowType: string, fieldName: string): { typeName: string; many: boolean } | null {
  const field = fieldsOf(model.types.get(rowType)).get(fieldName);
  const type = field === undefined ? undefined : typeOf(model, field.type);
  return field !== undefined && isComposite(type) ? { typeName: type.name, many: isList(field.type) } : null;
}
