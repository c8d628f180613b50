/**
 * Keyset pagination of connections: a cursor contains the sort key of its row. The last page is as fast as the first, and no row appears
 * twice if rows are added or removed meanwhile. https://relay.dev/graphql/connections.htm
 */
import { type ArgumentPath, inputError } from '../inputError';
import type { SqlParameters } from './sqlConditions';

export type Direction = 'ASC' | 'DESC';

/** Arguments of a connection. */
export interface PageArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** The column that a connection is sorted by. Its values are never null; ties are broken by `id`. */
export interface SortKey {
  /** Name of the order. A cursor is only valid for the order in which it was created. */
  name: string;
  sql: string;
  sqlType: string;
  direction: Direction;
}

/** One page. */
export interface Page<Row> {
  edges: { node: Row; cursor: string }[];
  nodes: Row[];
  pageInfo: { startCursor: string | null; endCursor: string | null; hasNextPage: boolean; hasPreviousPage: boolean };
}

/** The SQL of a page, and the function that builds the page from the rows. */
export interface PagePlan<Row> {
  /** Condition that limits the rows to those between the cursors. */
  condition: string;
  /** ORDER BY and LIMIT, with one row more than requested. */
  orderAndLimit: string;
  build(rows: Row[]): Page<Row>;
}

/** Maximum number of rows in a page. */
const MOST_ROWS = 500;

/**
 * Validates a requested number of rows.
 * @returns the number, or `otherwise` if it is null or undefined
 * @throws GraphQLError if it is not between `least` and `most`
 */
export function rowCount(
  value: number | null | undefined,
  otherwise: number,
  path: ArgumentPath,
  least = 1,
  most = MOST_ROWS,
): number {
  const count = value ?? otherwise;
  if (count < least || count > most)
    throw inputError(`${path.at(-1)} must be between ${least} and ${most}.`, path, { least, most });
  return count;
}

/**
 * Plans one page: validates the cursors and adds the parameters.
 * @param sortValue returns the sort key of a row as text that `sqlType` can parse without loss
 */
export function planPage<Row extends { id: number }>(
  args: PageArguments,
  key: SortKey,
  parameters: SqlParameters,
  sortValue: (row: Row) => string,
  defaultSize = 50,
): PagePlan<Row> {
  if (args.first != null && args.last != null) throw inputError('Set either first or last, not both.', ['last']);
  const backward = args.last != null;
  const size = backward ? rowCount(args.last, defaultSize, ['last']) : rowCount(args.first, defaultSize, ['first']);
  const ascending = key.direction === 'ASC';
  const beyond = (cursor: string | null | undefined, argument: 'after' | 'before'): string => {
    if (cursor == null) return 'true';
    const place = readCursor(cursor, key, argument);
    const greater = (argument === 'after') === ascending;
    return `(${key.sql}, id) ${greater ? '>' : '<'} (${parameters.add(place.value)}::${key.sqlType}, ${parameters.add(place.id)}::int)`;
  };
  // The last rows are the first rows in reversed order.
  const order = ascending !== backward ? 'asc' : 'desc';
  return {
    condition: `${beyond(args.after, 'after')} and ${beyond(args.before, 'before')}`,
    orderAndLimit: `order by ${key.sql} ${order}, id ${order} limit ${size + 1}`,
    build(rows) {
      const more = rows.length > size;
      const nodes = rows.slice(0, size);
      if (backward) nodes.reverse();
      const edges = nodes.map(node => ({ node, cursor: writeCursor(key, sortValue(node), node.id) }));
      return {
        nodes,
        edges,
        pageInfo: {
          startCursor: edges[0]?.cursor ?? null,
          endCursor: edges.at(-1)?.cursor ?? null,
          hasNextPage: backward ? args.before != null : more,
          hasPreviousPage: backward ? more : args.after != null,
        },
      };
    },
  };
}

const writeCursor = (key: SortKey, value: string, id: number): string =>
  Buffer.from(JSON.stringify([key.name, key.direction, value, id])).toString('base64url');

function readCursor(cursor: string, key: SortKey, argument: string): { value: string; id: number } {
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    parsed = null;
  }
  if (!Array.isArray(parsed) || typeof parsed[2] !== 'string' || !Number.isInteger(parsed[3])) {
    throw inputError(`${argument} is not a cursor of this list.`, [argument]);
  }
  if (parsed[0] !== key.name || parsed[1] !== key.direction) {
    throw inputError(`${argument} is a cursor of a list with a different order.`, [argument]);
  }
  return { value: parsed[2], id: parsed[3] };
}
