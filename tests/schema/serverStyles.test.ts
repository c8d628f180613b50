import { findCollections } from '../../src/schema/collections/collections';
import { findLookups } from '../../src/schema/collections/lookups';
import { recordLookup } from '../../src/schema/collections/records';
import { pageDocument } from '../../src/schema/documents/documents';
import { type Filter, filterToVariables } from '../../src/schema/filters/filters';
import type { Sort } from '../../src/schema/filters/sorting';
import { sortToVariables } from '../../src/schema/filters/sortVariables';
import { HARBOUR_TABLES, hasuraSchema } from './hasuraSchema';
import { executeMocked, modelOf, problemsOf, schemaOf } from './modelOf';
import { SERVER_STYLES, type ServerStyle } from './serverStyles';
import { type WholeCollection, wholeCollections } from './wholeCollections';

/** The properties of a collection that the tables below list. */
const summary = (collection: WholeCollection) => [
  collection.id,
  collection.shape.kind,
  collection.shape.rows.join('.'),
  collection.paging.style,
  collection.total === null
    ? '-'
    : `${collection.total.place === 'beside' ? `${collection.total.field.name}.` : ''}${collection.total.path.join('.')}`,
];

const first = (style: ServerStyle): WholeCollection => {
  const found = wholeCollections(modelOf(SERVER_STYLES[style])).find(collection => collection.alternateOf === null);
  if (found === undefined) throw new Error(`No collection in ${style}`);
  return found;
};

describe('collections in the style of', () => {
  it.each<[ServerStyle, string[][]]>([
    ['relay', [['ships', 'connection', 'edges', 'cursor', '-']]],
    ['prisma', [['ships', 'list', '', 'offset', 'aggregateShip._count._all']]],
    [
      'prisma1',
      [
        ['ships', 'list', '', 'offset', 'shipsConnection.aggregate.count'],
        ['shipsConnection', 'connection', 'edges', 'cursor', 'aggregate.count'],
      ],
    ],
    ['keystone', [['ships', 'list', '', 'offset', 'shipsCount.']]],
    ['strapi4', [['ships', 'wrapped', 'data', 'offset', 'meta.pagination.total']]],
    ['directus', [['ships', 'list', '', 'offset', 'ships_aggregated.countAll']]],
    ['payload', [['Ships', 'wrapped', 'docs', 'page', 'totalDocs']]],
    ['contentful', [['shipCollection', 'wrapped', 'items', 'offset', 'total']]],
    ['appsync', [['listShips', 'wrapped', 'items', 'token', '-']]],
    ['theGraph', [['ships', 'list', '', 'offset', '-']]],
    ['dgraph', [['queryShip', 'list', '', 'offset', 'aggregateShip.count']]],
    ['saleor', [['ships', 'connection', 'edges', 'cursor', 'totalCount']]],
    ['shopify', [['ships', 'connection', 'nodes', 'cursor', '-']]],
    ['vendure', [['ships', 'wrapped', 'items', 'offset', 'totalItems']]],
    ['magento', [['ships', 'wrapped', 'items', 'page', 'total_count']]],
    ['nestQuery', [['ships', 'connection', 'edges', 'cursor', 'totalCount']]],
    ['supabase', [['shipCollection', 'connection', 'edges', 'cursor', 'totalCount']]],
    ['neo4j', [['ships', 'list', '', 'offset', 'shipsAggregate.count']]],
    ['lighthouse', [['ships', 'wrapped', 'data', 'page', 'paginatorInfo.total']]],
    ['spring', [['ships', 'wrapped', 'content', 'page', 'totalElements']]],
    [
      'pages',
      [
        ['ships', 'wrapped', 'results', 'page', 'info.count'],
        ['shipsByIds', 'list', '', 'none', '-'],
      ],
    ],
    [
      'namespaces',
      [
        ['harbour.ships', 'list', '', 'offset', '-'],
        ['harbour.office.clerks', 'list', '', 'none', '-'],
      ],
    ],
    [
      'viewer',
      [
        ['licenses', 'list', '', 'none', '-'],
        ['viewer.ships', 'connection', 'nodes', 'cursor', 'totalCount'],
      ],
    ],
    ['fields', [['ships', 'list', '', 'offset', 'shipsCount.']]],
  ])('%s', (style, expected) => {
    expect(wholeCollections(modelOf(SERVER_STYLES[style])).map(summary)).toEqual(expected);
  });

  it('Hasura', () => {
    expect(wholeCollections(modelOf(hasuraSchema(HARBOUR_TABLES))).map(summary)).toEqual([
      ['ship', 'list', '', 'offset', 'ship_aggregate.aggregate.count'],
      ['berth', 'list', '', 'offset', 'berth_aggregate.aggregate.count'],
      ['visit', 'list', '', 'offset', 'visit_aggregate.aggregate.count'],
    ]);
  });
});

