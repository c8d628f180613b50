/** The outcome is "done" only if the response proves it, "refused" if its structure says so, and "unknown" otherwise. */
import { actionDocument } from '../../../../src/schema/documents/callDocuments';
import { actionById } from '../../../../src/schema/mutations/actions';
import { modelOf, problemsOf, schemaOf } from '../../modelOf';

const SDL = `
  type Query { a: Int vessel(id: ID!): Vessel }
  type Vessel { id: ID! name: String errors: [String!] } type Problem { field: String message: String! } type Codes { code: Code! } enum Code { TAKEN }
  union VesselResult = Vessel | NotFound | Invalid | Taken  type NotFound { id: ID! message: String! } type Invalid { message: String! } type Taken { other: String }
  type Created { vessel: Vessel } type Refused { message: String! existing: Vessel } union WrappedResult = Created | Refused
  interface Answer { ok: Boolean } type Yes implements Answer { ok: Boolean vessel: Vessel } type No implements Answer { ok: Boolean reason: String }
  type Flag { success: Boolean! message: String vessel: Vessel } type Ok { ok: Boolean! } type Complaints { vessel: Vessel userErrors: [Problem!]! }
  type Plain { vessel: Vessel errors: [String!] } type Coded { vessel: Vessel errors: [Codes!] } type Count { affectedCount: Int! records: [Vessel!] } type Gone { deletedVesselId: ID vessel: Vessel userErrors: [Problem!] }
  type Relay { clientMutationId: String } type Deletion { result: DeletionResult! message: String } enum DeletionResult { DELETED NOT_DELETED } type Outer { result: VesselResult! }
  type Info { nodesDeleted: Int! relationshipsDeleted: Int! } type Changed { info: Info vessels: [Vessel!]! } type Rest { code: Int! message: String }
  scalar Any type VesselList { vessels: [Vessel] } type FieldErrors { name: String size: String } type Doubtful { vessel: Vessel error: Any errors: FieldErrors hasErrors: Any }
  type Loose { success: Any ok: Any created: Any updated: Any deleted: Any affectedCount: Any vessel: Vessel }
  type DeleteData { deletedVesselId: ID } type DeleteSuccess { data: DeleteData! } type Missing { message: String! } union DeleteResult = DeleteSuccess | Missing
  type Bulk { changed: Int failed: [Problem!]! failedIds: [ID!] } type Sorted { vessels: [Vessel!] failed: [Vessel!] }
  type Either { vesselOrError: WrappedResult vesselOrErrors: VesselResult }
  type Mutation { hideVessels(ids: [ID!]!): Bulk updateSorted(ids: [ID!]!): Sorted mendVessel: Either removeVessel(id: ID!): DeleteResult!
    updateVessel(id: ID!): VesselResult! addVessel: WrappedResult switchVessel: Answer flagVessel: Flag okVessel: Ok complainVessel: Complaints plainVessel: Plain codedVessel: Coded
    updateVessels: Count deleteVessel(id: ID!): Gone deleteByRelay: Relay deleteVesselB(id: ID!): Boolean deleteVesselC(id: ID!): Vessel deleteVesselD(id: ID!): Deletion! outerVessel: Outer
    createLoose: Loose updateLoose: Loose deleteLoose: Loose createVesselList: VesselList updateVesselList: VesselList createDoubtful: Doubtful
    deleteVesselE: Info updateVesselF: Changed restVessel: Rest deleteVesselG: Int setFlagOn: Boolean ping: String createVessel: Vessel renameVessel(id: ID!): Vessel deleteAll: [Deletion!]! deleteVesselH(id: ID!): ID updateVesselI(id: ID!): ID createVesselJ: ID deleteVessels(ids: [ID!]!): [ID!]
  }`;
const schema = schemaOf(SDL);
const model = modelOf(SDL);

function read(id: string, value: unknown) {
  const action = actionById(model, id);
  if (action === null) throw new Error(id);
  const document = actionDocument(model, action, { id: '1', ids: ['1'] });
  expect(problemsOf(schema, document.query)).toEqual([]);
  const { state, errors, record } = document.read({ [id]: value });
  return [
    state,
    errors.map(({ field, message }) => (field === null ? message : `${field}: ${message}`)),
    record?.typeName ?? null,
  ];
}
const bulk = (changed: number) => ({ changed, failed: [{ field: 'ids.1', message: 'Sunk' }] });
const VESSEL = { id: '1', name: 'A', errors: ['of the vessel itself'] };

