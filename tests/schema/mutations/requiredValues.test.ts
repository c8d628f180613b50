/** Required arguments beside the key of a record: values to change, or a part of the key. */
import { type Change, changesOf } from '../../../src/schema/mutations/changes';
import { modelOf } from '../modelOf';

/** The keys of a change and the names of the values that it can change; null if it is not certain. */
function partsOf(sdl: string, typeName: string, kind: Change['kind'] = 'update'): string | null {
  const change = changesOf(modelOf(sdl), typeName)[kind];
  if (change?.sure !== 'certain') return null;
  return `${change.keys.map(key => `${key.column} > ${key.target.join('.')}`).join(', ')} | ${change.fields.map(field => field.name).join(', ')}`;
}

const SHIP = `type Query { ship(id: ID!): Ship ships: [Ship!]! } type Port { id: ID! name: String! }
  type Ship { id: ID! name: String! paid: Int! valid: Boolean grid: Int externalId: String homePort: Port! port: Port! }`;

describe('a required argument beside the id of a record', () => {
  it('is a value if its name only ends with the letters of a key', () => {
    const sdl = `${SHIP} type Mutation { editShip(shipId: ID!, paid: Int!, grid: Int!, name: String): Ship }`;
    expect(partsOf(sdl, 'Ship')).toBe('id > shipId | paid, grid, name');
  });

  it('is a value if it names a related record among other required values', () => {
    const sdl = `${SHIP} input ShipInput { id: ID! name: String! portId: ID! }
      type Mutation { updateShip(input: ShipInput!): Ship deleteShip(id: ID!): Ship }`;
    expect(partsOf(sdl, 'Ship')).toBe('id > input.id | name, portId');
  });

  it('is a part of the key if deletions take it too', () => {
    const sdl = `${SHIP} input ShipInput { id: ID! name: String! portId: ID! }
      type Mutation { updateShip(input: ShipInput!): Ship deleteShip(id: ID!, portId: ID!): Ship }`;
    expect(partsOf(sdl, 'Ship')).toBe('id > input.id, port.id > input.portId | name');
  });

  it('is a part of the key if all values are optional', () => {
    const sdl = `${SHIP} input ShipInput { id: ID! name: String portId: ID! } type Mutation { updateShip(input: ShipInput!): Ship }`;
    expect(partsOf(sdl, 'Ship')).toBe('id > input.id, port.id > input.portId | name');
  });

  it('is a value if it is a code of the record', () => {
    const sdl = `type Query { ports: [Port!]! } type Port { id: ID! name: String! countryCode: String! }
      input PortInput { id: ID name: String! countryCode: String! } type Mutation { savePort(input: PortInput!): Port }`;
    expect(partsOf(sdl, 'Port')).toBe('id > input.id | name, countryCode');
  });

  it('is a value if it is an id of another system', () => {
    const sdl = `${SHIP} input ShipInput { externalId: String! id: ID! name: String }
      type Mutation { updateShip(input: ShipInput!): Ship deleteShip(id: ID!): Ship }`;
    expect(partsOf(sdl, 'Ship')).toBe('id > input.id | externalId, name');
  });
});

it('a value that deletions take as a part of a natural key is also a part of it in an update', () => {
  const sdl = `type Query { signal(name: String!, owner: String): Signal signals: [Signal!]! }
    type Signal { id: ID! name: String! owner: String! default: String } input Key { name: String! owner: String! }
    input Values { name: String! owner: String! default: String! }
    type Mutation { signalUpdate(input: Values!): Signal signalDelete(input: Key!): Signal }`;
  expect(partsOf(sdl, 'Signal')).toBe('name > input.name, owner > input.owner | default');
});

it('the key in an object beside the id of the parent is the key of the record, whatever its name', () => {
  const sdl = `type Query { environment(projectId: ID!, environmentId: ID!): Environment }
    type Environment { projectId: ID! environmentId: ID! name: String }
    input Values { environmentId: ID! name: String }
    type Mutation { updateEnvironment(projectId: ID!, request: Values): String }`;
  expect(partsOf(sdl, 'Environment')).toBe('environmentId > request.environmentId, projectId > projectId | name');
});

describe('an update is not certain', () => {
  const board = 'type Query { boards: [Board!]! } type Item { id: ID! label: String } type Board { id: ID! items: [Item!]! }';

  it('if it takes only a list of objects that the record does not have', () => {
    const sdl = (name: string) => `${board} input ItemInput { id: ID! label: String }
      type Mutation { updateBoard(id: ID!, ${name}: [ItemInput!]!): Boolean }`;
    expect(partsOf(sdl('input'), 'Board')).toBeNull();
    expect(partsOf(sdl('items'), 'Board')).toBe('id > id | items');
  });

  it('if it replaces the record and cannot take all values with which a record is created', () => {
    const sdl = (
      verb: string,
    ) => `type Query { signals: [Signal!]! } type Signal { id: ID! name: String! kind: String rules: String }
      input New { name: String! kind: String rules: String } input Values { name: String! kind: String }
      type Mutation { createSignal(input: New!): Signal ${verb}Signal(id: ID!, input: Values!): Signal }`;
    expect(partsOf(sdl('replace'), 'Signal')).toBeNull();
    expect(partsOf(sdl('update'), 'Signal')).toBe('id > id | name, kind');
  });
});

it('an update by the path of a file is not certain: it may write the whole file, so that values that are not sent are lost', () => {
  const sdl = (system: string) => `type Query { node(id: String): Node ship(relativePath: String): Ship ships: [Ship!]! }
    interface Node { id: ID! } type System { filename: String! relativePath: String! }
    type Ship implements Node { id: ID! name: String! ${system} } input ShipInput { name: String tonnage: Int }
    type Mutation { updateShip(relativePath: String!, params: ShipInput!): Ship! createShip(relativePath: String!, params: ShipInput!): Ship! }`;
  expect([partsOf(sdl('_sys: System!'), 'Ship'), partsOf(sdl('relativePath: String!'), 'Ship')]).toEqual([null, null]);
});

it('a mutation that creates or updates does both', () => {
  const sdl = `type Query { roles: [Role!]! } type Role { id: ID! name: String! } input RoleInput { id: ID name: String! }
    type Mutation { createOrUpdateRole(role: RoleInput!): Role! }`;
  expect([partsOf(sdl, 'Role', 'create'), partsOf(sdl, 'Role')]).toEqual([' | id, name', 'id > role.id | name']);
});

it('a reference to the record beside an object with the new values is its key', () => {
  const sdl = `type Query { providers: [PaymentProvider!]! } type PaymentProvider { id: String! name: String! icon: String }
    input PaymentProviderReferenceInput { id: String! } input PaymentProviderUpdateInput { name: String icon: String }
    type Mutation { updatePaymentProvider(paymentProvider: PaymentProviderReferenceInput!, input: PaymentProviderUpdateInput!): PaymentProvider! }`;
  expect(partsOf(sdl, 'PaymentProvider')).toBe('id > paymentProvider.id | name, icon');
});
