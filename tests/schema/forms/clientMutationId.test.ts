/** `clientMutationId`, by which Relay matches payloads to mutations, is hidden from users. */
import { actionDocument } from '../../../src/schema/documents/callDocuments';
import { findActions } from '../../../src/schema/mutations/actions';
import { modelOf } from '../modelOf';

const model = modelOf(`
  type Query { ships: [Ship!]! } type Ship { id: ID! name: String }
  type Mutation { renameShip(input: RenameInput!): RenamePayload  dropShip(input: DropInput!): DropPayload }
  input RenameInput { clientMutationId: String id: ID! name: String } input DropInput { clientMutationId: String id: ID! }
  type RenamePayload { clientMutationId: String ship: Ship } type DropPayload { clientMutationId: String }
`);

it.each(['renameShip', 'dropShip'])('%s has no field for clientMutationId and does not request it', id => {
  const found = findActions(model).find(each => each.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  const [input] = found.form;
  const names = input?.control.kind === 'group' ? input.control.fields.map(({ name }) => name) : [];
  expect(names).toContain('id');
  expect(names).not.toContain('clientMutationId');
  const { query } = actionDocument(model, found, { input: { id: '1' } });
  expect(query).not.toContain('clientMutationId');
  expect(query).toContain(id);
});
