/**
 * Updates and deletions of the families of mutations, executed by a server with three rows in memory: an update changes one field of one row, the
 * same with the previous value undoes it, and a deletion removes one row.
 */
import { graphqlSync } from 'graphql';
import { columnAt } from '../../../src/schema/collections/columns/columns';
import { recordRef } from '../../../src/schema/collections/records';
import { recordDocument } from '../../../src/schema/documents/recordDocument';
import { changeDocument, changeVariables } from '../../../src/schema/mutations/changeRequest';
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { modelOf, schemaOf } from '../modelOf';

type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: arguments have another form for each mutation
type Args = any;

/** A server: its schema, and the resolvers over its rows. */
interface Family {
  readonly sdl: string;
  readonly mutations: (rows: Row[]) => Record<string, (args: Args) => unknown>;
  readonly queries?: (rows: Row[]) => Record<string, (args: Args) => unknown>;
}

const SHIP = 'type Ship { id: ID! name: String flag: String tons: Int } type Query { ships: [Ship!]! ship(id: ID!): Ship }';
const found = (rows: Row[], by: Row): Row[] =>
  rows.filter(row => Object.entries(by).every(([name, value]) => String(row[name]) === String(value)));
const one = (rows: Row[], by: Row): Row => {
  const [row, ...others] = found(rows, by);
  if (row === undefined || others.length > 0) throw new Error(`${others.length} others for ${JSON.stringify(by)}`);
  return row;
};
const set = (row: Row, values: Row): Row => Object.assign(row, values);
function remove(rows: Row[], by: Row): Row {
  const row = one(rows, by);
  rows.splice(rows.indexOf(row), 1);
  return row;
}

