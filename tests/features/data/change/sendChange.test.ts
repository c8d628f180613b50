/** Refused changes: only the code FORBIDDEN or status 403 disables the action. */
import { type Client, CombinedError } from '@urql/core';
import { parse } from 'graphql';
import { sendChange, sendPrepared } from '../../../../src/features/data/change/sendChange';
import { changeDocument, changeVariables } from '../../../../src/schema/mutations/changeRequest';
import { changesOf } from '../../../../src/schema/mutations/changes';
import { ServerError } from '../../../../src/transport/observe/failure';
import { modelOf } from '../../../schema/modelOf';
import { json, scriptedFetch } from '../../../support/scriptedFetch';
import { startTransport } from '../../../support/startTransport';

const model = modelOf(
  'type Query { users: [User!]! user(id: ID!): User } type User { id: ID! login: String! } type Mutation { createUser(login: String!): User }',
);
const words = {
  unknown: 'unknown',
  unproven: 'unproven',
  missing: (fields: string) => fields,
  silent: (answer: string) => `silent ${answer}`,
  present: (record: string) => `present ${record}`,
};

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

test('an unexpected error of the server is no refusal: it may have stopped half way', async () => {
  expect(await created(refusal('Unexpected error.', 'INTERNAL_SERVER_ERROR'))).toMatchObject({
    state: 'unknown',
    isUnproven: true,
    message: 'Unexpected error. unproven',
  });
});

test('a deletion with an error is done only if the error occurred below its field', async () => {
  const model2 = modelOf(
    'type User { id: ID! login: String } type Query { user(id: ID!): User } type Mutation { deleteUser(id: ID!): User }',
  );
  const { delete: removal } = changesOf(model2, 'User');
  if (!removal) throw new Error('No deletion');
  const prepared = changeDocument(model2, removal, changeVariables(model2, removal, { id: '1' }));
  const answered = async (path?: string[]) => {
    const error = new CombinedError({ graphQLErrors: [{ message: 'It is referenced.', path } as never] });
    const operation = { kind: 'mutation', context: {}, query: parse(prepared.query) };
    const result = { error, data: { deleteUser: { id: '1', login: null } }, operation };
    const client = { mutation: () => ({ toPromise: async () => result }) } as unknown as Client;
    return (await sendPrepared(client, prepared, words)).state;
  };
  expect(await answered()).toBe('unknown');
  expect(await answered(['deleteUser'])).toBe('unknown');
  expect(await answered(['deleteUser', 'login'])).toBe('done');
});

test('an empty payload is neither success nor refusal if an error occurred while it was read', async () => {
  const model2 = modelOf(
    'type User { id: ID! login: String } type Problem { message: String } type Payload { user: User error: Problem } type Query { user(id: ID!): User } type Mutation { createUser(login: String!): Payload }',
  );
  const { create } = changesOf(model2, 'User');
  if (!create) throw new Error('No creation');
  const prepared = changeDocument(model2, create, changeVariables(model2, create, {}, { login: 'ann' }));
  for (const path of [
    ['createUser', 'error'],
    ['createUser', 'user'],
  ]) {
    const error = new CombinedError({ graphQLErrors: [{ message: 'The replica is late.', path } as never] });
    const operation = { kind: 'mutation', context: {}, query: parse(prepared.query) };
    const result = { error, data: { createUser: { user: null, error: null } }, operation };
    const client = { mutation: () => ({ toPromise: async () => result }) } as unknown as Client;
    const sent = await sendPrepared(client, prepared, words);
    expect(sent).toMatchObject({ state: 'unknown', message: 'The replica is late.', isUnproven: true });
  }
});

test('a creation that would replace a record with its key is not sent', async () => {
  const upserting = modelOf(
    'type User { id: ID! login: String } type Query { user(id: ID!): User } type Mutation { upsertUser(id: ID, login: String): User }',
  );
  const { create } = changesOf(upserting, 'User');
  if (!create) throw new Error('No creation');
  const sent = async (id: string) => {
    const { fetch, requests } = scriptedFetch(({ json: body }) => {
      const user = JSON.stringify(body?.variables) === '{"id":"1"}' ? { __typename: 'User', id: '1', login: 'ann' } : null;
      return json({ data: body?.query?.startsWith('mutation') ? { upsertUser: { id, login: 'bob' } } : { user } });
    });
    const { transport } = startTransport({}, { fetch });
    const { state, message } = await sendChange(transport.client, upserting, create, {}, { id, login: 'bob' }, words);
    return [state, message, requests.filter(request => request.json?.query?.startsWith('mutation')).length];
  };
  expect(await sent('1')).toEqual(['notSent', 'present ann', 0]);
  expect(await sent('2')).toEqual(['done', '', 1]);
});

test.each([
  ['createUserSet', 'UserSet', true],
  ['createOrUpdateUser', 'User', false],
])('%s is sent although there is a %s with the name: %s', async (name, type, isSent) => {
  const field = type.charAt(0).toLowerCase() + type.slice(1);
  const named = modelOf(
    `type ${type} { name: String! size: Int } type Query { ${field}(name: String!): ${type} } type Mutation { ${name}(name: String!, size: Int): ${type} }`,
  );
  const { create } = changesOf(named, type);
  if (!create) throw new Error('No creation');
  const record = { __typename: type, name: 'a', size: 1 };
  const { fetch, requests } = scriptedFetch(() => json({ data: { [name]: record, [field]: record } }));
  const { transport } = startTransport({}, { fetch });
  await sendChange(transport.client, named, create, {}, { name: 'a', size: 1 }, words);
  expect(requests.some(request => request.json?.query?.startsWith('mutation'))).toBe(isSent);
});
