/** `clientMutationId`, by which Relay matches payloads to mutations, is hidden from users. */
import { actionDocument } from '../../../src/schema/documents/callDocuments';
import { type Action, findActions } from '../../../src/schema/mutations/actions';
import { changesOf } from '../../../src/schema/mutations/changes';
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

const strict = modelOf(`
  type Query { ship(id: ID!): Ship ships: [Ship!]! } type Ship { id: ID! name: String }
  type Mutation {
    createShip(input: CreateInput!): ShipPayload updateShip(input: UpdateInput!): ShipPayload deleteShip(input: DeleteInput!): DropPayload
    ping(clientMutationId: String!): String
  }
  input CreateInput { clientMutationId: String! name: String! }
  input UpdateInput { clientMutationId: String! id: ID! name: String } input DeleteInput { clientMutationId: String! id: ID! }
  type ShipPayload { clientMutationId: String! ship: Ship } type DropPayload { clientMutationId: String! deletedShipId: ID }
`);
const strictAction = (id: string): Action => {
  const found = findActions(strict).find(each => each.id === id);
  if (!found) throw new Error(`There is no ${id}`);
  return found;
};

it('a required clientMutationId is filled in, with another value each time, and no form asks for it', () => {
  const create = strictAction('createShip');
  const [input] = create.form;
  expect(input?.control.kind === 'group' ? input.control.fields.map(({ name }) => name) : []).toEqual(['name']);
  const sent = (): Record<string, unknown> => actionDocument(strict, create, { input: { name: 'Nord' } }).variables;
  expect(sent()).toEqual({ input: { name: 'Nord', clientMutationId: expect.stringMatching(/.{8}/) } });
  expect(sent()).not.toEqual(sent());
  expect(actionDocument(strict, create, { input: { name: 'Nord', clientMutationId: 'mine' } }).variables).toEqual({
    input: { name: 'Nord', clientMutationId: 'mine' },
  });
  expect(actionDocument(strict, strictAction('ping'), {}).variables).toHaveProperty('clientMutationId');
});

it('a required clientMutationId does not keep records from being changed', () => {
  const { create, update, delete: deletion } = changesOf(strict, 'Ship');
  expect([create, update, deletion].map(change => change?.sure)).toEqual(['certain', 'certain', 'certain']);
});

it('a required clientMutationId is no part of a key of several values', () => {
  const model = modelOf(`
    type Query { project(fullPath: ID!): Project } type Project { id: ID! fullPath: ID! issue(iid: String!): Issue }
    type Issue { id: ID! iid: ID! title: String project: Project! } type Mutation { updateIssue(input: UpdateIssueInput!): IssuePayload }
    input UpdateIssueInput { clientMutationId: String! projectPath: ID! iid: String! title: String } type IssuePayload { issue: Issue errors: [String!]! }
  `);
  const update = changesOf(model, 'Issue').update;
  expect(update?.sure).toBe('certain');
  expect(update?.keys.map(({ target }) => target.join('.'))).toEqual(['input.projectPath', 'input.iid']);
});
