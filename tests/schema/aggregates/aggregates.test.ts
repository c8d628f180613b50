/** Aggregates that APIs offer: found in schemas of several servers, requested with the filters of a view, and read from responses. */
import { graphql } from 'graphql';
import { acceptsSameValue } from '../../../src/schema/aggregates/acceptsSameValue';
import { type AggregateRequest, aggregateDocument } from '../../../src/schema/aggregates/aggregateDocument';
import { aggregateSource } from '../../../src/schema/aggregates/aggregateSource';
import { collectionById } from '../../../src/schema/collections/collections';
import { hasuraSchema } from '../hasuraSchema';
import { modelOf, modelOfSchema, problemsOf, schemaOf } from '../modelOf';

const QUESTION: AggregateRequest = { filters: [], arguments: {}, columns: ['tonnage'], group: null };

function prepared(sdl: string, id: string, question: Partial<AggregateRequest>) {
  const schema = schemaOf(sdl);
  const model = modelOfSchema(schema);
  const collection = collectionById(model, id);
  if (collection === null) throw new Error(`No collection ${id}`);
  const made = aggregateDocument(model, collection, { ...QUESTION, ...question });
  if (made !== null) expect(problemsOf(schema, made.query)).toEqual([]);
  return { schema, made };
}

async function aggregatesOf(sdl: string, id: string, question: Partial<AggregateRequest>, root: Record<string, unknown>) {
  const { schema, made } = prepared(sdl, id, question);
  if (made === null) return null;
  const { data, errors } = await graphql({ schema, source: made.query, variableValues: made.variables, rootValue: root });
  expect(errors).toBeUndefined();
  return made.read(data);
}

const HASURA = `
  type ships { id: Int! name: String! tonnage: Int kind: ship_kind! sunk: Boolean }
  enum ship_kind { TANKER FERRY }
  type ships_aggregate { aggregate: ships_aggregate_fields nodes: [ships!]! }
  type ships_aggregate_fields {
    count(columns: [String!], distinct: Boolean): Int!
    sum: ships_sum_fields avg: ships_avg_fields min: ships_min_fields max: ships_max_fields
  }
  type ships_sum_fields { id: Int tonnage: Int } type ships_avg_fields { id: Float tonnage: Float }
  type ships_min_fields { id: Int tonnage: Int name: String } type ships_max_fields { id: Int tonnage: Int name: String }
  input Int_comparison_exp { _eq: Int _gt: Int _is_null: Boolean }
  input ship_kind_comparison_exp { _eq: ship_kind _in: [ship_kind!] }
  input Boolean_comparison_exp { _eq: Boolean _is_null: Boolean }
  input ships_bool_exp { _and: [ships_bool_exp!] _or: [ships_bool_exp!] tonnage: Int_comparison_exp kind: ship_kind_comparison_exp sunk: Boolean_comparison_exp }
  type Query {
    ships(limit: Int, offset: Int, where: ships_bool_exp): [ships!]!
    ships_aggregate(limit: Int, offset: Int, where: ships_bool_exp): ships_aggregate!
  }`;

test('Hasura: figures beside the list, with the filters of the view', async () => {
  const seen: unknown[] = [];
  const found = await aggregatesOf(
    HASURA,
    'ships',
    { filters: [{ field: 'tonnage', operator: 'greater', value: '5' }] },
    {
      ships_aggregate(args: unknown) {
        seen.push(args);
        return {
          aggregate: { count: 3, sum: { tonnage: 60 }, avg: { tonnage: 20.5 }, min: { tonnage: 6 }, max: { tonnage: 40 } },
        };
      },
    },
  );
  expect(seen).toEqual([{ where: { tonnage: { _gt: 5 } } }]);
  expect(found?.all).toEqual({ count: 3, values: new Map([['tonnage', { sum: 60, average: 20.5, min: 6, max: 40 }]]) });
});