it.each([
  ['a member that is the record', 'updateVessel', { __typename: 'Vessel', ...VESSEL }, 'done', [], 'Vessel'],
  ['a member without the key', 'updateVessel', { __typename: 'Invalid', message: 'Too long' }, 'refused', ['Too long'], null],
  [
    'a member with an id and a message',
    'updateVessel',
    { __typename: 'NotFound', id: '1', message: 'No such' },
    'refused',
    ['No such'],
    null,
  ],
  ['a member without a message', 'updateVessel', { __typename: 'Taken', other: 'x' }, 'refused', ['Taken'], null],
  ['a member that wraps the record', 'addVessel', { __typename: 'Created', vessel: VESSEL }, 'done', [], 'Vessel'],
  [
    'a member with a message and the conflicting record',
    'addVessel',
    { __typename: 'Refused', message: 'Exists', existing: VESSEL },
    'refused',
    ['Exists'],
    null,
  ],
  [
    'a message, if the other member contains the deleted key (Pothos)',
    'removeVessel',
    { __typename: 'Missing', message: 'Gone already' },
    'refused',
    ['Gone already'],
    null,
  ],
  ['the deleted key itself', 'removeVessel', { __typename: 'DeleteSuccess', data: { deletedVesselId: '1' } }, 'done', [], null],
  [
    'a union inside a payload',
    'outerVessel',
    { result: { __typename: 'Invalid', message: 'Too long' } },
    'refused',
    ['Too long'],
    null,
  ],
  [
    'an implementation that reports a failure',
    'switchVessel',
    { __typename: 'No', ok: false, reason: 'Asleep' },
    'refused',
    ['Asleep'],
    null,
  ],
  ['success: false', 'flagVessel', { success: false, message: 'Locked', vessel: null }, 'refused', ['Locked'], null],
  ['success: true', 'flagVessel', { success: true, message: 'Fine', vessel: null }, 'done', [], null],
  ['ok: false', 'okVessel', { ok: false }, 'refused', [], null],
  [
    'errors beside a record',
    'complainVessel',
    { vessel: VESSEL, userErrors: [{ field: 'name', message: 'Taken' }] },
    'refused',
    ['name: Taken'],
    null,
  ],
  ['errors that are empty', 'complainVessel', { vessel: VESSEL, userErrors: [] }, 'done', [], 'Vessel'],
  ['errors as texts', 'plainVessel', { vessel: null, errors: ['Taken'] }, 'refused', ['Taken'], null],
  ['errors without a message', 'codedVessel', { vessel: null, errors: [{ code: 'TAKEN' }] }, 'refused', ['Taken'], null],
  ['an affected count of 0', 'updateVessels', { affectedCount: 0, records: [] }, 'refused', [], null],
  ['failures beside a count of changed records', 'hideVessels', bulk(1), 'unknown', ['ids.1: Sunk'], null],
  ['failures, if nothing was changed', 'hideVessels', bulk(0), 'refused', ['ids.1: Sunk'], null],
  ['an empty list of failures', 'hideVessels', { changed: 2, failed: [] }, 'done', [], null],
  ['keys of records that failed', 'hideVessels', { changed: 2, failed: [], failedIds: ['1'] }, 'unknown', ['1'], null],
  [
    'records that failed',
    'updateSorted',
    { vessels: [VESSEL], failed: [VESSEL] },
    'unknown',
    ['{"id":"1","name":"A","errors":["of the vessel itself"]}'],
    'Vessel',
  ],
  ['an affected count of 1', 'updateVessels', { affectedCount: 1, records: [VESSEL] }, 'done', [], 'Vessel'],
  ['the key of the deleted record', 'deleteVessel', { deletedVesselId: '1', vessel: null, userErrors: [] }, 'done', [], null],
  [
    'null as the key of the deleted record',
    'deleteVessel',
    { deletedVesselId: null, vessel: null, userErrors: [] },
    'refused',
    [],
    null,
  ],
  ['a deletion that returns null', 'deleteVesselC', null, 'refused', [], null],
  ['a deletion that returns false', 'deleteVesselB', false, 'refused', [], null],
  ['a deletion that returns true', 'deleteVesselB', true, 'done', [], null],
  [
    'a deletion that returns NOT_DELETED',
    'deleteVesselD',
    { result: 'NOT_DELETED', message: 'In use' },
    'refused',
    ['In use'],
    null,
  ],
  ['a deletion that returns DELETED', 'deleteVesselD', { result: 'DELETED', message: '' }, 'done', [], null],
  [
    'a list of deletions of which one failed',
    'deleteAll',
    [{ result: 'DELETED' }, { result: 'NOT_DELETED', message: 'In use' }],
    'unknown',
    ['In use'],
    null,
  ],
  ['nothing deleted', 'deleteVesselE', { nodesDeleted: 0, relationshipsDeleted: 0 }, 'refused', [], null],
  ['no record changed', 'updateVesselF', { info: { nodesDeleted: 0 }, vessels: [] }, 'refused', [], null],
  ['one record changed', 'updateVesselF', { info: { nodesDeleted: 0 }, vessels: [VESSEL] }, 'done', [], 'Vessel'],
  ['a status above 400', 'restVessel', { code: 404, message: 'No such' }, 'refused', ['No such'], null],
  ['a status of 200', 'restVessel', { code: 200, message: 'Fine' }, 'done', [], null],
  ['a count of deleted rows', 'deleteVesselG', 0, 'refused', [], null],
  ['a deletion that returns the key that was sent', 'deleteVesselH', '1', 'done', [], null],
  ['a deletion that returns another key', 'deleteVesselH', 'job-7', 'unknown', [], null],
  ['a deletion by key that returns null', 'deleteVesselH', null, 'refused', [], null],
  ['deletions that return the keys that were sent', 'deleteVessels', ['1'], 'done', [], null],
  ['an update that returns the key that was sent', 'updateVesselI', '1', 'done', [], null],
  ['a creation that returns a key', 'createVesselJ', '1', 'unknown', [], null],
  ['an update that returns null', 'renameVessel', null, 'refused', [], null],
  ['a record', 'createVessel', VESSEL, 'done', [], 'Vessel'],
  ['an empty payload', 'deleteByRelay', { clientMutationId: null }, 'unknown', [], null],
  ['a text', 'ping', 'pong', 'unknown', [], null],
  ['null', 'ping', null, 'unknown', [], null],
  ['success as the text "false" beside a record', 'createLoose', { success: 'false', vessel: VESSEL }, 'refused', [], null],
  ['ok as the number 0 beside a record', 'createLoose', { ok: 0, vessel: VESSEL }, 'refused', [], null],
  ['ok as the number 1', 'createLoose', { ok: 1, vessel: null }, 'done', [], null],
  ['success as the text "true"', 'createLoose', { success: 'TRUE', vessel: null }, 'done', [], null],
  ['success as another text', 'createLoose', { success: 'maybe', vessel: null }, 'unknown', [], null],
  [
    'a record that was updated instead of created',
    'updateLoose',
    { created: false, updated: true, vessel: VESSEL },
    'done',
    [],
    'Vessel',
  ],
  ['an upsert that created', 'updateLoose', { created: true, updated: false, vessel: VESSEL }, 'done', [], 'Vessel'],
  ['an update that deleted nothing', 'updateLoose', { deleted: false, vessel: VESSEL }, 'done', [], 'Vessel'],
  ['an update that updated nothing', 'updateLoose', { updated: false, vessel: VESSEL }, 'refused', [], null],
  ['a count of 0 as a text', 'updateLoose', { affectedCount: '0', vessel: VESSEL }, 'refused', [], null],
  ['a count of 2 as a text', 'deleteLoose', { affectedCount: '2', vessel: null }, 'done', [], null],
  ['a count below zero', 'createLoose', { affectedCount: -1, vessel: null }, 'unknown', [], null],
  ['a list that contains only null', 'createVesselList', { vessels: [null] }, 'unknown', [], null],
  ['a list that contains only null after an update', 'updateVesselList', { vessels: [null, null] }, 'refused', [], null],
  ['a list that contains null beside a record', 'updateVesselList', { vessels: [VESSEL, null] }, 'unknown', [], 'Vessel'],
  ['error: true beside a record', 'createDoubtful', { vessel: VESSEL, error: true }, 'refused', [], null],
  ['hasErrors: true beside a record', 'createDoubtful', { vessel: VESSEL, hasErrors: true }, 'refused', [], null],
  [
    'errors by field, all of them null',
    'createDoubtful',
    { vessel: VESSEL, errors: { name: null, size: null } },
    'done',
    [],
    'Vessel',
  ],
  [
    'errors by field, one of them set',
    'createDoubtful',
    { vessel: null, errors: { name: 'Taken', size: null } },
    'refused',
    ['name: Taken'],
    null,
  ],
  ['a record or an error', 'mendVessel', { vesselOrError: { __typename: 'Created', vessel: VESSEL } }, 'done', [], 'Vessel'],
  [
    'an error in place of a record',
    'mendVessel',
    { vesselOrErrors: { __typename: 'Invalid', message: 'No' } },
    'refused',
    ['No'],
    null,
  ],
  ['false from a mutation that sets a flag', 'setFlagOn', false, 'unknown', [], null],
] as const)('%s (%s)', (_, id, value, state, errors, record) => {
  expect(read(id, value)).toEqual([state, errors, record]);
});

