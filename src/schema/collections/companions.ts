/**
 * Fields that say again what a field beside them says: `born_func { year }` beside `born` (Directus), `visits_aggregate` and
 * `visits_connection` beside `visits`. They can be chosen, and are not asked for by default: they cost much and tell nothing new.
 */
import type { FieldModel } from '../model/schemaModel';

const COMPANION = /^(.+?)(_func|_aggregated?|Aggregated?|_grouped|GroupBy|_group_by|_connection|Connection)$/;

/** True for a companion of another field of the same type. */
export function isCompanion(fields: ReadonlyMap<string, FieldModel>, field: FieldModel): boolean {
  const base = COMPANION.exec(field.name.slice(0, 300))?.[1];
  return base !== undefined && fields.has(base);
}
