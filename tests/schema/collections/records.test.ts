import { graphql } from 'graphql';
import { collectionById, findCollections, nestedCollections } from '../../../src/schema/collections/collections';
import { findLookups, isAboutPermissions, isSingle, lookupForm } from '../../../src/schema/collections/lookups';
import { totalSource } from '../../../src/schema/collections/paging/totalSource';
import { parseRecordRef } from '../../../src/schema/collections/parseRecordRef';
import { linksOf } from '../../../src/schema/collections/recordLinks';
import { formatRecordRef, recordLookup, recordRef, rowKeys } from '../../../src/schema/collections/records';
import { recordTitle } from '../../../src/schema/collections/recordTitle';
import { lookupDocument } from '../../../src/schema/documents/callDocuments';
import { pageDocument } from '../../../src/schema/documents/documents';
import { recordDocument } from '../../../src/schema/documents/recordDocument';
import { typeLabel } from '../../../src/schema/model/schemaModel';
import { executeMocked, modelOf, problemsOf, schemaOf } from '../modelOf';

const SDL = `
  interface Node { id: ID! } interface Named { name: String }
  type Query {
    node(id: ID!): Node  repository(owner: String!, name: String!): Repository  user(login: String!): User  visit(berth: Int!, at: String!): Visit  byAny(id: ID, slug: String): Page
    notes(id: Int, limit: Int): [Note!]!  version: String!  health(deep: Boolean): Health  me: User  found: Found  named(name: String!): Named  flags: [String!]!
  }
  type Repository implements Node { id: ID!  name: String!  owner: User!  issues(first: Int, after: String, state: State): IssueConnection!  labels(query: String!): [Label!]!  files: [File!] }
  type User implements Node & Named { id: ID!  login: String!  name: String } type Visit { berth: Int!  at: String!  note: String } type Page { id: ID!  slug: String!  title: String }
  type Note { id: Int!  text: String! } type Health { ok: Boolean  users(first: Int): [User] } type Label { id: ID!  name: String! } type File { path: String! } enum State { OPEN }
  type Issue implements Node { id: ID!  title: String!  author: Author } union Author = User | Bot  type Bot { id: ID!  login: String! }
  type IssueConnection { nodes: [Issue]  totalCount: Int!  pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean!  endCursor: String }  union Found = Repository | Label
`;
const schema = schemaOf(SDL);
const model = modelOf(SDL);

it.each<[string, string | null, string, Array<[string, string]>]>([
  ['Repository', 'node', 'node', [['id', 'id']]],
  ['User', 'node', 'node', [['id', 'id']]],
  [
    'Visit',
    'field',
    'visit',
    [
      ['berth', 'berth'],
      ['at', 'at'],
    ],
  ],
  ['Page', 'field', 'byAny', [['id', 'id']]],
  ['Note', 'collection', 'notes', [['id', 'id']]],
  ['Node', 'field', 'node', [['id', 'id']]],
  ['Label', null, '', []],
  ['Health', null, '', []],
  ['String', null, '', []],
  ['Gone', null, '', []],
])('a %s is loaded by %s %s', (type, kind, path, keys) => {
  const lookup = recordLookup(model, type);
  expect(lookup?.kind ?? null).toBe(kind);
  if (lookup === null) return;
  expect(lookup.path.join('.')).toBe(path);
  expect(lookup.keys.map(key => [key.column, key.target.join('.')])).toEqual(keys);
});

it('a row gives the reference of its record, by its actual type', () => {
  expect(recordRef(model, 'Visit', { berth: 7, at: 'noon' })).toEqual({ typeName: 'Visit', keys: { berth: 7, at: 'noon' } });
  expect(recordRef(model, 'Visit', { berth: 7 })).toBeNull();
  expect(recordRef(model, 'Author', { __typename: 'User', id: '1' })).toEqual({ typeName: 'User', keys: { id: '1' } });
  expect(recordRef(model, 'Author', { __typename: 'Bot', id: '1' })).toBeNull();
  expect(recordRef(model, 'User', { __typename: 'Gone', id: '1' })).toEqual({ typeName: 'User', keys: { id: '1' } });
  expect(recordRef(model, 'User', null)).toBeNull();
  expect(recordRef(model, 'Label', { id: '1' })).toBeNull();
  expect(rowKeys(model, 'User')).toEqual(['id']);
  expect(rowKeys(model, 'Visit')).toEqual(['berth', 'at']);
});

