/** How APIs of many styles change records: by which mutation, with which key argument and which variables. The schemas are small examples. */

import { changeDocument, changeVariables } from '../../../src/schema/mutations/changeRequest';
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { separatedName } from '../../../src/schema/mutations/names/labelName';
import { modelOf, problemsOf, schemaOf } from '../modelOf';

interface Style {
  sdl: string;
  type?: string;
  row?: Record<string, unknown>;
  changes?: Record<string, unknown>;
  update?: [string, unknown];
  delete?: [string, unknown];
  create?: string;
  /** The variables of the creation. */
  made?: unknown;
  bulkCreate?: string;
  bulkUpdate?: string;
  bulkDelete?: [string, unknown];
}

const FILM = 'type Film { id: ID! title: String }';
const STYLES: Record<string, Style> = {
  'id and data': {
    sdl: `type Query { film(id: ID!): Film films: [Film!]! } ${FILM} input FilmInput { title: String }
      type Mutation { createFilm(data: FilmInput!): Film updateFilm(id: ID!, data: FilmInput!): Film deleteFilm(id: ID!): Film }`,
    create: 'createFilm',
    update: ['updateFilm', { id: '7', data: { title: 'B' } }],
    delete: ['deleteFilm', { id: '7' }],
  },
  'documentId and data (Strapi)': {
    sdl: `type Query { film(documentId: ID!): Film films: [Film]! } type Film { documentId: ID! title: String } input FilmInput { title: String } type Gone { documentId: ID! }
      type Mutation { updateFilm(documentId: ID!, data: FilmInput!): Film deleteFilm(documentId: ID!): Gone }`,
    row: { documentId: 'x7', title: 'A' },
    update: ['updateFilm', { documentId: 'x7', data: { title: 'B' } }],
    delete: ['deleteFilm', { documentId: 'x7' }],
  },
  'a key of several related records, each in an object (Exograph)': {
    sdl: `type Query { seat(chat: ChatRef!, user: UserRef!): Seat seats: [Seat!]! } type Chat { id: Int! } type User { id: Int! } type Seat { chat: Chat! user: User! admin: Boolean }
      input ChatRef { id: Int! } input UserRef { id: Int! } input SeatInput { chat: ChatRef user: UserRef admin: Boolean }
      type Mutation { updateSeat(chat: ChatRef!, user: UserRef!, data: SeatInput!): Seat deleteSeat(chat: ChatRef!, user: UserRef!): Seat }`,
    type: 'Seat',
    row: { chat: { id: 7 }, user: { id: 8 }, admin: false },
    changes: { admin: true },
    update: ['updateSeat', { chat: { id: 7 }, user: { id: 8 }, data: { admin: true } }],
    delete: ['deleteSeat', { chat: { id: 7 }, user: { id: 8 } }],
  },
  'one input with the id in it (Buildkite)': {
    sdl: `type Query { film(id: ID!): Film } ${FILM} input FilmUpdateInput { clientMutationId: String id: ID! title: String } input FilmDeleteInput { clientMutationId: String id: ID! }
      type FilmUpdatePayload { film: Film! } type Owner { id: ID! } type FilmDeletePayload { deletedFilmID: ID! owner: Owner }
      type Mutation { filmUpdate(input: FilmUpdateInput!): FilmUpdatePayload filmDelete(input: FilmDeleteInput!): FilmDeletePayload }`,
    update: ['filmUpdate', { input: { id: '7', title: 'B' } }],
    delete: ['filmDelete', { input: { id: '7' } }],
  },
  'input with a patch (PostGraphile)': {
    sdl: `type Query { filmByNodeId(nodeId: ID!): Film film(rowId: Int!): Film } type Film { nodeId: ID! rowId: Int! title: String } input FilmPatch { rowId: Int title: String }
      input UpdateFilmByNodeIdInput { nodeId: ID! filmPatch: FilmPatch! } input UpdateFilmInput { rowId: Int! filmPatch: FilmPatch! } input DeleteFilmInput { rowId: Int! }
      type UpdateFilmPayload { film: Film query: Query } type DeleteFilmPayload { film: Film deletedFilmId: ID }
      type Mutation { updateFilmByNodeId(input: UpdateFilmByNodeIdInput!): UpdateFilmPayload updateFilm(input: UpdateFilmInput!): UpdateFilmPayload deleteFilm(input: DeleteFilmInput!): DeleteFilmPayload }`,
    row: { nodeId: 'n', rowId: 7, title: 'A' },
    delete: ['deleteFilm', { input: { rowId: 7 } }],
  },
  'id and fields (Parse)': {
    sdl: `type Query { film(id: ID!): Film } ${FILM} input FilmFields { title: String } input UpdateFilmInput { id: ID! fields: FilmFields } input DeleteFilmInput { id: ID! } type FilmPayload { film: Film! }
      type Mutation { updateFilm(input: UpdateFilmInput!): FilmPayload deleteFilm(input: DeleteFilmInput!): FilmPayload }`,
    update: ['updateFilm', { input: { id: '7', fields: { title: 'B' } } }],
    delete: ['deleteFilm', { input: { id: '7' } }],
  },
  'unique where (Keystone)': {
    sdl: `type Query { film(where: FilmWhereUniqueInput!): Film } ${FILM} input FilmWhereUniqueInput { id: ID title: String } input FilmUpdateInput { title: String } input FilmUpdateArgs { where: FilmWhereUniqueInput! data: FilmUpdateInput! }
      type Mutation { updateFilm(where: FilmWhereUniqueInput!, data: FilmUpdateInput!): Film updateFilms(data: [FilmUpdateArgs!]!): [Film] deleteFilm(where: FilmWhereUniqueInput!): Film deleteFilms(where: [FilmWhereUniqueInput!]!): [Film] }`,
    update: ['updateFilm', { where: { id: '7' }, data: { title: 'B' } }],
    delete: ['deleteFilm', { where: { id: '7' } }],
    bulkUpdate: 'updateFilms',
    bulkDelete: ['deleteFilms', { where: [{ id: '7' }] }],
  },
  'operations inside the data (Prisma)': {
    sdl: `type Query { film(where: FilmWhereUniqueInput!): Film } type Film { id: Int! title: String } input FilmWhereUniqueInput { id: Int } input TextOperations { set: String } input FilmUpdateInput { title: TextOperations }
      type Mutation { updateOneFilm(data: FilmUpdateInput!, where: FilmWhereUniqueInput!): Film deleteOneFilm(where: FilmWhereUniqueInput!): Film }`,
    update: ['updateOneFilm', { where: { id: 7 }, data: { title: { set: 'B' } } }],
    delete: ['deleteOneFilm', { where: { id: 7 } }],
  },
  'primary key (Hasura)': {
    sdl: `type Query { role_by_pk(label: String!): role } type role { label: String! note: String } input role_pk_columns_input { label: String! } input role_set_input { note: String } input role_bool_exp { _and: [role_bool_exp!] label: text_exp } input text_exp { _eq: String _in: [String!] }
      type role_mutation_response { affected_rows: Int! returning: [role!]! }
      type Mutation { update_role_by_pk(pk_columns: role_pk_columns_input!, _set: role_set_input): role update_role(where: role_bool_exp!, _set: role_set_input): role_mutation_response delete_role_by_pk(label: String!): role delete_role(where: role_bool_exp!): role_mutation_response }`,
    type: 'role',
    row: { label: 'a', note: 'x' },
    changes: { note: 'y' },
    update: ['update_role_by_pk', { pk_columns: { label: 'a' }, _set: { note: 'y' } }],
    delete: ['delete_role_by_pk', { label: 'a' }],
  },
  'filter with a cap (pg_graphql)': {
    sdl: `type Query { filmCollection(filter: FilmFilter): FilmConnection } type FilmConnection { edges: [FilmEdge!]! } type FilmEdge { node: Film! } type Film { id: Int! title: String } input FilmFilter { id: IntFilter and: [FilmFilter!] } input IntFilter { eq: Int in: [Int!] } input FilmUpdateInput { title: String }
      type FilmUpdateResponse { affectedCount: Int! records: [Film!]! } type FilmDeleteResponse { affectedCount: Int! records: [Film!]! }
      type Mutation { updateFilmCollection(set: FilmUpdateInput!, filter: FilmFilter, atMost: Int! = 1): FilmUpdateResponse! deleteFromFilmCollection(filter: FilmFilter, atMost: Int! = 1): FilmDeleteResponse! }`,
    row: { id: 7, title: 'A' },
    update: ['updateFilmCollection', { filter: { id: { eq: 7 } }, atMost: 1, set: { title: 'B' } }],
    delete: ['deleteFromFilmCollection', { filter: { id: { eq: 7 } }, atMost: 1 }],
  },
  'a type in lower case right behind the verb (pg_graphql over plain tables)': {
    sdl: `type Query { film_reelCollection(filter: film_reelFilter): film_reelConnection } type film_reelConnection { edges: [film_reelEdge!]! } type film_reelEdge { node: film_reel! } type film_reel { id: Int! title: String sceneCollection: sceneConnection } type sceneConnection { edges: [sceneEdge!]! } type sceneEdge { node: scene! } type scene { id: Int! } input film_reelFilter { id: IntFilter and: [film_reelFilter!] } input IntFilter { eq: Int in: [Int!] } input film_reelUpdateInput { title: String } input film_reelInsertInput { title: String }
      type film_reelUpdateResponse { affectedCount: Int! records: [film_reel!]! } type film_reelDeleteResponse { affectedCount: Int! records: [film_reel!]! } type film_reelInsertResponse { affectedCount: Int! records: [film_reel!]! }
      type Mutation { insertIntofilm_reelCollection(objects: [film_reelInsertInput!]!): film_reelInsertResponse updatefilm_reelCollection(set: film_reelUpdateInput!, filter: film_reelFilter, atMost: Int! = 1): film_reelUpdateResponse! deleteFromfilm_reelCollection(filter: film_reelFilter, atMost: Int! = 1): film_reelDeleteResponse! }`,
    type: 'film_reel',
    row: { id: 7, title: 'A' },
    update: ['updatefilm_reelCollection', { filter: { id: { eq: 7 } }, atMost: 1, set: { title: 'B' } }],
    delete: ['deleteFromfilm_reelCollection', { filter: { id: { eq: 7 } }, atMost: 1 }],
    create: 'insertIntofilm_reelCollection',
    bulkCreate: 'insertIntofilm_reelCollection',
  },
  'a type in lower case behind a word for how many (TypeGraphQL with Prisma)': {
    sdl: `type Query { findUniqueFilm(where: filmWhereUniqueInput!): film films: [film!]! } type film { id: Int! title: String } input filmWhereUniqueInput { id: Int } input filmInput { title: String }
      type Mutation { createOnefilm(data: filmInput!): film! updateOnefilm(data: filmInput!, where: filmWhereUniqueInput!): film deleteOnefilm(where: filmWhereUniqueInput!): film }`,
    type: 'film',
    row: { id: 7, title: 'A' },
    create: 'createOnefilm',
    update: ['updateOnefilm', { where: { id: 7 }, data: { title: 'B' } }],
    delete: ['deleteOnefilm', { where: { id: 7 } }],
  },
  'a key behind the word key, beside checks (Hasura DDN)': {
    sdl: `type Query { film(where: FilmBoolExp): [Film!] filmByFilmId(filmId: Int!): Film } type Film { filmId: Int! title: String } input FilmBoolExp { filmId: IntBoolExp title: TextBoolExp _and: [FilmBoolExp!] } input IntBoolExp { _eq: Int } input TextBoolExp { _eq: String }
      input InsertFilmObjectInput { filmId: Int! title: String } input UpdateFilmColumns { filmId: UpdateFilmId title: UpdateTitle } input UpdateFilmId { set: Int! } input UpdateTitle { set: String } type Changed { affectedRows: Int! returning: [Film!]! }
      type Mutation { insertFilm(objects: [InsertFilmObjectInput!]!, postCheck: FilmBoolExp): Changed! deleteFilmByFilmId(keyFilmId: Int!, preCheck: FilmBoolExp): Changed! updateFilmByFilmId(keyFilmId: Int!, postCheck: FilmBoolExp, preCheck: FilmBoolExp, updateColumns: UpdateFilmColumns!): Changed! }`,
    row: { filmId: 7, title: 'A' },
    create: 'insertFilm',
    made: { objects: [{ title: 'B' }] },
    update: ['updateFilmByFilmId', { keyFilmId: 7, updateColumns: { title: { set: 'B' } } }],
    delete: ['deleteFilmByFilmId', { keyFilmId: 7 }],
  },
  'filter, set and remove in one input (Dgraph)': {
    sdl: `type Query { getFilm(id: ID!): Film } ${FILM} input FilmFilter { id: [ID!] has: String } input FilmPatch { title: String } input UpdateFilmInput { filter: FilmFilter! set: FilmPatch remove: FilmPatch }
      type UpdateFilmPayload { film(first: Int): [Film] numUids: Int } type DeleteFilmPayload { film(first: Int): [Film] msg: String numUids: Int }
      type Mutation { updateFilm(input: UpdateFilmInput!): UpdateFilmPayload deleteFilm(filter: FilmFilter!): DeleteFilmPayload }`,
    update: ['updateFilm', { input: { filter: { id: ['7'] }, set: { title: 'B' } } }],
    delete: ['deleteFilm', { filter: { id: ['7'] } }],
  },
  'where and update (Neo4j)': {
    sdl: `type Query { films(where: FilmWhere): [Film!]! } ${FILM} input FilmWhere { OR: [FilmWhere!] id: IDFilter } input IDFilter { eq: ID in: [ID!] } input FilmUpdateInput { title: String }
      type UpdateInfo { nodesCreated: Int! } type UpdateFilmsResponse { info: UpdateInfo! films: [Film!]! } type DeleteInfo { nodesDeleted: Int! }
      type Mutation { updateFilms(where: FilmWhere, update: FilmUpdateInput): UpdateFilmsResponse! deleteFilms(where: FilmWhere): DeleteInfo! }`,
    update: ['updateFilms', { where: { id: { eq: '7' } }, update: { title: 'B' } }],
    delete: ['deleteFilms', { where: { id: { eq: '7' } } }],
  },
  'input and condition with a version (Amplify)': {
    sdl: `type Query { getFilm(id: ID!): Film } type Film { id: ID! title: String _version: Int! } input UpdateFilmInput { id: ID! title: String _version: Int } input DeleteFilmInput { id: ID! _version: Int } input Condition { title: String }
      type Mutation { updateFilm(input: UpdateFilmInput!, condition: Condition): Film deleteFilm(input: DeleteFilmInput!, condition: Condition): Film }`,
    row: { id: '7', title: 'A', _version: 3 },
    update: ['updateFilm', { input: { id: '7', _version: 3, title: 'B' } }],
    delete: ['deleteFilm', { input: { id: '7', _version: 3 } }],
  },
  'items (Directus)': {
    sdl: `type Query { film_by_id(id: ID!): film } type film { id: ID! title: String } input update_film_input { title: String } type delete_one { id: ID! } type delete_many { ids: [ID]! }
      type Mutation { update_film_item(id: ID!, data: update_film_input!): film update_film_items(ids: [ID]!, data: update_film_input!): [film!]! delete_film_item(id: ID!): delete_one delete_film_items(ids: [ID]!): delete_many }`,
    type: 'film',
    update: ['update_film_item', { id: '7', data: { title: 'B' } }],
    delete: ['delete_film_item', { id: '7' }],
    bulkUpdate: 'update_film_items',
    bulkDelete: ['delete_film_items', { ids: ['7'] }],
  },
  'several ids as numbers': {
    sdl: `type Query { film(id: ID!): Film } ${FILM} type Mutation { deleteFilms(ids: [Int!]!): Boolean }`,
    row: { id: '7', title: 'A' },
    bulkDelete: ['deleteFilms', { ids: [7] }],
  },
  'a key of two columns (GitLab)': {
    sdl: `type Query { project(fullPath: ID!): Project } type Project { id: ID! fullPath: ID! issue(iid: String!): Issue } type Issue { id: ID! iid: ID! title: String project: Project! } input UpdateIssueInput { projectPath: ID! iid: String! title: String } type UpdateIssuePayload { issue: Issue errors: [String!]! }
      type Mutation { updateIssue(input: UpdateIssueInput!): UpdateIssuePayload }`,
    type: 'Issue',
    row: { id: 'gid://1', iid: '7', title: 'A', project: { fullPath: 'a/b' } },
    update: ['updateIssue', { input: { projectPath: 'a/b', iid: '7', title: 'B' } }],
  },
  'a form without a verb that saves a record (Graphene)': {
    sdl: `type Query { film(id: ID!): FilmNode films: [FilmNode] } type FilmNode { id: ID! title: String! seats: Int }
      input FilmInput { title: String! seats: Int id: ID clientMutationId: String } type ErrorType { field: String! messages: [String!]! }
      type FilmPayload { film: FilmNode errors: [ErrorType] clientMutationId: String }
      type Mutation { film(input: FilmInput!): FilmPayload }`,
    type: 'FilmNode',
    row: { id: '7', title: 'A', seats: 3 },
    update: ['film', { input: { id: '7', title: 'B', seats: 3 } }],
    create: 'film',
    made: { input: { title: 'B' } },
  },
  'arguments of the mutation itself': {
    sdl: `type Query { film(id: Int!): Film } type Film { id: Int! title: String } type Mutation { saveFilm(id: Int, title: String): Film destroyFilm(id: Int!): Boolean }`,
    row: { id: 7, title: 'A' },
    update: ['saveFilm', { id: 7, title: 'B' }],
    delete: ['destroyFilm', { id: 7 }],
    create: 'saveFilm',
  },
  'a result that is a union (Vendure)': {
    sdl: `type Query { film(id: ID!): Film } ${FILM} type Conflict { message: String! } union UpdateFilmResult = Film | Conflict input UpdateFilmInput { id: ID! title: String } type Deletion { result: String! message: String }
      type Mutation { updateFilm(input: UpdateFilmInput!): UpdateFilmResult! deleteFilm(id: ID!): Deletion! }`,
    update: ['updateFilm', { input: { id: '7', title: 'B' } }],
    delete: ['deleteFilm', { id: '7' }],
  },
  'a prefix before the verb (WunderGraph)': {
    sdl: `type Query { db_findUniqueFilm(where: db_FilmWhereUniqueInput!): db_Film } type db_Film { id: Int! title: String } input db_FilmWhereUniqueInput { id: Int } input db_FilmUpdateInput { title: String }
      type Mutation { db_updateOneFilm(data: db_FilmUpdateInput!, where: db_FilmWhereUniqueInput!): db_Film db_deleteOneFilm(where: db_FilmWhereUniqueInput!): db_Film }`,
    type: 'db_Film',
    row: { id: 7, title: 'A' },
    update: ['db_updateOneFilm', { where: { id: 7 }, data: { title: 'B' } }],
    delete: ['db_deleteOneFilm', { where: { id: 7 } }],
  },
  'two ids of a record between two others': {
    sdl: `type Query { films: [FilmActor!]! } type FilmActor { id: ID! filmId: ID! actorId: ID! title: String } input FilmActorInput { title: String }
      type Mutation { updateFilmActor(filmId: ID!, actorId: ID!, input: FilmActorInput!): FilmActor removeFilmActor(filmId: ID!, actorId: ID!): FilmActor }`,
    type: 'FilmActor',
    row: { id: '1', filmId: '7', actorId: '8', title: 'A' },
    update: ['updateFilmActor', { filmId: '7', actorId: '8', input: { title: 'B' } }],
    delete: ['removeFilmActor', { filmId: '7', actorId: '8' }],
  },
  'the id of the project beside an input with the key (gqlgen)': {
    sdl: `type Query { listFilms(projectID: ID!): [Film!]! } type Film { id: ID! projectID: ID! title: String } input FilmRequest { id: ID! title: String }
      type Mutation { updateFilm(projectID: ID!, request: FilmRequest!): Film deleteFilm(projectID: ID!, filmID: ID!): Boolean! }`,
    row: { id: '7', projectID: 'p', title: 'A' },
    update: ['updateFilm', { projectID: 'p', request: { id: '7', title: 'B' } }],
    delete: ['deleteFilm', { projectID: 'p', filmID: '7' }],
  },
  'a name of the record as the only key': {
    sdl: `type Query { film(filmName: ID!): Film films: [Film!]! } type Film { id: ID! name: String! title: String } type Mutation { editFilm(id: ID!, title: String!): Film deleteFilm(filmName: ID!): Film }`,
    row: { id: '7', name: 'a', title: 'A' },
    update: ['editFilm', { id: '7', title: 'B' }],
    delete: ['deleteFilm', { filmName: 'a' }],
  },
  'compound unique key (Prisma)': {
    sdl: `type Query { findUniqueFilm(where: FilmWhereUniqueInput!): Film films(where: FilmWhereInput): [Film!]! } type Film { studio: String! number: Int! title: String }
      input FilmWhereUniqueInput { studio_number: FilmStudioNumberCompoundUniqueInput AND: [FilmWhereInput!] studio: TextFilter title: TextFilter }
      input FilmStudioNumberCompoundUniqueInput { studio: String! number: Int! } input TextFilter { equals: String } input FilmWhereInput { AND: [FilmWhereInput!] studio: TextFilter title: TextFilter }
      input FilmUpdateInput { title: String } type Mutation { updateOneFilm(data: FilmUpdateInput!, where: FilmWhereUniqueInput!): Film deleteOneFilm(where: FilmWhereUniqueInput!): Film }`,
    row: { studio: 's', number: 7, title: 'A' },
    update: ['updateOneFilm', { where: { studio_number: { studio: 's', number: 7 } }, data: { title: 'B' } }],
    delete: ['deleteOneFilm', { where: { studio_number: { studio: 's', number: 7 } } }],
  },
  'filter with the key of a record that is found by another name': {
    sdl: `type Query { film(title: String!): Film films: [Film!]! } ${FILM} input Text { eq: ID } input FilmFilter { title: Text id: Text and: [FilmFilter!] } input FilmSet { title: String }
      type Mutation { updateFilms(filter: FilmFilter!, set: FilmSet!): [Film!]! deleteFilms(filter: FilmFilter!): [Film!]! }`,
    update: ['updateFilms', { filter: { id: { eq: '7' } }, set: { title: 'B' } }],
    delete: ['deleteFilms', { filter: { id: { eq: '7' } } }],
  },
  'results of a type of their own with the fields of the row (drizzle-graphql)': {
    sdl: `type Query { films(where: FilmsFilters): [FilmsSelectItem!]! } type FilmsSelectItem { id: Int! title: String year: Int author: Author } type Author { name: String } type FilmsItem { id: Int! title: String year: Int }
      input IdFilters { eq: Int gt: Int } input FilmsFilters { id: IdFilters OR: [FilmsFilters!] } input FilmsInsertInput { title: String year: Int } input FilmsUpdateInput { title: String year: Int }
      type Mutation { insertIntoFilms(values: [FilmsInsertInput!]!): [FilmsItem!]! insertIntoFilmsSingle(values: FilmsInsertInput!): FilmsItem updateFilms(set: FilmsUpdateInput!, where: FilmsFilters): [FilmsItem!]! deleteFromFilms(where: FilmsFilters): [FilmsItem!]! }`,
    type: 'FilmsSelectItem',
    row: { id: 7, title: 'A' },
    create: 'insertIntoFilmsSingle',
    bulkCreate: 'insertIntoFilms',
    update: ['updateFilms', { set: { title: 'B' }, where: { id: { eq: 7 } } }],
    delete: ['deleteFromFilms', { where: { id: { eq: 7 } } }],
  },
  'a deletion that answers with a copy of the record without its relations (nestjs-query)': {
    sdl: `type Query { film(id: ID!): Film films: [Film!]! } type Film { id: ID! title: String! year: Int author: Author } type Author { name: String } type FilmDeleteResponse { id: ID title: String year: Int }
      input DeleteOneFilmInput { id: ID! } input IdFilter { eq: ID in: [ID!] } input FilmDeleteFilter { id: IdFilter and: [FilmDeleteFilter!] } input DeleteManyFilmsInput { filter: FilmDeleteFilter! } type DeleteManyResponse { deletedCount: Int! }
      type Mutation { deleteOneFilm(input: DeleteOneFilmInput!): FilmDeleteResponse! deleteManyFilms(input: DeleteManyFilmsInput!): DeleteManyResponse! }`,
    delete: ['deleteOneFilm', { input: { id: '7' } }],
  },
  "lists of filters in a namespace for each type (SAP's CAP)": {
    sdl: `type Query { Catalog: Catalog } type Catalog { Films(top: Int, skip: Int, filter: [Catalog_Films_filter]): Catalog_Films_connection } type Catalog_Films_connection { nodes: [Catalog_Films] totalCount: Int } type Catalog_Films { ID: ID title: String }
      input ID_filter { eq: ID ne: [ID] in: [ID] } input String_filter { eq: String ne: [String] contains: [String] } input Catalog_Films_filter { ID: [ID_filter] title: [String_filter] } input Catalog_Films_C { ID: ID title: String } input Catalog_Films_U { title: String }
      type Mutation { Catalog: Catalog_input } type Catalog_input { Films: Catalog_Films_input } type Catalog_Films_input { create(input: [Catalog_Films_C]!): [Catalog_Films] update(filter: [Catalog_Films_filter]!, input: Catalog_Films_U!): [Catalog_Films] delete(filter: [Catalog_Films_filter]!): Int }`,
    type: 'Catalog_Films',
    row: { ID: '7', title: 'A' },
    create: 'Catalog.Films.create',
    made: { input: [{ title: 'B' }] },
    bulkCreate: 'Catalog.Films.create',
    update: ['Catalog.Films.update', { filter: { ID: { eq: '7' } }, input: { title: 'B' } }],
    delete: ['Catalog.Films.delete', { filter: { ID: { eq: '7' } } }],
  },
  'a token that is all a deletion takes, by which a record is found': {
    sdl: `type Query { film(token: String!): Film films: [Film!]! } type Film { id: ID! token: String! title: String } type Mutation { deleteFilm(token: String!): Film }`,
    row: { id: '7', token: 't', title: 'A' },
    delete: ['deleteFilm', { token: 't' }],
  },
};

