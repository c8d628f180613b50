/** What proves a change, and what does not: results of the kinds that servers send, and the same results about other records. */
import { actionDocument } from '../../../../src/schema/documents/callDocuments';
import { actionById } from '../../../../src/schema/mutations/actions';
import { modelOf } from '../../modelOf';

const TYPES = `type Ship { id: ID! name: String } type Job { id: ID! status: String } type Viewer { id: ID! login: String }
  type Query { ship(id: ID!): Ship ships: [Ship!]! }`;
const MUTATIONS = {
  update: 'updateShip(id: ID!, name: String)',
  delete: 'deleteShip(id: ID!)',
  create: 'createShip(name: String!)',
  updates: 'updateShips(ids: [ID!]!, name: String)',
  deletes: 'deleteShips(ids: [ID!]!)',
};
const SENT = {
  update: { id: '1', name: 'N' },
  delete: { id: '1' },
  create: { name: 'N' },
  updates: { ids: ['1', '2', '3'], name: 'N' },
  deletes: { ids: ['1', '2', '3'] },
};

/** @param returns a type, or the fields of a payload type in braces */
function stateOf(kind: keyof typeof MUTATIONS, returns: string, value: unknown): string | undefined {
  const isPayload = returns.startsWith('{');
  const type = isPayload ? `type Answer ${returns}` : '';
  const model = modelOf(`${TYPES} ${type} type Mutation { ${MUTATIONS[kind]}: ${isPayload ? 'Answer' : returns} }`);
  const id = MUTATIONS[kind].split('(')[0] ?? '';
  const action = actionById(model, id);
  return action ? actionDocument(model, action, SENT[kind]).read({ [id]: value }).state : undefined;
}

const SHIP = { id: '1', name: 'N' };

it.each([
  ['updates', '[Ship!]', [{ id: '1' }]],
  ['updates', '{ ships: [Ship!] }', { ships: [{ id: '1' }, { id: '2' }] }],
  ['deletes', '[ID!]', ['1']],
  ['deletes', '[Ship!]', [{ id: '1' }]],
  ['deletes', '{ count: Int }', { count: 1 }],
  ['deletes', '{ deletedCount: Int }', { deletedCount: 2 }],
  ['deletes', '{ deletedIds: [ID!] }', { deletedIds: ['1'] }],
] as const)('%s of three records that return %s are not done with %j', (kind, returns, value) => {
  expect(stateOf(kind, returns, value)).toBe('unknown');
});

it.each([
  ['updates', '[Ship!]', [{ id: '1' }, { id: '2' }, { id: '3' }]],
  ['deletes', '[ID!]', ['1', '2', '3']],
  ['deletes', '{ count: Int }', { count: 3 }],
  ['deletes', '{ deletedIds: [ID!] }', { deletedIds: ['3', '2', '1'] }],
] as const)('%s of three records that return %s are done with %j', (kind, returns, value) => {
  expect(stateOf(kind, returns, value)).toBe('done');
});

it.each([{ __typename: 'Ship' }, { other: 1 }, JSON.parse('{"__proto__": {"id": "1"}}'), {}])(
  'a record without any of its fields proves nothing: %j',
  value => {
    for (const kind of ['update', 'delete', 'create'] as const) expect(stateOf(kind, 'Ship', value)).toBe('unknown');
    expect(stateOf('update', '{ ship: Ship }', { ship: value })).not.toBe('done');
  },
);

it('lists of other records are values: one team with three new members', () => {
  const model = modelOf(`type Team { id: ID! } type Answer { count: Int } type Query { team(id: ID!): Team }
    type Mutation { updateTeam(id: ID!, memberIds: [ID!]): Answer }`);
  const action = actionById(model, 'updateTeam');
  const sent = { id: '1', memberIds: ['7', '8', '9'] };
  expect(action && actionDocument(model, action, sent).read({ updateTeam: { count: 1 } }).state).toBe('done');
});

it.each([
  ['{ deletedId: ID }', { deletedId: '2' }],
  ['{ deletedShipId: ID }', { deletedShipId: '2' }],
  ['{ id: ID }', { id: '2' }],
])('the key of another record, in %s, does not prove a deletion', (returns, value) => {
  expect(stateOf('delete', returns, value)).toBe('unknown');
});

it.each([
  ['{ deletedShipId: ID }', { deletedShipId: '1' }],
  // A global id where a number was sent, as by PostGraphile.
  ['{ deletedShipId: ID }', { deletedShipId: 'WyJzaGlwcyIsMV0=' }],
  ['{ id: ID }', { id: '1' }],
])('the key of the record, in %s, proves a deletion: %j', (returns, value) => {
  expect(stateOf('delete', returns, value)).toBe('done');
});

it.each([
  ['create', '{ exists: Boolean ship: Ship }', { exists: true, ship: SHIP }],
  ['create', '{ alreadyExists: Boolean ship: Ship }', { alreadyExists: true, ship: SHIP }],
  ['create', '{ dryRun: Boolean ship: Ship }', { dryRun: true, ship: SHIP }],
  ['update', '{ pending: Boolean ship: Ship }', { pending: true, ship: SHIP }],
  ['update', '{ requiresApproval: Boolean ship: Ship }', { requiresApproval: true, ship: SHIP }],
  ['update', '{ unauthorized: Boolean ship: Ship }', { unauthorized: true, ship: SHIP }],
  ['update', '{ success: Boolean ship: Ship }', { success: null, ship: SHIP }],
  ['create', 'Job', { id: 'j', status: 'QUEUED' }],
  ['create', '{ job: Job }', { job: { id: 'j', status: 'PENDING' } }],
  ['update', '{ viewer: Viewer }', { viewer: { id: 'v' } }],
  ['update', '{ previousShip: Ship }', { previousShip: SHIP }],
] as const)('%s that returns %s is not done with %j', (kind, returns, value) => {
  expect(stateOf(kind, returns, value)).toBe('unknown');
});

it('a status of HTTP in the payload is a refusal', () => {
  expect(stateOf('update', '{ httpStatus: Int ship: Ship }', { httpStatus: 422, ship: SHIP })).toBe('refused');
});

it.each([
  ['create', '{ insertedId: ID }', { insertedId: '5' }],
  ['create', '{ exists: Boolean ship: Ship }', { exists: false, ship: SHIP }],
  ['update', '{ pending: Boolean ship: Ship }', { pending: false, ship: SHIP }],
  ['update', '{ viewer: Viewer ship: Ship }', { viewer: null, ship: SHIP }],
  ['update', '{ previousShip: Ship ship: Ship }', { previousShip: SHIP, ship: SHIP }],
  ['create', '{ job: Job ship: Ship }', { job: { id: 'j', status: 'DONE' }, ship: SHIP }],
] as const)('%s that returns %s is done with %j', (kind, returns, value) => {
  expect(stateOf(kind, returns, value)).toBe('done');
});
