/**
 * Remembers which of a collection's ways to page its server accepts. It is learned from refused requests and kept as long as the schema.
 */
import type { Collection } from '../../../../schema/collections/collections';
import type { Paging } from '../../../../schema/collections/paging/paging';
import type { SchemaModel } from '../../../../schema/model/schemaModel';

const cache = (model: SchemaModel): WeakMap<Collection, Paging> =>
  model.remember('working paging', () => new WeakMap<Collection, Paging>());

/** The way that worked, or the collection's preferred one. */
export function workingPaging(model: SchemaModel, collection: Collection): Paging {
  return cache(model).get(collection) ?? collection.paging;
}

/** Stores a way that worked. */
export function rememberPaging(model: SchemaModel, collection: Collection, paging: Paging): void {
  cache(model).set(collection, paging);
}
