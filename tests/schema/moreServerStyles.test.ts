/** Further styles of servers, each with its peculiarities, as in their public documentation. */

import { type Collection, findCollections } from '../../src/schema/collections/collections';
import { defaultColumns } from '../../src/schema/collections/columns/defaultColumns';
import { displayPath } from '../../src/schema/collections/displayField';
import { recordLayout } from '../../src/schema/collections/recordLayout';
import { recordLookup } from '../../src/schema/collections/records';
import { pageDocument } from '../../src/schema/documents/documents';
import { type FilterCapability, filterToVariables } from '../../src/schema/filters/filters';
import { sortCapability } from '../../src/schema/filters/sortCapability';
import { sortToVariables } from '../../src/schema/filters/sortVariables';
import { foundIn as found } from './foundIn';
import { modelOf } from './modelOf';
import { wholeCollections } from './wholeCollections';

const SHIP = 'type Ship { id: ID! name: String! tonnage: Int }';

it('Strapi 5: records are found by their document id, and paging arguments are not filters', async () => {
  const sdl = `
    enum PublicationStatus { DRAFT PUBLISHED } input PaginationArg { page: Int pageSize: Int start: Int limit: Int }
    type Query {
      ship(documentId: ID!, status: PublicationStatus = PUBLISHED): Ship
      ships(filters: ShipFiltersInput, pagination: PaginationArg = {}, sort: [String] = [], status: PublicationStatus = PUBLISHED): [Ship]!
      ships_connection(filters: ShipFiltersInput, pagination: PaginationArg = {}, sort: [String] = []): ShipEntityResponseCollection
    }
    type ShipEntityResponseCollection { nodes: [Ship!]! pageInfo: Pagination! } type Pagination { total: Int! page: Int! pageSize: Int! pageCount: Int! }
    type Ship { documentId: ID! name: String }
    input ShipFiltersInput { name: StringFilterInput and: [ShipFiltersInput] } input StringFilterInput { eq: String contains: String }`;
  expect(await found(sdl)).toEqual([
    'ships < ships_connection  offset ships_connection.pageInfo.total [name,status,search]',
    'ships_connection nodes offset pageInfo.total [name,search]',
  ]);
  expect(recordLookup(modelOf(sdl), 'Ship')).toMatchObject({
    path: ['ship'],
    keys: [{ column: 'documentId', target: ['documentId'] }],
  });
});

it('Fauna and Monday: the cursor of the next page is beside the rows', async () => {
  expect(
    await found(`
      type Query { allShips(_size: Int, _cursor: String): ShipPage! items(limit: Int, cursor: String): ItemsResponse! }
      type ShipPage { data: [Ship]! after: String before: String } type ItemsResponse { cursor: String items: [Ship!]! } ${SHIP}`),
  ).toEqual(['allShips data token - []', 'items items token - []']);
});

it('Monday: a field for later pages only is not a collection', async () => {
  expect(
    await found(`
      type Query {
        items_page(limit: Int, cursor: String): ItemsResponse!
        next_items_page(limit: Int!, cursor: String!): ItemsResponse!
        ships_of(cursor: String!): [Ship!]!
      }
      type ItemsResponse { cursor: String items: [Ship!]! } ${SHIP}`),
  ).toEqual(['items_page items token - []', expect.stringContaining('ships_of')]);
});

it('nestjs-query: unused paging arguments are not filters', async () => {
  expect(
    await found(`
      type Query { ships(paging: CursorPaging! = {first: 10}, filter: ShipFilter! = {}): ShipConnection! }
      input CursorPaging { before: String after: String first: Int last: Int } input ShipFilter { name: StringFieldComparison } input StringFieldComparison { eq: String like: String }
      type ShipConnection { pageInfo: PageInfo! edges: [ShipEdge!]! totalCount: Int! } type ShipEdge { node: Ship! cursor: String! }
      type PageInfo { hasNextPage: Boolean startCursor: String endCursor: String } ${SHIP}`),
  ).toEqual(['ships edges cursor totalCount [name,search]']);
});