describe('filters become arguments in the style of', () => {
  it.each<[ServerStyle, Filter[], Record<string, unknown>]>([
    ['prisma', [{ field: 'name', operator: 'contains', value: 'a' }], { where: { name: { contains: 'a' } } }],
    ['prisma', [{ field: 'name', operator: 'isNot', value: 'a' }], { where: { name: { not: { equals: 'a' } } } }],
    ['prisma', [{ field: 'tonnage', operator: 'between', value: ['1', '2.5'] }], { where: { tonnage: { gte: 1, lte: 2.5 } } }],
    ['prisma', [{ field: 'berth.name', operator: 'is', value: 'A' }], { where: { berth: { is: { name: { equals: 'A' } } } } }],
    [
      'prisma',
      [{ field: 'visits.note', operator: 'startsWith', value: 'A' }],
      { where: { visits: { some: { note: { startsWith: 'A' } } } } },
    ],
    [
      'prisma',
      [
        { field: 'name', operator: 'contains', value: 'a' },
        { field: 'name', operator: 'contains', value: 'b' },
        { field: 'tonnage', operator: 'greater', value: '5' },
        { field: 'name', operator: 'contains', value: 'c' },
      ],
      { where: { name: { contains: 'a' }, tonnage: { gt: 5 }, AND: [{ name: { contains: 'b' } }, { name: { contains: 'c' } }] } },
    ],
    ['prisma1', [{ field: 'name', operator: 'startsWith', value: 'a' }], { where: { name_starts_with: 'a' } }],
    [
      'prisma1',
      [{ field: 'createdAt', operator: 'atLeast', value: '2024-01-01T00:00:00Z' }],
      { where: { createdAt_gte: '2024-01-01T00:00:00Z' } },
    ],
    ['keystone', [{ field: 'name', operator: 'contains', value: 'a' }], { where: { name: { contains: 'a' } } }],
    ['strapi4', [{ field: 'name', operator: 'contains', value: 'a' }], { filters: { name: { containsi: 'a' } } }],
    ['strapi4', [{ field: 'tonnage', operator: 'isNull' }], { filters: { tonnage: { null: true } } }],
    ['directus', [{ field: 'name', operator: 'contains', value: 'a' }], { filter: { name: { _icontains: 'a' } } }],
    ['directus', [{ field: 'search', operator: 'search', value: 'a' }], { search: 'a' }],
    ['payload', [{ field: 'name', operator: 'isNotNull' }], { where: { name: { exists: true } } }],
    ['payload', [{ field: 'name', operator: 'in', value: ['a', 'b'] }], { where: { name: { in: ['a', 'b'] } } }],
    ['contentful', [{ field: 'name', operator: 'isNull' }], { where: { name_exists: false } }],
    ['appsync', [{ field: 'name', operator: 'startsWith', value: 'a' }], { filter: { name: { beginsWith: 'a' } } }],
    [
      'theGraph',
      [{ field: 'tonnage', operator: 'greater', value: '9007199254740993' }],
      { where: { tonnage_gt: '9007199254740993' } },
    ],
    [
      'dgraph',
      [{ field: 'tonnage', operator: 'between', value: ['1', '2'] }],
      { filter: { tonnage: { between: { min: 1, max: 2 } } } },
    ],
    ['dgraph', [{ field: 'id', operator: 'in', value: ['1'] }], { filter: { id: ['1'] } }],
    ['saleor', [{ field: 'name', operator: 'in', value: ['a'] }], { where: { name: { oneOf: ['a'] } } }],
    [
      'saleor',
      [{ field: 'updatedAt', operator: 'atLeast', value: '2024-01-01T00:00:00Z' }],
      { filter: { updatedAt: { gte: '2024-01-01T00:00:00Z' } } },
    ],
    ['shopify', [{ field: 'query', operator: 'search', value: 'a' }], { query: 'a' }],
    [
      'prisma',
      [
        { field: 'OR', operator: 'search', value: 'a' },
        { field: 'tonnage', operator: 'greater', value: '5' },
      ],
      { where: { OR: [{ name: { contains: 'a' } }], tonnage: { gt: 5 } } },
    ],
    ['vendure', [{ field: 'name', operator: 'contains', value: 'a' }], { options: { filter: { name: { contains: 'a' } } } }],
    [
      'vendure',
      [{ field: 'createdAt', operator: 'between', value: ['2024-01-01T00:00:00Z', '2024-02-01T00:00:00Z'] }],
      { options: { filter: { createdAt: { between: { start: '2024-01-01T00:00:00Z', end: '2024-02-01T00:00:00Z' } } } } },
    ],
    ['magento', [{ field: 'sku', operator: 'in', value: ['a'] }], { filter: { sku: { in: ['a'] } } }],
    ['magento', [{ field: 'price', operator: 'atLeast', value: '5' }], { filter: { price: { from: '5' } } }],
    ['nestQuery', [{ field: 'name', operator: 'contains', value: 'a_b' }], { filter: { name: { iLike: '%a\\_b%' } } }],
    ['supabase', [{ field: 'name', operator: 'contains', value: 'a' }], { filter: { name: { ilike: '%a%' } } }],
    ['supabase', [{ field: 'name', operator: 'isNull' }], { filter: { name: { is: 'NULL' } } }],
    ['neo4j', [{ field: 'name', operator: 'contains', value: 'a' }], { where: { name_CONTAINS: 'a' } }],
    ['lighthouse', [{ field: 'name', operator: 'is', value: 'a' }], { name: 'a' }],
    ['pages', [{ field: 'status', operator: 'is', value: 'a' }], { filter: { status: 'a' } }],
    ['fields', [{ field: 'built', operator: 'greater', value: '2010-03-03' }], { builtAfter: '2010-03-03' }],
    ['fields', [{ field: 'tonnage', operator: 'between', value: ['1', '2'] }], { minTonnage: 1, maxTonnage: 2 }],
    ['fields', [{ field: 'flag', operator: 'in', value: ['no'] }], { flags: ['no'] }],
    ['fields', [{ field: 'active', operator: 'is', value: true }], { active: true }],
  ])('%s: %j', async (style, filters, expected) => {
    const collection = first(style);
    if (collection.filter === null) throw new Error('It cannot be filtered');
    expect(filterToVariables(collection.filter, filters)).toEqual({ variables: expected, problems: [], ignored: [] });
    const schema = schemaOf(SERVER_STYLES[style]);
    const document = pageDocument(modelOf(SERVER_STYLES[style]), collection, { filters });
    expect(problemsOf(schema, document.query)).toEqual([]);
    const response = await executeMocked(schema, document.query, document.variables);
    expect(response.errors).toBeUndefined();
    expect(document.read(response.data).rows).toHaveLength(2);
  });
});

