/**
 * Finds the field of a row that an argument's word speaks of (`CREATED_AT`, `created_at`, `created` → `createdAt`), so that a filter or
 * an order can be offered at the column it belongs to.
 */

import { singular } from '../../model/readableName';
import { fieldsOf, isComposite, isList, needsNoArguments, type SchemaModel, typeOf } from '../../model/schemaModel';
import { isPlainLeaf } from '../displayField';

const keyOf = (word: string): string => word.replace(/[_\-\s]/g, '').toLowerCase();

/** Path of the row's field for a word: one step for a value or relation, null when there is none. */
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
  // `berthId` speaks of the relation `berth` where the row has no `berthId` of its own.
  const relation = /^(.+)(id|ids)$/.exec(key)?.[1];
  const name = relation === undefined ? undefined : known.get(relation);
  return name === undefined ? null : [name];
}

/** Names of the row's own values (scalars and enums without arguments), for servers that take a field's name as text. */
export function rowValueNames(model: SchemaModel, rowType: string): string[] {
  return [...fieldsOf(model.types.get(rowType)).values()]
    .filter(field => isPlainLeaf(model, field) && !field.name.startsWith('__'))
    .map(field => field.name);
}

/** Type of the record or records behind a field of a row; null for a plain value. */
export function relatedType(model: SchemaModel, rowType: string, fieldName: string): { typeName: string; many: boolean } | null {
  const field = fieldsOf(model.types.get(rowType)).get(fieldName);
  const type = field === undefined ? undefined : typeOf(model, field.type);
  return field !== undefined && isComposite(type) ? { typeName: type.name, many: isList(field.type) } : null;
}