it('WPGraphQL: `where` as a whole is the filter, whatever its fields look like', async () => {
  expect(
    await found(`
      type Query { ships(first: Int, after: String, where: ShipWhereArgs): ShipConnection }
      input ShipWhereArgs { author: Int name: String search: String orderby: [OrderbyInput] dateQuery: DateQueryInput }
      input OrderbyInput { field: OrderbyEnum! order: OrderEnum! } enum OrderbyEnum { NAME DATE } enum OrderEnum { ASC DESC }
      input DateQueryInput { after: DateInput column: String } input DateInput { day: Int }
      type ShipConnection { edges: [Edge!]! nodes: [Ship!]! pageInfo: PageInfo! } type Edge { cursor: String node: Ship! }
      type PageInfo { hasNextPage: Boolean! endCursor: String } ${SHIP}`),
  ).toEqual(['ships nodes cursor - [author,name,search]']);
});

it('an order argument of unknown type, or a second page size, is neither an order nor a filter', async () => {
  expect(
    await found(`
      type Query {
        ships(orderBy: String, offset: Int, limit: Int, size: Int, page: Int, name: String, pagination: Boolean): [Ship]
        orders(order: ID, sort: [String!]): [Ship]
      } ${SHIP}`),
  ).toEqual(['ships  offset - [name]', 'orders  none - [order]']);
});

it.each([
  ['an example without quotes', '"The order, e.g. created_at desc" ', 'name desc'],
  ["the label of django-filter's ordering", '"Ordering" ', '-name'],
  ['a word that is not an example, as a guess', '"Order asc or desc" ', '-name'],
])('a sort text has the dialect of %s', (_, documentation, descending) => {
  const model = modelOf(`type Query { ships(${documentation}orderBy: String): [Ship] } ${SHIP}`);
  const [ships] = findCollections(model).filter(({ id }) => id === 'ships');
  const sorting = ships === undefined ? null : sortCapability(model, ships);
  expect(sorting?.fields.find(({ id }) => id === 'name')?.terms.descending?.[0]?.value).toBe(descending);
});

it('a sort text whose dialect the schema does not show is a guess, unless it is required', () => {
  const order = (argument: string): unknown[] => {
    const model = modelOf(`type Query { ships(${argument}): [Ship] } ${SHIP}`);
    const sorting = sortCapability(model, findCollections(model)[0] as Collection);
    const name = sorting?.fields.find(({ id }) => id === 'name');
    return [name?.terms.descending?.[0]?.value, sorting?.isGuess];
  };
  expect(order('order_by: String')).toEqual(['-name', true]);
  expect(order('sort: [String!]')).toEqual(['-name', true]);
  expect(order('sort: String = "id:asc"')).toEqual(['name:desc', undefined]);
  // It would be sent at once.
  expect(order('sort: String!')).toEqual([undefined, undefined]);
});

it('SpaceX and Squidex: of two lists of the same rows, the one with a total is used', async () => {
  expect(
    await found(`
      type Query { ships(limit: Int, offset: Int): [Ship] shipsResult(limit: Int, offset: Int): ShipsResult queryPorts(top: Int, skip: Int): [Port!] queryPortsWithTotal(top: Int, skip: Int): PortResult }
      type ShipsResult { result: Result data: [Ship] } type Result { totalCount: Int } type PortResult { total: Int! items: [Port!] } type Port { id: ID! } ${SHIP}`),
  ).toEqual([
    'ships < shipsResult  offset - []',
    'shipsResult data offset result.totalCount []',
    'queryPorts < queryPortsWithTotal  offset - []',
    'queryPortsWithTotal items offset total []',
  ]);
});

it('Storyblok: an object that contains only one list is that list', async () => {
  expect(
    await found(`type Query { Tags(starts_with: String): Tags } type Tags { items: [Tag!]! } type Tag { name: String! }`),
  ).toEqual(['Tags items none - [starts_with]']);
});

it('BigCommerce: a namespace, with the total in an information object', async () => {
  expect(
    await found(`
      type Query { site: Site! } type Site { ships(after: String, first: Int): ShipConnection! settings: Settings } type Settings { storeName: String }
      type ShipConnection { pageInfo: PageInfo! edges: [Edge] collectionInfo: CollectionInfo } type CollectionInfo { totalItems: Long } scalar Long
      type Edge { cursor: String! node: Ship! } type PageInfo { hasNextPage: Boolean! endCursor: String } ${SHIP}`),
  ).toEqual(['site.ships edges cursor collectionInfo.totalItems []']);
});

