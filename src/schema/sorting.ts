/**
 * How a collection can be put in order, told from the input types of its arguments. Known styles:
 * enum values (`NAME_ASC`, single or list), a key and a direction (`orderBy: NAME, orderDirection: asc`, Shopify's `sortKey, reverse`),
 * objects of both (`{field: NAME, direction: ASC}`), maps (`order_by: {name: asc}`, single or list, one relation deep), texts
 * (`sortField: "name", sortOrder: "ASC"`; `sort: "-name"` or `"name:asc"` where the server's dialect is certain).
 */
import { type ArgumentPath, type ArgumentValues, withValueAt } from './argumentPath';
import { readableName } from './readableName';
import type { TypeRef } from './schemaModel';

export type Direction = 'ascending' | 'descending';

/** One field to order by. `field` is a `SortField.id`. */
export interface Sort {
  readonly field: string;
  readonly direction: Direction;
}

/** A field a collection can be ordered by. */
export interface SortField {
  /** Url-safe and stable: the column's path joined with '.', or the server's own word. */
  readonly id: string;
  readonly label: string;
  /** Path of the column it orders, as in `Column.path`; null when no column is known by that name. */
  readonly column: readonly string[] | null;
  /** What is sent for each direction; null where the server offers only the other. */
  readonly terms: Readonly<Record<Direction, SortTerm | null>>;
}

/** Values at paths; for a list argument the value is one item of the list. */
export type SortTerm = ReadonlyArray<{ readonly path: ArgumentPath; readonly value: unknown }>;

/** What a collection offers for ordering. */
export interface SortCapability {
  readonly style: 'enum' | 'keyAndDirection' | 'object' | 'map' | 'text';
  readonly fields: readonly SortField[];
  /** True when several fields can be given, the first weighing most. */
  readonly multiple: boolean;
  /** The list argument that takes the items; null when the argument is no list. */
  readonly listAt: ArgumentPath | null;
  /** True when the server wants an order in any case. */
  readonly required: boolean;
  /** Type of the argument. */
  readonly type: TypeRef;
}

/** The arguments that order by `sorts`; unknown fields and directions are passed over. {} when nothing is left. */
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
  // Each term is one item of the list; a direction beside the list stays beside it.
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

/** As text for an address: `name,-builtOn`. */
export function formatSorts(sorts: readonly Sort[]): string {
  return sorts.map(sort => `${sort.direction === 'descending' ? '-' : ''}${sort.field}`).join(',');
}

/** The inverse of `formatSorts`. */
export function parseSorts(text: string): Sort[] {
  return text
    .split(',')
    .filter(part => part !== '' && part !== '-')
    .map(part =>
      part.startsWith('-') ? { field: part.slice(1), direction: 'descending' } : { field: part, direction: 'ascending' },
    );
}

/** The label of a field that is ordered by under a server's word (`CREATED_AT`, `createdAt`). */
export function sortLabel(path: readonly string[]): string {
  return readableName(path.join('_'));
}
