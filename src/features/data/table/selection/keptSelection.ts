/** Keeps the selection when other rows are shown: finds the selected rows by their keys, at their new positions or on other pages. */
import { keyOf, rowKeys } from '../../../../schema/collections/records';
import type { Row } from '../../../../schema/documents/documents';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { refOfRow } from '../../record/recordAddress';

/** Selected rows. */
export interface SelectedRows {
  /** Indexes of the selected rows of the page. */
  readonly places: ReadonlySet<number>;
  /** Selected rows of other pages. */
  readonly elsewhere: readonly Row[];
}

/**
 * The selection after other rows are shown. Rows that share their keys with other rows are left out, because it is unknown which one the user
 * selected.
 * @param before the selection, and the rows of its page
 * @param now the rows that are shown now
 * @param isOtherPage true: selected rows that are not shown are on another page. Otherwise they are gone, and no longer selected.
 */
export function keptSelection(
  model: SchemaModel,
  rowType: string,
  before: SelectedRows & { readonly rows: readonly Row[] },
  now: readonly Row[],
  isOtherPage: boolean,
): SelectedRows {
  const idOf = (row: Row): string | null => {
    const ref = refOfRow(model, rowType, row);
    // The reference alone does not identify a row, because the field that loads a record may not be unique.
    return ref && JSON.stringify([ref, rowKeys(model, ref.typeName).map(key => keyOf(row, key))]);
  };
  const places = new Set<number>();
  const elsewhere: Row[] = [];
  const shown = byId(now, idOf);
  const keep = (rows: readonly Row[], isSelected: (at: number) => boolean, isGone: boolean): void => {
    for (const [id, { at, row, isUnique }] of byId(rows, idOf)) {
      if (!isUnique || !isSelected(at)) continue;
      const found = shown.get(id);
      if (found === undefined && !isGone) elsewhere.push(row);
      else if (found?.isUnique) places.add(found.at);
    }
  };
  keep(before.elsewhere, () => true, false);
  keep(before.rows, at => before.places.has(at), !isOtherPage);
  return { places, elsewhere };
}

/** The first row with each id. */
function byId(
  rows: readonly Row[],
  idOf: (row: Row) => string | null,
): ReadonlyMap<string, { readonly at: number; readonly row: Row; readonly isUnique: boolean }> {
  const found = new Map<string, { at: number; row: Row; isUnique: boolean }>();
  rows.forEach((row, at) => {
    const id = idOf(row);
    const first = id === null ? undefined : found.get(id);
    if (first) first.isUnique = false;
    else if (id !== null) found.set(id, { at, row, isUnique: true });
  });
  return found;
}
