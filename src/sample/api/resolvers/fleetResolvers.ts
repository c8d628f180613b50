/** Mutations of ships and berths. Each one requires the harbour office and runs in its own transaction. */
import { GraphQLError } from 'graphql';
import type { Queryable } from '../../database/database';
import type { BerthKind, BerthRow } from '../../seed/makeBerths';
import type { ShipRow, ShipType } from '../../seed/makeShips';
import { checkFleet, type FieldRule } from '../checkFleet';
import { type HarbourContext, requireOffice } from '../harbourContext';
import { type ArgumentPath, inputError, throwErrors } from '../inputError';
import { requireRow } from '../rows/requireRow';
import { conflict, requireVersion } from '../rows/requireVersion';
import type { Visit } from '../rows/visit';

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

/** The arguments of a change. */
interface Change<Values> {
  id: string;
  patch: Values;
  version?: number | null;
}

/** Maximum number of ships of one mutation. */
const MOST_AT_ONCE = 100;
/** The items after this number of errors are not checked. */
const MOST_ERRORS = 50;

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

/** @param version the version that the row must have; null for any */
async function update<Row>(
  tx: Queryable,
  table: 'ships' | 'berths',
  rules: Readonly<Record<string, FieldRule>>,
  row: Row & { id: number; name: string },
  values: Values,
  version: number | null,
  path: ArgumentPath,
): Promise<Row> {
  const set = assignments(rules, values);
  if (set.columns.length === 0) return row;
  const assigned = set.columns.map((rule, at) => `${rule.column} = ${place(rule, at + 3)}`);
  const [changed] = await tx.query<Row>(
    `update harbour.${table} set ${assigned.join(', ')}, version = version + 1
     where id = $1 and ($2::integer is null or version = $2) returning *`,
    [row.id, version, ...set.values] as never[],
  );
  // Another transaction may have changed the row since it was read.
  if (!changed) throw conflict(row.name, path);
  return changed;
}

