/** @jest-environment node */
/** Rows of an import that had no answer are looked for by the key they give, and by nothing else; the check changes nothing. */
import { creationOf } from '../../../../src/features/data/change/rowActions';
import { updateOf } from '../../../../src/features/data/edit/editableField';
import { type ImportPlan, importWorld } from '../../../../src/features/data/import/importWorld';
import { modelOf } from '../../../schema/modelOf';
import { json, scriptedFetch } from '../../../support/scriptedFetch';
import { startTransport } from '../../../support/startTransport';

const SDL = `
  type Ship { code: ID! name: String length: Float }
  type Person { id: ID! email: String name: String }
  input ShipInput { code: ID! name: String length: Float }
  input ShipPatch { name: String length: Float }
  input PersonInput { email: String name: String }
  input PersonFilter { email: StringFilter name: StringFilter }
  input StringFilter { eq: String }
  type Query { ships: [Ship!]! ship(code: ID!): Ship people(where: PersonFilter): [Person!]! person(id: ID!): Person }
  type Mutation {
    createShip(input: ShipInput!): Ship updateShip(code: ID!, patch: ShipPatch!): Ship createPerson(input: PersonInput!): Person
  }`;

async function checked(
  mode: 'create' | 'update',
  typeName: string,
  columns: readonly string[],
  cells: readonly string[],
  body: unknown,
) {
  const { fetch, requests } = scriptedFetch(json(body));
  const { transport } = startTransport({}, { fetch });
  const model = modelOf(SDL);
  const change = mode === 'create' ? creationOf(model, typeName) : updateOf(model, typeName);
  if (change === null) throw new Error('no change');
  const world = importWorld({
    client: transport.client,
    model,
    change,
    fields: change.fields,
    matching: columns.map(name => (mode === 'update' && name === 'code' ? null : name)),
    keyColumn: mode === 'update' ? columns.indexOf('code') : null,
    choices: () => null,
    plain: text => text,
    words: { gone: 'gone', unread: () => 'unread' } as unknown as ImportPlan['words'],
  });
  const found = await world.check(cells);
  for (const request of requests) expect(request.json?.query).not.toContain('mutation');
  return { found, requests: requests.length };
}

const ship = { __typename: 'Ship', code: 'a', name: 'Amber', length: 1.5 };
const columns = ['code', 'name', 'length'];
const row = ['a', 'Amber', '1.50'];

it.each([
  ['the record with its values is there', { data: { ship } }, 'there'],
  ['no record has the key', { data: { ship: null } }, 'absent'],
  ['the server wrote a value in another way', { data: { ship: { ...ship, name: 'amber' } } }, 'unclear'],
  ['the answer is an error', { data: { ship: null }, errors: [{ message: 'no', path: ['ship'] }] }, 'unclear'],
  ['the answer holds no such field', { data: {} }, 'unclear'],
])('a new record with its key: %s', async (_, body, found) => {
  expect(await checked('create', 'Ship', columns, row, body)).toEqual({ found, requests: 1 });
});

it('a new record without its key stays unclear, whatever the list holds, and nothing is asked', async () => {
  const body = { data: { people: [] } };
  expect(await checked('create', 'Person', ['email', 'name'], ['Foo@X', 'Foo'], body)).toEqual({ found: 'unclear', requests: 0 });
});

it.each([
  ['with the values is there', { data: { ship } }, 'there'],
  ['with other values is unclear', { data: { ship: { ...ship, name: 'B' } } }, 'unclear'],
  ['that is gone is unclear', { data: { ship: null } }, 'unclear'],
])('a record to be changed %s', async (_, body, found) => {
  expect(await checked('update', 'Ship', columns, row, body)).toEqual({ found, requests: 1 });
});
