import { type Collection, findCollections } from '../../../../src/schema/collections/collections';
import { columnChoices } from '../../../../src/schema/collections/columns/columnChoices';
import { type Column, cellValue, columnAt, relatedValue } from '../../../../src/schema/collections/columns/columns';
import { defaultColumns } from '../../../../src/schema/collections/columns/defaultColumns';
import { displayField, displayPath, keyFields } from '../../../../src/schema/collections/displayField';
import { layoutColumns, recordLayout } from '../../../../src/schema/collections/recordLayout';
import { recordTitle } from '../../../../src/schema/collections/recordTitle';
import { pageDocument } from '../../../../src/schema/documents/documents';
import { recordDocument } from '../../../../src/schema/documents/recordDocument';
import { HARBOUR_TABLES, hasuraSchema } from '../../hasuraSchema';
import { executeMocked, modelOf, problemsOf, schemaOf } from '../../modelOf';

const SDL = `
  scalar DateTime scalar JSON
  type Query { ships(limit: Int, offset: Int): [Ship!]!  ship(id: ID!): Ship  search: [Found!]!  named: [Named!]!  visits: [Visit!]! }
  enum Kind { A }
  interface Named { name: String  id: ID! }
  type Ship implements Named { createdAt: DateTime  id: ID!  kind: Kind  name: String  notes: String  meta: JSON  owner: Person  berth: Berth  berthId: ID  secret: String @deprecated  tags: [String!]
    visits(first: Int = 5): VisitConnection!  crew(limit: Int): [Person!]!  need(a: Int!): String  position: Position  parent: Ship  viewerCanEdit: Boolean }
  type Position { lat: Float  lon: Float }
  type Person implements Named { id: ID!  name: String  age: Int }
  type Berth { id: ID!  code: String!  ships: [Ship!]! }
  type Visit { id: ID!  at: DateTime!  subject: Found }
  type VisitConnection { nodes: [Visit!]!  totalCount: Int!  pageInfo: PageInfo! } type PageInfo { hasNextPage: Boolean!  endCursor: String }
  type Note { id: Int!  text: String!  name: Int } type Bare { a: Int }
  union Found = Ship | Note | Bare
`;
const schema = schemaOf(SDL);
const model = modelOf(SDL);
const column = (type: string, ...path: string[]) => {
  const found = columnAt(model, type, path);
  if (found === null) throw new Error(path.join());
  return found;
};

describe('the fields that name and identify a record', () => {
  it.each([
    ['Ship', 'name', ['id']],
    ['Berth', 'code', ['id']],
    ['Visit', 'id', ['id']],
    ['Note', 'text', ['id']],
    ['Bare', null, []],
    ['Found', null, []],
    ['Named', 'name', ['id']],
    ['Gone', null, []],
  ])('%s by %s', (type, name, keys) => {
    expect(displayField(model, type)).toBe(name);
    expect(keyFields(model, type)).toEqual(keys);
  });

  it('a whole document is no name', () => {
    const works = modelOf('type Query { works: [Work!]! } type Work { id: ID! bibtex: String! bodyHtml: String! doi: String! }');
    expect(displayField(works, 'Work')).toBe('doi');
  });

  it('a post is named by its text, also a nullable one, before its author or its key', () => {
    const posts = modelOf(`
      type Query { posts: [Post!]! } type Post { id: ID! body: String archived: Boolean author: Author pages: [Page!]! }
      type Author { id: ID! name: String } type Page { id: ID! slug: String content: String }`);
    expect(displayField(posts, 'Post')).toBe('body');
    expect(displayField(posts, 'Page')).toBe('slug');
    expect(defaultColumns(posts, 'Post').map(({ id }) => id)).toEqual(['body', 'archived', 'author.name']);
  });
});

