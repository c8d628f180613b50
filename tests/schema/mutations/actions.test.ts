import { feedById, findFeeds } from '../../../src/schema/collections/feeds';
import { actionDocument, feedDocument } from '../../../src/schema/documents/callDocuments';
import { toVariables } from '../../../src/schema/forms/formValues';
import { placeErrors } from '../../../src/schema/forms/placeErrors';
import { actionById, findActions } from '../../../src/schema/mutations/actions';
import { actionsFor } from '../../../src/schema/mutations/recordActions';
import { processorTime } from '../../support/processorTime';
import { fillForm } from '../fillForm';
import { HARBOUR_TABLES, hasuraSchema } from '../hasuraSchema';
import { executeMocked, modelOf, modelOfSchema, problemsOf, schemaOf } from '../modelOf';
import { SERVER_STYLES } from '../serverStyles';

const SDL = `
  type Query { a: Int }
  type Ship { id: ID!  name: String!  berth: Berth  visits: [Visit!]!  need(a: Int!): String } type Berth { id: ID!  name: String! } type Visit { id: ID!  note: String }
  type ShipPayload { ship: Ship  userErrors: [UserError!]!  query: Query } type UserError { field: [String!]  message: String! } type Token { token: String! }
  union AddResult = Ship | NameTaken  type NameTaken { message: String!  taken: String! }
  input ShipInput { name: String!  berthId: ID } input ShipPatch { id: ID  name: String } input RenameInput { shipId: ID!  name: String! }
  type Mutation {
    addShip(input: ShipInput!): AddResult!
    renameShip(input: RenameInput!): ShipPayload!
    updateShip(id: ID!, patch: ShipPatch!): Ship!
    deleteShip(id: ID!): Boolean!
    removeShips(ids: [ID!]!): Int!
    bookVisit(shipId: ID!, note: String): Visit
    cancelVisit(id: ID!): Visit
    updateVisit(id: ID!, shipId: ID): Visit
    signIn(code: String!): Token!
    restoreShip(id: ID!): Ship
    setDeletedFlag(shipId: ID!, on: Boolean!): Ship
    closeGate(number: Int!): Boolean
    shipDestroy(ship: ID!): Boolean
    note(ship: String!): String
  }
  type Subscription { moved(ids: [ID!]): Ship!  clock: String!  "Anything" result: AddResult }
`;
const schema = schemaOf(SDL);
const model = modelOf(SDL);

it('every mutation is an action with its subject, its verb, and whether it is dangerous', () => {
  expect(findActions(model).map(action => [action.id, action.about, action.verb, action.danger])).toEqual([
    ['addShip', 'Ship', 'create', false],
    ['renameShip', 'Ship', 'update', false],
    ['updateShip', 'Ship', 'update', false],
    ['deleteShip', 'Ship', 'delete', true],
    ['removeShips', 'Ship', 'delete', true],
    ['bookVisit', 'Visit', 'create', false],
    ['cancelVisit', 'Visit', 'other', true],
    ['updateVisit', 'Visit', 'update', false],
    ['signIn', null, 'other', false],
    ['restoreShip', 'Ship', 'other', false],
    ['setDeletedFlag', 'Ship', 'update', false],
    ['closeGate', null, 'other', true],
    ['shipDestroy', 'Ship', 'delete', true],
    ['note', null, 'other', false],
  ]);
  expect(actionById(model, 'addShip')).toMatchObject({ label: 'Add ship', group: 'Ship', isComplete: true });
  expect(actionById(model, 'signIn')).toMatchObject({ group: null });
  expect(actionById(model, 'gone')).toBeNull();
  expect(findActions(modelOf('type Query { a: Int }'))).toEqual([]);
});

it('a record offers the actions that take its key, its own actions first, with the argument of the key', () => {
  const offered = (type: string) =>
    actionsFor(model, type).map(({ action, target, key, asList, isOwn }) => [action.id, target.join('.'), key, asList, isOwn]);
  expect(offered('Ship')).toEqual([
    ['renameShip', 'input.shipId', 'id', false, true],
    ['updateShip', 'id', 'id', false, true],
    ['deleteShip', 'id', 'id', false, true],
    ['removeShips', 'ids', 'id', true, true],
    ['restoreShip', 'id', 'id', false, true],
    ['setDeletedFlag', 'shipId', 'id', false, true],
    ['shipDestroy', 'ship', 'id', false, true],
    ['bookVisit', 'shipId', 'id', false, false],
  ]);
  expect(offered('Visit')).toEqual([
    ['cancelVisit', 'id', 'id', false, true],
    ['updateVisit', 'id', 'id', false, true],
  ]);
  expect(offered('Berth')).toEqual([['addShip', 'input.berthId', 'id', false, false]]);
  expect(offered('Token')).toEqual([]);
});