it('a reference survives the conversion to an address and back', () => {
  for (const ref of [
    { typeName: 'User', keys: { id: 'a/b c' } },
    { typeName: 'User', keys: { id: '{"x":1}' } },
    { typeName: 'Note', keys: { id: 7 } },
    { typeName: 'Visit', keys: { berth: 7, at: 'noon' } },
  ]) {
    expect(parseRecordRef(model, ref.typeName, formatRecordRef(model, ref))).toEqual(ref);
  }
  expect(formatRecordRef(model, { typeName: 'User', keys: { id: '42' } })).toBe('42');
  expect(formatRecordRef(model, { typeName: 'Note', keys: { id: 7 } })).toBe('7');
  expect(parseRecordRef(model, 'Note', 'seven')).toBeNull();
  expect(parseRecordRef(model, 'Note', '')).toBeNull();
  expect(parseRecordRef(model, 'Visit', 'noon')).toBeNull();
  expect(parseRecordRef(model, 'Visit', '{"berth": 7}')).toBeNull();
  expect(parseRecordRef(model, 'User', '{no json')).toEqual({ typeName: 'User', keys: { id: '{no json' } });
  expect(parseRecordRef(model, 'Label', '1')).toBeNull();
});

it.each([
  ['User', { id: '1' }],
  ['Visit', { berth: 7, at: 'noon' }],
  ['Note', { id: 7 }],
  ['Node', { id: '1' }],
])('the document of a %s validates, runs and is read', async (typeName, keys) => {
  const document = recordDocument(model, { typeName, keys });
  expect(problemsOf(schema, document.query)).toEqual([]);
  const result = await executeMocked(schema, document.query, document.variables);
  expect(result.errors).toBeUndefined();
  if (typeName !== 'User') expect(document.read(result.data)).not.toBeNull();
  expect(document.read({})).toBeNull();
  expect(document.read(undefined)).toBeNull();
});

it('a record that cannot be loaded alone, or without a key, is reported', () => {
  expect(() => recordDocument(model, { typeName: 'Label', keys: { id: '1' } })).toThrow('No way to load a single Label');
  expect(() => recordDocument(model, { typeName: 'Visit', keys: { berth: 7 } })).toThrow(/at/);
});

it('root fields that return one object are offered with their forms, without collections and counts', () => {
  expect(findLookups(model).map(lookup => [lookup.id, lookup.gives, lookup.typeName, lookupForm(model, lookup).length])).toEqual([
    ['node', 'record', 'Node', 1],
    ['repository', 'record', 'Repository', 2],
    ['user', 'record', 'User', 1],
    ['visit', 'record', 'Visit', 2],
    ['byAny', 'record', 'Page', 2],
    ['version', 'value', 'String', 0],
    ['me', 'record', 'User', 0],
    ['found', 'record', 'Found', 0],
    ['named', 'record', 'Named', 1],
    ['flags', 'value', 'String', 0],
    ['health.ok', 'value', 'Boolean', 0],
  ]);
});

it('every lookup has a document that validates and runs', async () => {
  for (const lookup of findLookups(model)) {
    const values = Object.fromEntries(lookupForm(model, lookup).map(field => [field.name, field.name === 'berth' ? 7 : 'a']));
    const document = lookupDocument(model, lookup, values);
    expect(problemsOf(schema, document.query)).toEqual([]);
    const result = await executeMocked(schema, document.query, document.variables);
    expect(document.read(result.data)).not.toBeNull();
  }
});

