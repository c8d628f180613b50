/** Peculiarities of real servers that tables and records must support, each in a few lines of schema. */
import { findCollections } from '../../src/schema/collections/collections';
import { cellValue, columnAt } from '../../src/schema/collections/columns/columns';
import { defaultColumns } from '../../src/schema/collections/columns/defaultColumns';
import { findFeeds } from '../../src/schema/collections/feeds';
import { totalSource } from '../../src/schema/collections/paging/totalSource';
import { recordLayout } from '../../src/schema/collections/recordLayout';
import { isNodeId, readableKey, recordTitle } from '../../src/schema/collections/recordTitle';
import { pageDocument } from '../../src/schema/documents/documents';
import { executeMocked, modelOf, problemsOf, schemaOf } from './modelOf';

const SHIP = 'type Ship { id: ID! name: String! }';

describe('a page is requested in one way, never in a mixture of two', () => {
  it.each([
    [
      'Strapi 4',
      'pagination: P',
      'input P { page: Int pageSize: Int start: Int limit: Int }',
      { pagination: { limit: 50, start: 0 } },
    ],
    ['another order', 'page: Int, pageSize: Int, start: Int, limit: Int', '', { start: 0, limit: 50 }],
    ['no limit', 'pageSize: Int, start: Int, page: Int', '', { page: 1, pageSize: 50 }],
    ['per page and skip', 'perPage: Int, page: Int, skip: Int, take: Int', '', { skip: 0, take: 50 }],
  ])('%s', (_, args, more, expected) => {
    const model = modelOf(
      `type Query { ships(${args}): ShipPage! } type ShipPage { items: [Ship!]! total: Int! } ${SHIP} ${more}`,
    );
    const [ships] = findCollections(model);
    if (ships === undefined) throw new Error('no ships');
    expect(pageDocument(model, ships).variables).toEqual(expected);
    expect(ships.otherPagings).toHaveLength(1);
  });
});

describe('the number of all rows is found', () => {
  it.each([
    [
      'Directus',
      'ships: [Ship!]! ships_aggregated: [Agg!]!',
      'type Agg { count: C } type C { id: Int }',
      'ships_aggregated',
      [{ count: { id: 7 } }],
    ],
    [
      'Directus, all',
      'ships: [Ship!]! ships_aggregated: [Agg!]!',
      'type Agg { countAll: Int }',
      'ships_aggregated',
      [{ countAll: 7 }],
    ],
    // If `countAll` is the only requested field, Directus returns null for each row.
    [
      'Directus, both',
      'ships: [Ship!]! ships_aggregated: [Agg!]!',
      'type Agg { countAll: Int count: C } type C { id: Int }',
      'ships_aggregated',
      [{ count: { id: 7 } }],
    ],
    ['meta beside', 'ships: [Ship!]! ships_meta: Meta', 'type Meta { count: Int }', 'ships_meta', { count: 7 }],
    ['underscores', 'ships: [Ship!]! _ships_meta: Meta', 'type Meta { count: Int }', '_ships_meta', { count: 7 }],
    ['a plain count', 'ships: [Ship!]! shipsCount: Int', '', 'shipsCount', 7],
    ['totalItems', 'ships: Page!', 'type Page { items: [Ship!]! totalItems: Int! }', 'ships', { items: [], totalItems: 7 }],
    ['countAll', 'ships: Page!', 'type Page { results: [Ship!]! countAll: Int! }', 'ships', { results: [], countAll: 7 }],
    [
      'pageInfo',
      'ships: Page!',
      'type Page { nodes: [Ship!]! pageInfo: Info } type Info { total: Int }',
      'ships',
      { nodes: [], pageInfo: { total: 7 } },
    ],
    [
      'pagination',
      'ships: Page!',
      'type Page { data: [Ship!]! meta: M } type M { pagination: N } type N { total: Int }',
      'ships',
      { data: [], meta: { pagination: { total: 7 } } },
    ],
  ])('%s', async (_, fields, more, key, response) => {
    const sdl = `type Query { ${fields} } ${SHIP} ${more}`;
    const model = modelOf(sdl);
    const ships = findCollections(model).find(collection => collection.field.name === 'ships');
    if (ships === undefined) throw new Error('no ships');
    expect(totalSource(model, ships)).not.toBeNull();
    const document = pageDocument(model, ships);
    expect(problemsOf(schemaOf(sdl), document.query)).toEqual([]);
    expect(document.read({ ships: [], [key]: response }).total).toBe(7);
  });
});

it('companion fields of a field are not requested by default', () => {
  const model = modelOf(`
    type Query { ships: [Ship!]! }
    type Ship { id: ID! name: String! born: String born_func: Func visits: [Visit!]! visits_func: Count visits_aggregate: Agg visits_connection: Con }
    type Func { year: Int month: Int } type Count { count: Int } type Agg { count: Int } type Con { nodes: [Visit!]! pageInfo: Info } type Info { hasNextPage: Boolean! }
    type Visit { id: ID! }`);
  const shown = recordLayout(model, 'Ship').groups.flatMap(group => group.columns.map(column => column.id));
  expect(shown.filter(id => /_(func|aggregate|connection)/.test(id))).toEqual([]);
  expect(recordLayout(model, 'Ship').lists.map(list => list.field.name)).toEqual(['visits']);
  expect(defaultColumns(model, 'Ship').filter(column => /_func/.test(column.id))).toEqual([]);
});