describe.each(Object.entries(STYLES))('%s', (_, style) => {
  const schema = schemaOf(style.sdl);
  const model = modelOf(style.sdl);
  const changes = changesOf(model, style.type ?? 'Film');
  const row = style.row ?? { id: '7', title: 'A' };

  const sent = (change: Change | undefined, values: Record<string, unknown>) => {
    if (change === undefined) return null;
    expect(change.sure).toBe('certain');
    const made = changeVariables(model, change, row, values);
    expect(made.missing).toEqual([]);
    expect(problemsOf(schema, changeDocument(model, change, made).query)).toEqual([]);
    return [change.action.id, made.variables];
  };

  it('changes one record', () => {
    if (style.update) expect(sent(changes.update, style.changes ?? { title: 'B' })).toEqual(style.update);
    if (style.delete) expect(sent(changes.delete, {})).toEqual(style.delete);
    if (style.create) expect(changes.create?.action.id).toBe(style.create);
    if (style.made && changes.create)
      expect(changeVariables(model, changes.create, {}, { title: 'B' }).variables).toEqual(style.made);
    if (style.bulkCreate) expect(changes.bulkCreate?.action.id).toBe(style.bulkCreate);
  });

  it('sends nothing without the complete key', () => {
    for (const change of [changes.update, changes.delete]) {
      if (change === undefined) continue;
      const made = changeVariables(model, change, {}, { title: 'B' });
      expect(made.missing.length).toBeGreaterThan(0);
      expect(() => changeDocument(model, change, made)).toThrow('cannot be sent without');
    }
  });

  it('changes one record by mutations for several', () => {
    expect(changes.bulkUpdate?.action.id).toBe(style.bulkUpdate);
    const { bulkDelete } = changes;
    const sent = bulkDelete && [bulkDelete.action.id, changeVariables(model, bulkDelete, row).variables];
    expect(sent).toEqual(style.bulkDelete);
  });
});

