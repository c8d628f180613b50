/** How a table's columns and the orders a collection offers belong together. */
import type { Column } from '../../../../schema/collections/columns/columns';
import type { Direction, Sort, SortCapability, SortField } from '../../../../schema/filters/sorting';

/** The order that a press on a column's head asks for; undefined when the collection cannot be ordered by it. */
export function sortFieldOf(capability: SortCapability | null, column: Column): SortField | undefined {
  const { path, relation, currency } = column;
  const at = (steps: readonly string[]): SortField | undefined =>
    capability?.fields.find(field => field.column?.join() === steps.join());
  // A relation is ordered by its display field, or by its key where the server offers no more: the name wins. Money is one value.
  return at(path) ?? at(relation ? (relation.many ? [] : relation.path) : currency ? path.slice(0, -1) : []);
}

/** How a column is ordered now. */
export function directionOf(field: SortField, sorts: readonly Sort[]): Direction | 'none' {
  return sorts.find(sort => sort.field === field.id)?.direction ?? 'none';
}

/** The orders after one field was given a direction (null: none), alone or behind the others. What the server does not offer is passed over. */
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
