/**
 * Defines the sort options of a collection. findSorting.ts derives them from the arguments, in these styles:
 * - enum values (`NAME_ASC`), single or as a list
 * - a key and a direction (`orderBy: NAME, orderDirection: asc`; `sortField: "name", sortOrder: "ASC"`; Shopify's `sortKey, reverse`)
 * - objects of both (`{field: NAME, direction: ASC}`)
 * - maps (`order_by: {name: asc}`), single or as a list, one relation deep
 * - text (`sort: "-name"` or `"name:asc"`); if the schema does not show the server's dialect, the usual ones are tried (nextSorting.ts)
 *
 * sortVariables.ts converts a sort order to arguments.
 */
import type { ArgumentPath } from '../model/argumentPath';
import type { TypeRef } from '../model/schemaModel';

export type Direction = 'ascending' | 'descending';

/** One field to sort by. `field` is a `SortField.id`. */
export interface Sort {
  readonly field: string;
  readonly direction: Direction;
}

/** A field that a collection can be sorted by. */
export interface SortField {
  /** Stable and URL-safe: the column's path joined with '.', or the server's name. */
  readonly id: string;
  readonly label: string;
  /** The path of the column, as in `Column.path`; null if no column matches. */
  readonly column: readonly string[] | null;
  /** The argument values for each direction; null for a direction that the server does not offer. */
  readonly terms: Readonly<Record<Direction, SortTerm | null>>;
}

/** Argument values with their paths. For a list argument the value is one item of the list. */
export type SortTerm = ReadonlyArray<{ readonly path: ArgumentPath; readonly value: unknown }>;

/** The sort options of a collection. */
export interface SortCapability {
  readonly style: 'enum' | 'keyAndDirection' | 'object' | 'map' | 'text';
  readonly fields: readonly SortField[];
  /** True if several sort fields can be sent, in order of priority. */
  readonly multiple: boolean;
  /** The path of the list argument that takes the terms; null if the argument is not a list. */
  readonly listAt: ArgumentPath | null;
  /** True if the server requires a sort order. */
  readonly required: boolean;
  /** The type of the argument. */
  readonly type: TypeRef;
  /** True if the way to write an order as text is a guess, which the server may refuse or ignore. */
  readonly isGuess?: boolean;
}

/** Formats a sort order as text for a URL: `name,-builtOn`. */
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
