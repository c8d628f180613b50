/** For tests: the collections of a schema with everything that they offer. */
import { type Collection, findCollections } from '../../src/schema/collections/collections';
import { totalSource } from '../../src/schema/collections/paging/totalSource';
import { requiredForm } from '../../src/schema/collections/requiredForm';
import { filterCapability } from '../../src/schema/filters/filterCapability';
import { sortCapability } from '../../src/schema/filters/sortCapability';
import type { SchemaModel } from '../../src/schema/model/schemaModel';

export type WholeCollection = ReturnType<typeof wholeCollection>;

/** A collection with its filter, order, total and form. */
export function wholeCollection(model: SchemaModel, collection: Collection) {
  return {
    ...collection,
    filter: filterCapability(model, collection),
    sort: sortCapability(model, collection),
    total: totalSource(model, collection),
    required: requiredForm(model, collection),
  };
}

/** All collections of a schema with these properties. */
export function wholeCollections(model: SchemaModel): WholeCollection[] {
  return findCollections(model).map(collection => wholeCollection(model, collection));
}