it('types link to single records, and to lists with their own tables', () => {
  expect(
    linksOf(model, 'Repository').map(link => [link.field.name, link.typeName, link.many, link.collection?.id ?? null]),
  ).toEqual([
    ['owner', 'User', false, null],
    ['issues', 'Issue', true, 'Repository.issues'],
    ['labels', 'Label', true, 'Repository.labels'],
    ['files', 'File', true, 'Repository.files'],
  ]);
  expect(linksOf(model, 'Issue').map(link => link.typeName)).toEqual(['Author']);
});

it('a list inside a record is paged, filtered and found by its id', async () => {
  const issues = collectionById(model, 'Repository.issues');
  if (issues === null) throw new Error('No issues');
  expect(issues).toMatchObject({ origin: 'nested', rowType: 'Issue', paging: { style: 'cursor' } });
  expect(totalSource(model, issues)).toMatchObject({ place: 'inside' });
  expect(collectionById(model, 'Repository.labels')?.mustFill.map(field => field.name)).toEqual(['query']);
  expect(collectionById(model, 'Repository.name')).toBeNull();
  expect(collectionById(model, 'Gone.issues')).toBeNull();
  expect(collectionById(model, 'a.b.c')).toBeNull();
  expect(nestedCollections(model, 'String')).toEqual([]);
  const within = { typeName: 'Repository', keys: { id: 'R1' } };
  const document = pageDocument(model, issues, {
    within,
    filters: [{ field: 'state', operator: 'is', value: 'OPEN' }],
    page: { kind: 'after', cursor: 'c' },
    size: 20,
  });
  expect(problemsOf(schema, document.query)).toEqual([]);
  expect(document.variables).toEqual({ id: 'R1', first: 20, after: 'c', state: 'OPEN' });
  const page = document.read({
    node: {
      __typename: 'Repository',
      issues: { nodes: [{ id: '1', title: 'T' }, null], totalCount: 30, pageInfo: { hasNextPage: true, endCursor: 'd' } },
    },
  });
  expect(page).toEqual({
    rows: [{ id: '1', title: 'T' }],
    missing: 1,
    isParentNull: false,
    total: 30,
    start: null,
    next: { kind: 'after', cursor: 'd' },
    previous: null,
  });
  expect(() => pageDocument(model, issues)).toThrow(/No way to load/);
});

it('two arguments with one name get two variables if their values differ', () => {
  const both = modelOf(
    'type Query { user(id: ID!): User } type User { id: ID!  posts(id: ID, limit: Int, offset: Int): [Post!]! } type Post { id: ID! }',
  );
  const posts = collectionById(both, 'User.posts');
  if (posts === null) throw new Error('No posts');
  const document = pageDocument(both, posts, {
    within: { typeName: 'User', keys: { id: 'u' } },
    filters: [{ field: 'id', operator: 'is', value: 'p' }],
  });
  expect(document.variables).toEqual({ id: 'u', id2: 'p', limit: 51, offset: 0 });
});

it('a record is titled by its naming field', () => {
  expect(recordTitle(model, 'Issue', { id: '1', title: 'T' })).toBe('T');
  expect(recordTitle(model, 'Issue', { id: '1', title: null })).toBe('1');
  expect(recordTitle(model, 'Author', { __typename: 'Bot', login: 'b' })).toBe('b');
  expect(recordTitle(model, 'Issue', { id: '1', title: `\n First line\nSecond line` })).toBe('First line');
  expect(recordTitle(model, 'Issue', { id: '1', title: 'word '.repeat(5000) })).toBe(`${'word '.repeat(24)}…`);
  expect(recordTitle(model, 'Issue', {})).toBeNull();
  expect(recordTitle(model, 'Issue', 'x')).toBeNull();
});