test('values of an enum or a Boolean are counted one by one if the API cannot group', async () => {
  const seen: unknown[] = [];
  const root = {
    ships_aggregate({ where }: { where?: unknown }) {
      seen.push(where);
      const count = JSON.stringify(where ?? {}).includes('FERRY') ? 0 : 4;
      return { aggregate: { count, sum: { tonnage: 8 }, avg: null, min: null, max: null } };
    },
  };
  const filters = [{ field: 'tonnage', operator: 'greater', value: '5' } as const];
  const byKind = await aggregatesOf(HASURA, 'ships', { filters, group: 'kind' }, root);
  expect(byKind?.groups).toEqual([
    { value: 'TANKER', figures: { count: 4, values: new Map([['tonnage', { sum: 8, average: null, min: null, max: null }]]) } },
  ]);
  expect(seen).toContainEqual({ tonnage: { _gt: 5 }, kind: { _eq: 'TANKER' } });
  const bySunk = await aggregatesOf(HASURA, 'ships', { group: 'sunk' }, root);
  expect(bySunk?.groups?.map(({ value }) => value)).toEqual([true, false, null]);
  expect(prepared(HASURA, 'ships', { group: 'name' }).made).toBeNull();
});

test('a view that is filtered by the column it is grouped by is counted correctly', async () => {
  const seen: unknown[] = [];
  await aggregatesOf(
    HASURA,
    'ships',
    { filters: [{ field: 'kind', operator: 'is', value: 'FERRY' }], group: 'kind' },
    {
      ships_aggregate({ where }: { where?: unknown }) {
        seen.push(where);
        return { aggregate: { count: 1 } };
      },
    },
  );
  expect(seen).toContainEqual({ kind: { _eq: 'FERRY' }, _and: [{ kind: { _eq: 'TANKER' } }] });
});

test('Hasura: the exact schema that it generates', () => {
  const schema = hasuraSchema([{ name: 'ships', columns: { id: 'int4!', name: 'text!', tonnage: 'int4' } }]);
  const model = typeof schema === 'string' ? modelOf(schema) : modelOfSchema(schema);
  const collection = collectionById(model, 'ships');
  expect(collection && aggregateSource(model, collection).all?.field.name).toBe('ships_aggregate');
});

const POSTGRAPHILE = `
  scalar BigInt scalar BigFloat scalar Cursor
  type Ship { rowId: Int! name: String! tonnage: Int kind: ShipKind builtOn: String }
  enum ShipKind { TANKER FERRY }
  type ShipConnection {
    nodes: [Ship]! pageInfo: PageInfo! totalCount: Int!
    aggregates: ShipAggregates
    groupedAggregates(groupBy: [ShipGroupBy!]!, having: ShipHavingInput): [ShipAggregates!]
  }
  type PageInfo { hasNextPage: Boolean! endCursor: Cursor }
  input ShipHavingInput { AND: [ShipHavingInput!] }
  enum ShipGroupBy { NAME TONNAGE KIND BUILT_ON BUILT_ON_TRUNCATED_TO_DAY }
  type ShipAggregates {
    keys: [String] sum: ShipSum distinctCount: ShipCounts min: ShipMin max: ShipMax average: ShipAverage
  }
  type ShipSum { rowId: BigInt! tonnage: BigInt! } type ShipCounts { rowId: BigInt name: BigInt tonnage: BigInt }
  type ShipMin { tonnage: Int } type ShipMax { tonnage: Int } type ShipAverage { tonnage: BigFloat }
  input ShipFilter { tonnage: IntFilter } input IntFilter { greaterThan: Int equalTo: Int }
  type Query { allShips(first: Int, after: Cursor, offset: Int, filter: ShipFilter): ShipConnection }`;

test('PostGraphile: figures and groups in the connection itself', async () => {
  const seen: unknown[] = [];
  const root = {
    allShips({ filter, first }: { filter?: unknown; first?: number }) {
      const figures = (keys: string[] | null, count: string) => ({
        keys,
        sum: { tonnage: '9007199254740993' },
        distinctCount: { rowId: count },
        average: { tonnage: '2.5' },
      });
      return {
        totalCount: 7,
        aggregates: figures(null, '7'),
        groupedAggregates({ groupBy }: { groupBy: string[] }) {
          seen.push({ filter, first, groupBy });
          return [figures(['tanker'], '4'), { ...figures(null, '3'), keys: [null] }];
        },
      };
    },
  };
  const found = await aggregatesOf(
    POSTGRAPHILE,
    'allShips',
    { filters: [{ field: 'tonnage', operator: 'greater', value: '5' }], group: 'kind' },
    root,
  );
  expect(seen).toEqual([{ filter: { tonnage: { greaterThan: 5 } }, first: undefined, groupBy: ['KIND'] }]);
  expect(found?.all).toMatchObject({ count: 7 });
  expect(found?.groups?.map(({ value, figures }) => [value, figures.count, figures.values.get('tonnage')?.sum])).toEqual([
    ['tanker', 4, '9007199254740993'],
    [null, 3, '9007199254740993'],
  ]);
});

