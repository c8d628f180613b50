/** Memoizes the filters of a collection. */
import type { Collection } from '../collections/collections';
import type { SchemaModel } from '../model/schemaModel';
import type { FilterCapability } from './filters';
import { findFilters } from './findFilters';
import { foundSorting } from './sortCapability';

/** The filters that a collection offers; null if there are none. Memoized per collection. */
export function filterCapability(model: SchemaModel, collection: Collection): FilterCapability | null {
  const found = model.remember('filter capabilities', () => new WeakMap<Collection, FilterCapability | null>());
  let capability = found.get(collection);
  if (capability === undefined) {
    const { args, rowType, pagingPaths, mustFill, given } = collection;
    const taken = [...pagingPaths, ...(foundSorting(model, collection)?.used ?? []), ...mustFill.map(({ name }) => [name])];
    capability = findFilters(model, args, rowType, taken, given);
    found.set(collection, capability);
  }
  return capability;
}
