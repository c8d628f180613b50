/** Changes of one record whose mutation is made for several records, for one field, or for a composite key with names. */
import { changeDocument, changeVariables } from '../../../src/schema/mutations/changeRequest';
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { modelOf } from '../modelOf';

const change = (sdl: string, typeName: string, kind: Change['kind']): Change | undefined =>
  changesOf(modelOf(sdl), typeName)[kind];

/** What is sent for a change of one row; null if no certain change of this kind was found. */
function sent(sdl: string, typeName: string, kind: Change['kind'], row: object, values: object = {}): unknown {
  const found = change(sdl, typeName, kind);
  if (found?.sure !== 'certain') return null;
  const request = changeVariables(modelOf(sdl), found, { ...row }, { ...values });
  changeDocument(modelOf(sdl), found, request);
  return { [found.action.id]: request.variables };
}

const SHIPS = 'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String flag: String length: Int }';

describe('a mutation for several records, if there is none for one', () => {
  it.each([
    ['of a list of ids', 'shipsDestroy(ids: [ID!]!): Boolean!', { shipsDestroy: { ids: ['7'] } }],
    ['of a list of ids in an input', 'deleteShips(input: DeleteShips!): Boolean!', { deleteShips: { input: { ids: ['7'] } } }],
  ])('deletes one record by means %s', (_, mutation, variables) => {
    const sdl = `${SHIPS} input DeleteShips { ids: [ID!]! } type Mutation { ${mutation} }`;
    expect(sent(sdl, 'Ship', 'delete', { id: '7' })).toEqual(variables);
    expect(change(sdl, 'Ship', 'bulkDelete')?.action.id).toBe(Object.keys(variables)[0]);
  });

  it('is not used if there is one for a single record', () => {
    const sdl = `${SHIPS} type Mutation { shipsDestroy(ids: [ID!]!): Boolean! shipDestroy(id: ID!): Boolean! }`;
    expect(sent(sdl, 'Ship', 'delete', { id: '7' })).toEqual({ shipDestroy: { id: '7' } });
  });

  it('updates one record if the result contains the records', () => {
    const sdl = `${SHIPS} input ShipPatch { id: ID! name: String flag: String } type Mutation { updateShips(input: [ShipPatch!]!): [Ship!]! }`;
    expect(sent(sdl, 'Ship', 'update', { id: '7' }, { name: 'Amber' })).toEqual({
      updateShips: { input: [{ id: '7', name: 'Amber' }] },
    });
  });

  it('is not certain if it may replace the whole list', () => {
    const sdl = `type Query { flags: [SystemFlag!]! } type SystemFlag { key: String! value: Boolean! } input SystemFlagInput { key: String! value: Boolean! }
      type Status { succeeded: Boolean! } type Mutation { updateFlags(flags: [SystemFlagInput!]!): Status }`;
    expect(change(sdl, 'SystemFlag', 'bulkUpdate')?.sure).toBe('likely');
    expect(change(sdl, 'SystemFlag', 'update')).toBeUndefined();
  });
});

describe('a mutation for one field of a record, if there is none for the whole', () => {
  it.each([
    [
      'after the verb and the type',
      'setShipFlag(shipId: ID!, flag: String): Ship!',
      { setShipFlag: { shipId: '7', flag: 'no' } },
    ],
    [
      'in an input, with the record in a payload',
      'updateShipFlag(input: FlagInput!): FlagPayload',
      { updateShipFlag: { input: { id: '7', flag: 'no' } } },
    ],
  ])('changes that field, named %s', (_, mutation, variables) => {
    const sdl = `${SHIPS} input FlagInput { id: ID! flag: String } type FlagPayload { ship: Ship } type Mutation { ${mutation} }`;
    expect(sent(sdl, 'Ship', 'update', { id: '7' }, { flag: 'no' })).toEqual(variables);
    expect(change(sdl, 'Ship', 'update')?.fields.map(field => field.name)).toEqual(['flag']);
  });

  it('is not used if there is one for the whole record', () => {
    const sdl = `${SHIPS} type Mutation { setShipFlag(shipId: ID!, flag: String): Ship! updateShip(id: ID!, name: String, flag: String): Ship }`;
    expect(change(sdl, 'Ship', 'update')?.action.id).toBe('updateShip');
  });

  it.each([
    ['the value is not a field of the record', 'setShipStatus(shipId: ID!, status: String): Ship!'],
    ['the name does not say which field', 'setShipState(shipId: ID!, flag: String): Ship!'],
    ['there are other values', 'setShipFlag(shipId: ID!, flag: String, notify: Boolean): Ship!'],
    ['the id is that of another record', 'setShipFlag(flagId: ID!, flag: String): Ship!'],
    ['the record is not in the result', 'setShipFlag(id: ID!, flag: String): Boolean!'],
    ['it is an action', 'resetShipFlag(shipId: ID!, flag: String): Ship!'],
  ])('is not used if %s', (_, mutation) => {
    expect(change(`${SHIPS} type Mutation { ${mutation} }`, 'Ship', 'update')?.sure).not.toBe('certain');
  });
});

