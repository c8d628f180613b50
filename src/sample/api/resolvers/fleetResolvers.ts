/** Mutations of ships and berths. Each one requires a signed-in user and runs in its own transaction. */
import type { GraphQLError } from 'graphql';
import type { Queryable } from '../../database/database';
import type { BerthKind, BerthRow } from '../../seed/makeBerths';
import type { ShipRow, ShipType } from '../../seed/makeShips';
import { checkFleet, type FieldRule } from '../checkFleet';
import { type HarbourContext, requireViewer } from '../harbourContext';
import { inputError, throwErrors } from '../inputError';
import { requireRow } from '../rows/requireRow';

interface ShipValues {
  name?: string | null;
  imo?: string | null;
  type?: ShipType | null;
  flag?: string | null;
  lengthMetres?: number | null;
  grossTonnage?: number | null;
  builtOn?: string | null;
}

interface BerthValues {
  code?: string | null;
  name?: string | null;
  kind?: BerthKind | null;
  maxLengthMetres?: number | null;
  depthMetres?: number | null;
  cranes?: number | null;
}

/** The database column of each field, and its allowed values. */
const SHIP: Readonly<Record<keyof ShipValues, FieldRule>> = {
  name: { column: 'name', longest: 100 },
  imo: { column: 'imo', isImo: true },
  type: { column: 'type' },
  flag: { column: 'flag', longest: 100 },
  lengthMetres: { column: 'length_metres', least: 1, most: 500 },
  grossTonnage: { column: 'gross_tonnage', least: 1, most: 500_000 },
  builtOn: { column: 'built_on', cast: 'date' },
};
const BERTH: Readonly<Record<keyof BerthValues, FieldRule>> = {
  code: { column: 'code', longest: 10 },
  name: { column: 'name', longest: 100 },
  kind: { column: 'kind' },
  maxLengthMetres: { column: 'max_length_metres', least: 1, most: 500 },
  depthMetres: { column: 'depth_metres', least: 1, most: 50 },
  cranes: { column: 'cranes', least: 0, most: 100 },
};

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns the columns and values to write. Column names come from the constants above, and values are passed as parameters: no part of a
 * request becomes part of the SQL text.
 */
function assignments(rules: Readonly<Record<string, FieldRule>>, values: Values): { columns: FieldRule[]; values: unknown[] } {
  const changed = Object.entries(rules).filter(([name]) => values[name] !== undefined);
  return { columns: changed.map(([, rule]) => rule), values: changed.map(([name]) => values[name]) };
}

const place = ({ cast }: FieldRule, at: number): string => (cast === undefined ? `$${at}` : `$${at}::${cast}`);

async function insert<Row>(
  tx: Queryable,
  table: 'ships' | 'berths',
  rules: Readonly<Record<string, FieldRule>>,
  values: Values,
): Promise<Row> {
  const set = assignments(rules, values);
  const [row] = await tx.query<Row>(
    `insert into harbour.${table} (${set.columns.map(rule => rule.column).join(', ')})
     values (${set.columns.map((rule, at) => place(rule, at + 1)).join(', ')}) returning *`,
    set.values as never[],
  );
  return row as Row;
}

async function update<Row>(
  tx: Queryable,
  table: 'ships' | 'berths',
  rules: Readonly<Record<string, FieldRule>>,
  row: Row & { id: number },
  values: Values,
): Promise<Row> {
  const set = assignments(rules, values);
  if (set.columns.length === 0) return row;
  const [changed] = await tx.query<Row>(
    `update harbour.${table} set ${set.columns.map((rule, at) => `${rule.column} = ${place(rule, at + 2)}`).join(', ')}
     where id = $1 returning *`,
    [row.id, ...set.values] as never[],
  );
  return changed as Row;
}

/** Checks a unique column. If another row has the same value, returns an error at the field. */
async function checkUnique(
  tx: Queryable,
  table: 'ships' | 'berths',
  column: 'imo' | 'code',
  value: string | null | undefined,
  path: readonly string[],
  own = 0,
): Promise<GraphQLError[]> {
  if (value == null) return [];
  const [other] = await tx.query<{ name: string }>(`select name from harbour.${table} where ${column} = $1 and id <> $2`, [
    value,
    own,
  ]);
  return other ? [inputError(`${other.name} already has this value.`, [...path, column])] : [];
}

async function visitCount(tx: Queryable, column: 'ship_id' | 'berth_id', id: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(`select count(*)::int as count from harbour.visits where ${column} = $1`, [id]);
  return row?.count ?? 0;
}

/** Runs `work` in a transaction for a signed-in user. */
async function change<Row>(context: HarbourContext, work: (tx: Queryable) => Promise<Row>): Promise<Row> {
  await requireViewer(context);
  return context.database.transaction(work);
}

async function remove<Row extends { id: number; name: string }>(tx: Queryable, type: 'Ship' | 'Berth', id: string): Promise<Row> {
  const row = await requireRow<Row>(tx, type, id, ['id']);
  const visits = await visitCount(tx, type === 'Ship' ? 'ship_id' : 'berth_id', row.id);
  if (visits > 0) throw inputError(`${row.name} has ${visits} visits and cannot be deleted.`, ['id']);
  await tx.query(`delete from harbour.${type === 'Ship' ? 'ships' : 'berths'} where id = $1`, [row.id]);
  return row;
}

/** Resolvers of Mutation for ships and berths. */
export const fleetResolvers = {
  createShip: (_: unknown, { input }: { input: ShipValues }, context: HarbourContext) =>
    change(context, async tx => {
      throwErrors([...checkFleet(SHIP, input, ['input']), ...(await checkUnique(tx, 'ships', 'imo', input.imo, ['input']))]);
      return insert<ShipRow>(tx, 'ships', SHIP, input as Values);
    }),
  updateShip: (_: unknown, { id, patch }: { id: string; patch: ShipValues }, context: HarbourContext) =>
    change(context, async tx => {
      const ship = await requireRow<ShipRow>(tx, 'Ship', id, ['id']);
      throwErrors([
        ...checkFleet(SHIP, patch, ['patch']),
        ...(await checkUnique(tx, 'ships', 'imo', patch.imo, ['patch'], ship.id)),
      ]);
      return update<ShipRow>(tx, 'ships', SHIP, ship, patch as Values);
    }),
  deleteShip: (_: unknown, { id }: { id: string }, context: HarbourContext) =>
    change(context, tx => remove<ShipRow>(tx, 'Ship', id)),
  createBerth: (_: unknown, { input }: { input: BerthValues }, context: HarbourContext) =>
    change(context, async tx => {
      throwErrors([...checkFleet(BERTH, input, ['input']), ...(await checkUnique(tx, 'berths', 'code', input.code, ['input']))]);
      return insert<BerthRow>(tx, 'berths', BERTH, input as Values);
    }),
  updateBerth: (_: unknown, { id, patch }: { id: string; patch: BerthValues }, context: HarbourContext) =>
    change(context, async tx => {
      const berth = await requireRow<BerthRow>(tx, 'Berth', id, ['id']);
      throwErrors([
        ...checkFleet(BERTH, patch, ['patch']),
        ...(await checkUnique(tx, 'berths', 'code', patch.code, ['patch'], berth.id)),
      ]);
      return update<BerthRow>(tx, 'berths', BERTH, berth, patch as Values);
    }),
  deleteBerth: (_: unknown, { id }: { id: string }, context: HarbourContext) =>
    change(context, tx => remove<BerthRow>(tx, 'Berth', id)),
};