it('a mutation by filter that changed more than one row, or none, is not reported as done', () => {
  const { sdl, row } = STYLES['filter with a cap (pg_graphql)'] as Style;
  const model = modelOf(sdl);
  const { update } = changesOf(model, 'Film');
  if (update === undefined) throw new Error('No update');
  const document = changeDocument(model, update, changeVariables(model, update, row ?? {}, { title: 'B' }));
  const read = (affectedCount: number | string, records: unknown[]) =>
    document.read({ updateFilmCollection: { affectedCount, records } }).state;
  expect(read(1, [{ id: 7 }])).toBe('done');
  expect(read(2, [{ id: 7 }, { id: 8 }])).toBe('unknown');
  expect(read(0, [])).toBe('refused');
  // Large counts are sent as text.
  expect(read('1', [{ id: 7 }])).toBe('done');
  expect(read('2', [{ id: 7 }])).toBe('unknown');
  expect(read('0', [{ id: 7 }])).toBe('refused');
});

it('a result with another record than the requested one proves nothing', () => {
  const { sdl } = STYLES['id and data'] as Style;
  const read = (kind: 'update' | 'delete', value: unknown, made = sdl) => {
    const model = modelOf(made);
    const change = changesOf(model, 'Film')[kind];
    if (change === undefined) throw new Error('No change');
    const document = changeDocument(model, change, changeVariables(model, change, { id: '7', title: 'A' }, { title: 'B' }));
    const { state, record } = document.read({ [`${kind}Film`]: value });
    return [state, record?.id];
  };
  for (const kind of ['update', 'delete'] as const) {
    expect(read(kind, { id: 7, title: 'B' })).toEqual(['done', 7]);
    expect(read(kind, { id: '8', title: 'B' })).toEqual(['unknown', undefined]);
    expect(read(kind, { id: null, title: null })).toEqual(['unknown', undefined]);
  }
  // The deleted records, or the remaining ones.
  const listed = sdl.replace('deleteFilm(id: ID!): Film', 'deleteFilm(id: ID!): [Film!]!');
  expect(read('delete', [{ id: '7' }], listed)).toEqual(['done', '7']);
  expect(read('delete', [{ id: '8' }], listed)).toEqual(['unknown', undefined]);
  expect(read('delete', [{ id: '7' }, { id: '8' }], listed)).toEqual(['unknown', undefined]);
  expect(read('delete', [], listed)).toEqual(['unknown', undefined]);
});