describe('orders become arguments in the style of', () => {
  const down = (field: string): Sort => ({ field, direction: 'descending' });
  const up = (field: string): Sort => ({ field, direction: 'ascending' });
  it.each<[ServerStyle, Sort[], Record<string, unknown>]>([
    ['prisma', [down('name'), up('berth.name')], { orderBy: [{ name: 'desc' }, { berth: { name: 'asc' } }] }],
    ['prisma', [up('tonnage')], { orderBy: [{ tonnage: { sort: 'asc' } }] }],
    ['prisma1', [down('createdAt')], { orderBy: 'createdAt_DESC' }],
    ['keystone', [down('name')], { orderBy: [{ name: 'desc' }] }],
    ['directus', [down('name'), up('tonnage')], { sort: ['-name', 'tonnage'] }],
    ['payload', [down('name')], { sort: '-name' }],
    ['contentful', [up('name')], { order: ['name_ASC'] }],
    ['theGraph', [down('tonnage')], { orderBy: 'tonnage', orderDirection: 'desc' }],
    ['dgraph', [down('name')], { order: { desc: 'name' } }],
    ['shopify', [down('createdAt')], { sortKey: 'CREATED_AT', reverse: true }],
    ['vendure', [down('name')], { options: { sort: { name: 'DESC' } } }],
    ['magento', [up('name')], { sort: { name: 'ASC' } }],
    ['nestQuery', [down('name')], { sorting: [{ field: 'name', direction: 'DESC' }] }],
    ['supabase', [down('name')], { orderBy: [{ name: 'DescNullsLast' }] }],
    ['neo4j', [down('name')], { options: { sort: [{ name: 'DESC' }] } }],
    ['lighthouse', [up('name')], { orderBy: [{ column: 'NAME', order: 'ASC' }] }],
    ['fields', [down('name')], { sortBy: 'name', sortOrder: 'DESC' }],
  ])('%s: %j', async (style, sorts, expected) => {
    const collection = first(style);
    if (collection.sort === null) throw new Error('It cannot be ordered');
    expect(sortToVariables(collection.sort, sorts)).toEqual(expected);
    const schema = schemaOf(SERVER_STYLES[style]);
    const document = pageDocument(modelOf(SERVER_STYLES[style]), collection, { sort: sorts });
    expect((await executeMocked(schema, document.query, document.variables)).errors).toBeUndefined();
  });

  it('Strapi, whose order is a text with a colon', () => {
    const collection = first('strapi4');
    expect(collection.sort?.style).toBe('text');
  });

  it('Saleor, whose order input also has a channel: it is left out only because it is optional', () => {
    const collection = first('saleor');
    expect(sortToVariables(collection.sort as never, [down('created')])).toEqual({
      sortBy: { direction: 'DESC', field: 'CREATED_AT' },
    });
  });
});

