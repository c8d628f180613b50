/** Keeps the selection after a reload: finds the selected rows again by their keys, at their new positions. */
import { keyOf, rowKeys } from '../../../../schema/collections/records';
import type { Row } from '../../../../schema/documents/documents';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { refOfRow } from '../../record/recordAddress';

/**
 * The indexes in `now` of the selected rows. Rows that share their keys with other rows are left out, because it is unknown which one the
 * user selected.
 */
export function keptSelection(
  model: SchemaModel,
  rowType: string,
  { rows: before, places }: { rows: readonly Row[]; places: ReadonlySet<number> },
  now: readonly Row[],
): ReadonlySet<number> {
  const idOf = (row: Row): string | null => {
    const ref = refOfRow(model, rowType, row);
    // The reference alone does not identify a row, because the field that loads a record may not be unique.
    return ref && JSON.stringify([ref, rowKeys(model, ref.typeName).map(key => keyOf(row, key))]);
  };
  const old = placesOf(before, idOf);
  const kept = new Set<number>();
  for (const [id, [place, another]] of placesOf(now, idOf)) {
    const [was, wasAnother] = old.get(id) ?? [];
    if (was !== undefined && places.has(was) && place !== undefined && another === undefined && wasAnother === undefined)
      kept.add(place);
  }
  return kept;
}

function placesOf(rows: readonly Row[], idOf: (row: Row) => string | null): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  rows.forEach((row, at) => {
    const id = idOf(row);
    if (id === null) return;
    const all = places.get(id);
    if (all) all.push(at);
    else places.set(id, [at]);
  });
  return places;
}
