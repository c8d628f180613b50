/** @jest-environment node */
/** The query of a single record. */
import { recordDocument } from '../../../src/schema/documents/recordDocument';
import { modelOf } from '../modelOf';

test.each([
  ['Int', '7', 7],
  ['ID', '7', '7'],
  ['String', 7, '7'],
])('a key inside an input object is sent in its type: %s', (type, key, sent) => {
  const model = modelOf(`
    type Query { users: [User!]! user(where: UserWhere!): User }
    input UserWhere { id: ${type} email: String }
    type User { id: ${type}! name: String! }
  `);
  expect(recordDocument(model, { typeName: 'User', keys: { id: key } }).variables).toEqual({ where: { id: sent } });
});