it('a unit or a place of a record is not its title', () => {
  const model = modelOf(`
    type Query { repairs: [Repair!]! stays: [Stay!]! languages: [Language!]! }
    type Repair { id: ID! cost_cents: Int! currency: String! } type Stay { id: ID! countryCode: String! timeZone: String! room: String! }
    type Language { id: ID! language: String! }`);
  expect(recordTitle(model, 'Repair', { id: '7', currency: 'EUR' })).toBe('7');
  expect(recordTitle(model, 'Stay', { id: '7', countryCode: 'EG', timeZone: 'UTC', room: '12 b' })).toBe('12 b');
  expect(recordTitle(model, 'Language', { id: '7', language: 'Polish' })).toBe('Polish');
});

it('a type named like `ShipType` or `PortNode` is labelled by the field that lists it, unless it means something else', () => {
  const model = modelOf(`
    type Query { ships: [ShipType!]! room_s: [RoomType!]! rooms: [Room!]! vesselTypes: [VesselType!]! berth(id: ID!): BerthType
      allPorts: [PortNode!]! clusterNodes: [ClusterNode!]! } type PortNode { id: ID! } type ClusterNode { id: ID! }
    type ShipType { id: ID! } type RoomType { id: ID! } type Room { id: ID! } type VesselType { id: ID! } type BerthType { id: ID! }`);
  expect(
    ['ShipType', 'RoomType', 'VesselType', 'BerthType', 'PortNode', 'ClusterNode'].map(name => typeLabel(model, name)),
  ).toEqual(['Ship', 'Room type', 'Vessel type', 'Berth', 'Port', 'Cluster node']);
});

it('an ending that several types have is not part of their labels', () => {
  const types = (names: string[]) =>
    modelOf(`type Query { ping: Int } ${names.map(name => `type ${name} { id: ID! }`).join(' ')}`);
  const many = types(['ShipEntity', 'CartItemEntity', 'PortEntity', 'Port', 'ShipDto']);
  expect(['ShipEntity', 'CartItemEntity', 'PortEntity', 'ShipDto'].map(name => typeLabel(many, name))).toEqual([
    'Ship',
    'Cart item',
    'Port entity',
    'Ship dto',
  ]);
  expect(typeLabel(types(['LegalEntity', 'Person']), 'LegalEntity')).toBe('Legal entity');
});

it('a collection id always returns the same object', () => {
  expect(collectionById(model, 'notes')).toBe(findCollections(model)[0]);
  expect(findCollections(model)).toBe(findCollections(model));
});