describe('the name of a related record in a composite key', () => {
  const secrets = (fields: string): string => `type Query { node(id: ID!): Node } interface Node { id: ID! } scalar Slug
    type Team implements Node { id: ID! slug: Slug! secrets: [Secret!]! } type Environment implements Node { id: ID! name: String! }
    type TeamEnvironment { environment: Environment! } type Secret implements Node { id: ID! name: String! ${fields} team: Team! labels: [String!]! }
    input UpdateSecret { name: String! environmentName: String! teamSlug: Slug! labels: [String!]! } type Payload { secret: Secret }
    type Mutation { updateSecret(input: UpdateSecret!): Payload }`;

  it('is sent unchanged', () => {
    const row = { id: 'x', name: 'db', teamEnvironment: { environment: { name: 'dev' } }, team: { slug: 'a' }, labels: [] };
    expect(sent(secrets('teamEnvironment: TeamEnvironment!'), 'Secret', 'update', row, { labels: ['b'] })).toEqual({
      updateSecret: { input: { name: 'db', environmentName: 'dev', teamSlug: 'a', labels: ['b'] } },
    });
  });

  it('makes the change uncertain if the record does not contain it', () => {
    expect(change(secrets(''), 'Secret', 'update')?.sure).not.toBe('certain');
  });
});

describe('a registration', () => {
  it('creates no record of the type that describes the signed-in user', () => {
    const sdl = `type Query { me: Me users: [User!]! } type Me { id: ID! username: String! } type User { id: ID! username: String! }
      input RegisterInput { username: String! password: String! } type LoginPayload { jwt: String user: Me! }
      type Mutation { register(input: RegisterInput!): LoginPayload! }`;
    expect(changesOf(modelOf(sdl), 'Me')).toEqual({});
  });
});

describe('a type that is called after a record without its relations', () => {
  const sdl = (copy: string, fields: string): string =>
    `${SHIPS.replace('length: Int', 'length: Int port: Port')} type Port { id: ID! } type ${copy} { ${fields} }
    type Mutation { deleteShip(id: ID!): ${copy}! updateShip(id: ID!, name: String): Ship }`;

  it('is a copy of the record', () => {
    const shown = sdl('ShipWithoutRelations', 'id: ID! name: String flag: String length: Int');
    expect(sent(shown, 'Ship', 'delete', { id: '7' })).toEqual({ deleteShip: { id: '7' } });
  });

  it.each([
    ['has other fields', 'ShipWithoutRelations', 'id: ID! name: String flag: String size: Int'],
    ['has a name that may mean another record', 'ShipDraft', 'id: ID! name: String flag: String length: Int'],
  ])('unless it %s', (_, copy, fields) => {
    expect(sent(sdl(copy, fields), 'Ship', 'delete', { id: '7' })).toBeNull();
  });
});

describe('an optional input object beside the one with the key', () => {
  const sdl = (beside: string): string =>
    `${SHIPS} type Ok { ok: Boolean } input Key { id: String hfid: [String] } input Context { account: String } input Values { name: String }
    type Mutation { ShipDelete(data: Key!, ${beside}): Ok }`;

  it('is left out', () => {
    expect(sent(sdl('context: Context'), 'Ship', 'delete', { id: '7' })).toEqual({ ShipDelete: { data: { id: '7' } } });
  });

  it.each(['context: Context!', 'where: Values', 'values: Values'])('is not certain to be an option: %s', beside => {
    expect(sent(sdl(beside), 'Ship', 'delete', { id: '7' })).toBeNull();
  });
});

it.each(['urn', 'arn'])('a record is identified by its %s', key => {
  const sdl = `type Query { ships: [Ship!]! ship(${key}: String!): Ship } type Ship { ${key}: String! name: String } input Values { name: String }
    type Mutation { updateShip(${key}: String!, input: Values!): Ship deleteShip(${key}: String!): Boolean }`;
  expect(sent(sdl, 'Ship', 'update', { [key]: 'a:1' }, { name: 'Amber' })).toEqual({
    updateShip: { [key]: 'a:1', input: { name: 'Amber' } },
  });
  expect(sent(sdl, 'Ship', 'delete', { [key]: 'a:1' })).toEqual({ deleteShip: { [key]: 'a:1' } });
});
