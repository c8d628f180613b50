/** @jest-environment node */
import { buildSchema, introspectionFromSchema } from 'graphql';
import { type SchemaChange, schemaChanges } from '../../../src/schema/docs/schemaChanges';

const introspectionOf = (sdl: string): unknown =>
  introspectionFromSchema(buildSchema(sdl), { directiveIsRepeatable: true, inputValueDeprecation: true });
const BEFORE = `
  directive @cost(weight: Int, unit: String) repeatable on FIELD_DEFINITION | OBJECT
  directive @gone on OBJECT
  interface Node { id: ID! }
  interface Named { name: String }
  type Query { ships(first: Int = 10, after: String, kind: Kind = TANKER, by: String): [Ship] found: Found old: Old scalar: Mark }
  type Ship implements Node { id: ID! name: String tonnage: Int berth: String }
  type Berth implements Node & Named { id: ID! name: String }
  type Visit { id: ID! }
  type Old { a: Int }
  scalar Mark
  union Found = Ship | Berth
  enum Kind { TANKER CARGO }
  input Filter { name: String kind: Kind }
  type Mutation { save(filter: Filter): Int  drop(filter: Filter): Int }
`;
const NOW = `
  directive @cost(weight: Int, scale: Int!) on FIELD_DEFINITION
  directive @fresh on OBJECT
  interface Node { id: ID! }
  interface Named { name: String }
  type Query { ships(first: Int = 20, after: ID, kind: Kind, size: Int, port: ID!): [Ship] found: Found scalar: Mark }
  type Ship implements Node & Named { id: ID! name: String tonnage: Float visits: [Visit] berth: String @deprecated(reason: "Use visits") }
  type Berth implements Node { id: ID! name: String }
  type Visit { id: ID! }
  type Mark { at: Int }
  type Harbour { id: ID! }
  union Found = Ship | Visit
  enum Kind { TANKER FERRY }
  input Filter { name: String size: Int port: ID! }
  type Mutation { save(filter: Filter): Int  drop(filter: Filter @deprecated): Int }
`;
const line = ({ weight, what, place, from, to }: SchemaChange): string =>
  `${weight} ${what} ${place}${from === null && to === null ? '' : ` ${from ?? ''} > ${to ?? ''}`}`;

it('reports each kind of change with its place, by severity', async () => {
  expect((await schemaChanges(introspectionOf(BEFORE), introspectionOf(NOW))).map(line).sort()).toEqual(
    [
      'breaking removed Old',
      'breaking kindChanged Mark Scalar > Object',
      'breaking noLongerMember Found Berth > ',
      'breaking removed Kind.CARGO',
      'breaking removed Filter.kind',
      'breaking requiredAdded Filter.port',
      'breaking noLongerImplements Berth Named > ',
      'breaking removed Query.old',
      'breaking typeChanged Ship.tonnage Int > Float',
      'breaking removed Query.ships(by:)',
      'breaking typeChanged Query.ships(after:) String > ID',
      'breaking requiredAdded Query.ships(port:)',
      'breaking removed @gone',
      'breaking removed @cost(unit:)',
      'breaking requiredAdded @cost(scale:)',
      'breaking repeatableRemoved @cost',
      'breaking removed @cost OBJECT > ',
      'dangerous added Kind.FERRY',
      'dangerous newMember Found  > Visit',
      'dangerous optionalAdded Filter.size',
      'dangerous optionalAdded Query.ships(size:)',
      'dangerous nowImplements Ship  > Named',
      'dangerous defaultChanged Query.ships(first:) 10 > 20',
      'dangerous defaultChanged Query.ships(kind:)',
      'safe added @fresh',
      'safe added Harbour',
      'safe added Ship.visits',
      'safe deprecated Ship.berth  > Use visits',
      'safe deprecated Mutation.drop(filter:)  > No longer supported',
    ].sort(),
  );
});

it('reports safe changes, and changed defaults', async () => {
  const before = `
    directive @cost(weight: Int) on FIELD_DEFINITION
    scalar Mark
    type Query { ship(id: ID!, first: Int): Ship }
    type Ship { name: String }
    input Filter { name: String! size: Int = 1 }
  `;
  const now = `
    directive @cost(weight: Int = 2, unit: String) repeatable on FIELD_DEFINITION | OBJECT
    scalar Mark @specifiedBy(url: "https://example.org/mark")
    type Query { ship(id: ID, first: Int = 3): Ship! }
    type Ship { name: String! }
    input Filter { name: String size: Int = 2 }
  `;
  expect((await schemaChanges(introspectionOf(before), introspectionOf(now))).map(line).sort()).toEqual([
    'dangerous defaultChanged @cost(weight:)  > 2',
    'dangerous defaultChanged Filter.size 1 > 2',
    'dangerous defaultChanged Query.ship(first:)  > 3',
    'safe added @cost  > OBJECT',
    'safe optionalAdded @cost(unit:)',
    'safe other @cost  > repeatable',
    'safe other Mark  > https://example.org/mark',
    'safe typeChanged Filter.name String! > String',
    'safe typeChanged Query.ship Ship > Ship!',
    'safe typeChanged Query.ship(id:) ID! > ID',
    'safe typeChanged Ship.name String > String!',
  ]);
});

it('reports changed argument types of a directive, which graphql-js does not find', async () => {
  const schema = (list: string, weight: string): string =>
    `directive @cost(list: ${list}, weight: ${weight}) on FIELD_DEFINITION type Query { a: Int }`;
  const lines = async (before: string, now: string) =>
    (await schemaChanges(introspectionOf(before), introspectionOf(now))).map(line);
  expect(await lines(schema('[Int!]!', 'Int'), schema('[Int]', 'Int!'))).toEqual([
    'safe typeChanged @cost(list:) [Int!]! > [Int]',
    'breaking typeChanged @cost(weight:) Int > Int!',
  ]);
  expect(await lines(schema('[Int]', 'Int'), schema('[Int!]', 'Float'))).toEqual([
    'breaking typeChanged @cost(list:) [Int] > [Int!]',
    'breaking typeChanged @cost(weight:) Int > Float',
  ]);
});

it('links only to what still exists', async () => {
  const changes = await schemaChanges(introspectionOf(BEFORE), introspectionOf(NOW));
  const path = (place: string) => changes.find(change => change.place === place)?.path;
  expect(path('Ship.tonnage')).toEqual(['Ship', 'tonnage']);
  expect(path('Query.ships(port:)')).toEqual(['Query', 'ships']);
  expect(path('@cost(unit:)')).toEqual(['@cost']);
  expect([path('Old'), path('Kind.CARGO'), path('@gone'), path('Query.old')]).toEqual([null, null, null, null]);
});

it('finds no change in the same schema or in descriptions, and accepts responses in files', async () => {
  const described = `"About ships" ${BEFORE.trim().replace('directive @gone', '"Soon gone" directive @gone').replace('directive @cost', 'directive @cost')}`;
  expect(await schemaChanges({ data: introspectionOf(BEFORE) }, introspectionOf(BEFORE))).toEqual([]);
  expect(await schemaChanges(introspectionOf(BEFORE), introspectionOf(described))).toEqual([]);
  await expect(schemaChanges({ data: {} }, introspectionOf(NOW))).rejects.toThrow('not an introspection result');
});
