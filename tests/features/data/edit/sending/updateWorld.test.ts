/** @jest-environment node */
/** How the response to the update of a row is judged. */
import type { StagedRow } from '../../../../../src/features/data/edit/sending/stagedRow';
import { updateWorld } from '../../../../../src/features/data/edit/sending/updateWorld';
import { modelOf } from '../../../../schema/modelOf';
import { json, scriptedFetch } from '../../../../support/scriptedFetch';
import { startTransport } from '../../../../support/startTransport';

const SDL = `
  type Ship { id: ID! name: String owner: Owner! } type Owner { id: ID! }
  input ShipPatch { name: String code: String }
  type Query { ships: [Ship!]! ship(id: ID!): Ship }
  type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }`;
const words = {
  gone: 'gone',
  unknown: 'unknown',
  unproven: 'unproven',
  noUpdate: 'none',
  missing: (fields: string) => fields,
  silent: (answer: string) => answer,
  present: (record: string) => record,
};
const edit = { field: 'name', column: 'name', label: 'Name', before: 'A', after: 'B' };
const row = { id: '1', typeName: 'Ship', keys: [['id', '1']], title: 'A', edits: [edit] } as unknown as StagedRow;

async function answered(body: unknown) {
  const { fetch, requests } = scriptedFetch(json(body));
  const { transport } = startTransport({}, { fetch });
  const response = await updateWorld(transport.client, modelOf(SDL), words).send(
    row,
    { id: '1', name: 'A' },
    [edit],
    Promise.resolve(),
  );
  expect(requests).toHaveLength(1);
  return response;
}
const sent = async (body: unknown) => (await answered(body)).state;
const errors = (...path: string[]) => ({ errors: [{ message: 'no', path }] });

it.each([
  ['the record with the new value', { data: { updateShip: { id: '1', name: 'B' } } }, 'done'],
  [
    'the record, and an error elsewhere',
    { data: { updateShip: { id: '1', name: 'B' } }, ...errors('updateShip', 'owner') },
    'done',
  ],
  [
    'the record without the new value, and an error',
    { data: { updateShip: { id: '1', name: 'A' } }, ...errors('updateShip') },
    'unknown',
  ],
  ['the record without the new value', { data: { updateShip: { id: '1', name: 'A' } } }, 'unknown'],
  ['the record with another value than the old and the new one', { data: { updateShip: { id: '1', name: 'b' } } }, 'done'],
  ['another record', { data: { updateShip: { id: '2', name: 'B' } } }, 'unknown'],
  ['an error of the mutation', { data: { updateShip: null }, ...errors('updateShip') }, 'refused'],
  ['an error below it that makes the record null', { data: { updateShip: null }, ...errors('updateShip', 'id') }, 'unknown'],
])('%s', async (_, body, state) => {
  expect(await sent(body)).toBe(state);
});

it.each([
  ['name', 'A', ' A ', 'done'],
  ['price', '12.50', '12.5', 'done'],
  ['price', '12.50', '12.51', 'unknown'],
  ['name', '1.10', '1.1', 'unknown'],
  ['price', '12.50', null, 'unknown'],
  ['price', null, '12.50', 'unknown'],
])('a response for %s with the old value %p after a change to %p is %s', async (field, before, after, state) => {
  const model =
    modelOf(`scalar Decimal type Ship { id: ID! name: String price: Decimal } input ShipPatch { name: String price: Decimal }
    type Query { ship(id: ID!): Ship } type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }`);
  const { fetch } = scriptedFetch(json({ data: { updateShip: { id: '1', [field]: before } } }));
  const { transport } = startTransport({}, { fetch });
  const edits = [{ ...edit, field, column: field, before, after }];
  const { send } = updateWorld(transport.client, model, words);
  expect((await send({ ...row, edits }, { id: '1', [field]: before }, edits, Promise.resolve())).state).toBe(state);
});

it.each([
  ['ownerId', 'o1', 'o2', { owner: { id: 'o1' } }, 'unknown'],
  ['ownerId', null, 'o2', { owner: null }, 'unknown'],
  ['ownerId', 'o1', null, { owner: { id: 'o1' } }, 'unknown'],
  ['ownerId', 'o1', 'o2', { owner: { id: 'o2' } }, 'done'],
  ['ownerId', 'o1', 'o2', {}, 'done'],
  ['tagIds', ['1', '2'], ['1'], { tags: [{ id: '2' }, { id: '1' }] }, 'unknown'],
  ['tagIds', ['1', '2'], ['1'], { tags: [{ id: '1' }] }, 'done'],
])('a response for the link %s from %p to %p with %p is %s', async (field, before, after, record, state) => {
  const model = modelOf(`type Ship { id: ID! name: String owner: Owner tags: [Tag!]! } type Owner { id: ID! name: String }
    type Tag { id: ID! label: String } input ShipPatch { name: String ownerId: ID tagIds: [ID!] }
    type Query { ship(id: ID!): Ship owner(id: ID!): Owner tag(id: ID!): Tag }
    type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }`);
  const { fetch } = scriptedFetch(json({ data: { updateShip: { id: '1', ...record } } }));
  const { transport } = startTransport({}, { fetch });
  const edits = [{ ...edit, field, column: field, before, after }];
  const { send } = updateWorld(transport.client, model, words);
  expect((await send({ ...row, edits }, { id: '1', [field]: before }, edits, Promise.resolve())).state).toBe(state);
});

it('does not say that there was no response if one proves that the update ran', async () => {
  const { isUnproven, problem } = await answered({ data: { updateShip: null }, ...errors('updateShip', 'id') });
  expect([isUnproven, problem?.message]).toEqual([true, 'unproven']);
});

const invalid = (...details: { path: string; message: string }[]) => ({
  data: { updateShip: null },
  errors: [{ message: 'Invalid', path: ['updateShip'], extensions: { errors: details } }],
});

it.each([
  ['one field, at it', invalid({ path: 'name', message: 'Too short' }), { field: 'name', message: 'Too short' }],
  [
    'two fields, a line each',
    invalid({ path: 'name', message: 'Too short' }, { path: 'code', message: 'Taken' }),
    {
      field: null,
      message: 'Name: Too short\nCode: Taken',
      parts: [
        { field: 'name', message: 'Too short', line: 'Name: Too short' },
        { field: 'code', message: 'Taken', line: 'Code: Taken' },
      ],
    },
  ],
  [
    'one field and no field, a line each',
    invalid({ path: 'name', message: 'Too short' }, { path: 'nowhere', message: 'Odd' }),
    {
      field: null,
      message: 'Name: Too short\nOdd',
      parts: [
        { field: 'name', message: 'Too short', line: 'Name: Too short' },
        { field: null, message: 'Odd', line: 'Odd' },
      ],
    },
  ],
])('the error of the server for %s', async (_, body, problem) => {
  expect((await answered(body)).problem).toEqual(problem);
});