it('a condition on the key that matched several records is not reported as done', () => {
  const model =
    modelOf(`type Query { film(id: ID!): Film films: [Film!]! } ${FILM} input By { id: ID title: String } type Gone { count: Int! }
    type Mutation { deleteFilms(where: By!): Gone }`);
  const { delete: removal } = changesOf(model, 'Film');
  if (removal === undefined) throw new Error('No deletion');
  const document = changeDocument(model, removal, changeVariables(model, removal, { id: '7' }));
  expect([0, 1, 2].map(count => document.read({ deleteFilms: { count } }).state)).toEqual(['refused', 'done', 'unknown']);
});

it('a count of the record itself is not the number of changed records', () => {
  const model =
    modelOf(`type Query { film(id: ID!): Film } type Film { id: ID! title: String count: Int } input By { id: ID title: String }
    input Set { title: String } type Mutation { updateFilm(where: By!, data: Set!): Film deleteFilm(where: By!): Film }`);
  const { update, delete: removal } = changesOf(model, 'Film');
  if (update === undefined || removal === undefined) throw new Error('No change');
  for (const [name, change] of [['updateFilm', update] as const, ['deleteFilm', removal] as const]) {
    const document = changeDocument(model, change, changeVariables(model, change, { id: '7' }, { title: 'B' }));
    const states = [0, 1, 5].map(count => document.read({ [name]: { id: '7', title: 'B', count } }).state);
    expect(states).toEqual(['done', 'done', 'done']);
  }
});

