/** Chooses between the keys of a record that has more than one, such as a global id and the number in its database table. */
import type { SchemaModel } from '../model/schemaModel';
import { columnAt } from './columns/columns';
import { keyPaths } from './displayField';
import { recordLookup } from './records';

/** The key with which a record is loaded; without a way to load it, its first key. Undefined if the type has no key. */
export const keyFieldOf = (model: SchemaModel, typeName: string): string | undefined =>
  recordLookup(model, typeName)?.keys[0]?.column ?? keyPaths(model, typeName)[0];

/**
 * Another key of the record whose kind matches an input field of `kind`, such as a number instead of a global id. Null if `keyFieldOf`
 * matches already or no key does.
 */
export function keyOfKind(model: SchemaModel, typeName: string, kind: string | undefined): string | null {
  // An ID or string can contain any key.
  if (kind === 'id' || kind === 'text' || kind === 'unknown') return null;
  const fits = (path: string): boolean => columnAt(model, typeName, path.split('.'))?.kind === kind;
  const found = keyFieldOf(model, typeName);
  return found === undefined || fits(found) ? null : (keyPaths(model, typeName).find(fits) ?? null);
}
