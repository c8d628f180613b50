/** Finds selected rows among rows that were read again, wherever they are then. */
import { keyOf, rowKeys } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { refOfRow } from '../record/recordAddress';

/** The places of the rows with the same keys. A row whose keys another row has as well is none: the user did not select that one. */
export function keptSelection(
  model: SchemaModel,
  rowType: string,
  { rows: before, places }: { rows: readonly Row[]; places: ReadonlySet<number> },
  now: readonly Row[],
): ReadonlySet<number> {
  const idOf = (row: Row): string | null => {
    const ref = refOfRow(model, rowType, row);
    // A reference alone can be that of several rows: by which a record is loaded is not always unique.
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