it('a key that only looks like a number in another notation is not sent as one', () => {
  const model = modelOf(`type Query { film(id: ID!): Film } ${FILM} type Mutation { deleteFilm(id: Int!): Boolean }`);
  const { delete: removal } = changesOf(model, 'Film');
  if (removal === undefined) throw new Error('No deletion');
  const sent = (id: string) => changeVariables(model, removal, { id });
  expect(sent('17').variables).toEqual({ id: 17 });
  for (const id of ['1e3', '0x10', '1.0', ' 7', '9007199254740993']) expect(sent(id).missing).toEqual(['id']);
});

it.each(['partialUpdateFilm', 'patchFilm'])('%s is preferred to updateFilm, which can replace the whole record', name => {
  const model = modelOf(`type Query { film(id: ID!): Film } ${FILM}
    type Mutation { updateFilm(id: ID!, data: FilmInput!): Film ${name}(id: ID!, data: PartialFilmInput!): Film }
    input FilmInput { title: String! year: Int } input PartialFilmInput { title: String year: Int }`);
  expect(changesOf(model, 'Film').update?.action.id).toBe(name);
});

it('an update with the input of a creation is sent with all known values, because it may replace the whole record', () => {
  const sdl = (
    input: string,
    otherwise: string,
  ): string => `type Query { film(id: ID!): Film } ${FILM} input FilmInput { title: String! year: Int note: String ${otherwise} }
    type Mutation { createFilm(data: FilmInput!): Film updateFilm(id: ID!, data: ${input}!): Film } input FilmPatch { title: String! year: Int note: String }`;
  const sent = (input: string, row: Record<string, unknown>, otherwise = '') => {
    const model = modelOf(sdl(input, otherwise));
    const { update } = changesOf(model, 'Film');
    if (update === undefined) throw new Error('No update');
    return changeVariables(model, update, { id: '7', title: 'A', ...row }, { year: 1999 }).variables;
  };
  expect(sent('FilmInput', { year: 1990, note: 'B' })).toEqual({ id: '7', data: { title: 'A', year: 1999, note: 'B' } });
  // Unknown values and null are omitted: a server that replaces the record sets them to null anyway, and another one may hide the value.
  expect(sent('FilmInput', { note: null })).toEqual({ id: '7', data: { title: 'A', year: 1999 } });
  expect(sent('FilmInput', { note: null }, '= "none"')).toEqual({ id: '7', data: { title: 'A', year: 1999, note: null } });
  expect(sent('FilmInput', {})).toEqual({ id: '7', data: { title: 'A', year: 1999 } });
  expect(sent('FilmPatch', { year: 1990, note: 'B' })).toEqual({ id: '7', data: { title: 'A', year: 1999 } });
});

it('an unchanged value is sent in the type of the input, and omitted if the input needs another form', () => {
  const model =
    modelOf(`scalar Decimal scalar JSON type Author { id: ID! name: String! } type Query { author(id: ID!): Author film(id: ID!): Film }
    type Film { id: ID! title: String! price: Decimal rank: Int author: Author editor: Author owner: Author meta: JSON parts: [Decimal!] }
    input Person { name: String! } input Key { id: ID! } input Link { connect: Key disconnect: Boolean } input FilmInput
    { title: String! price: Float rank: String authorId: Int! author: Person editor: ID owner: Link meta: JSON parts: [Float!] }
    type Mutation { createFilm(data: FilmInput!): Film updateFilm(id: ID!, data: FilmInput!): Film }`);
  const { update } = changesOf(model, 'Film');
  if (update === undefined) throw new Error('No update');
  const author = { id: '3', name: 'B' };
  const row = {
    id: '7',
    title: 'A',
    price: '10.50',
    rank: 5,
    authorId: '3',
    author: '3',
    editor: author,
    meta: { a: 1 },
    parts: ['1.5'],
  };
  expect(changeVariables(model, update, row, { title: 'C' })).toEqual({
    variables: { id: '7', data: { title: 'C', price: 10.5, rank: '5', authorId: 3, meta: { a: 1 }, parts: [1.5] } },
    missing: [],
  });
  const sent = (owner: string | null) =>
    changeVariables(model, update, { id: '7', title: 'A', authorId: 3, owner }, {}).variables.data;
  expect(sent('3')).toEqual({ title: 'A', authorId: 3, owner: { connect: { id: '3' } } });
  expect(sent(null)).toEqual({ title: 'A', authorId: 3 });
});

it('one record is created by a mutation for lists if there is none for a single record', () => {
  const sdl = (one: string): string => `type Query { films: [Film!]! } ${FILM} input FilmInput { title: String }
    type Made { films: [Film!]! } type Mutation { createFilms(input: [FilmInput!]!): Made ${one} }`;
  const model = modelOf(sdl(''));
  const { create } = changesOf(model, 'Film');
  if (create === undefined) throw new Error('No creation');
  const made = changeVariables(model, create, {}, { title: 'B' });
  expect([create.kind, made.variables]).toEqual(['create', { input: [{ title: 'B' }] }]);
  const read = changeDocument(model, create, made).read({
    createFilms: { films: [{ __typename: 'Film', id: '8', title: 'B' }] },
  });
  expect([read.state, read.record?.id]).toEqual(['done', '8']);
  expect(changesOf(modelOf(sdl('newFilm(input: FilmInput!): Film')), 'Film').create?.action.id).toBe('newFilm');
});

it('a filter that cannot contain the key is not certain, nor are JSON values', () => {
  const model =
    modelOf(`type Query { films: [Film!]! } ${FILM} input FilmFilter { and: [FilmFilter!] title: TextFilter } input TextFilter { eq: String } input FilmUpdate { title: String } scalar JSON type Item { id: ID! name: String board: Board } type Board { id: ID! }
    type Mutation { updateFilms(filter: FilmFilter, set: FilmUpdate): [Film!]! change_item_values(item_id: ID!, column_values: JSON!): Item }`);
  expect(changesOf(model, 'Film')).toEqual({});
  expect(changesOf(model, 'Item').update?.sure ?? 'likely').toBe('likely');
});

it.each([
  ['id: ID!, name: String, payload: JSON', []],
  ['input: EventInput!', ['input']],
])('a JSON value of the record is one of the values to change, in (%s)', (args, changesAt) => {
  const model =
    modelOf(`scalar JSON type Query { events: [Event!]! } type Event { id: ID! name: String payload: JSON } input EventInput { id: ID! name: String payload: JSON }
    type Mutation { updateEvent(${args}): Event }`);
  const { update } = changesOf(model, 'Event');
  expect([update?.family === 'json', update?.changesAt, update?.sure]).toEqual([false, changesAt, 'certain']);
  expect(update?.fields.map(field => field.name)).toEqual(['name', 'payload']);
});