describe('messages that name their fields, in a field whose name does not mention errors (Absinthe)', () => {
  const sdl = `
    type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String! }
    type ShipPayload { messages: [ValidationMessage] result: Ship successful: Boolean! } type Bare { messages: [ValidationMessage] result: Ship }
    type ValidationMessage { code: String! field: String key: String message: String options: [Option] template: String } type Option { key: String! value: String! }
    type Mutation { createShip(name: String!): ShipPayload updateShip(id: ID!, name: String): ShipPayload createBare(name: String!): Bare updateBare(id: ID!, name: String): Bare }`;
  const outcomeOf = (id: string, value: unknown) => {
    const absinthe = modelOf(sdl);
    const action = actionById(absinthe, id);
    if (action === null) throw new Error(id);
    const document = actionDocument(absinthe, action, { id: '1', name: 'A' });
    expect(problemsOf(schemaOf(sdl), document.query)).toEqual([]);
    expect(document.query).toMatch(/messages \{[^}]*\bmessage\b/);
    const { state, errors } = document.read({ [id]: value });
    return [state, errors.map(({ field, message }) => `${field}: ${message}`)];
  };
  const taken = [{ code: 'unique', field: 'name', key: 'name', message: 'has already been taken', template: '%{x}' }];
  const ship = { id: '1', name: 'A' };

  it.each([
    ['updateShip', { messages: [], result: ship, successful: true }, ['done', []]],
    ['updateShip', { messages: taken, result: null, successful: false }, ['refused', ['name: has already been taken']]],
    ['createShip', { messages: taken, result: null, successful: false }, ['refused', ['name: has already been taken']]],
    ['createBare', { messages: taken, result: null }, ['refused', ['name: has already been taken']]],
    ['createBare', { messages: taken, result: ship }, ['done', []]],
    ['updateShip', { messages: taken, result: ship, successful: true }, ['done', []]],
    // The record of an update existed before.
    ['updateBare', { messages: taken, result: ship }, ['unknown', ['name: has already been taken']]],
    ['updateBare', { messages: [], result: ship }, ['done', []]],
  ])('%s with %j', (id, value, expected) => {
    expect(outcomeOf(id, value)).toEqual(expected);
  });
});

