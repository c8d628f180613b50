/** Converts the user's sort order to arguments. */
import { type ArgumentPath, type ArgumentValues, withValueAt } from '../model/argumentPath';
import type { Sort, SortCapability, SortTerm } from './sorting';

/**
 * The arguments for `sorts`. Unknown fields and directions are ignored. If nothing is left, the result is `{}`, or the first sort field if
 * the server requires an order.
 */
export function sortToVariables(capability: SortCapability, sorts: readonly Sort[]): ArgumentValues {
  const terms: SortTerm[] = [];
  const add = (sort: Sort): void => {
    const term = capability.fields.find(field => field.id === sort.field)?.terms[sort.direction];
    if (term) terms.push(term);
  };
  sorts.forEach(add);
  if (terms.length === 0 && capability.required) firstSort(capability).forEach(add);
  const used = capability.multiple ? terms : terms.slice(0, 1);
  if (used.length === 0) return {};
  if (capability.listAt === null)
    return used.flat().reduce<ArgumentValues>((values, { path, value }) => withValueAt(values, path, value), {});
  // Each term becomes one item of the list. A direction in a sibling argument stays outside the list.
  const { listAt } = capability;
  const isInside = (path: ArgumentPath): boolean => listAt.every((step, index) => path[index] === step);
  const items = used.map(term => {
    const inside = term.filter(({ path }) => isInside(path));
    const whole = inside.find(({ path }) => path.length === listAt.length);
    return whole === undefined
      ? inside.reduce<ArgumentValues>((item, { path, value }) => withValueAt(item, path.slice(listAt.length), value), {})
      : whole.value;
  });
  const beside = used.flat().filter(({ path }) => !isInside(path));
  return beside.reduce<ArgumentValues>(
    (values, { path, value }) => withValueAt(values, path, value),
    withValueAt({}, listAt, items),
  );
}

function firstSort(capability: SortCapability): Sort[] {
  const field = capability.fields[0];
  if (field === undefined) return [];
  return [{ field: field.id, direction: field.terms.ascending ? 'ascending' : 'descending' }];
}
