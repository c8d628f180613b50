/**
 * Batches the reads of one operation: all rows that the fields of one level request are read in one statement. Nothing is cached between
 * batches, so that an event of a subscription never shows outdated data.
 */
import DataLoader from 'dataloader';
import type { Database } from '../../database/database';
import type { BerthRow } from '../../seed/makeBerths';
import type { ShipRow } from '../../seed/makeShips';
import { type Document, SELECT_DOCUMENTS } from './document';
import { type Page, type PageArguments, planPage, type SortKey } from './keysetPage';
import { SqlParameters } from './sqlConditions';
import type { Visit } from './visit';

type Loader<Value> = DataLoader<number, Value>;

/** The data loaders of one operation. Their keys are row numbers. */
export interface Loaders {
  ship: Loader<ShipRow | null>;
  berth: Loader<BerthRow | null>;
  visit: Loader<Visit | null>;
  document: Loader<Document | null>;
  /** Documents of a visit, the oldest first. */
  documentsOfVisit: Loader<Document[]>;
  /** Visits of a berth, the latest expected arrival first. */
  visitsOfBerth(limit: number, offset: number): Loader<Visit[]>;
  /** A page of the visits of a ship. */
  visitsOfShip(args: PageArguments, status: readonly string[] | null): Loader<Page<Visit>>;
  /** The number of visits of a ship. */
  visitCountOfShip(status: readonly string[] | null): Loader<number>;
}

const LATEST_FIRST: SortKey = { name: 'eta', sql: 'eta', sqlType: 'timestamptz', direction: 'DESC' };

export function createLoaders(database: Database): Loaders {
  const byKey = <Value>(read: (keys: number[]) => Promise<Map<number, Value>>, otherwise: () => Value): Loader<Value> =>
    new DataLoader<number, Value>(
      async keys => {
        const found = await read([...new Set(keys)]);
        return keys.map(key => found.get(key) ?? otherwise());
      },
      { cache: false, maxBatchSize: 1000 },
    );
  const byId = <Row extends { id: number }>(select: string): Loader<Row | null> =>
    byKey<Row | null>(
      async ids => new Map((await database.query<Row>(`${select} = any($1::int[])`, [ids])).map(row => [row.id, row])),
      () => null,
    );
  const grouped = <Row>(rows: Row[], keyOf: (row: Row) => number): Map<number, Row[]> => {
    const groups = new Map<number, Row[]>();
    for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
    return groups;
  };
  // A field with arguments needs a loader for each set of arguments, because aliases can use different ones.
  const perArguments = new Map<string, unknown>();
  const withArguments = <L>(name: string, args: unknown, make: () => L): L => {
    const key = `${name} ${JSON.stringify(args)}`;
    if (!perArguments.has(key)) perArguments.set(key, make());
    return perArguments.get(key) as L;
  };

  return {
    ship: byId<ShipRow>('select * from harbour.ships where id'),
    berth: byId<BerthRow>('select * from harbour.berths where id'),
    visit: byId<Visit>('select * from harbour.visits where id'),
    document: byId<Document>(`${SELECT_DOCUMENTS} where d.id`),
    documentsOfVisit: byKey<Document[]>(
      async ids =>
        grouped(
          await database.query<Document>(`${SELECT_DOCUMENTS} where d.visit_id = any($1::int[]) order by d.id`, [ids]),
          row => row.visit_id,
        ),
      () => [],
    ),
    visitsOfBerth: (limit, offset) =>
      withArguments('berth visits', [limit, offset], () =>
        byKey<Visit[]>(
          async ids =>
            grouped(
              await database.query<Visit>(
                `select v.* from unnest($1::int[]) as berth(id) cross join lateral
                   (select * from harbour.visits where berth_id = berth.id order by eta desc, id desc limit $2 offset $3) v
                 order by v.eta desc, v.id desc`,
                [ids, limit, offset],
              ),
              row => row.berth_id,
            ),
          () => [],
        ),
      ),
    visitsOfShip(args, status) {
      return withArguments('ship visits', [args, status], () => {
        const parameters = new SqlParameters();
        const plan = planPage<Visit>(args, LATEST_FIRST, parameters, row => row.eta.toISOString(), 20);
        const ids = parameters.add([]);
        const states = status ? `status = any(${parameters.add(status)}::text[])` : 'true';
        const statement = `select v.* from unnest(${ids}::int[]) as ship(id) cross join lateral
            (select * from harbour.visits where ship_id = ship.id and ${states} and ${plan.condition} ${plan.orderAndLimit}) v
          order by v.eta desc, v.id desc`;
        const place = Number(ids.slice(1)) - 1;
        return byKey<Page<Visit>>(
          async ships => {
            const rows = await database.query<Visit>(statement, parameters.values.with(place, ships));
            return new Map([...grouped(rows, row => row.ship_id)].map(([ship, visits]) => [ship, plan.build(visits)]));
          },
          () => plan.build([]),
        );
      });
    },
    visitCountOfShip: status =>
      withArguments('ship visit count', [status], () =>
        byKey<number>(
          async ids => {
            const rows = await database.query<{ ship_id: number; count: number }>(
              `select ship_id, count(*)::int as count from harbour.visits
               where ship_id = any($1::int[]) and ($2::text[] is null or status = any($2::text[])) group by ship_id`,
              [ids, status as readonly string[]],
            );
            return new Map(rows.map(row => [row.ship_id, row.count]));
          },
          () => 0,
        ),
      ),
  };
}