it('Weaviate and Twenty: aggregates are not rows, and lists of connections are not collections', async () => {
  expect(
    await found(`
      type Query { Get: GetObj Aggregate: AggregateObj shipDuplicates(ids: [ID]): [ShipConnection!] }
      type GetObj { Ship(limit: Int, offset: Int): [Ship] } type AggregateObj { Ship(limit: Int): [AggShip] } type AggShip { meta: Meta } type Meta { count: Int }
      type ShipConnection { edges: [Edge!]! totalCount: Int pageInfo: PageInfo! } type Edge { cursor: String! node: Ship! } type PageInfo { hasNextPage: Boolean! endCursor: String } ${SHIP}`),
  ).toEqual(['Get.Ship  offset - []']);
});

it('a page number can be in an input object', async () => {
  const sdl = `
    type Query { ships(page: PageInput): ShipResults! } input PageInput { number: Int! = 1 size: Int! = 20 }
    type ShipResults { ships: [Ship!]! pageInfo: Info! } type Info { total: Int! number: Int! } ${SHIP}`;
  expect(await found(sdl)).toEqual(['ships ships page pageInfo.total []']);
  const [ships] = wholeCollections(modelOf(sdl));
  expect(ships?.paging).toMatchObject({ page: ['page', 'number'], size: ['page', 'size'] });
});

it.each([
  ['totalNoOfShips', 'ships'],
  ['total_ships', 'ships'],
  ['shipsTotal', 'ships'],
  ['shipCount', 'ships'],
  ['totalShipCount', 'ships'],
  ['numberOfVessels', 'vessels'],
])('the total %s is named after the list %s', async (total, list) => {
  const wrapper = `type ShipListResponse { ${total}: Int! ${list}: [Ship]! }`;
  expect(await found(`type Query { listShips: ShipListResponse! } ${wrapper} ${SHIP}`)).toEqual([
    `listShips ${list} none ${total} []`,
  ]);
});

it('a number that is named after the list is no total in an object that is more than a page', async () => {
  const board = 'type Board { totalShips: Int! ships: [Ship]! harbour: String! }';
  expect(await found(`type Query { board: Board! } ${board} ${SHIP}`)).not.toContain('board ships none totalShips []');
});

it('a list can be in an envelope with a status', async () => {
  expect(
    await found(`
      type Query {
        getShips(input: GetShipsInput): GetShipsResponse!
        shipList(request: ShipRequest): ShipListPayload
        ships: ShipsOutcome
        listShips(pageSize: Int, pageToken: String): ListShipsResponse!
      }
      input GetShipsInput { page: Int perPage: Int q: String name: String } input ShipRequest { limit: Int offset: Int }
      type GetShipsResponse { success: Boolean! message: String data: ShipsData } type ShipsData { ships: [Ship!]! total: Int! }
      type ShipListPayload { errors: [Err!] ships: [Ship!] totalCount: Int } type Err { message: String! }
      type ShipsOutcome { code: Int! success: Boolean! data: [Ship!] }
      type ListShipsResponse { ships: [Ship!]! nextPageToken: String totalSize: Int } ${SHIP}`),
  ).toEqual([
    'getShips data.ships page data.total [name,search]',
    'shipList < getShips ships offset totalCount []',
    'ships < getShips data none - []',
    'listShips < getShips ships token totalSize []',
  ]);
});

it('a record that looks like an envelope is a record', async () => {
  expect(
    await found(`
      type Query { latest: Order status: Status orders: [Order!]! }
      type Order { id: ID! status: String items: [Item!]! data: Data } type Item { sku: String! } type Data { rows: [Item!]! total: Int }
      type Status { status: String! message: String order: Order }`),
  ).toEqual(['orders  none - []']);
});

