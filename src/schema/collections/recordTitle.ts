/** What a record is called in a heading or a link. */
import { valueAt } from '../model/argumentPath';
import type { SchemaModel } from '../model/schemaModel';
import { displayPath, keyPaths } from './displayField';

/** What names a record in words: the value of its display field, else its key; null when the row holds neither. */
export function recordTitle(model: SchemaModel, typeName: string, row: unknown): string | null {
  if (typeof row !== 'object' || row === null) return null;
  const values = row as Readonly<Record<string, unknown>>;
  const own = typeof values.__typename === 'string' && model.types.has(values.__typename) ? values.__typename : typeName;
  for (const path of [displayPath(model, own) ?? [], ...keyPaths(model, own).map(path => path.split('.'))]) {
    const value = path.length === 0 ? null : valueAt(values, path);
    if (typeof value === 'string' || typeof value === 'number') return String(value);
  }
  return null;
}