describe('a record that only a list contains', () => {
  const SIMPLE = `
    type Query { people: [Person!]!  notes(skip: Int, take: Int): [Note!]!  wards: WardList  wardsOf(clinic: ID!): [Ward!] }
    type Person { id: ID!  firstName: String!  lastName: String!  notes: [Note!]! } type Note { id: ID!  text: String! }
    type WardList { items: [Ward!]! } type Ward { code: Int!  id: Int!  name: String }
  `;
  const simple = modelOf(SIMPLE);
  const rows = { people: [{ id: '1', lastName: 'Lovelace' }, null, { id: 2, lastName: 'Hopper', notes: [{ id: '7' }] }] };

  it('is searched among all rows of a list without paging', () => {
    const document = recordDocument(simple, { typeName: 'Person', keys: { id: '2' } });
    expect(problemsOf(schemaOf(SIMPLE), document.query)).toEqual([]);
    expect(document.variables).toEqual({});
    expect(document.read(rows)).toBe(rows.people[2]);
    expect(document.problem(rows)).toBeNull();
    expect(recordDocument(simple, { typeName: 'Person', keys: { id: '3' } }).read(rows)).toBeNull();
    expect(recordDocument(simple, { typeName: 'Person', keys: { id: '3' } }).problem(rows)).toBeNull();
    expect(document.problem({ people: { id: '2' } })).toBe('people is an object where a list was asked for');
    const ward = recordDocument(simple, { typeName: 'Ward', keys: { id: 4 } });
    expect(problemsOf(schemaOf(SIMPLE), ward.query)).toEqual([]);
    expect(ward.read({ wards: { items: [{ id: 3 }, { id: 4, code: 9 }] } })).toEqual({ id: 4, code: 9 });
  });

  it('is searched in the list of an interface if its type has no list', async () => {
    const sdl = `
      type Query { things: [Thing!]! assets(where: AssetFilter): [Asset!]! crew: [Sailor!]! person(id: ID!): Person }
      interface Thing { id: ID! name: String! }
      type Crane implements Thing { id: ID! name: String! reach: Float parts: [Part!]! } type Part { id: ID! }
      interface Asset { id: ID! } input AssetFilter { id: IdFilter } input IdFilter { eq: ID }
      type Tug implements Asset { id: ID! power: Float }
      union Sailor = Person type Person { id: ID! }
    `;
    const model = modelOf(sdl);
    expect(recordRef(model, 'Thing', { __typename: 'Crane', id: 'c1' })).toEqual({ typeName: 'Crane', keys: { id: 'c1' } });
    const crane = recordDocument(model, { typeName: 'Crane', keys: { id: 'c2' } });
    const tug = recordDocument(model, { typeName: 'Tug', keys: { id: 't1' } });
    expect(tug.variables).toEqual({ where: { id: { eq: 't1' } } });
    for (const document of [crane, tug]) expect(problemsOf(schemaOf(sdl), document.query)).toEqual([]);
    const things = ['c1', 'c2'].map((id, at) => ({ __typename: 'Crane', id, name: id, reach: at }));
    const assets = [{ __typename: 'Tug', id: 't1', power: 7 }];
    const ask = async ({ query: source, variables: variableValues, read }: typeof crane) =>
      read((await graphql({ schema: schemaOf(sdl), source, variableValues, rootValue: { things, assets } })).data);
    expect(await ask(crane)).toMatchObject({ id: 'c2', reach: 1 });
    expect(await ask(tug)).toMatchObject({ id: 't1', power: 7 });
    // A record of another type may have the same key.
    const rows = [{ __typename: 'Hoist', id: 'c2' }, ...things];
    expect(crane.read({ things: rows })).toMatchObject({ id: 'c2', reach: 1 });
    expect(crane.read({ things: rows.slice(0, 1) })).toBeNull();
    expect(tug.read({ assets: [{ __typename: 'Barge' }] })).toBeNull();
  });

  it('links to its nested lists', () => {
    const [notes] = nestedCollections(simple, 'Person');
    const page = pageDocument(simple, notes as NonNullable<typeof notes>, { within: { typeName: 'Person', keys: { id: '2' } } });
    expect(problemsOf(schemaOf(SIMPLE), page.query)).toEqual([]);
    expect(page.read(rows).rows).toEqual([{ id: '7' }]);
  });

  it('links to its nested lists by the requested fields', async () => {
    const [notes] = nestedCollections(simple, 'Person');
    const page = pageDocument(simple, notes as NonNullable<typeof notes>, { within: { typeName: 'Person', keys: { id: '2' } } });
    const people = [
      { id: '1', notes: [] },
      { id: '2', notes: [{ id: '7', text: 'b' }] },
    ];
    const result = await graphql({
      schema: schemaOf(SIMPLE),
      source: page.query,
      variableValues: page.variables,
      rootValue: { people },
    });
    expect(result.errors).toBeUndefined();
    expect(page.problem(result.data)).toBeNull();
    expect(page.read(result.data).rows).toEqual([{ id: '7', text: 'b' }]);
  });

  it('is found after rows whose key is neither a string nor a number', () => {
    const document = recordDocument(simple, { typeName: 'Person', keys: { id: '2' } });
    const people = [{ id: { toString: 1, valueOf: 1 } }, { id: ['2'] }, { id: null }, { id: '2', lastName: 'Hopper' }];
    expect(document.problem({ people })).toBeNull();
    expect(document.read({ people })).toBe(people[3]);
    const odd = recordDocument(simple, { typeName: 'Person', keys: { id: { toString: 1 } } });
    expect(odd.problem({ people })).toBeNull();
    expect(odd.read({ people })).toBeNull();
  });

  it('is never another record, if a list ignores the argument that selects it', () => {
    const fleet = modelOf('type Query { ships(id: [ID!], limit: Int): [Ship!]! } type Ship { id: ID!  name: String }');
    const { query, read, problem } = recordDocument(fleet, { typeName: 'Ship', keys: { id: 3 } });
    expect(query).toContain('ships(id: $id');
    expect(read({ ships: [{ id: '3', name: 'Third' }] })).toEqual({ id: '3', name: 'Third' });
    expect(read({ ships: [{ name: 'Unknown' }] })).toEqual({ name: 'Unknown' });
    expect([problem({ ships: [{ id: '3' }] }), problem({ ships: [] })]).toEqual([null, null]);
    expect(read({ ships: [{ id: '1', name: 'First' }] })).toBeNull();
    expect(problem({ ships: [{ id: '1' }] })).toBe('ships.0 is another record than the one that was asked for');
  });

  it.each([
    ['ships: [Ship!]!', 'ships'],
    ['allShips: [Ship!]!', 'allShips'],
    ['getShipList: [Ship!]!', 'getShipList'],
    ['queryShip: [Ship!]!', 'queryShip'],
    ['ships(orderBy: ShipOrder): [Ship!]!', 'ships'],
    ['ships: [Ship!]!  shipsOf(port: ID!): [Ship!]!', 'ships'],
    ['openShips: [Ship!]!', null],
    ['recentShips: [Ship!]!', null],
    ['ships(archived: Boolean = false): [Ship!]!', null],
    ['ships(status: String): [Ship!]!', null],
    ['ships: [Ship!]!  archivedShips: [Ship!]!', null],
    ['myShips: [Ship!]!  ships(page: Int, size: Int): [Ship!]!', null],
    ['ships: [Ship!]!  me: Account', null],
  ])('is searched only in a complete list: %s', (fields, path) => {
    const fleet = modelOf(`type Query { ${fields} } type Ship { id: ID!  name: String }
      type Account { id: ID!  drafts: [Ship!]! } enum ShipOrder { NAME_ASC NAME_DESC }`);
    expect(recordLookup(fleet, 'Ship')?.path.join('.') ?? null).toBe(path);
  });

  it('is not searched in one page of a list, because another page may contain it', () => {
    expect(recordLookup(simple, 'Note')).toBeNull();
  });
});