it('Linear: an order of objects within a map', () => {
  const model = modelOf(`
    type Query { ships(sort: [ShipSortInput!]): [Ship!]! } input ShipSortInput { name: NameSort tonnage: TonnageSort }
    input NameSort { nulls: Nulls order: SortOrder } input TonnageSort { nulls: Nulls order: SortOrder noFirst: Boolean } enum Nulls { first last } enum SortOrder { Ascending Descending } ${SHIP}`);
  const sort = wholeCollections(model)[0]?.sort;
  expect(sort && sortToVariables(sort, [{ field: 'name', direction: 'descending' }])).toEqual({
    sort: [{ name: { order: 'Descending' } }],
  });
});

it('two fields of different types are not a range, whatever the name of their object', () => {
  const model = modelOf(`
    type Query { ships(filter: ShipFilter): [Ship!]! } input ShipFilter { name: NameFilter tonnage: TonnageFilter built: BuiltFilter }
    input NameFilter { eq: String between: Inner } input Inner { between: NameFilter eq: String }
    input TonnageFilter { eq: Int between: Mixed } input Mixed { from: Int to: String }
    input BuiltFilter { eq: Int between: Years } input Years { from: Int! to: Int } ${SHIP}`);
  const fields = wholeCollections(model)[0]?.filter?.fields ?? [];
  expect(fields.map(({ id, operators }) => [id, ...operators.map(({ tag }) => tag)])).toEqual([
    ['name', 'is'],
    ['tonnage', 'is'],
    ['built', 'is', 'between'],
  ]);
});