describe('the columns of a first view', () => {
  it('the name first, then characteristic values in the order of the schema, then relations by their names', () => {
    expect(defaultColumns(model, 'Ship').map(entry => entry.id)).toEqual([
      'name',
      'createdAt',
      'kind',
      'owner.name',
      'berth.code',
      'parent.name',
    ]);
    expect(defaultColumns(model, 'Ship').map(entry => entry.label)).toEqual([
      'Name',
      'Created at',
      'Kind',
      'Owner',
      'Berth',
      'Parent',
    ]);
  });

  it('of a union: its name and its type', () => {
    expect(defaultColumns(model, 'Found').map(entry => [entry.id, entry.label, entry.kind])).toEqual([
      ['~', 'Name', 'text'],
      ['__typename', 'Type', 'enum'],
    ]);
  });

  it('of an interface: the shared fields and the type', () => {
    expect(defaultColumns(model, 'Named').map(entry => entry.id)).toEqual(['name', '__typename', 'id']);
  });
});

describe('a column by its path', () => {
  it.each<[string, string[], object]>([
    ['Ship', ['name'], { id: 'name', label: 'Name', kind: 'text', relation: null, numeric: false }],
    [
      'Ship',
      ['berth'],
      { id: 'berth.code', label: 'Berth', kind: 'text', relation: { typeName: 'Berth', path: ['berth'], many: false } },
    ],
    [
      'Ship',
      ['owner', 'age'],
      { id: 'owner.age', label: 'Owner age', kind: 'number', numeric: true, relation: { typeName: 'Person' } },
    ],
    ['Ship', ['visits'], { id: 'visits.totalCount', label: 'Visits', kind: 'count', numeric: true, relation: null }],
    ['Ship', ['position', 'lat'], { id: 'position.lat', label: 'Position lat', kind: 'number', relation: null }],
    ['Ship', ['crew'], { id: 'crew.name', label: 'Crew', kind: 'list', relation: { typeName: 'Person', many: true } }],
    ['Ship', ['tags'], { id: 'tags', kind: 'list' }],
    [
      'Visit',
      ['subject'],
      { id: 'subject.~', label: 'Subject', kind: 'text', relation: { typeName: 'Found', path: ['subject'] } },
    ],
    ['Found', ['Ship:kind'], { id: 'Ship:kind', label: 'Kind', kind: 'enum' }],
  ])('%s %j', (type, path, expected) => {
    expect(column(type, ...path)).toMatchObject(expected);
  });

  it.each<[string, string[]]>([
    ['Ship', []],
    ['Ship', ['gone']],
    ['Ship', ['need']],
    ['Ship', ['name', 'x']],
    ['Ship', ['position']],
    ['Found', ['kind']],
    ['Found', ['Person:name']],
    ['Found', ['Gone:name']],
    ['Ship', Array.from({ length: 9 }, () => 'parent')],
    ['Gone', ['id']],
  ])('%s %j is none', (type, path) => {
    expect(columnAt(model, type, path)).toBeNull();
  });
});

it('all fields can be chosen, expanded on demand, except those that require arguments', () => {
  const choices = columnChoices(model, 'Ship');
  expect(choices.map(choice => choice.id)).toEqual([
    'createdAt',
    'id',
    'kind',
    'name',
    'notes',
    'meta',
    'owner',
    'berth',
    'berthId',
    'secret',
    'tags',
    'visits',
    'crew',
    'position',
    'parent',
    'viewerCanEdit',
  ]);
  expect(choices.find(choice => choice.id === 'secret')?.deprecationReason).toBe('No longer supported');
  expect(choices.find(choice => choice.id === 'visits')).toMatchObject({ inside: null, column: { kind: 'count' } });
  expect(choices.find(choice => choice.id === 'position')).toMatchObject({ column: null, inside: { typeName: 'Position' } });
  let inner = choices;
  for (let depth = 0; depth < 5; depth++)
    inner = [...(inner.find(choice => choice.id.endsWith('parent'))?.inside?.choices ?? [])];
  expect(inner.find(choice => choice.id === 'parent.parent.parent.parent.parent.name')?.column).not.toBeNull();
  expect(columnChoices(model, 'Found').map(choice => choice.id)).toEqual(
    expect.arrayContaining(['~', '__typename', 'Ship:kind', 'Note:text', 'Bare:a']),
  );
});