it('an integer key of any size is sent as an integer', () => {
  const pets = modelOf('scalar BigInt type Query { pet(id: Int!): Pet  pets: [Pet] } type Pet { id: BigInt!  name: String }');
  expect(recordLookup(pets, 'Pet')).toMatchObject({ kind: 'field', path: ['pet'] });
});

it.each([
  ['ID!', 'Int!'],
  ['ID!', 'Float!'],
  ['Int!', 'Float!'],
  ['Float!', 'Float!'],
  ['Float!', 'Int!'],
  ['Int!', 'String!'],
])('a key of type %s is sent as %s', async (key, argument) => {
  const sdl = `type Query { room(id: ${argument}): Room } type Room { id: ${key} name: String }`;
  const rooms = modelOf(sdl);
  const ref = parseRecordRef(rooms, 'Room', '7');
  if (ref === null) throw new Error('no reference');
  const { query, variables } = recordDocument(rooms, { ...ref, keys: { id: key === 'ID!' ? '7' : 7 } });
  expect((await executeMocked(schemaOf(sdl), query, variables)).errors).toBeUndefined();
});

it('a field with an argument for the key, required or not, is not a single record', () => {
  const shop = modelOf(`
    type Query { shop(channel: String): Shop  me: User  product(id: ID, slug: String, channel: String): Product  user(id: ID!): User
      page(relativePath: String): Page  document(document: String, stage: String): Document  productOne(filter: Filter, sort: Sort): Product }
    input Filter { name: String } enum Sort { NAME }
    type Page { id: ID! title: String } type Document { id: ID! title: String }
    type Shop { name: String! } type User { id: ID!  email: String! } type Product { id: ID!  slug: String! }
  `);
  expect(findLookups(shop).map(lookup => [lookup.id, isSingle(shop, lookup)])).toEqual([
    ['shop', true],
    ['me', true],
    ['product', false],
    ['user', false],
    ['page', false],
    ['document', false],
    ['productOne', false],
  ]);
});