it('an argument named `direction` whose values are not directions is not an order', () => {
  const sortOf = (term: string, args = 'sort: Term') =>
    wholeCollections(
      modelOf(`type Query { ships(${args}): [Ship!]! } input Term { ${term} } enum Columns { NAME TONNAGE } ${SHIP}`),
    )[0]?.sort ?? null;
  expect(sortOf('field: Columns desc: Int')).toBeNull();
  expect(sortOf('asc: Columns desc: Int')).toBeNull();
  expect(sortOf('field: Columns', 'sort: Columns, reverse: Int')?.fields.map(({ terms }) => terms.descending)).not.toContainEqual(
    expect.arrayContaining([{ path: ['reverse'], value: true }]),
  );
  const known = sortOf('field: Columns desc: Boolean');
  expect(known && sortToVariables(known, [{ field: 'name', direction: 'descending' }])).toEqual({
    sort: { field: 'NAME', desc: true },
  });
});
describe('a list of conditions that name their fields', () => {
  const sdl = `
    type Query { listShips(input: ListShipsInput): ShipList! }
    input ListShipsInput { page: Int = 1 size: Int = 20 search: String filters: [ShipFilterInput!] }
    input ShipFilterInput { field: ShipField! operator: FilterOperator! value: String values: [String!] }
    enum ShipField { NAME TONNAGE STATUS BUILT_ON SECRET_RANK }
    enum FilterOperator { EQ NEQ CONTAINS GT GTE LTE IN IS_NULL FUZZY }
    type ShipList { rows: [Ship!]! pageCount: Int! } enum Status { IN_PORT AT_SEA } scalar Date
    type Ship { id: ID! name: String! tonnage: Int status: Status! builtOn: Date }`;
  const capabilityOf = (text: string): FilterCapability => {
    const [collection] = wholeCollections(modelOf(text));
    if (!collection?.filter) throw new Error('no filter');
    return collection.filter;
  };

  it('offers its fields, with operators and values that fit the columns', async () => {
    expect(await found(sdl)).toEqual(['listShips rows page - [name,tonnage,status,builtOn,SECRET_RANK,search]']);
    const fields = new Map(capabilityOf(sdl).fields.map(field => [field.id, field]));
    expect(fields.get('name')?.operators.map(operator => operator.tag)).toEqual(
      expect.arrayContaining(['is', 'isNot', 'contains', 'in', 'isNull']),
    );
    expect(fields.get('status')?.operators.map(operator => operator.tag)).toEqual(['is', 'isNot', 'in', 'isNull']);
    expect(fields.get('tonnage')?.operators.map(operator => operator.tag)).not.toContain('contains');
    expect(fields.get('tonnage')?.operators[0]?.value?.control).toMatchObject({ kind: 'scalar', scalar: { kind: 'int' } });
    expect(fields.get('status')?.operators[0]?.value?.control).toMatchObject({ kind: 'enum', typeName: 'Status' });
  });

  it('is sent as one list, with values as text', () => {
    const { variables, problems, ignored } = filterToVariables(capabilityOf(sdl), [
      { field: 'tonnage', operator: 'atLeast', value: '100' },
      { field: 'tonnage', operator: 'atMost', value: '900' },
      { field: 'status', operator: 'in', value: ['IN_PORT', 'AT_SEA'] },
      { field: 'builtOn', operator: 'isNull' },
      { field: 'search', operator: 'search', value: 'nord' },
    ]);
    expect({ problems, ignored }).toEqual({ problems: [], ignored: [] });
    expect(variables).toEqual({
      input: {
        search: 'nord',
        filters: [
          { field: 'TONNAGE', operator: 'GTE', value: '100' },
          { field: 'TONNAGE', operator: 'LTE', value: '900' },
          { field: 'STATUS', operator: 'IN', values: ['IN_PORT', 'AT_SEA'] },
          { field: 'BUILT_ON', operator: 'IS_NULL' },
        ],
      },
    });
    expect(
      filterToVariables(capabilityOf(sdl), [{ field: 'tonnage', operator: 'atLeast', value: 'much' }]).problems,
    ).toHaveLength(1);
  });

  it('sends an object as JSON text', () => {
    const capability = capabilityOf(
      sdl
        .replace('BUILT_ON', 'BUILT_ON EXTRA')
        .replace('builtOn: Date', 'builtOn: Date extra: JSON')
        .replace('scalar Date', 'scalar Date scalar JSON'),
    );
    const { variables, problems } = filterToVariables(capability, [{ field: 'extra', operator: 'is', value: '{"hull": 2}' }]);
    expect(problems).toEqual([]);
    expect(variables).toEqual({
      input: {
        filters: [{ field: 'EXTRA', operator: 'EQ', value: '{"hull":2}' }],
      },
    });
  });

  it('Lighthouse: a condition with nested ones is sent as a list of them', () => {
    const lighthouse = `
      type Query { ships(where: ShipsWhere, first: Int! = 15, page: Int): ShipPaginator! }
      input ShipsWhere { column: ShipsColumn operator: SQLOperator = EQ value: Mixed AND: [ShipsWhere!] OR: [ShipsWhere!] }
      enum ShipsColumn { NAME TONNAGE } enum SQLOperator { EQ NEQ GT GTE LT LTE LIKE IN IS_NULL } scalar Mixed
      type ShipPaginator { data: [Ship!]! paginatorInfo: Info! } type Info { total: Int! hasMorePages: Boolean! lastPage: Int! } ${SHIP}`;
    const { variables, problems, ignored } = filterToVariables(capabilityOf(lighthouse), [
      { field: 'tonnage', operator: 'atLeast', value: '100' },
      { field: 'name', operator: 'contains', value: '50%' },
      { field: 'name', operator: 'startsWith', value: 'S' },
    ]);
    expect({ problems, ignored }).toEqual({ problems: [], ignored: [] });
    expect(variables).toEqual({
      where: {
        AND: [
          { column: 'TONNAGE', operator: 'GTE', value: 100 },
          { column: 'NAME', operator: 'LIKE', value: '%50\\%%' },
          { column: 'NAME', operator: 'LIKE', value: 'S%' },
        ],
      },
    });
  });

  it('is found at the root with field names as text, but not without an enum of operators or with more required fields', () => {
    const rest = `enum Op { EQUALS LESS_THAN } ${SHIP}`;
    expect(
      capabilityOf(
        `type Query { ships(filter: [Cond!]) : [Ship!]! } input Cond { column: String! op: Op! value: JSON } scalar JSON ${rest}`,
      ).fields.map(field => field.id),
    ).toEqual(['id', 'name', 'tonnage']);
    for (const cond of [
      'field: String! op: String! value: String',
      'field: String! op: Op! value: String! scope: ID!',
      'field: String! value: String',
    ])
      expect(
        wholeCollections(modelOf(`type Query { ships(filter: [Cond!]): [Ship!]! } input Cond { ${cond} } ${rest}`))[0]?.filter ??
          null,
      ).toBeNull();
  });
});

