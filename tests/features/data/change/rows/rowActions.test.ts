/** Which actions a selection of rows offers, and what they send. */
import { type RowAction, rowActions } from '../../../../../src/features/data/change/rows/rowActions';
import { rereadRequest } from '../../../../../src/features/data/edit/fields/editableField';
import { modelOf } from '../../../../schema/modelOf';

const TYPES = `
  type Query { teams: [Team!]! team(id: ID!): Team users: [User!]! user(id: ID!): User visits: [Visit!]! visit(id: ID!): Visit }
  type Team { id: ID! name: String! users: [User!]! } type User { id: ID! name: String! teams: [Team!]! } type Visit { id: ID! note: String }
  type TeamPayload { team: Team errors: [String!] } input Links { id: ID! relatedIds: [ID!]! }
`;

const actionsOf = (mutations: string, typeName: string): readonly RowAction[] =>
  rowActions(modelOf(`${TYPES} type Mutation { ${mutations} }`), typeName);

/** The variables that the only action sends for a row with the key `k1`. */
function sentBy(mutations: string, typeName: string, values: Record<string, unknown>): unknown {
  const [action, ...more] = actionsOf(mutations, typeName);
  expect(more).toEqual([]);
  const prepared = action?.prepare({ __typename: typeName, id: 'k1' }, values);
  return prepared !== undefined && 'variables' in prepared ? prepared.variables : null;
}

it.each([
  ['addRelated(input: Links!): Team', { input: { relatedIds: ['a'] } }, { input: { id: 'k1', relatedIds: ['a'] } }],
  ['removeRelated(id: ID!, relatedIds: [ID!]!): TeamPayload', { relatedIds: ['a'] }, { id: 'k1', relatedIds: ['a'] }],
  ['teamAddUsers(id: ID!, userIds: [ID!]!): TeamPayload', { userIds: ['a', 'b'] }, { id: 'k1', userIds: ['a', 'b'] }],
  ['removeUsersFromTeam(teamId: ID!, userIds: [ID!]!): Boolean', { userIds: ['a'] }, { teamId: 'k1', userIds: ['a'] }],
  ['bookVisit(teamId: ID!, note: String): Visit', { note: 'at noon' }, { teamId: 'k1', note: 'at noon' }],
])('%s runs for each selected team', (mutation, values, sent) => {
  expect(sentBy(mutation, 'Team', values)).toEqual(sent);
});

it('records are added to another one by their own keys', () => {
  expect(sentBy('addUsersToTeam(teamId: ID!, userIds: [ID!]!): Team', 'User', { teamId: 't1' })).toEqual({
    teamId: 't1',
    userIds: ['k1'],
  });
});

it.each([
  // Creates a team, or deletes one in a way that is not certain.
  ['addTeam(id: ID!, userIds: [ID!]!): Team', 'Team'],
  ['addTeam(id: ID!, userIds: [ID!]!): Team', 'User'],
  ['removeTeam(id: ID!, userIds: [ID!]!): Team', 'Team'],
  // The id is not the key of a user, or of an unknown type.
  ['addUsersToTeam(id: ID!, userIds: [ID!]!): Team', 'User', 'userIds'],
  ['addRelated(id: ID!, relatedIds: [ID!]!): Boolean', 'Team'],
  // Changes one other record.
  ['moveVisit(id: ID!, teamId: ID!): Visit', 'Team'],
])('%s does not take the key of a %s as the changed record', (mutation, typeName, key = '') => {
  expect(actionsOf(mutation, typeName).map(action => Object.keys(sentVariables(action, typeName)))).toEqual(
    key === '' ? [] : [[key]],
  );
});

function sentVariables(action: RowAction, typeName: string): object {
  const prepared = action.prepare({ __typename: typeName, id: 'k1' }, {});
  return 'variables' in prepared ? (prepared.variables as object) : {};
}

it.each([
  ['team(id: ID!): Team', false],
  ['', true],
])('what an update requires must be filled in only if the record cannot be read (%s)', (lookup, isRequired) => {
  const model = modelOf(`
    type Query { teams(limit: Int, offset: Int): [Team!]! ${lookup} } type Team { id: ID! name: String! }
    type Mutation { updateTeam(id: ID!, name: String!): Team }`);
  expect(rowActions(model, 'Team').map(({ fields }) => fields.map(({ name, required }) => [name, required]))).toEqual([
    [['name', isRequired]],
  ]);
});

it('a required secret is asked for, and not read and sent back', () => {
  const model = modelOf(`
    type Query { users: [User!]! user(id: ID!): User } type User { id: ID! name: String! password: String! }
    type Mutation { updateUser(id: ID!, name: String!, password: String!): User }`);
  const [update] = rowActions(model, 'User');
  expect(update?.fields.map(({ name, required }) => [name, required])).toEqual([
    ['name', false],
    ['password', true],
  ]);
  const change = update?.update;
  expect(change && rereadRequest(model, change, { id: '1' }, ['name']).query).not.toContain('password');
});