describe('an object among the fields of an input is a part of the record', () => {
  const FIELDS = 'title: String tags: [Tag!] notes: [Note!]';
  const PARTS =
    'type Tag { id: ID! label: String } type Note { id: ID! } input Link { label: String } input NoteLinks { create: [NewNote!] connect: [ID!] } input NewNote { title: String }';
  const API = `type Query { film(id: ID!): Film films: [Film!]! } type Film { id: ID! ${FIELDS} } ${PARTS}`;
  const fieldsOf = (change: Change | undefined) => change?.fields.map(field => field.name);

  it.each([
    [
      'a relation with operations (Keystone)',
      'createFilm(data: NewFilm!): Film',
      'input NewFilm { title: String notes: NoteLinks }',
    ],
    ['a list of parts (Hashnode)', 'createFilm(input: NewFilm!): Film', 'input NewFilm { title: String! tags: [Link!] }'],
    [
      'a list with the name of an object for changes',
      'createFilm(input: NewFilm!): Film',
      'input NewFilm { title: String attributes: [Link!] }',
    ],
    ['texts for search engines (Saleor)', 'createFilm(input: NewFilm!): Film', 'input NewFilm { title: String seo: NewNote }'],
    [
      'an object that the record does not have',
      'createFilm(input: NewFilm!): Film',
      'input NewFilm { clientMutationId: String studioId: ID! extras: Link }',
    ],
  ])('%s', (_, mutation, input) => {
    const { create, bulkCreate } = changesOf(modelOf(`${API} ${input} type Mutation { ${mutation} }`), 'Film');
    expect(bulkCreate).toBeUndefined();
    expect(create?.changesAt).toHaveLength(1);
    expect(fieldsOf(create)).toHaveLength(2);
    expect(create?.sure).toBe('certain');
  });

  it('beside the key too', () => {
    const input =
      'input FilmUpdate { id: ID! title: String custom_fields: CustomFields } input CustomFields { full: String remove: [String!] }';
    const type = 'scalar Map type Query { film(id: ID!): Film } type Film { id: ID! title: String custom_fields: Map }';
    const { update } = changesOf(modelOf(`${type} ${input} type Mutation { filmUpdate(input: FilmUpdate!): Film }`), 'Film');
    expect(update?.changesAt).toEqual(['input']);
    expect(fieldsOf(update)).toEqual(['title', 'custom_fields']);
  });

  it('among arguments too', () => {
    const api = `${API} type Mutation { createFilm(title: String!, notes: NoteLinks): Film }`;
    expect(fieldsOf(changesOf(modelOf(api), 'Film').create)).toEqual(['title', 'notes']);
  });

  it('an object named after the record, or the only one in the input, is the record', () => {
    const api = `${API} input NewFilm { title: String } input Named { film: NewFilm! notify: Boolean } input Alone { clientMutationId: String row: NewFilm! }
      type Mutation { createFilm(input: Named!): Film addFilm(input: Alone!): Film }`;
    expect(changesOf(modelOf(api), 'Film').create?.changesAt).toEqual(['input', 'film']);
    expect(changesOf(modelOf(api.replace('createFilm(input: Named!): Film', '')), 'Film').create?.changesAt).toEqual([
      'input',
      'row',
    ]);
  });
});

it('the ids of two related records are not the key of the record between them', () => {
  const model =
    modelOf(`type Query { partnerArtists: [PartnerArtist!]! partnerArtist(id: ID!): PartnerArtist } type Artist { id: ID! name: String } type Partner { id: ID! }
    type PartnerArtist { id: ID! artist: Artist partner: Partner bio: String } input Gone { artistId: ID! partnerId: ID! } type Payload { partnerArtist: PartnerArtist }
    type Mutation { deletePartnerArtist(input: Gone!): Payload }`);
  expect(changesOf(model, 'PartnerArtist').delete?.keys.map(key => key.column) ?? []).not.toContain('id');
});

describe('an optional argument that narrows which record is changed', () => {
  const sdlOf = (args: string): string => `
    type Query { instance(serviceId: String!, environmentId: String!): Instance }
    type Instance { serviceId: String! environmentId: String! command: String } input InstanceInput { command: String environmentId: String }
    type Mutation { updateInstance(serviceId: String!, ${args}): Instance deleteInstance(serviceId: String!, ${args.replace(/, (input|command).*$/, '')}): Instance }`;

  it.each([
    ['beside an input', 'environmentId: String, input: InstanceInput!', { environmentId: 'e', input: { command: 'B' } }],
    ['among the values', 'environmentId: String, command: String', { environmentId: 'e', command: 'B' }],
  ])('takes the value of the record %s', (_, args, sent) => {
    const model = modelOf(sdlOf(args));
    const { update, delete: deletion } = changesOf(model, 'Instance');
    const row = { serviceId: 's', environmentId: 'e', command: 'A' };
    expect(update?.sure).toBe('certain');
    expect(changeVariables(model, update as Change, row, { command: 'B' })).toEqual({
      variables: { serviceId: 's', ...sent },
      missing: [],
    });
    expect(changeVariables(model, deletion as Change, row)).toEqual({
      variables: { serviceId: 's', environmentId: 'e' },
      missing: [],
    });
    // A record without the value is not changed.
    expect(changeVariables(model, update as Change, { serviceId: 's', environmentId: null }, { command: 'B' }).missing).toEqual([
      'environmentId',
    ]);
  });

  it('makes the change uncertain if the record has no value for it', () => {
    const sdl = `
      type Query { instance(code: String!): Instance } type Environment { name: String }
      type Instance { code: String! environment: Environment command: String } input InstanceInput { command: String }
      type Mutation { updateInstance(code: String!, environmentId: String, input: InstanceInput!): Instance }`;
    expect(changesOf(modelOf(sdl), 'Instance').update?.sure).toBe('likely');
  });

  it('is left out beside a key that identifies the record', () => {
    const sdl = `
      type Query { film(id: ID!): Film } type Film { id: ID! boardId: ID slug: String title: String } input FilmInput { title: String }
      type Mutation { updateFilm(id: ID!, boardId: ID, input: FilmInput!): Film }`;
    const model = modelOf(sdl);
    const { update } = changesOf(model, 'Film');
    expect(update?.sure).toBe('certain');
    expect(update?.keys.map(key => key.column)).toEqual(['id']);
  });
});

it('a type name of 100,000 characters is read without trying each of its endings', () => {
  const name = `T${'Ab'.repeat(50_000)}`;
  const model = modelOf(`type Query { all: [${name}!]! } type ${name} { id: ID! title: String }
    type Mutation { update${name}(id: ID!, title: String): ${name} delete${name}(id: ID!): Boolean }`);
  // Such a name has no meaning, so no change is offered.
  expect(changesOf(model, name).update).toBeUndefined();
});

it('no type is searched for in a mutation name of a million characters', () => {
  const model = modelOf('type Query { a: Int } type A { id: ID! }');
  const name = `createa${'A'.repeat(1_000_000)}`;
  expect(separatedName(model, name)).toBe(name);
});

describe('a mutation is not offered as a change of a record', () => {
  const API =
    'type Query { user(id: ID!): User users: [User!]! } type User { id: ID! username: String! email: String! bio: String }';
  it.each([
    [
      "if it changes the user's own record, whose id is optional",
      'input UserInput { id: ID email: String } type Mutation { updateCurrentUser(input: UserInput!): User }',
    ],
    [
      "in a namespace for the user's own record",
      'input UserInput { id: ID email: String } type Me { updateUser(input: UserInput!): User deleteUser(id: ID): User } type Mutation { me: Me! }',
    ],
    [
      'if all required arguments are values to set',
      'input UserInput { username: String! email: String! bio: String } type Mutation { editUser(input: UserInput!): User }',
    ],
    ['if it requires only an e-mail address', 'type Mutation { editUser(email: String!, bio: String): User }'],
  ])('%s', (_, sdl) => {
    const changes = changesOf(modelOf(`${API} ${sdl}`), 'User');
    expect([changes.update?.action.id, changes.delete?.action.id]).toEqual([undefined, undefined]);
  });

  it('unless it requires the id', () => {
    const sdl = `${API} type MeMutations { updateUser(id: ID!, bio: String): User } type Mutation { me: MeMutations! }`;
    expect(changesOf(modelOf(sdl), 'User').update?.action.id).toBe('me.updateUser');
  });

  it.each([
    ['without a verb, if its input has no key', 'film(input: FilmInput!): FilmPayload'],
    ['without a verb, if its payload holds the record under another name', 'title(input: FilmForm!): FilmPayload'],
    ['without a verb, if it takes more than one input', 'film(input: FilmForm!, force: Boolean): FilmPayload'],
  ])('%s', (_, mutation) => {
    const sdl = `type Query { film(id: ID!): Film } ${FILM} input FilmInput { title: String } input FilmForm { id: ID title: String }
      type FilmPayload { film: Film } type Mutation { ${mutation} }`;
    expect(changesOf(modelOf(sdl), 'Film')).toEqual({});
  });

  it('if the verb at the end is part of the type name', () => {
    const sdl = `type Query { updates: [StatusUpdate!]! } type StatusUpdate { id: ID! text: String } type Mutation { uploadStatusUpdate(statusUpdateId: ID!, text: String): StatusUpdate }`;
    expect(changesOf(modelOf(sdl), 'StatusUpdate').update).toBeUndefined();
  });
});

