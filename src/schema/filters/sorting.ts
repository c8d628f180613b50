/**
 * How a collection can be put in order, read from the input types of its arguments. Known styles:
 * enum values (`NAME_ASC`, single or list), a key and a direction (`orderBy: NAME, orderDirection: asc`, Shopify's `sortKey, reverse`),
 * objects of both (`{field: NAME, direction: ASC}`), maps (`order_by: {name: asc}`, single or list, one relation deep), texts
 * (`sortField: "name", sortOrder: "ASC"`; `sort: "-name"` or `"name:asc"` where the server's dialect is certain).
 * What is sent for an order: sortVariables.ts.
 */
import type { ArgumentPath } from '../model/argumentPath';
import type { TypeRef } from '../model/schemaModel';

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