const DIRECTUS = `
  scalar JSON
  type ships { id: ID! name: String tonnage: Int kind: String }
  type ships_aggregated { group: JSON countAll: Int count: ships_aggregated_count sum: ships_aggregated_fields avg: ships_aggregated_fields min: ships_aggregated_fields max: ships_aggregated_fields }
  type ships_aggregated_count { id: Int tonnage: Int } type ships_aggregated_fields { tonnage: Float }
  input ships_filter { kind: string_filter } input string_filter { _eq: String _contains: String }
  type Query {
    ships(filter: ships_filter, sort: [String], limit: Int, offset: Int, page: Int, search: String): [ships!]!
    ships_aggregated(groupBy: [String], filter: ships_filter, limit: Int, offset: Int, page: Int, search: String, sort: [String]): [ships_aggregated!]!
  }`;

test('Directus: a list with one group that contains all rows', async () => {
  const found = await aggregatesOf(
    DIRECTUS,
    'ships',
    { filters: [{ field: 'kind', operator: 'contains', value: 'a' }], group: 'kind' },
    {
      ships_aggregated({ groupBy, filter }: { groupBy?: string[]; filter: unknown }) {
        expect(filter).toEqual({ kind: { _contains: 'a' } });
        return groupBy === undefined
          ? [{ countAll: 5, sum: { tonnage: 50 } }]
          : [
              { group: { kind: 'tanker' }, countAll: 3, sum: { tonnage: 30 } },
              { group: { kind: null }, countAll: 2 },
            ];
      },
    },
  );
  expect(found?.all).toMatchObject({ count: 5 });
  expect(found?.all?.values.get('tonnage')).toMatchObject({ sum: 50 });
  expect(found?.groups?.map(({ value, figures }) => [value, figures.count])).toEqual([
    ['tanker', 3],
    [null, 2],
  ]);
});

test('Prisma: aggregates and groups beside the list', async () => {
  const sdl = `
    enum Kind { TANKER FERRY } enum ShipScalarFieldEnum { id tonnage kind }
    type Ship { id: Int! tonnage: Int kind: Kind! }
    type AggregateShip { _count: ShipCount _sum: ShipSum _avg: ShipAvg }
    type ShipCount { id: Int! _all: Int! } type ShipSum { tonnage: Int } type ShipAvg { tonnage: Float }
    type ShipGroupBy { id: Int! tonnage: Int kind: Kind! _count: ShipCount _sum: ShipSum }
    input ShipWhereInput { tonnage: IntFilter } input IntFilter { gt: Int equals: Int }
    type Query {
      ships(where: ShipWhereInput, take: Int, skip: Int): [Ship!]!
      aggregateShip(where: ShipWhereInput, take: Int, skip: Int): AggregateShip!
      groupByShip(where: ShipWhereInput, by: [ShipScalarFieldEnum!]!, take: Int, skip: Int): [ShipGroupBy!]!
    }`;
  const found = await aggregatesOf(
    sdl,
    'ships',
    { group: 'kind' },
    {
      aggregateShip: { _count: { _all: 5 }, _sum: { tonnage: 9 }, _avg: { tonnage: 1.8 } },
      groupByShip: ({ by }: { by: string[] }) =>
        by[0] === 'kind' ? [{ kind: 'FERRY', _count: { _all: 5 }, _sum: { tonnage: 9 } }] : [],
    },
  );
  expect(found?.all?.count).toBe(5);
  expect(found?.groups).toMatchObject([{ value: 'FERRY', figures: { count: 5 } }]);
});