it('cells are read from a row by their columns', () => {
  const row = {
    name: 'N',
    owner: { name: 'O', id: '1' },
    berth: null,
    crew: [{ name: 'a', id: '1' }, null, { name: 'b', id: '2' }],
    visits: { totalCount: 12 },
    tags: ['x'],
  };
  expect(cellValue(row, column('Ship', 'name'))).toBe('N');
  expect(cellValue(row, column('Ship', 'owner'))).toBe('O');
  expect(relatedValue(row, column('Ship', 'owner'))).toEqual({ name: 'O', id: '1' });
  expect(cellValue(row, column('Ship', 'berth'))).toBeNull();
  expect(cellValue(row, column('Ship', 'parent'))).toBeUndefined();
  expect(cellValue(row, column('Ship', 'crew'))).toEqual(['a', null, 'b']);
  expect(cellValue(row, column('Ship', 'visits'))).toBe(12);
  expect(cellValue(row, column('Ship', 'tags'))).toEqual(['x']);
  expect(cellValue(null, column('Ship', 'name'))).toBeNull();
  expect(cellValue('text', column('Ship', 'name'))).toBeUndefined();
  expect(cellValue({}, { keys: ['constructor', 'name'], otherKeys: [] })).toBeUndefined();
});

it('fields of members with the same name but another type are separate columns', async () => {
  const search = findCollections(model).find(collection => collection.id === 'search');
  if (search === undefined) throw new Error('No search');
  const columns = [
    column('Found', '~'),
    column('Found', 'Ship:name'),
    column('Found', 'Note:name'),
    column('Found', 'Ship:id'),
    column('Found', 'Note:id'),
  ];
  const document = pageDocument(model, search, { columns });
  expect(problemsOf(schema, document.query)).toEqual([]);
  expect(document.query).toContain('Ship_name: name');
  const row = { __typename: 'Note', Note_name: 7, text: 'T', Note_id: 3 };
  expect(columns.map(entry => cellValue(row, entry))).toEqual(['T', undefined, 7, undefined, 3]);
  expect(cellValue({ __typename: 'Ship', Ship_name: 'S' }, columns[0] as never)).toBe('S');
  const { rows } = document.read((await executeMocked(schema, document.query)).data);
  expect(rows[0]).toMatchObject({ __typename: 'Ship', Ship_name: 'text', Ship_id: 'id-1' });
});

it("a record's page holds every field in its group, its lists and their counts", async () => {
  const layout = recordLayout(model, 'Ship');
  expect(layout.groups.map(group => [group.tag, group.columns.map(entry => entry.id)])).toEqual([
    ['facts', ['kind', 'name', 'tags']],
    ['dates', ['createdAt']],
    ['relations', ['owner.name', 'berth.code', 'parent.name']],
    ['parts', ['position.lat', 'position.lon']],
    ['texts', ['notes', 'meta']],
    ['viewer', ['viewerCanEdit']],
    ['keys', ['id', 'berthId']],
  ]);
  expect(layout.lists.map(list => list.id)).toEqual(['Ship.visits', 'Ship.crew']);
  expect([...layout.counts.keys()]).toEqual(['visits']);
  const document = recordDocument(model, { typeName: 'Ship', keys: { id: '1' } });
  expect(problemsOf(schema, document.query)).toEqual([]);
  const record = document.read((await executeMocked(schema, document.query, document.variables)).data);
  for (const entry of layoutColumns(layout)) expect(cellValue(record, entry)).not.toBeUndefined();
});