const FAMILIES: Readonly<Record<string, Family>> = {
  'id and data': {
    sdl: `${SHIP} input ShipData { name: String flag: String tons: Int } type Mutation { updateShip(id: ID!, data: ShipData!): Ship deleteShip(id: ID!): Ship }`,
    mutations: rows => ({
      updateShip: ({ id, data }) => set(one(rows, { id }), data),
      deleteShip: ({ id }) => remove(rows, { id }),
    }),
  },
  'an id and a patch in one input, with errors beside the result': {
    sdl: `${SHIP} input ShipPatch { name: String flag: String } input UpdateShip { id: ID! patch: ShipPatch! clientMutationId: String } input DeleteShip { id: ID! }
      type ShipPayload { result: Ship errors: [ShipError!]! } type ShipError { message: String! fields: [String!] }
      type Mutation { updateShip(input: UpdateShip!): ShipPayload deleteShip(input: DeleteShip!): ShipPayload }`,
    mutations: rows => ({
      updateShip: ({ input: { id, patch } }) => ({ result: set(one(rows, { id }), patch), errors: [] }),
      deleteShip: ({ input: { id } }) => ({ result: remove(rows, { id }), errors: [] }),
    }),
  },
  'a unique condition and operations': {
    sdl: `${SHIP} input ShipWhere { id: ID flag: String } input SetText { set: String } input ShipData { name: SetText flag: SetText }
      type Mutation { updateOneShip(where: ShipWhere!, data: ShipData!): Ship deleteOneShip(where: ShipWhere!): Ship }`,
    mutations: rows => ({
      updateOneShip: ({ where, data }) =>
        set(
          one(rows, where),
          Object.fromEntries(Object.entries(data as Record<string, { set: unknown }>).map(([name, value]) => [name, value.set])),
        ),
      deleteOneShip: ({ where }) => remove(rows, where),
    }),
  },
  'a filter with a cap': {
    sdl: `type Ship { nodeId: ID! id: Int! name: String flag: String } type ShipConnection { edges: [ShipEdge!]! pageInfo: PageInfo! } type ShipEdge { cursor: String! node: Ship! }
      type PageInfo { hasNextPage: Boolean! endCursor: String } input IntFilter { eq: Int in: [Int!] } input ShipFilter { id: IntFilter name: TextFilter } input TextFilter { eq: String }
      input ShipUpdate { name: String flag: String } type ShipChange { affectedCount: Int! records: [Ship!]! }
      type Query { shipCollection(first: Int, after: String, filter: ShipFilter): ShipConnection }
      type Mutation { updateShipCollection(set: ShipUpdate!, filter: ShipFilter, atMost: Int! = 1): ShipChange! deleteFromShipCollection(filter: ShipFilter, atMost: Int! = 1): ShipChange! }`,
    queries: rows => ({
      shipCollection: ({ filter }) => ({
        edges: found(rows, { id: (filter as { id: { eq: number } }).id.eq }).map(node => ({ cursor: '', node })),
        pageInfo: { hasNextPage: false },
      }),
    }),
    mutations: rows => ({
      updateShipCollection: ({ set: values, filter, atMost }) => {
        const changed = found(rows, filter === undefined ? {} : { id: (filter as { id: { eq: number } }).id.eq });
        if (changed.length > Number(atMost)) throw new Error('too many');
        return { affectedCount: changed.length, records: changed.map(row => set(row, values)) };
      },
      deleteFromShipCollection: ({ filter, atMost }) => {
        const gone = found(rows, filter === undefined ? {} : { id: (filter as { id: { eq: number } }).id.eq });
        if (gone.length > Number(atMost)) throw new Error('too many');
        return { affectedCount: gone.length, records: gone.map(row => remove(rows, { id: row.id })) };
      },
    }),
  },
  'the columns of a primary key': {
    sdl: `type Ship { id: Int! name: String flag: String } type Query { ships(limit: Int, offset: Int): [Ship!]! ships_by_pk(id: Int!): Ship }
      input ships_pk { id: Int! } input ships_set { id: Int name: String flag: String } input ships_inc { id: Int }
      type Mutation { update_ships_by_pk(pk_columns: ships_pk!, _set: ships_set, _inc: ships_inc): Ship delete_ships_by_pk(id: Int!): Ship }`,
    queries: rows => ({ ships_by_pk: ({ id }) => one(rows, { id }) }),
    mutations: rows => ({
      update_ships_by_pk: ({ pk_columns, _set }) => set(one(rows, pk_columns), _set),
      delete_ships_by_pk: ({ id }) => remove(rows, { id }),
    }),
  },
  'a save, which creates a record without a key': {
    sdl: `${SHIP} type Mutation { saveShip(id: ID, name: String, flag: String): Ship deleteShip(id: ID!): Boolean! }`,
    mutations: rows => ({
      saveShip: ({ id, ...values }: { id?: string }) =>
        id === undefined ? rows.push(values) && values : set(one(rows, { id }), values),
      deleteShip: ({ id }) => remove(rows, { id }) !== null,
    }),
  },
  'results as a union': {
    sdl: `${SHIP} input ShipInput { id: ID! name: String flag: String } type NotFound { message: String! } union ShipResult = Ship | NotFound
      type Mutation { updateShip(input: ShipInput!): ShipResult! deleteShip(id: ID!): ShipResult! }`,
    mutations: rows => ({
      updateShip: ({ input: { id, ...values } }: { input: Row }) => ({ __typename: 'Ship', ...set(one(rows, { id }), values) }),
      deleteShip: ({ id }) => ({ __typename: 'Ship', ...remove(rows, { id }) }),
    }),
  },
  'a composite key': {
    sdl: `type Fleet { id: ID! path: ID! } type Ship { id: ID! iid: String! name: String flag: String fleet: Fleet! }
      type Query { ships: [Ship!]! ship(id: ID!): Ship } input ShipInput { fleetPath: ID! iid: String! name: String flag: String } type ShipPayload { ship: Ship errors: [String!]! }
      input DestroyShip { fleetPath: ID! iid: String! } type Mutation { updateShip(input: ShipInput!): ShipPayload destroyShip(input: DestroyShip!): ShipPayload }`,
    mutations: rows => ({
      updateShip: ({ input: { fleetPath, iid, ...values } }: { input: Row }) => ({
        ship: set(
          one(
            rows.filter(row => (row.fleet as Row).path === fleetPath),
            { iid },
          ),
          values,
        ),
        errors: [],
      }),
      destroyShip: ({ input: { fleetPath, iid } }: { input: Row }) => ({
        ship: remove(rows, {
          id: one(
            rows.filter(row => (row.fleet as Row).path === fleetPath),
            { iid },
          ).id,
        }),
        errors: [],
      }),
    }),
  },
  'a version': {
    sdl: `type Ship { id: ID! name: String flag: String version: Int! } type Query { ships: [Ship!]! ship(id: ID!): Ship } input ShipData { name: String flag: String }
      type Mutation { updateShip(id: ID!, expectedVersion: Int!, data: ShipData!): Ship deleteShip(id: ID!, expectedVersion: Int!): Ship }`,
    mutations: rows => ({
      updateShip: ({ id, expectedVersion, data }) => {
        const row = one(rows, { id });
        if (row.version !== expectedVersion) throw new Error('conflict');
        return set(row, data);
      },
      deleteShip: ({ id, expectedVersion }) => remove(rows, { id, version: expectedVersion }),
    }),
  },
  'a natural key': {
    sdl: `type Ship { code: String! name: String flag: String } type Query { ships: [Ship!]! ship(code: String!): Ship } input ShipData { name: String flag: String }
      type Mutation { updateShip(code: String!, data: ShipData!): Ship deleteShip(code: String!): Boolean! }`,
    queries: rows => ({ ship: ({ code }) => one(rows, { code }) }),
    mutations: rows => ({
      updateShip: ({ code, data }) => set(one(rows, { code }), data),
      deleteShip: ({ code }) => remove(rows, { code }) !== null,
    }),
  },
  'lists of keys and of items': {
    sdl: `${SHIP} input ShipItem { id: ID! name: String flag: String } type Mutation { updateShips(input: [ShipItem!]!): [Ship!]! deleteShips(ids: [ID!]!): Boolean! }`,
    mutations: rows => ({
      updateShips: ({ input }: { input: readonly Row[] }) => input.map(({ id, ...values }) => set(one(rows, { id }), values)),
      deleteShips: ({ ids }: { ids: readonly string[] }) => ids.every(id => remove(rows, { id })),
    }),
  },
  'a reference to the record among its values': {
    sdl: `${SHIP} input ShipReference { id: ID legacyId: Int } input ShipUpdate { id: ID! name: String flag: String }
      type Mutation { editShip(ship: ShipUpdate!): Ship! deleteShip(ship: ShipReference!): Ship }`,
    mutations: rows => ({
      editShip: ({ ship: { id, ...values } }: { ship: Row }) => set(one(rows, { id }), values),
      deleteShip: ({ ship: { id } }: { ship: Row }) => remove(rows, { id }),
    }),
  },
};