it('an action named only by a verb is labelled with the noun of its namespace', () => {
  const sdl = `type Query { x: Int } type Mutation { contacts: ContactMutations! orderApi: OrderApi! session: SessionOps! }
    type ContactMutations { create(name: String!): Int destroy(id: ID!): Int rename(id: ID!): Int merge(a: ID!, b: ID!): Int }
    type OrderApi { cancel(id: ID!): Int createDraft(id: ID!): Int } type SessionOps { login(code: String!): Int }`;
  expect(findActions(modelOf(sdl)).map(action => action.label)).toEqual([
    'Create contact',
    'Destroy contact',
    'Rename contact',
    'Merge',
    'Cancel order',
    'Create draft',
    'Login',
  ]);
});

it('actions in namespaces are found, and grouped by them', () => {
  const actions = findActions(modelOf(SERVER_STYLES.namespaces));
  expect(actions.map(action => [action.id, action.group, action.danger])).toEqual([
    ['harbour.addShip', 'Harbour', false],
    ['harbour.removeShip', 'Harbour', true],
  ]);
  const nested = schemaOf(SERVER_STYLES.namespaces);
  const document = actionDocument(modelOfSchema(nested), actions[0] as never, { name: 'N' });
  expect(problemsOf(nested, document.query)).toEqual([]);
  expect(document.read({ harbour: { addShip: { id: '1', name: 'N' } } }).record).toMatchObject({
    typeName: 'Ship',
    ref: { keys: { id: '1' } },
  });
});

it('Hasura: the key is sent in the primary key argument, never in the values to set', () => {
  const offered = actionsFor(modelOf(hasuraSchema(HARBOUR_TABLES)), 'ship').map(
    ({ action, target }) => `${action.id} ${target.join('.')}`,
  );
  expect(offered).toEqual(['delete_ship_by_pk id', 'update_ship_by_pk pk_columns.id', 'insert_visit_one object.ship_id']);
});

it('Prisma: the key is sent in `where`, never in `data`', () => {
  const offered = actionsFor(modelOf(SERVER_STYLES.prisma), 'Ship').map(
    ({ action, target }) => `${action.id} ${target.join('.')}`,
  );
  expect(offered).toEqual(['updateOneShip where.id', 'deleteOneShip where.id']);
});

it('every action has a document that validates and runs, and its response is read', async () => {
  for (const action of findActions(model)) {
    const { variables, problems } = toVariables(action.form, fillForm(action.form, 2));
    expect(problems).toEqual([]);
    const document = actionDocument(model, action, variables);
    expect(problemsOf(schema, document.query)).toEqual([]);
    const response = await executeMocked(schema, document.query, document.variables);
    expect(response.errors).toBeUndefined();
    const result = document.read(response.data);
    expect(result.value).not.toBeNull();
    if (action.id === 'renameShip') {
      expect(result).toMatchObject({ state: 'refused', record: null });
      expect(result.errors).toEqual([
        { message: 'text', field: 'text.text' },
        { message: 'text', field: 'text.text' },
      ]);
    }
  }
});

it('errors in a payload, or as a member of a union, are errors', () => {
  const add = actionById(model, 'addShip');
  if (add === null) throw new Error('No action');
  const document = actionDocument(model, add, { input: { name: 'N' } });
  expect(document.query).toContain('... on NameTaken');
  expect(document.read({ addShip: { __typename: 'Ship', id: '1', name: 'N' } })).toMatchObject({
    record: { typeName: 'Ship', row: { id: '1' } },
    errors: [],
  });
  expect(document.read({ addShip: { __typename: 'NameTaken', message: 'Taken', taken: 'N' } })).toMatchObject({ record: null });
  expect(document.read(null)).toEqual({ value: null, record: null, errors: [], state: 'unknown' });
  const saleor = modelOf(SERVER_STYLES.saleor);
  const remove = actionById(saleor, 'shipDelete');
  if (remove === null) throw new Error('No action');
  expect(
    actionDocument(saleor, remove, { id: '1' }).read({
      shipDelete: { ship: null, errors: [{ field: 'id', message: 'Gone', code: 'INVALID' }] },
    }),
  ).toMatchObject({
    record: null,
    errors: [{ message: 'Gone', field: 'id' }],
  });
});