it('graphql-compose: the operators of a field are in an object beside its value', () => {
  const [ships] = wholeCollections(
    modelOf(`
      type Query { shipMany(filter: ShipFilter, limit: Int = 100): [Ship!]! } ${SHIP}
      input ShipFilter { name: String tonnage: Float _operators: ShipOperators OR: [ShipFilter!] AND: [ShipFilter!] }
      input ShipOperators { name: NameOperators tonnage: TonnageOperators }
      input NameOperators { ne: String in: [String] regex: String exists: Boolean }
      input TonnageOperators { gt: Float gte: Float lt: Float lte: Float ne: Float in: [Float] exists: Boolean }`),
  );
  if (!ships?.filter) throw new Error('no filter');
  expect(ships.filter.fields.map(({ id, operators }) => [id, operators.map(({ tag }) => tag)])).toEqual([
    ['name', ['is', 'isNot', 'matches', 'in', 'isNull', 'isNotNull']],
    ['tonnage', ['is', 'isNot', 'greater', 'atLeast', 'less', 'atMost', 'between', 'in', 'isNull', 'isNotNull']],
  ]);
  const { variables } = filterToVariables(ships.filter, [
    { field: 'name', operator: 'matches', value: 'nord' },
    { field: 'tonnage', operator: 'between', value: ['1', '2'] },
    { field: 'tonnage', operator: 'is', value: '2' },
  ]);
  expect(variables).toEqual({
    filter: { tonnage: 2, _operators: { name: { regex: 'nord' }, tonnage: { gte: 1, lte: 2 } } },
  });
});

it('a verb before the name of a list is not a part of it', () => {
  const names = 'allShips listShips getShips fetchShips queryShip allShip shipGet getShip queryLate listing allies';
  const sdl = `type Query { ${names
    .split(' ')
    .map(name => `${name}: [Ship!]!`)
    .join(' ')} } ${SHIP}`;
  expect(wholeCollections(modelOf(sdl)).map(collection => collection.label)).toEqual([
    'Ships',
    'Ships',
    'Ships',
    'Ships',
    'Ships',
    'Ships',
    'Ships',
    'Get ship',
    'Query late',
    'Listing',
    'Allies',
  ]);
});

it('Strapi 4: the title of a record is one of its attributes, in an envelope too', () => {
  const model = modelOf(`
    type Query { articles(pagination: PaginationArg = {}): ArticleEntityResponseCollection article(id: ID): ArticleEntityResponse }
    input PaginationArg { page: Int pageSize: Int start: Int limit: Int }
    type ArticleEntityResponseCollection { data: [ArticleEntity!]! meta: Meta! } type Meta { pagination: Pagination! }
    type Pagination { total: Int! page: Int! pageSize: Int! pageCount: Int! }
    type ArticleEntityResponse { data: ArticleEntity } type ArticleEntity { id: ID attributes: Article }
    type Article { title: String! views: Int! author: AuthorEntityResponse } type Author { name: String! }
    type AuthorEntityResponse { data: AuthorEntity } type AuthorEntity { id: ID attributes: Author }`);
  expect(displayPath(model, 'ArticleEntity')).toEqual(['attributes', 'title']);
  expect(displayPath(model, 'ArticleEntityResponse')).toEqual(['data', 'attributes', 'title']);
  const columns = defaultColumns(model, 'ArticleEntity');
  expect(columns.map(column => column.label)).toEqual(['Title', 'Views', 'Author']);
  expect(columns[2]?.relation).toMatchObject({ typeName: 'AuthorEntity', path: ['attributes', 'author', 'data'] });
  const groups = recordLayout(model, 'ArticleEntity').groups.map(({ tag, columns: of }) => [tag, of.map(column => column.label)]);
  expect(groups).toEqual([
    ['facts', ['Title', 'Views']],
    ['relations', ['Author']],
    ['keys', ['ID']],
  ]);
});

