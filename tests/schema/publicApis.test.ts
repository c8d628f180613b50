/** Public APIs, each with its peculiarities, as in their documentation. */

import { defaultColumns } from '../../src/schema/collections/columns/defaultColumns';
import { parseRecordRef } from '../../src/schema/collections/parseRecordRef';
import { formatRecordRef, recordLookup, recordRef } from '../../src/schema/collections/records';
import { pageDocument } from '../../src/schema/documents/documents';
import { recordDocument } from '../../src/schema/documents/recordDocument';
import { filterToVariables } from '../../src/schema/filters/filters';
import { sortToVariables } from '../../src/schema/filters/sortVariables';
import { findActions } from '../../src/schema/mutations/actions';
import { actionsFor } from '../../src/schema/mutations/recordActions';
import { foundIn } from './foundIn';
import { executeMocked, modelOf, problemsOf, schemaOf } from './modelOf';
import { type WholeCollection, wholeCollections } from './wholeCollections';

const SHIP = 'type Ship { id: ID! name: String! tonnage: Int }';

const collectionOf = (sdl: string, id: string): WholeCollection => {
  const collection = wholeCollections(modelOf(sdl)).find(each => each.id === id);
  if (collection === undefined) throw new Error(`No collection ${id}`);
  return collection;
};
/** The variables that sort the only collection by name, descending. */
const sortedByNameDown = (sdl: string): unknown => {
  const sort = wholeCollections(modelOf(sdl))[0]?.sort;
  return sort ? sortToVariables(sort, [{ field: 'name', direction: 'descending' }]) : null;
};

