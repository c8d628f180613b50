/**
 * Recognizes fields that repeat the data of a sibling field: `born_func { year }` beside `born` (Directus), `visits_aggregate` and
 * `visits_connection` beside `visits`. Users can choose them as columns, but they are not selected by default, because they are expensive
 * and add no information.
 */
import type { FieldModel } from '../model/schemaModel';

const COMPANION = /^(.+?)(_func|_aggregated?|Aggregated?|_grouped|GroupBy|_group_by|_connection|Connection)$/;

/** True if the field repeats the data of another field of the same type. */
export function isCompanion(fields: ReadonlyMap<string, FieldModel>, field: FieldModel): boolean {
  const base = COMPANION.exec(field.name.slice(0, 300))?.[1];
  return base !== undefined && fields.has(base);
}