it('gRPC-like: paging and keys can be in an object inside the only argument', () => {
  const schema =
    modelOf(`type Query { users(params: ListUsersRequest): Users! user(params: UserRequest!): User logs(request: LogsRequest!): [Log!]! }
    input Pagination { limit: Int page: Int } input ListUsersRequest { pagination: Pagination query: String } input UserRequest { id: ID! }
    input LogsRequest { day: String! pagination: Pagination }
    type Users { pagination: Pages! users: [User!]! } type Pages { limit: Int! page: Int! total: Int! } type User { id: ID! name: String } type Log { id: ID! }`);
  const users = findCollections(schema).find(({ id }) => id === 'users');
  expect(users?.paging).toMatchObject({ page: ['params', 'pagination', 'page'], size: ['params', 'pagination', 'limit'] });
  expect(pageDocument(schema, users as Collection, { size: 20 }).variables).toEqual({
    params: { pagination: { page: 1, limit: 20 } },
  });
  expect(recordLookup(schema, 'User')?.keys).toEqual([{ column: 'id', target: ['params', 'id'] }]);
  // The other fields of the request are required, so it is filled in by the user.
  expect(findCollections(schema).find(({ id }) => id === 'logs')?.paging).toMatchObject({ style: 'none' });
});

it('drizzle-graphql: a sort field needs its place among the others', () => {
  const model =
    modelOf(`type Query { ships(offset: Int, limit: Int, orderBy: ShipsOrderBy): [Ship!]! } enum OrderDirection { asc desc }
    input InnerOrder { direction: OrderDirection! priority: Int! } input ShipsOrderBy { name: InnerOrder tonnage: InnerOrder } ${SHIP}`);
  const [ships] = findCollections(model) as [Collection];
  const sorting = sortCapability(model, ships);
  expect(sorting && sortToVariables(sorting, [{ field: 'tonnage', direction: 'descending' }])).toEqual({
    orderBy: { tonnage: { direction: 'desc', priority: 1 } },
  });
});

it('graphql-sequelize: a descending order is written with "reverse:"', () => {
  const model = modelOf(
    `scalar SequelizeJSON type Query { ships(limit: Int, order: String, where: SequelizeJSON, offset: Int): [Ship] } ${SHIP}`,
  );
  const [ships] = findCollections(model) as [Collection];
  const sorting = sortCapability(model, ships);
  const sent = (direction: 'ascending' | 'descending') => sorting && sortToVariables(sorting, [{ field: 'name', direction }]);
  expect(sent('ascending')).toEqual({ order: 'name' });
  expect(sent('descending')).toEqual({ order: 'reverse:name' });
});

it("SAP's CAP: a list of filters takes one of them, and a list of values one value", () => {
  const model = modelOf(`type Query { ships(top: Int, skip: Int, filter: [Ships_filter]): [Ship!]! } ${SHIP}
    input Ships_filter { name: [String_filter] tonnage: [Int_filter] } input Int_filter { eq: Int ne: [Int] gt: Int }
    input String_filter { eq: String ne: [String] in: [String] startswith: String contains: [String] }`);
  const filter = wholeCollections(model)[0]?.filter as FilterCapability;
  expect(filter.fields.map(({ id, operators }) => [id, ...operators.map(({ tag }) => tag)])).toEqual([
    ['name', 'is', 'isNot', 'contains', 'startsWith', 'in'],
    ['tonnage', 'is', 'isNot', 'greater'],
  ]);
  const set = [
    { field: 'name', operator: 'contains', value: 'a' } as const,
    { field: 'tonnage', operator: 'isNot', value: '5' } as const,
  ];
  expect(filterToVariables(filter, set).variables).toEqual({ filter: { name: { contains: 'a' }, tonnage: { ne: 5 } } });
});

it('AppSync: the list by an index is not labelled like the list of all', () => {
  const model = modelOf(`
    type Query {
      listTodos(limit: Int, nextToken: String): TodoPage
      todosByOwnerId(ownerId: ID!, limit: Int, nextToken: String): TodoPage
    }
    type TodoPage { items: [Todo]! nextToken: String } type Todo { id: ID! name: String! }`);
  expect(findCollections(model).map(({ label }) => label)).toEqual(['Todos', 'Todos by owner ID']);
});