describe('a namespace that takes arguments for the lists in it', () => {
  const anilist = `
    type Query { Page(page: Int, perPage: Int): Page } enum MediaSort { ID ID_DESC SCORE SCORE_DESC }
    type Page { pageInfo: PageInfo media(id: Int, search: String, sort: [MediaSort]): [Media] staff(search: String): [Staff] }
    type PageInfo { total: Int perPage: Int currentPage: Int lastPage: Int hasNextPage: Boolean } type Media { id: Int! score: Int } type Staff { id: Int! name: String }`;

  it('AniList: it has the paging arguments and the total', async () => {
    expect(await foundIn(anilist)).toEqual([
      'Page.media  page pageInfo.total [id,search]',
      'Page.staff  page pageInfo.total [search]',
    ]);
    const media = collectionOf(anilist, 'Page.media');
    const { query, variables, read } = pageDocument(modelOf(anilist), media, {
      page: { kind: 'page', page: 2 },
      size: 20,
      filters: [{ field: 'search', operator: 'search', value: 'sea' }],
      sort: [{ field: 'score', direction: 'descending' }],
    });
    expect(variables).toEqual({ page: 2, perPage: 20, search: 'sea', sort: ['SCORE_DESC'] });
    expect(query).toMatch(/Page\(page: \$page, perPage: \$perPage\) \{\s+media\(search: \$search, sort: \$sort\)/);
    const pageInfo = { total: 45, hasNextPage: true };
    expect(read({ Page: { pageInfo, media: [{ id: 1 }] } })).toMatchObject({
      total: 45,
      start: 20,
      next: { kind: 'page', page: 3 },
      previous: { kind: 'page', page: 1 },
    });
  });

  it('Sourcegraph: it has the argument of the search', async () => {
    expect(
      await foundIn(`
        type Query { search(query: String = ""): Search } type Search { results: SearchResults! } type SearchResults { results: [Ship!]! matchCount: Int! } ${SHIP}`),
    ).toEqual(['search.results results none matchCount [search]']);
  });

  it('a payload around a connection, with errors beside it', async () => {
    expect(
      await foundIn(`
        type Query { ships(first: Int, after: String): ShipsPayload } type ShipsPayload { ships: ShipConnection errors: [ShipError!] } type ShipError { message: String! }
        type ShipConnection { edges: [Edge!]! pageInfo: PageInfo! } type Edge { cursor: String! node: Ship! } type PageInfo { hasNextPage: Boolean! endCursor: String } ${SHIP}`),
    ).toEqual(['ships.ships edges cursor - []']);
  });

  it('whose list has arguments with the same names: those of the list are used', async () => {
    const sdl = `type Query { fleet(limit: Int, flag: String): Fleet } type Fleet { ships(limit: Int, offset: Int): [Ship!]! } ${SHIP}`;
    expect(await foundIn(sdl)).toEqual(['fleet.ships  offset - [flag]']);
    const { query } = pageDocument(modelOf(sdl), collectionOf(sdl, 'fleet.ships'), {
      filters: [{ field: 'flag', operator: 'is', value: 'no' }],
    });
    expect(query).toMatch(/fleet\(flag: \$flag\) \{\s+ships\(limit: \$limit, offset: \$offset\)/);
  });
});

describe('paging inside an input object', () => {
  it.each([
    ['paginationInput: PaginationInput!', 'input PaginationInput { page: Int! limit: Int! }', 'ships  page - []'],
    ['criteria: Criteria', 'input Criteria { name: String page: Int limit: Int }', 'ships  page - [name]'],
    ['args: ShipArgs!', 'input ShipArgs { take: Int! skip: Int! tonnage: Int }', 'ships  offset - [tonnage]'],
    // A filter can have a field called `page` or `size`.
    ['where: Where', 'input Where { page: Int name: String }', 'ships  none - [page,name]'],
  ])('%s', async (argument, input, expected) => {
    expect(await foundIn(`type Query { ships(${argument}): [Ship!]! } ${input} ${SHIP}`)).toEqual([expected]);
  });
});

it('Spring: pages are counted from 0', () => {
  const sdl = `type Query { ships(pageNo: Int, pageSize: Int): ShipPage! } type ShipPage { content: [Ship!]! totalElements: Int! last: Boolean! } ${SHIP}`;
  const { variables, read } = pageDocument(modelOf(sdl), collectionOf(sdl, 'ships'), { size: 10 });
  expect(variables).toEqual({ pageNo: 0, pageSize: 10 });
  expect(read({ ships: { content: [{}], totalElements: 30 } }).next).toEqual({ kind: 'page', page: 1 });
});

it('the locale and the stage of the rows are offered as filters', async () => {
  expect(
    await foundIn(
      `type Query { ships(locale: Locale, stage: Stage! = PUBLISHED, draft: Boolean): [Ship!]! } enum Locale { en de } enum Stage { DRAFT PUBLISHED } ${SHIP}`,
    ),
  ).toEqual(['ships  none - [locale,stage,draft]']);
});

describe('lists under unusual names', () => {
  it.each([
    ['a cursor alone beside them', 'Feed { cursor: ID ships: [Ship!]! }', 'cursor: ID, limit: Int!', 'ships ships token - []'],
    [
      'chat messages, which are not error messages',
      'ShipPage { messages: [Ship!]! hasMore: Boolean! }',
      'limit: Int',
      'ships messages none - []',
    ],
    [
      'Elasticsearch',
      'Found { took: Int! hits: Hits! } type Hits { total: Int! hits: [Ship!]! }',
      'from: Int, size: Int',
      'ships hits.hits offset hits.total []',
    ],
    [
      'page information in an object of another name',
      'ShipPage { rows: [Ship!]! paginationInfo: Info! } type Info { totalEntries: Int! numberOfPages: Int! }',
      'page: Int, per: Int',
      'ships rows page paginationInfo.totalEntries []',
    ],
  ])('%s', async (_, type, args, expected) => {
    expect(await foundIn(`type Query { ships(${args}): ${type.split(' ')[0]}! } type ${type} ${SHIP}`)).toEqual([expected]);
  });
});

describe('orders', () => {
  it.each([
    ['in the syntax of the default value (GitLab)', 'sort: String = "id_desc"', '', { sort: 'name_desc' }],
    ['with a comma (Spring)', 'sort: String = "id,asc"', '', { sort: 'name,desc' }],
    ['with a space', 'sort: [String!] = ["id ASC"]', '', { sort: ['name DESC'] }],
    [
      'of two arguments, the one with directions (Linear)',
      'orderBy: By, sort: [Order!]',
      'enum By { name } input Order { name: NameOrder } input NameOrder { order: Direction nulls: Nulls } enum Direction { Ascending Descending } enum Nulls { first last }',
      { sort: [{ name: { order: 'Descending' } }] },
    ],
    [
      'with the direction in an object (EdgeDB)',
      'order: Order',
      'input Order { name: Ordering } input Ordering { dir: Direction! nulls: Nulls } enum Direction { ASC DESC } enum Nulls { SMALLEST BIGGEST }',
      { order: { name: { dir: 'DESC' } } },
    ],
    [
      'inside the paging input (Spring)',
      'pageable: Pageable',
      'input Pageable { page: Int size: Int sort: [Sort!] } input Sort { property: String! direction: Dir } enum Dir { ASC DESC }',
      { pageable: { sort: [{ property: 'name', direction: 'DESC' }] } },
    ],
  ])('%s', (_, args, types, expected) => {
    expect(sortedByNameDown(`type Query { ships(${args}): [Ship!]! } ${types} ${SHIP}`)).toEqual(expected);
  });
});

describe('filters', () => {
  it.each([
    [
      'SAP: each operator in a list',
      'filter: Filter',
      'input Filter { name: [Text] } input Text { eq: String contains: String }',
      'contains',
      { filter: { name: { contains: 'a' } } },
    ],
    [
      'DatoCMS: a pattern in an object',
      'filter: Filter',
      'input Filter { name: Text } input Text { matches: Match eq: String } input Match { pattern: String! caseSensitive: Boolean }',
      'matches',
      { filter: { name: { matches: { pattern: 'a' } } } },
    ],
    [
      'Amplify: the condition of a key beside the filter',
      'name: ModelStringKeyConditionInput',
      'input ModelStringKeyConditionInput { eq: String beginsWith: String }',
      'startsWith',
      { name: { beginsWith: 'a' } },
    ],
  ] as const)('%s', async (_, args, types, operator, expected) => {
    const sdl = `type Query { ships(${args}): [Ship!]! } ${types} ${SHIP}`;
    const ships = collectionOf(sdl, 'ships');
    const filters = [{ field: 'name', operator, value: 'a' }];
    expect(ships.filter && filterToVariables(ships.filter, filters)).toEqual({ variables: expected, problems: [], ignored: [] });
    const { query, variables } = pageDocument(modelOf(sdl), ships, { filters });
    expect((await executeMocked(schemaOf(sdl), query, variables)).errors).toBeUndefined();
  });

  it('do not include arguments for how conditions are combined', async () => {
    expect(
      await foundIn(
        `type Query { ships(filter: Filter): [Ship!]! } input Filter { conjunction: Conjunction = AND DISTINCT: Boolean name: String } enum Conjunction { AND OR } ${SHIP}`,
      ),
    ).toEqual(['ships  none - [name]']);
  });
});

describe('keys in an object of system fields', () => {
  const contentful = `
    type Query { ship(id: String!, preview: Boolean): Ship shipCollection(skip: Int, limit: Int): ShipCollection port(id: String!): Port }
    type ShipCollection { total: Int! items: [Ship]! } type Sys { id: String! publishedAt: String } interface Entry { sys: Sys! }
    type Ship implements Entry { sys: Sys! name: String port: Port ports: [Port] } type Port implements Entry { sys: Sys! title: String }
    type Mutation { publishShip(id: String!): Ship }`;

  it('Contentful: records are opened by them, from the table and from links to them', async () => {
    const model = modelOf(contentful);
    const ships = collectionOf(contentful, 'shipCollection');
    const { query, read } = pageDocument(model, ships);
    expect(problemsOf(schemaOf(contentful), query)).toEqual([]);
    const sys = { id: '7x' };
    const [row] = read({
      shipCollection: { total: 1, items: [{ sys, name: 'Nordlys', port: { sys: { id: 'p' }, title: 'A' } }] },
    }).rows;
    const ref = recordRef(model, 'Ship', row);
    expect(ref).toEqual({ typeName: 'Ship', keys: { 'sys.id': '7x' } });
    if (ref === null) throw new Error('No reference');
    const text = formatRecordRef(model, ref);
    expect(text).toBe('7x');
    expect(parseRecordRef(model, 'Ship', text)).toEqual(ref);
    const record = recordDocument(model, ref);
    expect(record.variables).toEqual({ id: '7x' });
    expect(problemsOf(schemaOf(contentful), record.query)).toEqual([]);
    expect(defaultColumns(model, 'Ship').find(column => column.id.startsWith('port.'))?.relation?.typeName).toBe('Port');
    expect(query).toMatch(/port \{[^}]*sys \{\s+id/);
    expect(actionsFor(model, 'Ship').map(({ action, key }) => [action.id, key])).toEqual([['publishShip', 'sys.id']]);
  });

  it.each([
    [
      'Prismic',
      'post(uid: String!, lang: String!): Post',
      '_meta: Meta! } type Meta { uid: String lang: String! }',
      ['_meta.uid', '_meta.lang'],
    ],
    [
      'Kontent',
      'posts(where: Where): [Post!]!',
      '_system_: System! } type System { id: ID! codename: String! } input Where { _system_: SystemFilter } input SystemFilter { codename: TextFilter } input TextFilter { eq: String }',
      ['_system_.codename'],
    ],
  ])('%s', (_, field, rest, keys) => {
    const sdl = `type Query { ${field} all: [Post!]! } type Post { title: String ${rest}`;
    const lookup = recordLookup(modelOf(sdl), 'Post');
    expect(lookup?.keys.map(key => key.column)).toEqual(keys);
    const ref = { typeName: 'Post', keys: Object.fromEntries(keys.map(key => [key, 'x'])) };
    expect(problemsOf(schemaOf(sdl), recordDocument(modelOf(sdl), ref).query)).toEqual([]);
  });
});

it('SAP: actions can be two namespaces deep', () => {
  const model = modelOf(`
    type Query { x: Int } type Mutation { CatalogService: CatalogService_input } type CatalogService_input { Books: Books_input Authors: Authors_input }
    type Books_input { create(input: [BookInput]!): [Book] delete(id: ID!): Int } type Authors_input { create(name: String!): Book delete(id: ID!): Int }
    input BookInput { title: String } type Book { id: ID! title: String }`);
  expect(findActions(model).map(action => action.id)).toEqual([
    'CatalogService.Books.create',
    'CatalogService.Books.delete',
    'CatalogService.Authors.create',
    'CatalogService.Authors.delete',
  ]);
});

it('Prisma: groups are not rows', async () => {
  expect(
    await foundIn(
      `type Query { ships(take: Int, skip: Int): [Ship!]! groupByShip(by: [Field!]!): [Group!]! } enum Field { id } type Group { id: ID! } ${SHIP}`,
    ),
  ).toEqual(['ships  offset - []']);
});