describe('a record is loaded in the style of', () => {
  it.each<[ServerStyle, string, string, Record<string, string[]>]>([
    ['relay', 'Ship', 'node', { id: ['id'] }],
    ['prisma', 'Ship', 'ship', { id: ['where', 'id'] }],
    ['keystone', 'Ship', 'ship', { id: ['where', 'id'] }],
    ['directus', 'ships', 'ships_by_id', { id: ['id'] }],
    ['payload', 'Ship', 'Ship', { id: ['id'] }],
    ['appsync', 'Ship', 'getShip', { id: ['id'] }],
    ['theGraph', 'Ship', 'ship', { id: ['id'] }],
    ['dgraph', 'Ship', 'getShip', { id: ['id'] }],
    ['saleor', 'Ship', 'ship', { id: ['id'] }],
    ['supabase', 'Ship', 'node', { nodeId: ['nodeId'] }],
    ['neo4j', 'Ship', 'ships', { id: ['where', 'id'] }],
    ['namespaces', 'Ship', 'harbour.ship', { id: ['id'] }],
  ])('%s', (style, type, path, keys) => {
    const lookup = recordLookup(modelOf(SERVER_STYLES[style]), type);
    expect(lookup?.path.join('.')).toBe(path);
    expect(Object.fromEntries(lookup?.keys.map(key => [key.column, key.target]) ?? [])).toEqual(keys);
  });
});

it('lists and records of namespaces are named by the namespace if their own names say nothing, as those of Wiki.js', () => {
  const model = modelOf(`
    type Query { assets: AssetQuery groups: GroupQuery admin: AdminQuery _unused: [Asset!]! }
    type AssetQuery { list(kind: String): [AssetItem!]! folders(parent: ID): [Folder!]! }
    type GroupQuery { list(filter: String): [GroupMinimal!]! single(id: ID!): Group }
    type AdminQuery { list(of: String): [Folder!]! single(id: ID!): Folder }
    type AssetItem { id: ID! } type Asset { id: ID! } type Folder { id: ID! name: String } type GroupMinimal { id: ID! } type Group { id: ID! }`);
  expect(findCollections(model).map(({ label, group, isSystem }) => [label, group, isSystem])).toEqual([
    ['Unused', null, true],
    ['Assets', null, false],
    ['Folders', 'Assets', false],
    ['Groups', null, false],
    ['List', 'Admin', false],
  ]);
  expect(findLookups(model).map(({ label, group }) => [label, group])).toEqual([
    ['Group', null],
    ['Single', 'Admin'],
  ]);
});