it('the version counter of a record is beside its key, the version of a product is not', () => {
  const versioned = modelOf('type Query { apps: [App!]! } type App { id: ID! name: String lockVersion: Int! version: String }');
  const groups = recordLayout(versioned, 'App').groups.map(({ tag, columns }) => [tag, columns.map(({ id }) => id)]);
  expect(groups).toEqual([
    ['facts', ['name', 'version']],
    ['keys', ['id', 'lockVersion']],
  ]);
});

it('Hasura counts the lists of a record in a field beside them, without a limit', () => {
  const hasura = modelOf(hasuraSchema(HARBOUR_TABLES));
  const count = recordLayout(hasura, 'ship').counts.get('visits');
  expect(count).toMatchObject({ id: 'visits_aggregate.aggregate.count', label: 'Visits', kind: 'count' });
  const { query } = recordDocument(hasura, { typeName: 'ship', keys: { id: '1' } });
  expect(query).toMatch(/visits_aggregate \{\s+aggregate \{\s+count/);
});

it('columns of nested lists request ten items', () => {
  const [ships] = findCollections(model);
  if (ships === undefined) throw new Error('No ships');
  const { query } = pageDocument(model, ships, { columns: [column('Ship', 'crew'), column('Ship', 'visits')] });
  expect(query).toContain('crew(limit: 10)');
  expect(query).toContain('visits(first: 10)');
});

describe('values in several fields', () => {
  const SDL = `
    scalar Decimal scalar DateTime
    type Query { patients: [Patient!]! patient(id: ID!): Patient  orders: [Order!]!  activity: [Activity!]!  search: [Hit!]!  log: [Log!]! }
    type Name { given: String!  family: String!  full: String! }
    type Patient { id: ID!  mrn: String!  name: Name!  attending: Patient }
    type Money { amount: Decimal!  currency: String! }  type Cents { amount: Int!  currency: String! }
    type Order { id: ID!  number: String!  total: Money!  fee: Cents }
    union Activity = Alert | Reboot | Login
    type Alert { at: DateTime!  severity: Int!  user: String }  type Reboot { at: DateTime!  tookMs: Int! }  type Login { at: DateTime!  user: String! }
    union Hit = Patient | Doctor  type Doctor { id: ID!  name: String!  pager: String }
    type Log { id: ID!  a: DateTime  b: DateTime  c: DateTime  d: DateTime  e: DateTime  f: DateTime  g: DateTime  h: DateTime  level: Int  text: String }
  `;
  const model = modelOf(SDL);
  const schema = schemaOf(SDL);
  const labels = (type: string): string[] => defaultColumns(model, type).map(column => column.label);

  it('a name in an object names the record, in its table, in relations to it and as a title', () => {
    expect(displayPath(model, 'Patient')).toEqual(['name', 'full']);
    expect(labels('Patient')).toEqual(['Name', 'MRN', 'Attending']);
    expect(columnAt(model, 'Patient', ['attending'])?.path).toEqual(['attending', 'name', 'full']);
    expect(recordTitle(model, 'Patient', { id: '1', mrn: 'M1', name: { full: 'Ada Lund' } })).toBe('Ada Lund');
    expect(recordTitle(model, 'Patient', { id: '1', mrn: 'M1', name: null })).toBe('1');
  });

  it('an amount of money is one column, and its currency is requested with it', async () => {
    const total = columnAt(model, 'Order', ['total', 'amount']);
    expect(total).toMatchObject({ label: 'Total', numeric: true, currency: { keys: ['total', 'currency'] } });
    expect(columnAt(model, 'Order', ['total'])).toMatchObject({ label: 'Total', path: ['total', 'amount'] });
    // How many of the smallest unit make one is unknown.
    expect(columnAt(model, 'Order', ['fee', 'amount'])?.currency).toBeNull();
    const [orders] = findCollections(model).filter(({ id }) => id === 'orders');
    const { query } = pageDocument(model, orders as Collection, { columns: [total as Column] });
    expect(query).toMatch(/total \{\s+amount\s+currency/);
    expect(problemsOf(schema, query)).toEqual([]);
  });

  it('a field of most members of a union is one column of the union', async () => {
    expect(labels('Activity')).toEqual(['Name', 'Type', 'At']);
    expect(labels('Hit')).toEqual(['Name', 'Type']);
    const [activity] = findCollections(model).filter(({ id }) => id === 'activity');
    const columns = defaultColumns(model, 'Activity');
    const { query } = pageDocument(model, activity as Collection, { columns });
    expect(problemsOf(schema, query)).toEqual([]);
    const at = columns.find(({ label }) => label === 'At') as Column;
    expect(
      [
        { __typename: 'Alert', at: 'x' },
        { __typename: 'Login', at: 'y', user: 'z' },
      ].map(row => cellValue(row, at)),
    ).toEqual(['x', 'y']);
  });

  it('what the server adds to every record comes last', () => {
    const added = modelOf(`scalar DateTime scalar Date type Query { allShip(limit: Int): [Ship!]! } type Ship {
      _id: ID  _type: String  _rev: String  _createdAt: DateTime  _key: String  name: String  kind: String  length: Float
      built: Date  active: Boolean  crew: Int }`);
    expect(
      defaultColumns(added, 'Ship')
        .map(({ id }) => id)
        .join(' '),
    ).toBe('name kind length built active crew _type _rev');
  });

  it('what the server adds to every record comes after optional relations too', () => {
    const model = modelOf(`scalar AWSTimestamp type Query { getTodo(id: ID!): Todo getAuthor(id: ID!): Author }
      type Author { id: ID! name: String _version: Int! _deleted: Boolean _lastChangedAt: AWSTimestamp! }
      type Todo { id: ID! name: String done: Boolean author: Author _version: Int! _deleted: Boolean _lastChangedAt: AWSTimestamp! }`);
    expect(
      defaultColumns(model, 'Todo')
        .map(({ id }) => id)
        .join(' '),
    ).toBe('name done author.name _version _deleted _lastChangedAt');
  });

  it('the first columns of a table are not only dates', () => {
    expect(labels('Log')).toEqual(['Text', 'A', 'B', 'C', 'D', 'E', 'F', 'Level']);
  });
});

it('people are shown by given and family name, in the order of the schema', () => {
  const people = modelOf(
    'type Query { people: [Person!] } type Person { id: ID!  age: Int  email: String  firstName: String!  lastName: String! }',
  );
  expect(defaultColumns(people, 'Person').map(column => column.id)).toEqual(['firstName', 'lastName', 'age', 'email']);
});

it('dates that only removed records have come last, and give way to other values', () => {
  const model = modelOf(`
    scalar DateTime
    type Car { id: ID! name: String! deleted_at: DateTime archivedAt: DateTime plate: String fuel: String seats: Int bought: DateTime
      made: DateTime doors: Int }
    type Key { id: ID! name: String! deletedAt: DateTime size: Int }
    type Query { cars: [Car!]! keys: [Key!]! }`);
  expect(defaultColumns(model, 'Car').map(({ id }) => id)).toEqual([
    'name',
    'plate',
    'fuel',
    'seats',
    'bought',
    'made',
    'doors',
    'deleted_at',
  ]);
  expect(defaultColumns(model, 'Key').map(({ id }) => id)).toEqual(['name', 'size', 'deletedAt']);
});

it('the parts of a name give way to other values if the record has a full name', () => {
  const model = modelOf(`
    type Driver { id: ID! firstName: String! lastName: String! fullName: String! a: Int b: Int c: Int d: Int e: Int f: Int g: Int }
    type Query { drivers: [Driver!]! }`);
  expect(defaultColumns(model, 'Driver').map(({ id }) => id)).toEqual(['fullName', 'a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

it('the key of a record without a name comes last if the record belongs to others', () => {
  const model = modelOf(`
    type Ship { id: ID! name: String! } type Visit { id: ID! status: String cargo: Int ship: Ship! } type Query { visits: [Visit!]! ships: [Ship!]! }`);
  expect(defaultColumns(model, 'Visit').map(({ id }) => id)).toEqual(['ship.name', 'status', 'cargo', 'id']);
});

it('documents, logs and counts are not among the first columns if others say more', () => {
  const model = modelOf(`
    scalar PageBlocks scalar XML scalar Geometry enum OldDocument { A }
    type Page { id: ID! name: String! blocks: PageBlocks shape: Geometry feed: XML log: String config: String commentsCount: Int likes_count: Int
      size: Int kind: OldDocument code: String author: String place: String level: Float country: String }
    type Query { pages: [Page!]! }`);
  expect(defaultColumns(model, 'Page').map(({ id }) => id)).toEqual([
    'name',
    'size',
    'kind',
    'code',
    'author',
    'place',
    'level',
    'country',
  ]);
});

it('a total with its currency is among the first columns, before a third date', () => {
  const fields =
    'id: ID! number: String! status: Status! customer: Party! order: Party issued: Date! due: Date! netMinor: Int! totalMinor: Int! currency: String! approved: Date approver: Party';
  const model = modelOf(
    `scalar Date enum Status { OPEN } type Party { id: ID! name: String! } type Query { invoices: [Invoice!]! } type Invoice { ${fields} }`,
  );
  const columns = defaultColumns(model, 'Invoice').map(({ id }) => id);
  expect(columns).toEqual(['number', 'customer.name', 'status', 'issued', 'due', 'totalMinor', 'order.name', 'approver.name']);
});

it('the most characteristic columns are first if the fields are only in alphabetical order', () => {
  const fields =
    'active: Boolean cancelReason: String durationMinutes: Int id: ID! patient: Person reason: String startsAt: DateTime status: Status';
  const model = modelOf(
    `scalar DateTime enum Status { OPEN } type Person { id: ID! name: String! } type Query { appointments: [Appointment!]! } type Appointment { ${fields} }`,
  );
  const columns = defaultColumns(model, 'Appointment').map(({ id }) => id);
  expect(columns).toEqual(['status', 'startsAt', 'reason', 'durationMinutes', 'id', 'active', 'cancelReason', 'patient.name']);
});

describe('the columns of a type with very many fields', () => {
  const many = (names: string, type: string): string =>
    names
      .split(' ')
      .map(name => `${name}: ${type}`)
      .join(' ');
  const ids = (fields: string, more = ''): string[] =>
    defaultColumns(
      modelOf(
        `type Query { issues: [Issue!]! } type Issue { id: ID! name: String! ${fields} }
        type User { id: ID! name: String } type Team { id: ID! name: String } type Event { id: ID! at: Int } ${more}`,
      ),
      'Issue',
    ).map(entry => entry.id);
  const TEXTS = many(
    'activeBranch branchName colour customerTicketCount descriptionState externalName groupLabel hiddenBy identifierPrefix jobTitle kernel language medium numberPrefix ownText placeName',
    'String',
  );

  it('required relations and those with a name and a short name come before the others', () => {
    const fields = `${TEXTS} ${many('archivedBy createdBy', 'User')} ${many('lastAppliedEvent', 'Event')} parent: Issue  snoozedBy: User  assignee: User  team: Team!`;
    expect(ids(fields).filter(id => id.includes('.'))).toEqual(['team.name', 'createdBy.name', 'assignee.name']);
  });

  it('required values come before those that can be empty, and short names before long ones', () => {
    const fields = `${TEXTS} ${many('priority estimate', 'Int!')} ${many('aVeryLongFieldName anotherVeryLongName', 'String')}`;
    const found = ids(fields);
    expect(found).toEqual(expect.arrayContaining(['priority', 'estimate', 'colour', 'kernel', 'medium']));
    expect(found).not.toContain('aVeryLongFieldName');
  });

  it('another form of a value comes after other values', () => {
    const fields = `${many('age ageEn birthday birthdayEn blood bloodEn height heightEn weight weightEn race raceEn job jobEn home homeEn hair hairEn food foodEn', 'String')}`;
    expect(ids(fields)).toEqual(['name', 'age', 'birthday', 'blood', 'height', 'weight', 'race', 'job']);
  });

  it('a type with few fields keeps the order of the schema', () => {
    expect(ids('ageEn: String  age: Int! firstOfTheLongOnes: String  kernel: String')).toEqual([
      'name',
      'ageEn',
      'age',
      'firstOfTheLongOnes',
      'kernel',
    ]);
  });
});

describe('objects that only wrap a value (Salesforce, ServiceNow, Infrahub)', () => {
  const wrapped = modelOf(`
    type Query { accounts: [Account!]! account(id: ID!): Account }
    type Text { value: String displayValue: String } type Choice { value: String label: String color: String } type Amount { value: Float is_default: Boolean }
    type Weight { value: Float unit: String } type Pair { code: String value: String }
    type Account { Id: ID! ApiName: String! Name: Text Industry: Choice Revenue: Amount Weight: Weight pair: Pair }`);

  it('are columns with that value, and name the record', () => {
    expect(defaultColumns(wrapped, 'Account').map(({ id, label, kind }) => [id, label, kind])).toEqual([
      ['Name.displayValue', 'Name', 'text'],
      ['ApiName', 'API name', 'text'],
      ['Industry.label', 'Industry', 'text'],
      ['Revenue.value', 'Revenue', 'number'],
    ]);
    expect(recordTitle(wrapped, 'Account', { Id: '7', ApiName: 'Account', Name: { displayValue: 'Acme' } })).toBe('Acme');
  });

  it('are facts of the record, unlike quantities and pairs, of which the value is only a part', () => {
    const groups = recordLayout(wrapped, 'Account').groups.map(({ tag, columns }) => [tag, columns.map(({ id }) => id)]);
    expect(groups).toEqual([
      ['facts', ['ApiName', 'Name.displayValue', 'Industry.label', 'Revenue.value']],
      ['parts', ['Weight.value', 'Weight.unit', 'pair.code', 'pair.value']],
      ['keys', ['Id']],
    ]);
  });
});

describe('a type whose key has another name than an id', () => {
  const natural = modelOf(`
    type Query { listArticles: [Article!]! getArticle(articleNumber: String!): Article supplier(code: ID!): Supplier stock: [Stock!]! box(boxUuid: ID!): Box }
    type Article { articleNumber: String! description: String! weight: Int supplier: Supplier! notes: String }
    type Supplier { code: ID! name: String! description: String }
    type Stock { articleNumber: String! place: String! article: Article! amount: Int }
    type Box { boxUuid: ID! name: String! articles: [Article!]! article: Article }`);
  const ids = (type: string): string[] => defaultColumns(natural, type).map(entry => entry.id);

  it('is shown with a long text if there is nothing else', () => {
    const notes = modelOf(
      'type Query { notes: [Note!]! note(id: ID!): Note } type Note { id: ID! note: String box: Box } type Box { id: ID! name: String! }',
    );
    expect(defaultColumns(notes, 'Note').map(({ id }) => id)).toEqual(['id', 'note', 'box.name']);
  });

  it('shows the key, what it stands for, and related records', () => {
    expect(ids('Article')).toEqual(['description', 'supplier.name', 'articleNumber', 'weight']);
    expect(ids('Supplier')).toEqual(['name', 'code']);
    // The foreign key would only repeat the related record.
    expect(ids('Stock')).toContain('article.description');
    expect(ids('Stock')).not.toContain('articleNumber');
    expect(ids('Box')).toEqual(['name', 'article.description']);
  });
});
