/** Memoizes the source of a collection's total number of rows. */
import { fieldsOf, type SchemaModel } from '../../model/schemaModel';
import type { Collection } from '../collections';
import { findTotalBeside, type TotalSource } from './totals';

/** The field with the total number of rows; null if the server offers none. Memoized per collection. */
export function totalSource(model: SchemaModel, collection: Collection): TotalSource | null {
  const { shape, parentType, field, rowType } = collection;
  if (shape.total !== null) return { place: 'inside', path: shape.total };
  const found = model.remember('total sources', () => new WeakMap<Collection, TotalSource | null>());
  let source = found.get(collection);
  if (source === undefined) {
    source = findTotalBeside(model, fieldsOf(model.types.get(parentType)), field, rowType);
    found.set(collection, source);
  }
  return source;
}