test('Neo4j and Dgraph: figures under the name of the column', async () => {
  const neo4j = `
    type Ship { id: ID! tonnage: Int! }
    type ShipAggregateSelection { count: Int! tonnage: IntAggregateSelection! }
    type IntAggregateSelection { max: Int min: Int average: Float sum: Int }
    type Query { ships(where: ShipWhere): [Ship!]! shipsAggregate(where: ShipWhere): ShipAggregateSelection! }
    input ShipWhere { tonnage_GT: Int }`;
  const found = await aggregatesOf(
    neo4j,
    'ships',
    {},
    { shipsAggregate: { count: 2, tonnage: { max: 3, min: 1, average: 2, sum: 4 } } },
  );
  expect(found?.all).toEqual({ count: 2, values: new Map([['tonnage', { sum: 4, average: 2, min: 1, max: 3 }]]) });
  const dgraph = `
    type Ship { id: ID! tonnage: Int }
    type ShipAggregateResult { count: Int tonnageMin: Int tonnageMax: Int tonnageSum: Int tonnageAvg: Float }
    type Query { queryShip(filter: ShipFilter, first: Int, offset: Int): [Ship] aggregateShip(filter: ShipFilter): ShipAggregateResult }
    input ShipFilter { id: [ID!] }`;
  const other = await aggregatesOf(
    dgraph,
    'queryShip',
    {},
    { aggregateShip: { count: 2, tonnageMin: 1, tonnageMax: 3, tonnageSum: 4 } },
  );
  expect(other?.all?.values.get('tonnage')).toEqual({ sum: 4, min: 1, max: 3, average: null });
});

const TOTAL = `
  enum Kind { TANKER FERRY }
  type Ship { id: ID! tonnage: Int kind: Kind! }
  type ShipConnection { nodes: [Ship!]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Query { ships(first: Int!, after: String, filter: ShipFilter): ShipConnection! }
  input ShipFilter { kind: KindFilter } input KindFilter { eq: Kind }`;

test('a connection with only a total is enough to count the values of an enum', async () => {
  const found = await aggregatesOf(
    TOTAL,
    'ships',
    { group: 'kind' },
    {
      ships: ({ first, filter }: { first: number; filter?: { kind: { eq: string } } }) => {
        expect(first).toBe(1);
        return { totalCount: filter === undefined ? 7 : filter.kind.eq === 'TANKER' ? 5 : 2 };
      },
    },
  );
  expect(found?.groups?.map(({ value, figures }) => [value, figures.count])).toEqual([
    ['TANKER', 5],
    ['FERRY', 2],
  ]);
  // It offers no aggregate of all rows.
  expect(prepared(TOTAL, 'ships', {}).made).toBeNull();
});

test('no figures are requested if they could not take the filter of the view', () => {
  const other = HASURA.replace('ships_aggregate(limit: Int, offset: Int, where: ships_bool_exp)', 'ships_aggregate(limit: Int)');
  expect(prepared(other, 'ships', {}).made).not.toBeNull();
  expect(prepared(other, 'ships', { filters: [{ field: 'tonnage', operator: 'greater', value: '5' }] }).made).toBeNull();
  expect(prepared(HASURA, 'ships', { filters: [{ field: 'tonnage', operator: 'greater', value: 'five' }] }).made).toBeNull();
  expect(prepared(HASURA, 'ships', { filters: [{ field: 'gone', operator: 'is', value: '1' }] }).made).toBeNull();
});

test('any response is read without throwing', () => {
  const { made } = prepared(POSTGRAPHILE, 'allShips', { group: 'kind' });
  for (const data of [null, {}, { groups: null }, { groups: { groupedAggregates: [null, 1, { keys: [] }, { keys: {} }] } }])
    expect(made?.read(data)).toMatchObject({ all: { count: null } });
});

test('a schema with every spelling of aggregates is searched in bounded steps', () => {
  const spellings = ['aggregate', 'node'].flatMap(word =>
    Array.from({ length: 2 ** word.length }, (_, bits) =>
      [...word].map((char, at) => ((bits >> at) % 2 === 1 ? char.toUpperCase() : char)).join(''),
    ),
  );
  const numbers = Array.from({ length: 300 }, (_, at) => `n${at}: Int`).join(' ');
  const sdl = `type Ship { id: ID! ${numbers} }
    type Figures { ${spellings.map(name => `${name}: Figures`).join(' ')} }
    type Query { ships(limit: Int): [Ship!]! ships_aggregate(limit: Int): Figures }`;
  expect(prepared(sdl, 'ships', { columns: ['n1', 'n2'] }).made).toBeNull();
});

test('a schema with thousands of fields named like aggregates is searched fast', () => {
  const fields = Array.from({ length: 8000 }, (_, at) => `a${at}_grouped: I`).join(' ');
  const model = modelOf(`type Query { ${fields} ships: [Ship!]! } type I { i: Int } type Ship { id: ID! }`);
  expect(collectionById(model, 'ships')).not.toBeNull();
});