it('every subscription is a feed, with its form and a document', () => {
  expect(findFeeds(model).map(feed => [feed.id, feed.label, feed.eventType, feed.description, feed.form.length])).toEqual([
    ['moved', 'Moved', 'Ship', null, 1],
    ['clock', 'Clock', 'String', null, 0],
    ['result', 'Result', 'AddResult', 'Anything', 0],
  ]);
  expect(feedById(model, 'gone')).toBeNull();
  for (const feed of findFeeds(model)) {
    const document = feedDocument(model, feed, feed.id === 'moved' ? { ids: ['1'] } : {});
    expect(problemsOf(schema, document.query)).toEqual([]);
    expect(document.query.startsWith('subscription ')).toBe(true);
  }
  const clock = feedById(model, 'clock');
  if (clock === null) throw new Error('No clock');
  expect(feedDocument(model, clock).read({ clock: 'now' })).toBe('now');
  expect(feedDocument(model, clock).read(undefined)).toBeNull();
  expect(findFeeds(modelOf('type Query { a: Int }'))).toEqual([]);
});

describe('results that are unions', () => {
  const SDL = `
    type Query { a: Int }
    union CreateResult = Created | ValidationError | Ship
    type Created { ship: Ship!  receipt: String }  type Ship { id: ID!  name: String! }
    type ValidationError { message: String!  fields: [FieldProblem!]! }  type FieldProblem { path: String!  message: String! }
    input LineInput { productId: ID! } input CreateInput { lines: [LineInput!]! }
    type Mutation { create(input: CreateInput!): CreateResult!  save(input: CreateInput!): SaveResult! }
    union SaveResult = Created | ValidationError
  `;
  const model = modelOf(SDL);
  const action = (id: string) => actionById(model, id) as NonNullable<ReturnType<typeof actionById>>;

  it('a member that wraps the record gives the record', async () => {
    for (const id of ['create', 'save']) {
      const document = actionDocument(model, action(id), { input: { lines: [] } });
      expect(problemsOf(schemaOf(SDL), document.query)).toEqual([]);
      const row = { __typename: 'Created', receipt: 'r', ship: { id: '7', name: 'N' } };
      expect(document.read({ [id]: row })).toMatchObject({ record: { typeName: 'Ship', row: { id: '7' } }, errors: [] });
    }
  });

  it('errors that name a field are shown at that field', () => {
    const document = actionDocument(model, action('create'), { input: { lines: [] } });
    expect(document.query).toMatch(/fields \{\s+path\s+message\s+\}/);
    const { errors, record } = document.read({
      create: {
        __typename: 'ValidationError',
        message: 'One mistake',
        fields: [{ path: 'lines.0.productId', message: 'There is no product 9' }],
      },
    });
    expect(record).toBeNull();
    expect(errors).toEqual([
      { message: 'One mistake', field: null },
      { message: 'There is no product 9', field: 'lines.0.productId' },
    ]);
    const shown = errors.map(({ message, field }) => ({
      message,
      ...(field === null ? {} : { extensions: { argumentPath: field } }),
    }));
    const { problems, rest } = placeErrors(action('create').form, shown);
    expect(problems).toEqual([{ path: ['input', 'lines', 0, 'productId'], code: 'server', message: 'There is no product 9' }]);
    expect(rest).toHaveLength(1);
  });
});

it('mutations of pg_graphql are labelled with the name of a row', () => {
  const fields = ['deleteFromPostCollection', 'insertIntoPostCollection', 'updatePostCollection', 'deleteFromShelfCollection'];
  const model = modelOf(`
    type Post { id: ID! } type Shelf { id: ID! } type ShelfCollection { id: ID! } type Query { post: Post shelves: [ShelfCollection!]! shelf: Shelf }
    type Mutation { ${fields.map(name => `${name}(id: ID): Post`).join(' ')} }`);
  expect(findActions(model).map(({ label }) => label)).toEqual([
    'Delete post',
    'Insert post',
    'Update post',
    'Delete from shelf collection',
  ]);
});

it('names of thousands of words are read in no long time', async () => {
  const name = 'LongName'.repeat(1250);
  const model = modelOf(`
    type T${name} { id: ID! name: String }
    type Query { q${name}: [T${name}!]! }
    type Mutation { create${name}(name: String): T${name} update${name}(id: ID!, name: String): T${name} }
  `);
  const find = () => expect(findActions(model).map(({ about }) => about)).toEqual([`T${name}`, `T${name}`]);
  expect(await processorTime(find)).toBeLessThan(3000);
});