it('what an account may do is no single record', () => {
  const model = modelOf(`
    type Query { Access: Access shop: Shop accessPoint(id: ID!): AccessPoint } type Shop { open: Boolean name: String }
    type Access { canAccessAdmin: Boolean! posts: postsAccess } type postsAccess { create: Boolean } type AccessPoint { id: ID! open: Boolean }`);
  expect(findLookups(model).map(lookup => [lookup.id, isAboutPermissions(model, lookup)])).toEqual([
    ['Access', true],
    ['shop', false],
    ['accessPoint', false],
  ]);
});

it('several lists of the same rows are one entry with the plain name', () => {
  const composed = modelOf(`
    type Query { userMany(skip: Int, limit: Int): [User!]!  userPagination(page: Int, perPage: Int): UserPagination  blogPostCollection(skip: Int, limit: Int): BlogPostCollection }
    type User { _id: ID!  name: String } type UserPagination { count: Int  items: [User!] } type BlogPost { id: ID!  title: String }
    type BlogPostCollection { total: Int!  items: [BlogPost]! }
  `);
  const entries = findCollections(composed).filter(collection => collection.alternateOf === null);
  expect(entries.map(collection => collection.label)).toEqual(['Users', 'Blog posts']);
});

it('a list by ids is no entry of its own beside the list of all', () => {
  const model = modelOf(`
    type Query { userByIds(_ids: [ID!]!, limit: Int = 100): [User!]!  userConnection(first: Int, after: String): UserConnection
      ships: [Ship!]!  ships_by_ids(ids: [ID!]!): [Ship!]!  planesByIds(ids: [ID!]!): [Plane!]!  shipsByOwnerIds(ids: [ID!]!): [Ship!]! }
    type User { _id: ID!  name: String } type Ship { id: ID! name: String } type Plane { id: ID! name: String }
    type UserConnection { edges: [UserEdge!]! pageInfo: PageInfo! } type UserEdge { node: User! cursor: String! }
    type PageInfo { hasNextPage: Boolean! endCursor: String }
  `);
  const entries = findCollections(model).filter(collection => collection.alternateOf === null);
  expect(entries.map(({ id }) => id)).toEqual(['userConnection', 'ships', 'planesByIds', 'shipsByOwnerIds']);
  expect(entries.map(({ label }) => label)).toEqual(['Users', 'Ships', 'Planes by IDs', 'Ships by owner IDs']);
});

it('a record is loaded by the field that the argument is named after, never by the id of another type', () => {
  const found = (sdl: string): unknown =>
    recordLookup(
      modelOf(`type Project { id: ID! } type Ship { id: ID! secureId: String! name: String } type Query { ${sdl} }`),
      'Ship',
    )?.keys;
  expect(found('ship(secureId: String!): Ship')).toEqual([{ column: 'secureId', target: ['secureId'] }]);
  expect(found('lastShip(projectId: ID!): Ship')).toBeUndefined();
  expect(found('ship(vesselId: ID!): Ship')).toEqual([{ column: 'id', target: ['vesselId'] }]);
});