it('a union member with a list of messages is shown without its type name (Strawberry Django)', () => {
  const strawberry = modelOf(`
    type Query { vessels: [Vessel!]! } type Vessel { id: ID! name: String } enum Kind { VALIDATION PERMISSION }
    type OperationMessage { kind: Kind! message: String! field: String code: String } type OperationInfo { messages: [OperationMessage!]! }
    union VesselPayload = Vessel | OperationInfo type Mutation { createVessel(name: String!): VesselPayload! }`);
  const action = actionById(strawberry, 'createVessel');
  if (action === null) throw new Error('no action');
  const message = { kind: 'VALIDATION', message: 'Taken.', field: 'name', code: null };
  const outcome = actionDocument(strawberry, action, { name: 'x' }).read({
    createVessel: { __typename: 'OperationInfo', messages: [message] },
  });
  expect([outcome.state, outcome.errors]).toEqual(['refused', [{ field: 'name', message: 'Taken.' }]]);
});

it.each([
  ['createJob', { jobId: null, status: null }, 'unknown'],
  ['createJob', { jobId: '7', status: null }, 'done'],
  ['deleteVessel', { id: null, imo: '9000001' }, 'done'],
  // Another record than the one that was to be deleted.
  ['deleteVessel', { id: null, imo: '9000002' }, 'unknown'],
  ['deleteVessel', { id: null, imo: null }, 'unknown'],
])('%s: a record proves nothing without a key: %j', (id, value, state) => {
  const model = modelOf(`
    type Query { job(jobId: ID!): Job vessel(imo: ID!): Vessel } type Job { jobId: ID status: String } type Vessel { id: ID imo: ID }
    type Mutation { createJob(name: String): Job deleteVessel(imo: ID!): Vessel }`);
  const action = actionById(model, id);
  expect(action && actionDocument(model, action, { imo: '9000001' }).read({ [id]: value }).state).toBe(state);
});

