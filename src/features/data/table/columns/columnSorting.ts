/** Maps the columns of a table to the sort fields of its collection. */
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Direction, Sort, SortCapability, SortField } from '../../../../schema/filters/sorting';

/** The sort field of a column's header; undefined if the collection cannot be sorted by the column. */
export function sortFieldOf(capability: SortCapability | null, column: Column): SortField | undefined {
  const { path, relation, currency } = column;
  const at = (steps: readonly string[]): SortField | undefined =>
    capability?.fields.find(field => field.column?.join() === steps.join());
  // A relation is sorted by its display field if possible, otherwise by its key. An amount of money is sorted by the whole object.
  return at(path) ?? at(relation ? (relation.many ? [] : relation.path) : currency ? path.slice(0, -1) : []);
}

/** The current sort direction of a field. */
export function directionOf(field: SortField, sorts: readonly Sort[]): Direction | 'none' {
  return sorts.find(sort => sort.field === field.id)?.direction ?? 'none';
}

/** The direction of a field that the server sorts in one direction only. */
export const onlyDirection = ({ terms }: SortField): Direction | undefined =>
  terms.descending === null ? 'ascending' : terms.ascending === null ? 'descending' : undefined;

/**
 * The sort order after one field got a direction (null: removed), alone or after the others. If the server does not support that direction
 * for the field, the supported one is used.
 */
export function withSort(
  capability: SortCapability,
  sorts: readonly Sort[],
  field: SortField,
  direction: Direction | null,
  behind = false,
): Sort[] {
  const others = behind && capability.multiple ? sorts.filter(sort => sort.field !== field.id) : [];
  if (direction === null) return [...others];
  const offered = field.terms[direction] ? direction : field.terms.ascending ? 'ascending' : 'descending';
  return [...others, { field: field.id, direction: offered }];
}
