/** Memoizes the sort options of a collection. */
import type { Collection } from '../collections/collections';
import type { SchemaModel } from '../model/schemaModel';
import { type FoundSorting, findSorting } from './findSorting';
import type { SortCapability } from './sorting';

/** The sort options of a collection; null if there are none. Memoized per collection. */
export function sortCapability(model: SchemaModel, collection: Collection): SortCapability | null {
  return foundSorting(model, collection)?.capability ?? null;
}

/** The sort options with the paths of the arguments they use, which are therefore not filters. */
export function foundSorting(model: SchemaModel, collection: Collection): FoundSorting | null {
  const found = model.remember('sort capabilities', () => new WeakMap<Collection, FoundSorting | null>());
  let sorting = found.get(collection);
  if (sorting === undefined) {
    sorting = findSorting(model, collection.args, collection.rowType, collection.given);
    found.set(collection, sorting);
  }
  return sorting;
}