// The schema that nestjs-query generates: the aggregates have their own filter type.
const NESTJS = `
  type Ship { id: ID! name: String! tonnage: Int! sunk: Boolean! }
  type PageInfo { hasNextPage: Boolean hasPreviousPage: Boolean startCursor: String endCursor: String }
  type ShipEdge { node: Ship! cursor: String! }
  type ShipConnection { pageInfo: PageInfo! edges: [ShipEdge!]! totalCount: Int! }
  type ShipAggregateGroupBy { id: ID name: String tonnage: Int sunk: Boolean }
  type ShipCountAggregate { id: Int name: Int tonnage: Int sunk: Int }
  type ShipSumAggregate { tonnage: Float } type ShipAvgAggregate { tonnage: Float }
  type ShipMinAggregate { id: ID name: String tonnage: Int } type ShipMaxAggregate { id: ID name: String tonnage: Int }
  type ShipAggregateResponse {
    groupBy: ShipAggregateGroupBy count: ShipCountAggregate sum: ShipSumAggregate avg: ShipAvgAggregate
    min: ShipMinAggregate max: ShipMaxAggregate
  }
  input IDFilterComparison { is: Boolean isNot: Boolean eq: ID neq: ID in: [ID!] }
  input IntFieldComparison { is: Boolean isNot: Boolean eq: Int neq: Int gt: Int gte: Int lt: Int lte: Int in: [Int!] }
  input BooleanFieldComparison { is: Boolean isNot: Boolean }
  input ShipFilter { and: [ShipFilter!] or: [ShipFilter!] id: IDFilterComparison tonnage: IntFieldComparison sunk: BooleanFieldComparison owner: ShipFilterOwner }
  input ShipFilterOwner { id: IDFilterComparison }
  input ShipAggregateFilter { and: [ShipAggregateFilter!] or: [ShipAggregateFilter!] id: IDFilterComparison tonnage: IntFieldComparison sunk: BooleanFieldComparison }
  input CursorPaging { before: String after: String first: Int last: Int }
  enum ShipSortFields { id tonnage } enum SortDirection { ASC DESC }
  input ShipSort { field: ShipSortFields! direction: SortDirection! }
  type Query {
    ship(id: ID!): Ship!
    ships(paging: CursorPaging! = {first: 10}, filter: ShipFilter! = {}, sorting: [ShipSort!]! = []): ShipConnection!
    shipAggregate(filter: ShipAggregateFilter): [ShipAggregateResponse!]!
  }`;

test('nestjs-query: figures and groups, with the filters of the view in the filter of the aggregates', async () => {
  const seen: unknown[] = [];
  const root = {
    shipAggregate(args: unknown) {
      seen.push(JSON.parse(JSON.stringify(args)));
      return [
        {
          groupBy: { sunk: true },
          count: { id: 2 },
          sum: { tonnage: 30 },
          avg: { tonnage: 15 },
          min: { tonnage: 10 },
          max: { tonnage: 20 },
        },
      ];
    },
  };
  const found = await aggregatesOf(NESTJS, 'ships', { filters: [{ field: 'tonnage', operator: 'greater', value: '5' }] }, root);
  expect(found?.all?.count).toBe(2);
  expect(found?.all?.values.get('tonnage')).toMatchObject({ sum: 30, min: 10, max: 20 });
  const grouped = await aggregatesOf(NESTJS, 'ships', { group: 'sunk' }, root);
  expect(grouped?.groups?.map(({ value, figures }) => [value, figures.count])).toEqual([[true, 2]]);
  expect(seen[0]).toMatchObject({ filter: { tonnage: { gt: 5 } } });
});

test('a value is sent in an input of another type only if that type has each of its fields', () => {
  const model = modelOf(NESTJS);
  const named = (name: string) => ({ kind: 'named', name }) as const;
  const fits = (value: unknown) => acceptsSameValue(model, named('ShipFilter'), named('ShipAggregateFilter'), value);
  expect(fits({ and: [{ tonnage: { gt: 5 } }, { or: [{ sunk: { is: true } }] }] })).toBe(true);
  expect(fits({ and: [{ owner: { id: { eq: '5' } } }] })).toBe(false);
  expect(fits({ __proto__: null, tonnage: { gt: 5 }, toString: 1 })).toBe(false);
});
