/** Finds the key of a record among the values of a mutation's input. */
import { columnAt } from '../../../../schema/collections/columns/columns';
import { recordLookup } from '../../../../schema/collections/records';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { columnOfField, type Values } from './editableField';

/**
 * The fields that contain the complete key of a record, by key column; null if one of them is not among `names`. Without them, the record
 * cannot be looked up.
 */
export function keyFields(model: SchemaModel, typeName: string, names: readonly string[]): ReadonlyMap<string, string> | null {
  const keys = recordLookup(model, typeName)?.keys ?? [];
  const found = new Map<string, string>();
  for (const { column } of keys) {
    const id = columnAt(model, typeName, column.split('.'))?.id;
    const name = id === undefined ? undefined : names.find(entry => columnOfField(model, typeName, entry)?.id === id);
    if (name !== undefined) found.set(column, name);
  }
  return found.size === 0 || found.size < keys.length ? null : found;
}

/** The complete key of the record, if the values of a new record contain it; otherwise null. */
export function recordKeys(model: SchemaModel, typeName: string, input: Values): Values | null {
  const fields = keyFields(model, typeName, Object.keys(input));
  if (fields === null) return null;
  const keys = [...fields].map(([column, name]) => [column, input[name]] as const);
  const isPlain = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number';
  return keys.every(([, value]) => isPlain(value)) ? Object.fromEntries(keys) : null;
}
