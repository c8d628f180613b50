/** Which of a record's keys is meant, where it has more than one: a global id beside the number that its table has. */
import type { SchemaModel } from '../model/schemaModel';
import { columnAt } from './columns/columns';
import { keyPaths } from './displayField';
import { recordLookup } from './records';

/** What a record is found by; where it is found in no way, what tells it from others. */
export const keyFieldOf = (model: SchemaModel, typeName: string): string | undefined =>
  recordLookup(model, typeName)?.keys[0]?.column ?? keyPaths(model, typeName)[0];

/** The key that a field of this kind takes where the one that records are found by is of another: a number beside a global id; null for that one. */
export function keyOfKind(model: SchemaModel, typeName: string, kind: string | undefined): string | null {
  // An id and a text may hold any key.
  if (kind === 'id' || kind === 'text' || kind === 'unknown') return null;
  const fits = (path: string): boolean => columnAt(model, typeName, path.split('.'))?.kind === kind;
  const found = keyFieldOf(model, typeName);
  return found === undefined || fits(found) ? null : (keyPaths(model, typeName).find(fits) ?? null);
}
