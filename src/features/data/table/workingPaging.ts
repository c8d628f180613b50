/** Which of a collection's ways to page its server takes, learned from refusals and kept as long as the schema. */
import type { Collection } from '../../../schema/collections/collections';
import type { Paging } from '../../../schema/collections/paging';
import type { SchemaModel } from '../../../schema/model/schemaModel';

const known = (model: SchemaModel): WeakMap<Collection, Paging> =>
  model.remember('working paging', () => new WeakMap<Collection, Paging>());

/** The way that worked, or the collection's own. */
export function workingPaging(model: SchemaModel, collection: Collection): Paging {
  return known(model).get(collection) ?? collection.paging;
}

/** Keeps a way that worked. */
export function rememberPaging(model: SchemaModel, collection: Collection, paging: Paging): void {
  if (paging !== workingPaging(model, collection)) known(model).set(collection, paging);
}
