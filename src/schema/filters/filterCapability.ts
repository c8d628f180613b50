/** Memoizes the filters of a collection. */
import type { Collection } from '../collections/collections';
import type { SchemaModel } from '../model/schemaModel';
import type { FilterCapability } from './filters';
import { findFilters } from './findFilters';
import { foundSorting } from './sortCapability';

/** Operators of the schema that the server does not execute, by their keys (see `argumentKey`). Known as long as the schema. */
export const refusedOperators = (model: SchemaModel): Set<string> => model.remember('refused operators', () => new Set<string>());

/**
 * The filters that a collection offers; null if there are none. Memoized per collection.
 * @param without keys of further operators to leave out
 */
export function filterCapability(
  model: SchemaModel,
  collection: Collection,
  without: readonly string[] = [],
): FilterCapability | null {
  const refused = [...refusedOperators(model), ...without];
  const found = model.remember(`filter capabilities ${refused}`, () => new WeakMap<Collection, FilterCapability | null>());
  let capability = found.get(collection);
  if (capability === undefined) {
    const { args, rowType, pagingPaths, mustFill, given } = collection;
    const taken = [...pagingPaths, ...(foundSorting(model, collection)?.used ?? []), ...mustFill.map(({ name }) => [name])];
    capability = findFilters(model, args, rowType, taken, given, refused);
    found.set(collection, capability);
  }
  return capability;
}