it('several objects beside the key are parts of the record', () => {
  const sdl = `type Query { a: Int } type Provider { id: ID! scope: String } input Hook { url: String } input OAuth { secret: String }
    input ProviderInput { id: ID! scope: String hookMetadataInput: Hook oAuthMetadataInput: OAuth } type Mutation { updateProvider(provider: ProviderInput!): Provider }`;
  const { update } = changesOf(modelOf(sdl), 'Provider');
  expect(update?.changesAt).toEqual(['provider']);
  expect(update?.fields.map(field => field.name)).toEqual(['scope', 'hookMetadataInput', 'oAuthMetadataInput']);
});

it('a payload with the key and the fields of the record is the record itself', () => {
  const sdl = `type Query { units: [UnitNode!]! unit(id: ID!): UnitNode } type UnitNode { id: ID! pk: Int name: String rank: Int sections: [SectionNode!]! tags: [TagNode] }
    type SectionNode { id: ID! pk: Int } input UnitUpdate { pk: Int! name: String rank: Int }
    type UnitUpdatePayload { pk: Int name: String rank: Int sections: [SectionNode] tags: [TagNode] } type TagNode { id: ID! pk: Int } type Sections { done: Int sections: [SectionNode] }
    type Mutation { updateUnit(input: UnitUpdate!): UnitUpdatePayload sortUnit(input: UnitUpdate!): Sections }`;
  expect(changesOf(modelOf(sdl), 'UnitNode').update).toMatchObject({ action: { id: 'updateUnit' }, sure: 'certain' });
  expect(changesOf(modelOf(sdl), 'SectionNode').update).toBeUndefined();
});

it('the input of a record type named `…Filter` is not a filter', () => {
  const sdl = `type Query { productFilters: [ProductFilter!]! } type ProductFilter { id: ID! name: String }
    input SaveFilterInput { id: ID name: String! } input UpdateProductFilterInput { id: ID! name: String } input DestroyProductFilterInput { id: ID! } input ProductFilterFilter { id: ID }
    type Mutation { saveFilter(input: SaveFilterInput!): ProductFilter! updateProductFilter(input: UpdateProductFilterInput!): ProductFilter dropProductFilters(only: ProductFilterFilter): Int
      destroyProductFilter(input: DestroyProductFilterInput!): ProductFilter }`;
  const changes = changesOf(modelOf(sdl), 'ProductFilter');
  expect(changes.update).toMatchObject({ family: 'input', sure: 'certain' });
  expect(changes.delete).toMatchObject({ family: 'input', sure: 'certain' });
  expect(changes.create).toMatchObject({ changesAt: ['input'], sure: 'certain' });
});

it('a namespace is named without its suffix', () => {
  const sdl = `type Query { apiKeys: [ApiKey!]! } type ApiKey { id: ID! name: String } input Keys { ids: [ID!]! }
    type Mutation { apiKey: ApiKeyMutations! } type ApiKeyMutations { create(name: String!): ApiKey! delete(input: Keys!): Boolean! }`;
  expect(changesOf(modelOf(sdl), 'ApiKey').bulkDelete).toMatchObject({ action: { id: 'apiKey.delete' }, sure: 'certain' });
});

it('a code beside the id is a value to change, or part of the key if there are no other values', () => {
  const sdl = `type Query { plans: [Plan!]! } type Plan { id: ID! code: String! name: String }
    input Update { id: ID! code: String! name: String } input Delete { id: ID! code: String! }
    type Mutation { updatePlan(input: Update!): Plan deletePlan(input: Delete!): Plan }`;
  const { update, delete: removal } = changesOf(modelOf(sdl), 'Plan');
  expect(update?.keys.map(key => key.column)).toEqual(['id']);
  expect(update?.fields.map(field => [field.name, field.required])).toEqual([
    ['code', true],
    ['name', false],
  ]);
  expect(removal?.keys.map(key => key.column)).toEqual(['id', 'code']);
});

it('a reference object selects the record; it is neither a value to change nor a record of another type', () => {
  const model = modelOf(`
    type Query { tier(id: String!): Tier account(id: String!): Account }
    type Account { id: String! legacyId: Int! slug: String! name: String }
    type Tier { id: String! legacyId: Int! name: String }
    input TierReference { id: String legacyId: Int }
    input AccountReference { id: String legacyId: Int slug: String }
    input TierPatch { name: String }
    type Mutation {
      editAccount(account: AccountReference!, name: String, slug: String): Account!
      editTier(tier: TierReference!, patch: TierPatch!): Tier!
      moveTier(account: AccountReference!, tier: TierReference!): Tier!
      deleteTier(tier: TierReference!): Tier!
    }`);
  const sent = (typeName: string, kind: 'update' | 'delete', changes: object) => {
    const change = changesOf(model, typeName)[kind];
    return change && [change.sure, change.action.id, changeVariables(model, change, { id: 'a' }, { ...changes }).variables];
  };
  expect(sent('Account', 'update', { slug: 's' })).toEqual(['certain', 'editAccount', { account: { id: 'a' }, slug: 's' }]);
  expect(sent('Tier', 'update', { name: 'n' })).toEqual(['certain', 'editTier', { tier: { id: 'a' }, patch: { name: 'n' } }]);
  expect(sent('Tier', 'delete', {})).toEqual(['certain', 'deleteTier', { tier: { id: 'a' } }]);
});

it.each([
  ['id: ID slug: String', 'id: ID!, post: Post_!', { id: 'p', post: { slug: 's' } }],
  ['id: ID! slug: String!', 'id: ID!, post: Post_!', { id: 'p', post: { id: 'p', slug: 's' } }],
  ['id: ID! slug: String! title: String', 'id: ID!, post: Post_!', { id: 'p', post: { id: 'p', slug: 's' } }],
  ['id: ID slug: String title: String', 'postId: ID!, input: Post_', { postId: 'p', input: { slug: 's' } }],
])('an object beside the id holds the changes, even if it repeats the id: {%s} in (%s)', (fields, args, expected) => {
  const model = modelOf(`
    type Query { post(id: ID!): Post } type Post { id: ID! slug: String! title: String } input Post_ { ${fields} }
    type Mutation { updatePost(${args}): Post }`);
  const { update } = changesOf(model, 'Post');
  if (update === undefined) throw new Error('no update');
  expect([update.sure, update.fields.map(field => field.name).includes('id')]).toEqual(['certain', false]);
  expect(changeVariables(model, update, { id: 'p', slug: 'a', title: 't' }, { slug: 's' }).variables).toEqual(expected);
});