const fleet = (): Row[] =>
  [1, 2, 3].map(at => ({
    id: at,
    nodeId: `node${at}`,
    code: `code${at}`,
    iid: String(at % 2),
    name: `Ship ${at}`,
    flag: 'no',
    tons: 5,
    version: at,
    fleet: { id: `f${at}`, path: `fleet${at}` },
  }));

/** The rows without what the server returns on its own. */
const plain = (rows: readonly Row[]): unknown => JSON.parse(JSON.stringify(rows));

it.each(Object.entries(FAMILIES))('%s', (_, { sdl, mutations, queries }) => {
  const model = modelOf(sdl);
  const schema = schemaOf(sdl);
  const rows = fleet();
  const before = plain(rows);
  const rootValue = {
    ship: ({ id }: { id: string }) => one(rows, { id }),
    ...queries?.(rows),
    ...(mutations(rows) as Record<string, unknown>),
  };
  const ask = <T>({
    query,
    variables,
    read,
  }: {
    query: string;
    variables: Record<string, unknown>;
    read(data: unknown): T;
  }): T => {
    const { data, errors } = graphqlSync({ schema, source: query, variableValues: variables, rootValue });
    if (errors !== undefined) throw new Error(errors.join());
    return read(JSON.parse(JSON.stringify(data)));
  };
  const change = (kind: 'update' | 'delete'): Change => {
    const certain = changesOf(model, 'Ship')[kind];
    if (certain?.sure !== 'certain') throw new Error(`No certain ${kind}: ${certain?.why}`);
    return certain;
  };
  const second = (): Row => {
    const ref = recordRef(model, 'Ship', rows[1]);
    const keys = change('update').keys.flatMap(({ column }) => columnAt(model, 'Ship', (column ?? '').split('.')) ?? []);
    const values = ['name', 'flag', 'version'].flatMap(name => columnAt(model, 'Ship', [name]) ?? []);
    const row = ref === null ? null : ask(recordDocument(model, ref, [...values, ...keys]));
    if (row === null) throw new Error('The record was not loaded');
    return row as Row;
  };
  const send = (kind: 'update' | 'delete', values: Row = {}): string => {
    const request = changeVariables(model, change(kind), second(), values);
    return ask(changeDocument(model, change(kind), request)).state;
  };
  expect(send('update', { name: 'Amber' })).toBe('done');
  expect(plain(rows)).toEqual((before as Row[]).map((row, at) => (at === 1 ? { ...row, name: 'Amber' } : row)));
  expect(send('update', { name: 'Ship 2' })).toBe('done');
  expect(plain(rows)).toEqual(before);
  expect(send('delete')).toBe('done');
  expect(plain(rows)).toEqual((before as Row[]).filter((_row, at) => at !== 1));
});

it('an update of JSON values is not certain', () => {
  const sdl = `type Board { id: ID! items: [Item!]! } type Item { id: ID! name: String! board: Board! } scalar JSON type Query { items: [Item!]! items_by_id(ids: [ID!]!): [Item!]! }
    type Mutation { change_multiple_column_values(board_id: ID!, item_id: ID!, column_values: JSON!): Item delete_item(item_id: ID!): Item }`;
  expect(changesOf(modelOf(sdl), 'Item').update?.sure).not.toBe('certain');
  expect(changesOf(modelOf(sdl), 'Item').delete?.sure).toBe('certain');
});
