/** Finds the filter field that a filter or a column refers to. */
import type { Column } from '../../../schema/collections/columns/columns';
import type { FilterCapability, FilterField } from '../../../schema/filters/filters';

/** The field that a filter refers to; undefined if the collection has no field with that id. */
export function filterField(capability: FilterCapability, id: string): FilterField | undefined {
  return capability.search?.id === id ? capability.search : capability.fields.find(field => field.id === id);
}

/** The field that filters by a column: the column's own, or that of its relation; undefined if there is none. */
export function filterFieldOf(capability: FilterCapability, column: Column): FilterField | undefined {
  const own = column.path.join('.');
  const relation = column.relation?.path.join('.');
  const at = (path: string | undefined): FilterField | undefined =>
    path === undefined ? undefined : capability.fields.find(field => field.column?.join('.') === path);
  return at(own) ?? at(relation);
}