it('a version is sent for comparison only if the record has one: not in a creation, and not the version of a product', () => {
  const model = modelOf(`
    type Query { migrations: [Migration!]! migration(id: ID!): Migration templates: [Template!]! template(id: ID!): Template device(id: ID!): Device item(id: ID!): Item } enum Edition { A B }
    type Migration { id: ID! version: Int! dirty: Boolean } input MigrationInput { version: Int! dirty: Boolean } input MigrationPatch { version: Int! dirty: Boolean }
    type Template { id: ID! version: Edition! } input TemplateInput { version: Edition }
    type Device { id: ID! version: String } input DeviceInput { version: String }
    type Item { id: ID! version: String title: String } input ItemInput { id: ID! version: String title: String }
    type Mutation {
      createMigration(input: MigrationInput!): Migration updateMigration(id: ID!, input: MigrationPatch!): Migration
      updateTemplate(id: ID!, input: TemplateInput!): Template updateDevice(id: ID!, input: DeviceInput!): Device
      updateItem(input: ItemInput!): Item
    }`);
  const { create, update } = changesOf(model, 'Migration');
  expect([create?.version, create?.fields.map(field => field.name)]).toEqual([null, ['version', 'dirty']]);
  expect([update?.version?.column, update?.fields.map(field => field.name)]).toEqual(['version', ['dirty']]);
  expect(changesOf(model, 'Item').update?.version?.target).toEqual(['input', 'version']);
  for (const type of ['Template', 'Device']) {
    const plain = changesOf(model, type).update;
    expect([plain?.version, plain?.fields.map(field => field.name)]).toEqual([null, ['version']]);
  }
});

it.each([
  ['slug: ID! name: String! description: String', 'slug', ['name', 'description']],
  ['internalId: ID! name: String! description: String', 'internalId', ['name', 'description']],
  ['slug: ID! name: String!', 'slug, name', []],
  ['path: String! name: String! description: String', 'path, name', ['description']],
])('beside a key of its own, the name of a record is a value to change: {%s}', (fields, key, expected) => {
  const model = modelOf(`
    type Query { forms: [Form!]! } type Form { internalId: ID! slug: ID! path: String! name: String! description: String } input FormInput { ${fields} }
    type Mutation { saveForm(input: FormInput!): Form }`);
  const { update } = changesOf(model, 'Form');
  expect([update?.keys.map(({ column }) => column).join(', ') ?? key, update?.fields.map(field => field.name) ?? []]).toEqual([
    key,
    expected,
  ]);
});

it.each([
  ['Int!', 'Float!', 7, 7],
  ['ID!', 'Float!', '7', 7],
  ['Float!', 'Float!', 7, 7],
  ['Float!', 'Int!', 7, 7],
])('a key of type %s is sent as a number in %s', (key, argument, id, sent) => {
  const model = modelOf(`
    type Query { rooms: [Room!]! } type Room { id: ${key} paid: Float name: String } input RoomDto { name: String }
    type Mutation { updateRoom(id: ${argument}, data: RoomDto!): Room! deleteRoom(id: ${argument}): Boolean! }`);
  const { update, delete: deletion } = changesOf(model, 'Room');
  if (update === undefined || deletion === undefined) throw new Error('no change');
  expect([update.sure, deletion.sure]).toEqual(['certain', 'certain']);
  expect(changeVariables(model, update, { id }, { name: 'n' }).variables).toEqual({ id: sent, data: { name: 'n' } });
  expect(changeVariables(model, deletion, { id }, {}).variables).toEqual({ id: sent });
});

it('a name in lower case after the verb is that of a type in any case', () => {
  const model = modelOf(`
    type Query { users: [QLUser!]! } type QLUser { id: Int! name: String } input NewUser { name: String }
    type Mutation { createqluser(input: NewUser!): QLUser! deleteqluser(id: Int!): QLUser }`);
  const { create, delete: deletion } = changesOf(model, 'QLUser');
  expect([create?.action.id, deletion?.action.id]).toEqual(['createqluser', 'deleteqluser']);
});

it.each([
  ['crear', 'actualizar', 'eliminar'],
  ['criar', 'atualizar', 'excluir'],
  ['ajouter', 'update', 'supprimer'],
  ['erstellen', 'aktualisieren', 'loeschen'],
])('verbs of other languages are verbs: %s, %s, %s', (create, update, deletion) => {
  const model = modelOf(`
    type Query { depto(_id: String!): DeptoType } type DeptoType { _id: ID nombre: String } input DeptoInput { _id: ID nombre: String }
    type Mutation { ${create}Depto(input: DeptoInput): DeptoType! ${update}Depto(input: DeptoInput): DeptoType! ${deletion}Depto(_id: String!): DeptoType! }`);
  const changes = changesOf(model, 'DeptoType');
  expect([changes.create, changes.update, changes.delete].map(change => change?.action.id)).toEqual(
    [create, update, deletion].map(verb => `${verb}Depto`),
  );
  expect(changes.delete?.action.danger).toBe(true);
});

it('the result of a deletion is not a record, even with the id of the deleted one', () => {
  const model = modelOf(`
    type Query { accounts: [Account!]! removals: [RemovedItem!]! } type Account { id: String! name: String } type RemovedItem { id: ID! at: String }
    type DeleteAccountResponse { id: String! success: Boolean! } type DeleteItemResult { id: ID! }
    type Mutation { deleteAccount(id: String!): DeleteAccountResponse! deleteRemovedItem(id: ID!): DeleteItemResult }`);
  expect(changesOf(model, 'Account').delete).toMatchObject({ sure: 'certain', action: { id: 'deleteAccount' } });
  expect(changesOf(model, 'RemovedItem').delete).toMatchObject({ sure: 'certain', action: { id: 'deleteRemovedItem' } });
});

it('all mutations of a type can end with a word that says who may use them', () => {
  const sdl = `
    type Query { meals: [Meal!]! } type Meal { id: ID! name: String photo: String } input MealInput { name: String } input MealWhereUnique { id: ID }
    type Mutation {
      createMealAdmin(data: MealInput!): Meal updateMealAdmin(where: MealWhereUnique!, data: MealInput!): Meal deleteMealAdmin(where: MealWhereUnique!): Meal
      deleteMealPhoto(where: MealWhereUnique!): Meal
    }`;
  const { create, update, delete: deletion } = changesOf(modelOf(sdl), 'Meal');
  expect([create, update, deletion].map(change => [change?.sure, change?.action.id])).toEqual([
    ['certain', 'createMealAdmin'],
    ['certain', 'updateMealAdmin'],
    ['certain', 'deleteMealAdmin'],
  ]);
  expect(changesOf(modelOf(sdl.replaceAll('MealAdmin', 'MealDraft')), 'Meal').delete).toBeUndefined();
  expect(changesOf(modelOf(sdl.replace(/\w+MealAdmin\(.*\): Meal/, '')), 'Meal').delete).toBeUndefined();
});

it('a deletion by an id that names the type needs only the end of that name', () => {
  const model = modelOf(`
    type Query { products: [Product!]! } type Product { id: ID! variants: [ProductVariant!] } type ProductVariant { id: ID! name: String } type Done { code: Int }
    type Mutation { removeVariantById(productVariantId: ID!): Done removeImage(productId: ID!): Done deleteVariants(productId: ID!): Done }`);
  expect(changesOf(model, 'ProductVariant').delete).toMatchObject({ sure: 'certain', action: { id: 'removeVariantById' } });
  expect(changesOf(model, 'Product').delete).toBeUndefined();
});

it('a result type with the fields of a record is no copy of it by another name', () => {
  const model = modelOf(`type Query { orders: [Order!]! order(id: ID!): Order } type Order { id: ID! name: String note: String }
    type OrderItem { id: ID! name: String } type Mutation { deleteOrderItem(id: ID!): OrderItem updateOrderItem(id: ID!, name: String): OrderItem }`);
  expect(changesOf(model, 'Order')).toEqual({});
});

it('a deletion by its verb alone is that of no record if the others in its namespace change several', () => {
  const model =
    modelOf(`type Query { films: [Film!]! actors: [Actor!]! film(id: ID!): Film actor(id: ID!): Actor } ${FILM} type Actor { id: ID! title: String }
    type Mutation { studio: Studio } input FilmInput { title: String } input ActorInput { title: String }
    type Studio { create(input: FilmInput!): Film update(id: ID!, input: ActorInput!): Actor delete(id: ID!): Boolean }`);
  expect([changesOf(model, 'Film').delete, changesOf(model, 'Actor').delete]).toEqual([undefined, undefined]);
});