it.each([
  ['the id of another type', 'captainId', 'ship(captainId: ID!): Ship', 'type Captain { id: ID! }'],
  ['the optional id of another type', 'captainId', 'ship(captainId: ID): Ship', 'type Captain { id: ID! }'],
  ['the id of a record that it refers to', 'firstMateId', 'ship(firstMateId: ID!): Ship', 'type Person { name: String }'],
  ['an id that selects another record', 'ownerId', 'currentShip(ownerId: ID!): Ship', ''],
])('a record is not loaded by %s', (_, name, field, types) => {
  const ship = `type Ship { id: ID! ${name}: ID! ${types.includes('Person') ? 'firstMate: Person' : ''} }`;
  const found = recordLookup(modelOf(`${types} ${ship} type Query { ships: [Ship!]! ${field} }`), 'Ship');
  expect(found?.keys.filter(key => key.target.length > 0) ?? []).toEqual([]);
});

it('an argument of a scalar whose name ends in Int can be the page size', () => {
  const sdl = `scalar LimitInt type Query { ships(first: LimitInt, after: String): ShipConnection! } type Ship { id: ID! }
    type ShipConnection { nodes: [Ship!]! pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean! endCursor: String }`;
  expect(findCollections(modelOf(sdl))[0]?.paging.style).toBe('cursor');
});

it('a record is loaded by a compound key inside a condition, but by its id if it has one', () => {
  const sdl = (id: string, key: string): string => `
    type Query { findUniqueFilm(where: FilmWhereUniqueInput!): Film films: [Film!]! } type Film { ${id} studio: String! number: Int! title: String }
    input FilmWhereUniqueInput { ${id.replace('!', '')} ${key} AND: [FilmWhereInput!] NOT: FilmWhereInput title: Text }
    input StudioNumber { studio: String! number: Int! } input Text { equals: String } input FilmWhereInput { NOT: FilmWhereInput title: Text }`;
  const row = { id: 'f1', studio: 's', number: 7, title: 'Tides' };
  const loaded = (text: string) => {
    const films = modelOf(text);
    const ref = recordRef(films, 'Film', row);
    if (ref === null) return null;
    expect(parseRecordRef(films, 'Film', formatRecordRef(films, ref))).toEqual(ref);
    const { query, variables } = recordDocument(films, ref, []);
    expect(problemsOf(schemaOf(text), query)).toEqual([]);
    return Object.values(variables);
  };
  expect(loaded(sdl('', 'studio_number: StudioNumber'))).toEqual([{ studio_number: { studio: 's', number: 7 } }]);
  expect(loaded(sdl('id: ID!', 'studio_number: StudioNumber'))).toEqual([{ id: 'f1' }]);
  expect(loaded(sdl('', 'title_like: Text'))).toBeNull();
  // The id of a studio is not that of a film.
  const ofStudio = sdl('', 'of: ById').replace('Film { ', 'Film { id: ID! ');
  expect(loaded(`${ofStudio} input ById { id: ID! }`)).toEqual([]);
});

it.each([
  ['Patient', 'mrn'],
  ['vehicle', 'vin'],
  ['Berth', 'place'],
])('a %s without an id is loaded by the only argument %s of the field with its name', (type, key) => {
  const natural = modelOf(`
    type Query { patient(mrn: ID!): Patient patients: [Patient!]! get_vehicle(vin: String!): vehicle vehicles(vin: String): [vehicle!]! berth(place: Int!): Berth
      currentPilot(port: String!): Pilot tug(ready: Boolean!): Tug buoy(colour: String!): Buoy }
    type Patient { mrn: ID! name: String! } type vehicle { vin: String! make: String } type Berth { place: Int! depth: Float }
    type Pilot { port: String! name: String } type Tug { ready: Boolean! name: String } type Buoy { id: ID! colour: String! }`);
  expect(recordLookup(natural, type)?.keys.map(({ column }) => column)).toEqual([key]);
  // One of several, not the one with this value.
  expect(recordLookup(natural, 'Pilot')).toBeNull();
  expect(recordLookup(natural, 'Tug')).toBeNull();
  expect(recordLookup(natural, 'Buoy')).toBeNull();
});
