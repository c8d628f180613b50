/** Small schemas in the styles of common servers, with their names, shapes and inputs, as in their public documentation. */

const DIRECTIONS = 'enum SortOrder { asc desc }';

/** Schema language (SDL) by the name of the style. Each schema has ships, most have visits or berths too. */
export const SERVER_STYLES = {
  relay: `
    type Query { ships(first: Int, after: String, last: Int, before: String): ShipConnection!  node(id: ID!): Node }
    interface Node { id: ID! }
    type ShipConnection { edges: [ShipEdge!]!  pageInfo: PageInfo! }
    type ShipEdge { node: Ship!  cursor: String! }
    type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
    type Ship implements Node { id: ID!  name: String! }`,
  prisma: `
    ${DIRECTIONS} enum QueryMode { default insensitive } scalar DateTime
    type Query {
      ships(where: ShipWhereInput, orderBy: [ShipOrderByWithRelationInput!], cursor: ShipWhereUniqueInput, take: Int, skip: Int, distinct: [ShipScalarFieldEnum!]): [Ship!]!
      ship(where: ShipWhereUniqueInput!): Ship
      aggregateShip(where: ShipWhereInput, orderBy: [ShipOrderByWithRelationInput!], cursor: ShipWhereUniqueInput, take: Int, skip: Int): AggregateShip!
    }
    type AggregateShip { _count: ShipCountAggregate  _avg: ShipAvgAggregate }
    type ShipCountAggregate { id: Int!  name: Int!  _all: Int! }
    type ShipAvgAggregate { tonnage: Float }
    enum ShipScalarFieldEnum { id name }
    type Ship { id: Int!  name: String!  tonnage: Float  builtAt: DateTime  berth: Berth  berthId: Int  visits(where: VisitWhereInput, take: Int, skip: Int): [Visit!]! }
    type Berth { id: Int!  name: String! }
    type Visit { id: Int!  note: String }
    input ShipWhereInput { AND: [ShipWhereInput!] OR: [ShipWhereInput!] NOT: [ShipWhereInput!] id: IntFilter name: StringFilter tonnage: FloatNullableFilter builtAt: DateTimeNullableFilter berth: BerthNullableRelationFilter visits: VisitListRelationFilter }
    input BerthWhereInput { AND: [BerthWhereInput!] id: IntFilter name: StringFilter }
    input VisitWhereInput { AND: [VisitWhereInput!] id: IntFilter note: StringFilter }
    input BerthNullableRelationFilter { is: BerthWhereInput isNot: BerthWhereInput }
    input VisitListRelationFilter { every: VisitWhereInput none: VisitWhereInput some: VisitWhereInput }
    input IntFilter { equals: Int in: [Int!] notIn: [Int!] lt: Int lte: Int gt: Int gte: Int not: NestedIntFilter }
    input NestedIntFilter { equals: Int in: [Int!] not: NestedIntFilter }
    input StringFilter { equals: String in: [String!] notIn: [String!] lt: String contains: String startsWith: String endsWith: String mode: QueryMode not: NestedStringFilter }
    input NestedStringFilter { equals: String contains: String not: NestedStringFilter }
    input FloatNullableFilter { equals: Float gt: Float gte: Float lt: Float lte: Float }
    input DateTimeNullableFilter { equals: DateTime gt: DateTime gte: DateTime lt: DateTime lte: DateTime }
    input ShipWhereUniqueInput { id: Int  name: String }
    input ShipOrderByWithRelationInput { id: SortOrder name: SortOrder tonnage: SortOrderInput berth: BerthOrderByWithRelationInput }
    input BerthOrderByWithRelationInput { id: SortOrder name: SortOrder }
    input SortOrderInput { sort: SortOrder! nulls: NullsOrder } enum NullsOrder { first last }
    type Mutation { createOneShip(data: ShipCreateInput!): Ship!  updateOneShip(data: ShipUpdateInput!, where: ShipWhereUniqueInput!): Ship  deleteOneShip(where: ShipWhereUniqueInput!): Ship }
    input ShipCreateInput { name: String!  tonnage: Float } input ShipUpdateInput { name: StringFieldUpdateOperationsInput } input StringFieldUpdateOperationsInput { set: String }`,
  prisma1: `
    scalar DateTime
    type Query {
      ships(where: ShipWhereInput, orderBy: ShipOrderByInput, skip: Int, after: String, before: String, first: Int, last: Int): [Ship]!
      ship(where: ShipWhereUniqueInput!): Ship
      shipsConnection(where: ShipWhereInput, orderBy: ShipOrderByInput, skip: Int, after: String, before: String, first: Int, last: Int): ShipConnection!
    }
    type ShipConnection { pageInfo: PageInfo!  edges: [ShipEdge]!  aggregate: AggregateShip! }
    type AggregateShip { count: Int! } type ShipEdge { node: Ship!  cursor: String! }
    type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
    type Ship { id: ID!  name: String!  tonnage: Int  createdAt: DateTime! }
    enum ShipOrderByInput { id_ASC id_DESC name_ASC name_DESC createdAt_ASC createdAt_DESC }
    input ShipWhereUniqueInput { id: ID }
    input ShipWhereInput { AND: [ShipWhereInput!] id: ID id_not: ID id_in: [ID!] name: String name_not: String name_contains: String name_starts_with: String tonnage: Int tonnage_gt: Int tonnage_lte: Int createdAt_gte: DateTime createdAt_lt: DateTime }`,
  keystone: `
    type Query { ships(where: ShipWhereInput! = {}, orderBy: [ShipOrderByInput!]! = [], take: Int, skip: Int! = 0, cursor: ShipWhereUniqueInput): [Ship!]  ship(where: ShipWhereUniqueInput!): Ship  shipsCount(where: ShipWhereInput! = {}): Int }
    type Ship { id: ID!  name: String  visits(where: VisitWhereInput! = {}, take: Int, skip: Int! = 0): [Visit!]  visitsCount(where: VisitWhereInput! = {}): Int }
    type Visit { id: ID!  note: String }
    enum OrderDirection { asc desc }
    input ShipOrderByInput { id: OrderDirection name: OrderDirection }
    input ShipWhereUniqueInput { id: ID }
    input ShipWhereInput { AND: [ShipWhereInput!] id: IDFilter name: StringFilter }
    input VisitWhereInput { AND: [VisitWhereInput!] id: IDFilter }
    input IDFilter { equals: ID in: [ID!] not: IDFilter } input StringFilter { equals: String contains: String startsWith: String not: NestedStringFilter } input NestedStringFilter { equals: String contains: String }`,
  strapi4: `
    scalar DateTime scalar I18NLocaleCode
    type Query {
      ship(id: ID): ShipEntityResponse
      ships(filters: ShipFiltersInput, pagination: PaginationArg = {}, sort: [String] = [], publicationState: PublicationState = LIVE): ShipEntityResponseCollection
    }
    enum PublicationState { LIVE PREVIEW }
    input PaginationArg { page: Int pageSize: Int start: Int limit: Int }
    type ShipEntityResponseCollection { data: [ShipEntity!]!  meta: ResponseCollectionMeta! }
    type ShipEntityResponse { data: ShipEntity } type ShipEntity { id: ID  attributes: Ship }
    type Ship { name: String  tonnage: Int  createdAt: DateTime }
    type ResponseCollectionMeta { pagination: Pagination! } type Pagination { total: Int!  page: Int!  pageSize: Int!  pageCount: Int! }
    input IDFilterInput { eq: ID in: [ID] } input IntFilterInput { eq: Int gt: Int between: [Int] null: Boolean notNull: Boolean }
    input StringFilterInput { and: [String] or: [String] not: StringFilterInput eq: String eqi: String ne: String startsWith: String contains: String containsi: String notContains: String null: Boolean notNull: Boolean in: [String] }
    input ShipFiltersInput { id: IDFilterInput name: StringFilterInput tonnage: IntFilterInput and: [ShipFiltersInput] or: [ShipFiltersInput] not: ShipFiltersInput }`,
  directus: `
    type Query { ships(filter: ships_filter, sort: [String], limit: Int, offset: Int, page: Int, search: String): [ships!]!  ships_by_id(id: ID!): ships  ships_aggregated(filter: ships_filter, limit: Int, offset: Int, search: String): [ships_aggregated!]! }
    type ships { id: ID!  name: String  tonnage: Int }
    type ships_aggregated { countAll: Int } 
    input ships_filter { id: string_filter_operators name: string_filter_operators tonnage: number_filter_operators _and: [ships_filter] _or: [ships_filter] }
    input string_filter_operators { _eq: String _neq: String _contains: String _icontains: String _starts_with: String _in: [String] _null: Boolean _nnull: Boolean _empty: Boolean }
    input number_filter_operators { _eq: Int _gt: Int _gte: Int _lt: Int _lte: Int _null: Boolean }`,
  payload: `
    type Query { Ship(id: String!, draft: Boolean): Ship  Ships(draft: Boolean, where: Ship_where, limit: Int, page: Int, pagination: Boolean, sort: String): Ships }
    type Ships { docs: [Ship!]!  hasNextPage: Boolean!  hasPrevPage: Boolean!  limit: Int!  nextPage: Int  offset: Int  page: Int!  totalDocs: Int!  totalPages: Int! }
    type Ship { id: String!  name: String }
    input Ship_where { name: Ship_name_operator id: Ship_id_operator AND: [Ship_where_and] OR: [Ship_where_or] }
    input Ship_where_and { name: Ship_name_operator } input Ship_where_or { name: Ship_name_operator }
    input Ship_name_operator { equals: String not_equals: String like: String contains: String in: [String] not_in: [String] all: [String] exists: Boolean }
    input Ship_id_operator { equals: String exists: Boolean }`,
  contentful: `
    scalar DateTime
    type Query { ship(id: String!, preview: Boolean, locale: String): Ship  shipCollection(skip: Int = 0, limit: Int = 100, preview: Boolean, locale: String, where: ShipFilter, order: [ShipOrder]): ShipCollection }
    type ShipCollection { total: Int!  skip: Int!  limit: Int!  items: [Ship]! }
    type Ship { sys: Sys!  name(locale: String): String  tonnage(locale: String): Int } type Sys { id: String!  publishedAt: DateTime }
    enum ShipOrder { name_ASC name_DESC sys_id_ASC sys_id_DESC }
    input ShipFilter { name: String name_not: String name_contains: String name_exists: Boolean name_in: [String] tonnage: Int tonnage_gt: Int AND: [ShipFilter] OR: [ShipFilter] }`,
  appsync: `
    scalar AWSDateTime
    type Query { getShip(id: ID!): Ship  listShips(filter: ModelShipFilterInput, limit: Int, nextToken: String): ModelShipConnection }
    type ModelShipConnection { items: [Ship]!  nextToken: String }
    type Ship { id: ID!  name: String!  createdAt: AWSDateTime! }
    input ModelShipFilterInput { id: ModelIDInput name: ModelStringInput and: [ModelShipFilterInput] or: [ModelShipFilterInput] not: ModelShipFilterInput }
    input ModelIDInput { ne: ID eq: ID beginsWith: ID } input ModelStringInput { ne: String eq: String le: String lt: String ge: String gt: String contains: String notContains: String between: [String] beginsWith: String attributeExists: Boolean }
    type Mutation { createShip(input: CreateShipInput!): Ship  deleteShip(input: DeleteShipInput!): Ship } input CreateShipInput { id: ID name: String! } input DeleteShipInput { id: ID! }`,
  theGraph: `
    scalar BigInt
    type Query { ship(id: ID!, block: Block_height): Ship  ships(skip: Int = 0, first: Int = 100, orderBy: Ship_orderBy, orderDirection: OrderDirection, where: Ship_filter, block: Block_height): [Ship!]! }
    input Block_height { number: Int } enum OrderDirection { asc desc } enum Ship_orderBy { id name tonnage }
    type Ship { id: ID!  name: String!  tonnage: BigInt! }
    input Ship_filter { id: ID id_not: ID id_in: [ID!] name: String name_contains: String name_starts_with_nocase: String tonnage: BigInt tonnage_gt: BigInt tonnage_lte: BigInt tonnage_in: [BigInt!] and: [Ship_filter] or: [Ship_filter] }`,
  dgraph: `
    type Query { getShip(id: ID!): Ship  queryShip(filter: ShipFilter, order: ShipOrder, first: Int, offset: Int): [Ship]  aggregateShip(filter: ShipFilter): ShipAggregateResult }
    type ShipAggregateResult { count: Int  nameMin: String } type Ship { id: ID!  name: String!  tonnage: Int }
    enum ShipOrderable { name tonnage } enum ShipHasFilter { name tonnage }
    input ShipOrder { asc: ShipOrderable desc: ShipOrderable then: ShipOrder }
    input ShipFilter { id: [ID!] name: StringHashFilter tonnage: IntFilter has: [ShipHasFilter] and: [ShipFilter] or: [ShipFilter] not: ShipFilter }
    input StringHashFilter { eq: String in: [String] } input IntFilter { eq: Int in: [Int] le: Int lt: Int ge: Int gt: Int between: IntRange } input IntRange { min: Int! max: Int! }`,
  saleor: `
    scalar DateTime scalar Date
    type Query { ship(id: ID, slug: String, channel: String): Ship  ships(filter: ShipFilterInput, where: ShipWhereInput, sortBy: ShipOrder, search: String, channel: String, before: String, after: String, first: Int, last: Int): ShipCountableConnection }
    type ShipCountableConnection { pageInfo: PageInfo!  edges: [ShipCountableEdge!]!  totalCount: Int } type ShipCountableEdge { node: Ship!  cursor: String! }
    type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
    type Ship { id: ID!  name: String!  slug: String!  created: DateTime! }
    enum OrderDirection { ASC DESC } enum ShipOrderField { NAME CREATED_AT }
    input ShipOrder { direction: OrderDirection! channel: String field: ShipOrderField }
    input ShipFilterInput { isPublished: Boolean updatedAt: DateTimeRangeInput ids: [ID!] search: String } input DateTimeRangeInput { gte: DateTime lte: DateTime }
    input ShipWhereInput { name: StringFilterInput AND: [ShipWhereInput!] OR: [ShipWhereInput!] } input StringFilterInput { eq: String oneOf: [String!] }
    type Mutation { shipCreate(input: ShipCreateInput!): ShipCreate  shipDelete(id: ID!): ShipDelete } input ShipCreateInput { name: String! }
    type ShipCreate { errors: [ShipError!]!  ship: Ship } type ShipDelete { errors: [ShipError!]!  ship: Ship } type ShipError { field: String  message: String  code: ErrorCode! } enum ErrorCode { INVALID }`,
  shopify: `
    scalar DateTime
    type QueryRoot { ships(first: Int, after: String, last: Int, before: String, reverse: Boolean = false, sortKey: ShipSortKeys = ID, query: String): ShipConnection!  ship(id: ID!): Ship }
    schema { query: QueryRoot }
    enum ShipSortKeys { ID TITLE CREATED_AT RELEVANCE }
    type ShipConnection { edges: [ShipEdge!]!  nodes: [Ship!]!  pageInfo: PageInfo! } type ShipEdge { cursor: String!  node: Ship! }
    type PageInfo { hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String  endCursor: String }
    type Ship { id: ID!  title: String!  createdAt: DateTime! }`,
  vendure: `
    scalar DateTime
    type Query { ship(id: ID!): Ship  ships(options: ShipListOptions): ShipList! }
    type ShipList { items: [Ship!]!  totalItems: Int! } type Ship { id: ID!  name: String!  createdAt: DateTime! }
    input ShipListOptions { skip: Int take: Int sort: ShipSortParameter filter: ShipFilterParameter filterOperator: LogicalOperator } enum LogicalOperator { AND OR } enum SortOrder { ASC DESC }
    input ShipSortParameter { id: SortOrder name: SortOrder createdAt: SortOrder }
    input ShipFilterParameter { name: StringOperators createdAt: DateOperators }
    input StringOperators { eq: String notEq: String contains: String notContains: String in: [String!] regex: String isNull: Boolean } input DateOperators { eq: DateTime before: DateTime after: DateTime between: DateRange } input DateRange { start: DateTime! end: DateTime! }`,
  magento: `
    type Query { ships(search: String, filter: ShipAttributeFilterInput, pageSize: Int = 20, currentPage: Int = 1, sort: ShipAttributeSortInput): Ships }
    type Ships { items: [Ship]  page_info: SearchResultPageInfo  total_count: Int } type SearchResultPageInfo { current_page: Int  page_size: Int  total_pages: Int }
    type Ship { uid: ID!  sku: String  name: String } enum SortEnum { ASC DESC }
    input ShipAttributeSortInput { name: SortEnum position: SortEnum }
    input ShipAttributeFilterInput { name: FilterMatchTypeInput sku: FilterEqualTypeInput price: FilterRangeTypeInput } input FilterMatchTypeInput { match: String } input FilterEqualTypeInput { in: [String] eq: String } input FilterRangeTypeInput { from: String to: String }`,
  nestQuery: `
    scalar ConnectionCursor
    type Query { ship(id: ID!): Ship!  ships(paging: CursorPaging! = {first: 10}, filter: ShipFilter! = {}, sorting: [ShipSort!]! = []): ShipConnection! }
    input CursorPaging { before: ConnectionCursor after: ConnectionCursor first: Int last: Int }
    type ShipConnection { pageInfo: PageInfo!  edges: [ShipEdge!]!  totalCount: Int! } type ShipEdge { node: Ship!  cursor: ConnectionCursor! }
    type PageInfo { hasNextPage: Boolean  hasPreviousPage: Boolean  startCursor: ConnectionCursor  endCursor: ConnectionCursor }
    type Ship { id: ID!  name: String! } enum SortDirection { ASC DESC } enum SortNulls { NULLS_FIRST NULLS_LAST } enum ShipSortFields { id name }
    input ShipSort { field: ShipSortFields! direction: SortDirection! nulls: SortNulls }
    input ShipFilter { and: [ShipFilter!] or: [ShipFilter!] id: IDFilterComparison name: StringFieldComparison } input IDFilterComparison { is: Boolean isNot: Boolean eq: ID neq: ID gt: ID in: [ID!] } input StringFieldComparison { is: Boolean isNot: Boolean eq: String neq: String like: String notLike: String iLike: String in: [String!] }`,
  supabase: `
    scalar Cursor scalar UUID
    type Query { shipCollection(first: Int, last: Int, before: Cursor, after: Cursor, offset: Int, filter: ShipFilter, orderBy: [ShipOrderBy!]): ShipConnection  node(nodeId: ID!): Node }
    interface Node { nodeId: ID! } type ShipConnection { edges: [ShipEdge!]!  pageInfo: PageInfo!  totalCount: Int! } type ShipEdge { cursor: String!  node: Ship! }
    type PageInfo { endCursor: String  hasNextPage: Boolean!  hasPreviousPage: Boolean!  startCursor: String }
    type Ship implements Node { nodeId: ID!  id: UUID!  name: String! } enum OrderByDirection { AscNullsFirst AscNullsLast DescNullsFirst DescNullsLast } enum FilterIs { NULL NOT_NULL }
    input ShipOrderBy { id: OrderByDirection name: OrderByDirection }
    input ShipFilter { id: UUIDFilter name: StringFilter nodeId: IDFilter and: [ShipFilter!] or: [ShipFilter!] not: ShipFilter } input UUIDFilter { eq: UUID in: [UUID!] is: FilterIs neq: UUID } input IDFilter { eq: ID } input StringFilter { eq: String gt: String ilike: String in: [String!] is: FilterIs like: String neq: String startsWith: String regex: String }`,
  neo4j: `
    type Query { ships(where: ShipWhere, options: ShipOptions): [Ship!]!  shipsAggregate(where: ShipWhere): ShipAggregateSelection! }
    type ShipAggregateSelection { count: Int! } type Ship { id: ID!  name: String! } enum SortDirection { ASC DESC }
    input ShipOptions { limit: Int offset: Int sort: [ShipSort!] } input ShipSort { id: SortDirection name: SortDirection }
    input ShipWhere { AND: [ShipWhere!] OR: [ShipWhere!] NOT: ShipWhere id: ID id_IN: [ID!] name: String name_CONTAINS: String name_STARTS_WITH: String name_NOT: String }`,
  lighthouse: `
    type Query { ships(name: String, first: Int! = 15, page: Int, orderBy: [ShipsOrderByClause!]): ShipPaginator!  ship(id: ID): Ship }
    type ShipPaginator { paginatorInfo: PaginatorInfo!  data: [Ship!]! } type PaginatorInfo { count: Int!  currentPage: Int!  hasMorePages: Boolean!  lastPage: Int!  perPage: Int!  total: Int! }
    type Ship { id: ID!  name: String! } enum SortOrder { ASC DESC } enum ShipsColumn { NAME CREATED_AT } input ShipsOrderByClause { column: ShipsColumn! order: SortOrder! }`,
  spring: `
    type Query { ships(page: Int = 0, size: Int = 20, name: String): ShipPage!  ship(id: ID!): Ship }
    type ShipPage { content: [Ship!]!  totalElements: Int!  totalPages: Int!  number: Int! } type Ship { id: ID!  name: String! }`,
  pages: `
    type Query { ships(page: Int, filter: FilterShip): Ships  ship(id: ID!): Ship  shipsByIds(ids: [ID!]!): [Ship] }
    input FilterShip { name: String status: String } type Ships { info: Info  results: [Ship] } type Info { count: Int  pages: Int  next: Int  prev: Int } type Ship { id: ID  name: String  status: String }`,
  namespaces: `
    type Query { harbour: HarbourQueries!  version: String! }
    type HarbourQueries { ships(limit: Int, offset: Int): [Ship!]!  office: OfficeQueries!  ship(id: ID!): Ship }
    type OfficeQueries { clerks: [Clerk!]! }
    type Ship { id: ID!  name: String! } type Clerk { id: ID!  name: String! }
    type Mutation { harbour: HarbourMutations! } type HarbourMutations { addShip(name: String!): Ship!  removeShip(id: ID!): Boolean! }`,
  viewer: `
    type Query { viewer: User!  licenses: [License]! }
    type User { id: ID!  login: String!  ships(first: Int, after: String): ShipConnection!  best: Ship }
    type ShipConnection { nodes: [Ship]  pageInfo: PageInfo!  totalCount: Int! } type PageInfo { hasNextPage: Boolean!  endCursor: String } type Ship { id: ID!  name: String! } type License { key: String!  name: String! }`,
  fields: `
    type Query { ships(status: Status, builtAfter: Date, builtBefore: Date, minTonnage: Int, maxTonnage: Int, flags: [String!], active: Boolean, search: String, sortBy: String, sortOrder: String, limit: Int, offset: Int): [Ship!]!  shipsCount(status: Status): Int! }
    enum Status { AFLOAT SUNK } scalar Date
    type Ship { id: ID!  name: String!  status: Status!  built: Date  tonnage: Int  flag: String  active: Boolean }`,
} as const;

/** Name of a style. */
export type ServerStyle = keyof typeof SERVER_STYLES;
