/**
 * Pages of a connection by the sort key of their first and last row (keyset paging): as fast at the end of a list as at its beginning, and
 * nothing is shown twice when rows come or go meanwhile. https://relay.dev/graphql/connections.htm
 */
import { type ArgumentPath, inputError } from './inputError';
import type { SqlParameters } from './sqlConditions';

export type Direction = 'ASC' | 'DESC';

/** The arguments of a connection, as they come in. */
export interface PageArguments {
  first?: number | null;
  after?: string | null;
  last?: number | null;
  before?: string | null;
}

/** The column a connection is sorted by; its values are never null, ties are broken by `id`. */
export interface SortKey {
  /** Tells this order from others: a cursor is only good for the order it was made in. */
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

/** What a page needs of a SELECT, and how its rows become the page. */
export interface PagePlan<Row> {
  /** Condition that leaves out what lies outside the cursors. */
  condition: string;
  /** ORDER BY and LIMIT, one row more than asked for. */
  orderAndLimit: string;
  build(rows: Row[]): Page<Row>;
}

/** Most rows a page can hold. */
const MOST_ROWS = 500;

/**
 * Checks a number of rows asked for.
 * @returns `otherwise` when it is not given.
 * @throws GraphQLError outside of `least` to `most`.
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
    throw inputError(`${path.at(-1)} has to be from ${least} to ${most}.`, path, { least, most });
  return count;
}

/**
 * Plans one page. Cursors and parameters are checked and added here.
 * @param sortValue the sort key's value of a row as text, in a form `sqlType` reads back without loss.
 */
export function planPage<Row extends { id: number }>(
  args: PageArguments,
  key: SortKey,
  parameters: SqlParameters,
  sortValue: (row: Row) => string,
  defaultSize = 50,
): PagePlan<Row> {
  if (args.first != null && args.last != null) throw inputError('Give either first or last, not both.', ['last']);
  const backward = args.last != null;
  const size = backward ? rowCount(args.last, defaultSize, ['last']) : rowCount(args.first, defaultSize, ['first']);
  const ascending = key.direction === 'ASC';
  const beyond = (cursor: string | null | undefined, argument: 'after' | 'before'): string => {
    if (cursor == null) return 'true';
    const place = readCursor(cursor, key, argument);
    const greater = (argument === 'after') === ascending;
    return `(${key.sql}, id) ${greater ? '>' : '<'} (${parameters.add(place.value)}::${key.sqlType}, ${parameters.add(place.id)}::int)`;
  };
  // The last rows are the first ones of the list turned round.
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
    throw inputError(`${argument} is no cursor of this list.`, [argument]);
  }
  if (parsed[0] !== key.name || parsed[1] !== key.direction) {
    throw inputError(`${argument} is a cursor of a list in another order.`, [argument]);
  }
  return { value: parsed[2], id: parsed[3] };
}
