/** What a refused change says of the offer: only a code or status 403 says that the account may not do it. */
import { type Client, CombinedError } from '@urql/core';
import { sendChange } from '../../../../src/features/data/change/sendChange';
import { changesOf } from '../../../../src/schema/mutations/changes';
import { ServerError } from '../../../../src/transport/observe/failure';
import { modelOf } from '../../../schema/modelOf';

const model = modelOf(
  'type Query { users: [User!]! user(id: ID!): User } type User { id: ID! login: String! } type Mutation { createUser(login: String!): User }',
);
const words = { unknown: 'unknown', unproven: 'unproven', missing: (fields: string) => fields };

function created(error: CombinedError) {
  const operation = { kind: 'mutation', context: {}, query: { kind: 'Document', definitions: [] } };
  const result = { error, data: { createUser: null }, operation };
  const client = { mutation: () => ({ toPromise: async () => result }) } as unknown as Client;
  const change = changesOf(model, 'User').create;
  if (!change) throw new Error('No change');
  return sendChange(client, model, change, {}, { login: 'ann' }, words);
}
const refusal = (message: string, code?: string) =>
  new CombinedError({ graphQLErrors: [{ message, path: ['createUser'], extensions: { code } } as never] });

test.each(['Login has already been taken', 'Permission denied', 'You must be logged in to take this login'])(
  'the message "%s" alone does not disable the action',
  async message => {
    const sent = await created(refusal(message));
    expect(sent).toMatchObject({ state: 'refused', message });
    expect(sent.isForbidden).toBeUndefined();
    expect((await created(refusal(message, 'INTERNAL_SERVER_ERROR'))).isForbidden).toBeUndefined();
  },
);

test('the code FORBIDDEN or the status 403 disables the action', async () => {
  expect(await created(refusal('No', 'FORBIDDEN'))).toMatchObject({ state: 'refused', isForbidden: true });
  const networkError = new ServerError('403', 403, {});
  expect(await created(new CombinedError({ networkError }))).toMatchObject({ state: 'refused', isForbidden: true });
});
