/**
 * The shapes in which servers wrap a list of objects: the plain list, Relay's connection, and an object holding the list beside a total
 * or paging information under one of the usual names.
 */

/** Where in the answer of a list field its rows and paging facts are. Paths are field names from the list field's own type. */
export interface ListShape {
  readonly kind: 'list' | 'connection' | 'wrapped';
  /** To the array: [] for a plain list, ['nodes'], ['edges'], ['items'], ['data']. */
  readonly rows: readonly string[];
  /** From an item of that array to the row: 'node' for edges, null when the item is the row. */
  readonly node: string | null;
  readonly total: readonly string[] | null;
  /** To a Boolean that says whether there is more. */
  readonly hasNext: readonly string[] | null;
  readonly hasPrevious: readonly string[] | null;
  readonly startCursor: readonly string[] | null;
  readonly endCursor: readonly string[] | null;
  /** To each edge's own cursor, from an item of the array; used where there is no `endCursor`. */
  readonly itemCursor: string | null;
  /** To the token of the next page. */
  readonly nextToken: readonly string[] | null;
  /** To the number of pages. */
  readonly pageCount: readonly string[] | null;
}