/** Checks a unique column. If another row has the same value, returns an error at the field. */
async function checkUnique(
  tx: Queryable,
  table: 'ships' | 'berths',
  column: 'imo' | 'code',
  value: string | null | undefined,
  path: ArgumentPath,
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

/** Runs `work` in a transaction for the harbour office. */
async function change<Row>(context: HarbourContext, work: (tx: Queryable) => Promise<Row>): Promise<Row> {
  await requireOffice(context);
  return context.database.transaction(work);
}

/** Runs `work` for each item of an argument, one after the other, and throws the errors of the items together. */
async function forEachOf<Item, Row>(
  argument: string,
  items: readonly Item[],
  work: (item: Item, path: ArgumentPath) => Promise<Row>,
): Promise<Row[]> {
  if (items.length < 1 || items.length > MOST_AT_ONCE) throw inputError(`Send 1 to ${MOST_AT_ONCE} ships.`, [argument]);
  const rows: Row[] = [];
  const errors: GraphQLError[] = [];
  for (const [at, item] of items.entries()) {
    if (errors.length >= MOST_ERRORS) break;
    try {
      rows.push(await work(item, [argument, at]));
    } catch (error) {
      if (error instanceof AggregateError) errors.push(...(error.errors as GraphQLError[]));
      else if (error instanceof GraphQLError) errors.push(error);
      else throw error;
    }
  }
  throwErrors(errors);
  return rows;
}

async function createShip(tx: Queryable, input: ShipValues, path: ArgumentPath): Promise<ShipRow> {
  throwErrors([...checkFleet(SHIP, input, path), ...(await checkUnique(tx, 'ships', 'imo', input.imo, path))]);
  return insert<ShipRow>(tx, 'ships', SHIP, input as Values);
}

/** @param path the path of the arguments `id`, `patch` and `version` */
async function updateShip(tx: Queryable, { id, patch, version }: Change<ShipValues>, path: ArgumentPath): Promise<ShipRow> {
  const ship = await requireRow<ShipRow>(tx, 'Ship', id, [...path, 'id']);
  requireVersion(ship.name, ship, version, [...path, 'version']);
  const patchPath = [...path, 'patch'];
  throwErrors([...checkFleet(SHIP, patch, patchPath), ...(await checkUnique(tx, 'ships', 'imo', patch.imo, patchPath, ship.id))]);
  return update<ShipRow>(tx, 'ships', SHIP, ship, patch as Values, version ?? null, [...path, 'version']);
}

async function remove<Row extends { id: number; name: string }>(
  tx: Queryable,
  type: 'Ship' | 'Berth',
  id: string,
  path: ArgumentPath,
): Promise<Row> {
  const row = await requireRow<Row>(tx, type, id, path);
  const visits = await visitCount(tx, type === 'Ship' ? 'ship_id' : 'berth_id', row.id);
  if (visits > 0) throw inputError(`${row.name} has ${visits} visits and cannot be deleted.`, path);
  await tx.query(`delete from harbour.${type === 'Ship' ? 'ships' : 'berths'} where id = $1`, [row.id]);
  return row;
}

/** Deepens a berth. A refusal is part of the result, unlike those of the other mutations. */
async function dredgeBerth(tx: Queryable, berthId: string, depthMetres: number): Promise<object> {
  const berth = await requireRow<BerthRow>(tx, 'Berth', berthId, ['berthId']);
  const { depth_metres } = berth;
  if (!(depthMetres > depth_metres) || checkFleet(BERTH, { depthMetres }, []).length > 0) {
    const message = `The depth of ${berth.name} is ${depth_metres} m. Enter more than that, up to ${BERTH.depthMetres.most} m.`;
    return { __typename: 'DepthNotPossible', message, depthMetres: depth_metres };
  }
  const [visit] = await tx.query<Visit>(
    `select * from harbour.visits where berth_id = $1 and status = 'ALONGSIDE' order by id limit 1`,
    [berth.id],
  );
  if (visit) return { __typename: 'BerthOccupied', message: `A ship is alongside at ${berth.name}.`, visit };
  // Compared: another instance may have dredged it deeper since it was read.
  const dredged = await update<BerthRow>(tx, 'berths', BERTH, berth, { depthMetres }, berth.version, ['berthId']);
  return { __typename: 'Berth', ...dredged };
}

/** Resolvers of Mutation for ships and berths. */
export const fleetResolvers = {
  createShip: (_: unknown, { input }: { input: ShipValues }, context: HarbourContext) =>
    change(context, tx => createShip(tx, input, ['input'])),
  createShips: (_: unknown, { inputs }: { inputs: ShipValues[] }, context: HarbourContext) =>
    change(context, tx => forEachOf('inputs', inputs, (input, path) => createShip(tx, input, path))),
  updateShip: (_: unknown, args: Change<ShipValues>, context: HarbourContext) => change(context, tx => updateShip(tx, args, [])),
  updateShips: (_: unknown, { changes }: { changes: Change<ShipValues>[] }, context: HarbourContext) =>
    change(context, tx => forEachOf('changes', changes, (item, path) => updateShip(tx, item, path))),
  deleteShip: (_: unknown, { id }: { id: string }, context: HarbourContext) =>
    change(context, tx => remove<ShipRow>(tx, 'Ship', id, ['id'])),
  deleteShips: (_: unknown, { ids }: { ids: string[] }, context: HarbourContext) =>
    change(context, tx => forEachOf('ids', ids, (id, path) => remove<ShipRow>(tx, 'Ship', id, path))),
  createBerth: (_: unknown, { input }: { input: BerthValues }, context: HarbourContext) =>
    change(context, async tx => {
      throwErrors([...checkFleet(BERTH, input, ['input']), ...(await checkUnique(tx, 'berths', 'code', input.code, ['input']))]);
      return insert<BerthRow>(tx, 'berths', BERTH, input as Values);
    }),
  updateBerth: (_: unknown, { id, patch, version }: Change<BerthValues>, context: HarbourContext) =>
    change(context, async tx => {
      const berth = await requireRow<BerthRow>(tx, 'Berth', id, ['id']);
      requireVersion(berth.name, berth, version, ['version']);
      throwErrors([
        ...checkFleet(BERTH, patch, ['patch']),
        ...(await checkUnique(tx, 'berths', 'code', patch.code, ['patch'], berth.id)),
      ]);
      return update<BerthRow>(tx, 'berths', BERTH, berth, patch as Values, version ?? null, ['version']);
    }),
  dredgeBerth: (_: unknown, args: { berthId: string; depthMetres: number }, context: HarbourContext) =>
    change(context, tx => dredgeBerth(tx, args.berthId, args.depthMetres)),
  deleteBerth: (_: unknown, { id }: { id: string }, context: HarbourContext) =>
    change(context, tx => remove<BerthRow>(tx, 'Berth', id, ['id'])),
};