it('a list and its connection are one entry with the plain name', () => {
  const model =
    modelOf(`type Query { ships: [Ship!]! ships_connection(first: Int, after: String): Con } type Con { nodes: [Ship!]! pageInfo: I }
    type I { hasNextPage: Boolean! endCursor: String } ${SHIP}`);
  const shown = findCollections(model).filter(collection => collection.alternateOf === null);
  expect(shown.map(({ id, label }) => [id, label])).toEqual([['ships_connection', 'Ships']]);
});

it('system tables of the server are listed separately', () => {
  const model = modelOf(
    `type Query { ships: [Ship!]! directus_users: [User!]! uploadFiles: [Ship!]! i18NLocales: [Ship!]! } ${SHIP} type User { id: ID! }`,
  );
  expect(
    findCollections(model)
      .filter(({ isSystem }) => isSystem)
      .map(({ id }) => id),
  ).toEqual(['directus_users', 'uploadFiles', 'i18NLocales']);
});

describe('a record is titled', () => {
  const model = modelOf(`type Query { people: [Person!]! ships: [Ship!]! }
    type Person { id: ID! title: String firstName: String lastName: String email: String }
    type Ship { id: ID! name: String title: String imo: Int captain: Person }`);

  it.each([
    ['Person', { id: '1', title: 'Dr', firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace'],
    ['Person', { id: '1', title: 'Dr', firstName: null, lastName: 'Lovelace' }, 'Lovelace'],
    ['Ship', { id: '1', name: null, title: 'Amber Comet' }, 'Amber Comet'],
    ['Ship', { id: '1', name: '', title: null }, '1'],
    ['Ship', { id: 'U2hpcDox', name: null }, null],
    ['Ship', { id: 'Z2lkOi8vc2hvcGlmeS9TaGlwLzE', name: null }, null],
    ['Ship', { id: 'WyJzaGlwcyIsMV0=', name: null }, null],
  ])('%s %j: %s', (typeName, row, title) => {
    expect(recordTitle(model, typeName, row)).toBe(title);
  });

  it('by both names if another record refers to it', async () => {
    const schema = schemaOf(
      'type Query { ships: [Ship!]! } type Ship { id: ID! captain: Person } type Person { id: ID! title: String firstName: String lastName: String }',
    );
    const column = columnAt(model, 'Ship', ['captain']);
    if (column === null) throw new Error('no column');
    expect(cellValue({ captain: { firstName: 'Ada', lastName: 'Lovelace' } }, column)).toBe('Ada Lovelace');
    expect(cellValue({ captain: null }, column)).toBeNull();
    const [ships] = findCollections(model).filter(({ rowType }) => rowType === 'Ship');
    if (ships === undefined) throw new Error('no ships');
    const document = pageDocument(model, ships, { columns: [column] });
    expect(document.query).toMatch(/firstName[\s\S]*lastName|lastName[\s\S]*firstName/);
    expect((await executeMocked(schema, document.query, document.variables)).errors).toBeUndefined();
  });

  it('by words that are not mistaken for node ids', () => {
    for (const word of ['Nordlys', 'MV_Hamburg', 'AmberComet', 'abcdefgh', '1234567890', 'deadbeef01'])
      expect(isNodeId(word)).toBe(false);
  });

  it('by the key inside a node id', () => {
    expect(readableKey(btoa('Visit:27'))).toBe('27');
    expect(readableKey(btoa('Visit:a1b2c3d4-e5f6'))).toBe('a1b2c3d4-e5f6');
    for (const other of ['Nordlys', '27', btoa('Visit:<b>'), btoa('gid://app/Visit/27'), btoa('["public","visit",27]')])
      expect(readableKey(other)).toBe(other);
  });
});

it('feeds of the system are listed after the others', () => {
  const model = modelOf(
    'type Query { a: Int } type Subscription { directus_files_mutated: Int ships_mutated: Int directus_users_mutated: Int ports_mutated: Int }',
  );
  expect(findFeeds(model).map(({ id }) => id)).toEqual([
    'ships_mutated',
    'ports_mutated',
    'directus_files_mutated',
    'directus_users_mutated',
  ]);
});

it('an aggregate named after one record is not a collection (nestjs-query)', () => {
  const model =
    modelOf(`type Task { id: ID! title: String } type TaskConnection { nodes: [Task!]! totalCount: Int! } type Keys { id: Int } type Figures { count: Keys }
    type Query { taskAggregate: [Figures!]! task(id: ID!): Task! tasks(first: Int): TaskConnection! }`);
  expect(findCollections(model).map(({ id }) => id)).toEqual(['tasks']);
});

it('a collection is named after its rows, not after its paging', () => {
  const model =
    modelOf(`type Ticket { id: ID! } type TicketPage { items: [Ticket!]! total: Int! } type Agent { id: ID! } type TodoList { id: ID! } type CmsPage { id: ID! }
    type Query { ticketPage(page: Int, perPage: Int): TicketPage! getAgentList: [Agent!]! todoList: [TodoList!]! cmsPage: [CmsPage!]! }`);
  expect(findCollections(model).map(({ label }) => label)).toEqual(['Tickets', 'Agents', 'Todo list', 'Cms page']);
});
