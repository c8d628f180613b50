/** Queries. */
import type { SqlValue } from '../../database/database';
import type { BerthRow } from '../../seed/makeBerths';
import type { ShipRow } from '../../seed/makeShips';
import { VISIT_STATUSES } from '../../seed/makeVisits';
import { type HarbourContext, optionalViewer } from '../harbourContext';
import { inputError } from '../inputError';
import { type NodeType, parseGlobalId, rowOf } from '../rows/globalId';
import { type Direction, type PageArguments, planPage, rowCount, type SortKey } from '../rows/keysetPage';
import { column, type FilterColumns, idColumn, likeText, SqlParameters, whereSql } from '../rows/sqlConditions';
import type { Visit } from '../rows/visit';

const SHIP_FILTER: FilterColumns = {
  id: idColumn('id', 'Ship'),
  name: column('name', 'text'),
  imo: column('imo', 'text'),
  type: column('type', 'text'),
  flag: column('flag', 'text'),
  lengthMetres: column('length_metres', 'float8'),
  grossTonnage: column('gross_tonnage', 'int'),
  builtOn: column('built_on', 'date'),
};

const SHIP_ORDER: Record<string, { sql: keyof ShipRow; sqlType: string }> = {
  NAME: { sql: 'name', sqlType: 'text' },
  IMO: { sql: 'imo', sqlType: 'text' },
  FLAG: { sql: 'flag', sqlType: 'text' },
  LENGTH_METRES: { sql: 'length_metres', sqlType: 'float8' },
  GROSS_TONNAGE: { sql: 'gross_tonnage', sqlType: 'int' },
  BUILT_ON: { sql: 'built_on', sqlType: 'date' },
};

const VISIT_FILTER: FilterColumns = {
  id: idColumn('id', 'Visit'),
  shipId: idColumn('ship_id', 'Ship'),
  berthId: idColumn('berth_id', 'Berth'),
  status: column('status', 'text'),
  eta: column('eta', 'timestamptz'),
  arrivedAt: column('arrived_at', 'timestamptz'),
  departedAt: column('departed_at', 'timestamptz'),
  cargoTonnes: column('cargo_tonnes', 'float8'),
  value: column('value', 'bigint'),
  notes: column('notes', 'text'),
};

const VISIT_ORDER: Record<string, string> = {
  ETA: 'eta',
  ARRIVED_AT: 'arrived_at',
  DEPARTED_AT: 'departed_at',
  CARGO_TONNES: 'cargo_tonnes',
  VALUE: 'value',
  STATUS: `array_position(array[${VISIT_STATUSES.map(status => `'${status}'`).join(', ')}], status)`,
};

interface ShipsArguments extends PageArguments {
  filter?: Record<string, unknown> | null;
  order?: { field: string; direction: Direction } | null;
}

interface VisitsArguments {
  limit?: number | null;
  offset?: number | null;
  where?: Record<string, unknown> | null;
  orderBy?: { field: string; direction: Direction }[] | null;
}

async function ships(_: unknown, args: ShipsArguments, { database }: HarbourContext) {
  const order = args.order ?? { field: 'NAME', direction: 'ASC' as const };
  const sortColumn = SHIP_ORDER[order.field] as (typeof SHIP_ORDER)[string];
  const key: SortKey = { name: order.field, direction: order.direction, ...sortColumn };
  const parameters = new SqlParameters();
  const matches = whereSql(args.filter, SHIP_FILTER, parameters, ['filter']);
  const filterValues: SqlValue[] = [...parameters.values];
  const plan = planPage<ShipRow>(args, key, parameters, ship => String(ship[sortColumn.sql]));
  const rows = await database.query<ShipRow>(
    `select * from harbour.ships where ${matches} and ${plan.condition} ${plan.orderAndLimit}`,
    parameters.values,
  );
  return {
    ...plan.build(rows),
    // In a resolver of its own, so that rows are only counted if the field is requested.
    async totalCount() {
      const [row] = await database.query<{ count: number }>(
        `select count(*)::int as count from harbour.ships where ${matches}`,
        filterValues,
      );
      return row?.count ?? 0;
    },
  };
}