describe('signs of a failure beside a record', () => {
  const outcomeOf = (id: string, payload: string, value: unknown): unknown[] => {
    const sdl = `
      type Query { vessel(id: ID!): Vessel } type Vessel { id: ID! name: String } type User { id: ID! } type Waiting { id: ID! } scalar Any
      union VesselResult = Vessel | Waiting  ${payload}
      type Mutation { updateVessel(id: ID!): Answer createVessel(name: String): Answer deleteVessel(id: ID!): Answer joinVessel: VesselResult createVesselNow: VesselResult retry: Answer plainVessel: Vessel }`;
    const fleet = modelOf(sdl);
    const action = actionById(fleet, id);
    if (action === null) throw new Error(id);
    const { state, errors } = actionDocument(fleet, action, { id: '1' }).read({ [id]: value });
    return [state, errors.map(({ message }) => message)];
  };
  const vessel = { id: '1', name: 'A' };

  it.each([
    ['an error message', 'errorMessage', 'Locked', 'refused', ['Locked']],
    ['a reason for the failure', 'failureReason', 'LOCKED', 'refused', ['LOCKED']],
    ['an empty error message', 'errorMessage', '', 'done', []],
    ['an error message that says that there is none', 'errorMessage', 'OK', 'done', []],
    ['an error code', 'errorCode', 17, 'unknown', []],
    ['an error code of 0', 'errorCode', 0, 'done', []],
    ['a count of errors', 'errorCount', 2, 'unknown', []],
    ['an HTTP status as a text', 'code', '409', 'refused', []],
    ['an unknown status', 'status', 'DUPLICATE', 'unknown', []],
    ['an unknown status number', 'status', 3, 'unknown', []],
    ['a known status', 'status', 'OK', 'done', []],
    ['a sentence in the result', 'result', 'The vessel was changed.', 'done', []],
    ['failed: true', 'failed', true, 'refused', []],
    ['rejected: true', 'rejected', true, 'unknown', []],
    ['saved: false', 'saved', false, 'refused', []],
    ['changed: false', 'changed', false, 'refused', []],
    ['no affected rows', 'rowsAffected', 0, 'refused', []],
    ['fields that are invalid', 'invalidFields', ['name'], 'unknown', []],
    ['messages of a validation', 'validationMessages', ['Too long'], 'unknown', []],
    ['records that were skipped', 'skipped', ['2'], 'unknown', []],
    ['an empty list of what was skipped', 'skipped', [], 'done', []],
    ['sessions that are not valid any more', 'invalidatedSessions', ['2'], 'done', []],
  ])('%s (%s: %j)', (_, name, value, state, errors) => {
    expect(outcomeOf('updateVessel', `type Answer { ${name}: Any vessel: Vessel }`, { [name]: value, vessel })).toEqual([
      state,
      errors,
    ]);
  });

  it('an unknown status does not weigh against a flag', () => {
    const payload = 'type Answer { success: Boolean code: String vessel: Vessel }';
    expect(outcomeOf('updateVessel', payload, { success: true, code: 'VESSEL_CHANGED', vessel })).toEqual(['done', []]);
  });

  it('another record proves nothing if the one that the mutation is named after is null', () => {
    const payload = 'type Answer { viewer: User vessel: Vessel }';
    for (const id of ['createVessel', 'deleteVessel'])
      expect(outcomeOf(id, payload, { viewer: { id: 'u' }, vessel: null })).toEqual(['unknown', []]);
    expect(outcomeOf('createVessel', payload, { viewer: null, vessel })).toEqual(['done', []]);
  });

  it('the id of a payload that is named after the mutation is not that of a record', () => {
    const payload = 'type CreateVesselResult { id: ID vessel: Vessel } type Answer { id: ID errorMessage: String }';
    const mutation = 'createVessel(name: String): CreateVesselResult';
    const fleet = modelOf(
      `type Query { vessel(id: ID!): Vessel } type Vessel { id: ID! } ${payload} type Mutation { ${mutation} }`,
    );
    const action = actionById(fleet, 'createVessel');
    if (action === null) throw new Error('createVessel');
    const { read } = actionDocument(fleet, action, {});
    expect(read({ createVessel: { id: 'request-1', vessel: null } }).state).toBe('unknown');
    expect(read({ createVessel: { id: 'request-1', vessel: { id: '1' } } }).state).toBe('done');
    expect(outcomeOf('retry', payload, { id: 'request-1', errorMessage: 'Locked' })[0]).toBe('unknown');
  });

  it('a member of a union that the mutation is not named after proves nothing', () => {
    const waiting = { __typename: 'Waiting', id: '7' };
    const isVessel = { __typename: 'Vessel', ...vessel };
    expect(outcomeOf('createVesselNow', 'type Answer { a: Int }', waiting)).toEqual(['unknown', []]);
    expect(outcomeOf('joinVessel', 'type Answer { a: Int }', isVessel)).toEqual(['done', []]);
  });

  it('a member with a message beside the record proves nothing if another member has none', () => {
    const payload =
      'type OkU { note: String } type BadU { message: String! } union Said = OkU | BadU type Answer { vessel: Vessel said: Said }';
    const bad = { __typename: 'BadU', message: 'Locked' };
    expect(outcomeOf('updateVessel', payload, { vessel, said: bad })).toEqual(['unknown', []]);
    expect(outcomeOf('updateVessel', payload, { vessel, said: { __typename: 'OkU', note: 'Saved' } })).toEqual(['done', []]);
  });

  it.each([[[vessel]], [{}], [true], ['boom'], [7]])('a value of another form than declared: %j', value => {
    expect(outcomeOf('plainVessel', 'type Answer { a: Int }', value)).toEqual(['unknown', []]);
  });
});

