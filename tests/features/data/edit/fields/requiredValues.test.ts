/** Updates that need values which the record does not contain: no single cell can be edited by them. */

import { editableField } from '../../../../../src/features/data/edit/fields/editableField';
import { columnAt } from '../../../../../src/schema/collections/columns/columns';
import { modelOf } from '../../../../schema/modelOf';

/** The field that edits the column `name` of a ship, or why there is none. */
function edited(input: string, record = 'id: ID! name: String!', name = 'name'): string {
  const model =
    modelOf(`type Query { ships: [Ship!]! ship(id: ID!): Ship } type Port { id: ID! name: String! } type Position { lat: Float! }
    type Ship { ${record} } input PositionInput { lat: Float! } input ShipInput { ${input} }
    type Mutation { updateShip(id: ID!, data: ShipInput!): Ship }`);
  const column = columnAt(model, 'Ship', name.split('.'));
  if (column === null) throw new Error(`No column ${name}`);
  const found = editableField(model, 'Ship', column);
  return typeof found === 'string' ? found : found.field.name;
}

it.each([
  ['password', 'name: String password: String!'],
  ['reason', 'name: String reason: String! suppress: Boolean!'],
  ['id of a related record', 'name: String portId: ID!'],
  ['object', 'name: String position: PositionInput!'],
])('an update that needs a %s that the record does not contain', (_, input) => {
  expect(edited(input)).toBe('noControl');
});

it.each([
  ['a value of the record', 'name: String flag: String!', 'id: ID! name: String! flag: String'],
  ['the key of a related record', 'name: String portId: ID!', 'id: ID! name: String! port: Port!'],
  ['an object of the record', 'name: String position: PositionInput!', 'id: ID! name: String! position: Position!'],
  ['the edited value itself', 'name: String!', 'id: ID! name: String!'],
  ['a code of the record, which is no access code', 'name: String code: String!', 'id: ID! name: String! code: String!'],
  ['a value with a default', 'name: String notify: Boolean! = true', 'id: ID! name: String!'],
])('an update that needs %s edits a cell', (_, input, record) => {
  expect(edited(input, record)).toBe('name');
});

it.each([
  ['Product', 'code'],
  ['Airport', 'code'],
  ['AccessCode', 'secret'],
  ['Invitation', 'secret'],
  ['Otp', 'secret'],
])('the code of a %s: %s', (type, edits) => {
  const model =
    modelOf(`type Query { all: [${type}!]! one(id: ID!): ${type} } type ${type} { id: ID! name: String! code: String! }
    type Mutation { update${type}(id: ID!, name: String, code: String): ${type} }`);
  const column = columnAt(model, type, ['code']);
  const found = column && editableField(model, type, column);
  expect(typeof found === 'string' ? found : found?.field.name).toBe(edits);
});