async function visits(
  _: unknown,
  args: VisitsArguments,
  { database, textSearches, countTextSearches }: HarbourContext,
): Promise<Visit[]> {
  const limit = rowCount(args.limit, 50, ['limit'], 0);
  const offset = rowCount(args.offset, 0, ['offset'], 0, 1_000_000);
  const parameters = new SqlParameters();
  const matches = whereSql(args.where, VISIT_FILTER, parameters, ['where']);
  const orders = args.orderBy?.length ? args.orderBy : [{ field: 'ETA', direction: 'DESC' as const }];
  if (orders.length > 5) throw inputError('Visits can be sorted by at most 5 fields.', ['orderBy']);
  const order = orders.map(({ field, direction }) => `${VISIT_ORDER[field]} ${direction === 'DESC' ? 'desc' : 'asc'} nulls last`);
  // Equal rows need a defined order, otherwise pages can overlap.
  const tie = orders[0]?.direction === 'DESC' ? 'id desc' : 'id asc';
  const read = (): Promise<Visit[]> =>
    database.query<Visit>(
      `select * from harbour.visits where ${matches} order by ${[...order, tie].join(', ')}
     limit ${parameters.add(limit)} offset ${parameters.add(offset)}`,
      parameters.values,
    );
  if (parameters.textSearches === 0) return read();
  countTextSearches(parameters.textSearches);
  return textSearches.run(read);
}

async function search(
  _: unknown,
  args: { text: string; limit?: number | null },
  { database, textSearches, countTextSearches }: HarbourContext,
) {
  const limit = rowCount(args.limit, 20, ['limit'], 1, 100);
  const text = args.text.trim();
  if (text.length < 2) throw inputError('Enter at least two characters to search for.', ['text']);
  if (text.length > 100) throw inputError('Enter at most 100 characters to search for.', ['text']);
  countTextSearches(1);
  const values = [`%${likeText(text)}%`, `${likeText(text)}%`, limit];
  const found = <Row>(table: string, columns: string, order: string): Promise<Row[]> =>
    database.query<Row>(
      `select * from harbour.${table} where (${columns}) ilike $1
       order by ((${columns}) ilike $2) desc, ${order} limit $3`,
      values,
    );
  const [shipRows, berthRows, visitRows] = await Promise.all([
    found<ShipRow>('ships', `name || ' ' || imo`, 'name, id'),
    found<BerthRow>('berths', `code || ' ' || name`, 'code'),
    textSearches.run(() => found<Visit>('visits', `coalesce(notes, '')`, 'eta desc, id desc')),
  ]);
  return [
    ...shipRows.map(row => ({ __typename: 'Ship' as const, ...row })),
    ...berthRows.map(row => ({ __typename: 'Berth' as const, ...row })),
    ...visitRows.map(row => ({ __typename: 'Visit' as const, ...row })),
  ].slice(0, limit);
}

const loaderName: Record<NodeType, 'ship' | 'berth' | 'visit' | 'document'> = {
  Ship: 'ship',
  Berth: 'berth',
  Visit: 'visit',
  Document: 'document',
};

async function node(_: unknown, { id }: { id: string }, { loaders }: HarbourContext) {
  const parsed = parseGlobalId(id);
  if (!parsed) return null;
  const row: object | null = await loaders[loaderName[parsed.type]].load(parsed.row);
  return row && { __typename: parsed.type, ...row };
}

/** Resolvers of Query. */
export const queryResolvers = {
  ships,
  visits,
  search,
  node,
  berths: (_: unknown, __: unknown, { database }: HarbourContext) =>
    database.query<BerthRow>('select * from harbour.berths order by id'),
  ship: (_: unknown, { id }: { id: string }, { loaders }: HarbourContext) => {
    const row = rowOf('Ship', id);
    return row === null ? null : loaders.ship.load(row);
  },
  visit: (_: unknown, { id }: { id: string }, { loaders }: HarbourContext) => {
    const row = rowOf('Visit', id);
    return row === null ? null : loaders.visit.load(row);
  },
  me: (_: unknown, __: unknown, context: HarbourContext) => optionalViewer(context),
};
