/** How a collection can be put in order; null when it cannot. Found once per collection. */
import type { Collection } from '../collections/collections';
import type { SchemaModel } from '../model/schemaModel';
import { type FoundSorting, findSorting } from './findSorting';
import type { SortCapability } from './sorting';

/** See the head of the file. */
export function sortCapability(model: SchemaModel, collection: Collection): SortCapability | null {
  return foundSorting(model, collection)?.capability ?? null;
}

/** The same with the arguments it uses, which are then no filters. */
export function foundSorting(model: SchemaModel, collection: Collection): FoundSorting | null {
  const found = model.remember('sort capabilities', () => new WeakMap<Collection, FoundSorting | null>());
  let sorting = found.get(collection);
  if (sorting === undefined) {
    sorting = findSorting(model, collection.args, collection.rowType, collection.given);
    found.set(collection, sorting);
  }
  return sorting;
}