describe('a record with another key than the one that was sent', () => {
  const sdl = `
    type Query { vessel(id: ID!): Vessel vessels: [Vessel!]! port(code: String!): Port }
    type Vessel { id: ID! name: String port: Port } type Port { code: String! name: String } input VesselInput { id: ID name: String }
    type Payload { vessel: Vessel }
    type Mutation {
      updateVessel(id: ID!, input: VesselInput!): Vessel changeVessel(input: VesselInput!): Payload deleteVessel(id: Int!): Vessel
      updateVessels(ids: [ID!]!, name: String): [Vessel!] copyVessel(id: ID!): Vessel createVessel(input: VesselInput!): Vessel
      moveVessel(vesselId: ID!, portCode: String!): Port
    }`;
  const fleet = modelOf(sdl);
  const stateOf = (id: string, sent: Record<string, unknown>, value: unknown): string => {
    const action = actionById(fleet, id);
    if (action === null) throw new Error(id);
    return actionDocument(fleet, action, sent as never).read({ [id]: value }).state;
  };
  const other = { id: '2', name: 'B' };

  it.each([
    ['an update', 'updateVessel', { id: '1', input: { name: 'B' } }, other],
    ['an update with one input', 'changeVessel', { input: { id: '1', name: 'B' } }, { vessel: other }],
    ['a deletion', 'deleteVessel', { id: 1 }, other],
    ['one of several records', 'updateVessels', { ids: ['1', '3'], name: 'B' }, [{ id: '1' }, other]],
  ])('%s is not proven to have changed the requested one', (_, id, sent, value) => {
    expect(stateOf(id, sent, value)).toBe('unknown');
  });

  it.each([
    ['the key in another type', 'deleteVessel', { id: 2 }, other],
    ['the key in a list', 'updateVessels', { ids: ['1', '2'], name: 'B' }, [{ id: '1' }, other]],
    ['a key that the update changes', 'updateVessel', { id: '1', input: { id: '2' } }, other],
    ['a copy', 'copyVessel', { id: '1' }, other],
    ['a new record', 'createVessel', { input: { id: '1' } }, other],
    ['another type', 'moveVessel', { vesselId: '1', portCode: 'RIX' }, { code: 'RIX' }],
  ])('%s proves what it says', (_, id, sent, value) => {
    expect(stateOf(id, sent, value)).toBe('done');
  });
});
