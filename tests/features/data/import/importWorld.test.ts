/** @jest-environment node */
/** Rows of an import without a response are looked up by their key only; the check changes nothing. */
import { creationOf } from '../../../../src/features/data/change/rows/rowActions';
import { updateOf } from '../../../../src/features/data/edit/fields/editableField';
import { type ImportPlan, importWorld } from '../../../../src/features/data/import/importWorld';
import { createRecordChoices } from '../../../../src/session/history/recordChoices';
import { modelOf } from '../../../schema/modelOf';
import { type Answer, json, scriptedFetch } from '../../../support/scriptedFetch';
import { startTransport } from '../../../support/startTransport';

const SDL = `
  type Ship { code: ID! name: String length: Float }
  type Person { id: ID! email: String name: String }
  input ShipInput { code: ID! name: String length: Float }
  input ShipPatch { name: String length: Float }
  input PersonInput { email: String name: String }
  input PersonFilter { email: StringFilter name: StringFilter }
  input StringFilter { eq: String }
  type Order { id: ID! name: String } input OrderInput { id: ID! name: String }
  type Crane { id: ID! name: String } input CraneInput { id: ID! name: String }
  type Buoy { id: ID! name: String } input BuoyInput { id: ID! name: String } input BuoyFilter { id: StringFilter }
  type Query { ships: [Ship!]! ship(code: ID!): Ship people(where: PersonFilter): [Person!]! person(id: ID!): Person
    orders: [Order!]! openCranes: [Crane!]! litBuoys(where: BuoyFilter): [Buoy!]! }
  type Mutation {
    createShip(input: ShipInput!): Ship updateShip(code: ID!, patch: ShipPatch!): Ship createPerson(input: PersonInput!): Person
    createOrder(input: OrderInput!): Order createCrane(input: CraneInput!): Crane createBuoy(input: BuoyInput!): Buoy
  }`;

/** The number of requests until the server counts as available, at most two. */
async function requestCount(response: Answer): Promise<number> {
  jest.useFakeTimers();
  try {
    const { fetch, requests } = scriptedFetch(response);
    const { transport } = startTransport({}, { fetch });
    const model = modelOf(SDL);
    const plan = { client: transport.client, model, change: creationOf(model, 'Ship') } as unknown as ImportPlan;
    const { reachable } = importWorld(plan, () => Promise.resolve());
    const done = reachable(() => requests.length < 2);
    await jest.advanceTimersByTimeAsync(30_000);
    await done;
    return requests.length;
  } finally {
    jest.useRealTimers();
  }
}

/** The import of rows with these columns; each request is answered with `body`. */
function worldOf(mode: 'create' | 'update', typeName: string, columns: readonly string[], body: unknown, empties = false) {
  const { fetch, requests } = scriptedFetch(json(body));
  const { transport } = startTransport({}, { fetch });
  const model = modelOf(SDL);
  const change = mode === 'create' ? creationOf(model, typeName) : updateOf(model, typeName);
  if (change === null) throw new Error('no change');
  const plan = {
    client: transport.client,
    model,
    change,
    fields: change.fields,
    matching: columns.map(name => (mode === 'update' && name === 'code' ? null : name)),
    keyColumn: mode === 'update' ? columns.indexOf('code') : null,
    empties,
    choices: () => null,
    amounts: { columns: [], locale: 'en', currencyIn: () => null },
    plain: (text: string) => text,
    words: { gone: 'gone', unread: () => 'unread' } as unknown as ImportPlan['words'],
  };
  return { world: importWorld(plan, () => Promise.resolve()), requests };
}

async function checked(
  mode: 'create' | 'update',
  typeName: string,
  columns: readonly string[],
  cells: readonly string[],
  body: unknown,
  empties = false,
) {
  const { world, requests } = worldOf(mode, typeName, columns, body, empties);
  const found = await world.check(cells);
  for (const request of requests) expect(request.json?.query).not.toContain('mutation');
  return { found, requests: requests.length };
}

it('a refusal names the field that it concerns', async () => {
  const errors = [
    { message: 'One already has this value.', extensions: { argumentPath: ['input', 'code'] } },
    { message: 'Length is too great.', extensions: { argumentPath: ['input', 'length'] } },
    { message: 'Try another time.' },
  ];
  const { world } = worldOf('create', 'Ship', ['code', 'length'], { data: { createShip: null }, errors });
  expect(await world.send(['A', '9'])).toEqual({
    state: 'refused',
    message: 'Code: One already has this value.\nLength is too great.\nTry another time.',
  });
});

const ship = { __typename: 'Ship', code: 'a', name: 'Amber', length: 1.5 };
const columns = ['code', 'name', 'length'];
const row = ['a', 'Amber', '1.50'];

it.each([
  ['the record with its values is there', { data: { ship } }, 'there'],
  ['no record has the key', { data: { ship: null } }, 'absent'],
  ['the server wrote a value in another way', { data: { ship: { ...ship, name: 'amber' } } }, 'unclear'],
  ['the response is an error', { data: { ship: null }, errors: [{ message: 'no', path: ['ship'] }] }, 'unclear'],
  ['the response has no such field', { data: {} }, 'unclear'],
])('a new record with its key: %s', async (_, body, found) => {
  expect(await checked('create', 'Ship', columns, row, body)).toEqual({ found, requests: 1 });
});

it('a new record without its key stays unclear, and nothing is requested', async () => {
  const body = { data: { people: [] } };
  expect(await checked('create', 'Person', ['email', 'name'], ['Foo@X', 'Foo'], body)).toEqual({ found: 'unclear', requests: 0 });
});

it.each([
  ['with the values is there', { data: { ship } }, 'there'],
  ['with other values is unclear', { data: { ship: { ...ship, name: 'B' } } }, 'unclear'],
  ['that is gone is unclear', { data: { ship: null } }, 'unclear'],
])('a record that is updated %s', async (_, body, found) => {
  expect(await checked('update', 'Ship', columns, row, body)).toEqual({ found, requests: 1 });
});

it.each([
  ['leaves its field unchanged', false, 'there'],
  ['empties its field if the user chose that', true, 'unclear'],
])('an empty cell of a record that is updated %s', async (_, empties, found) => {
  const body = { data: { ship } };
  expect(await checked('update', 'Ship', columns, ['a', '', '1.50'], body, empties)).toEqual({ found, requests: 1 });
});

it.each([
  ['Order', { orders: [] }, 1],
  ['Crane', { openCranes: [] }, 0],
  ['Buoy', { litBuoys: [] }, 1],
])('a new %s that a list does not contain is unclear, because the list may leave it out', async (typeName, data, requests) => {
  expect(await checked('create', typeName, ['id', 'name'], ['77', 'x'], { data })).toEqual({ found: 'unclear', requests });
});

const refusal = { errors: [{ message: 'You must be logged in' }] };

it.each([
  ['a result', json({ data: { __typename: 'Query' } }), 1],
  ['a GraphQL error', json({ errors: [{ message: 'no' }] }), 1],
  ['a demand to sign in', json(refusal), 1],
  ['a demand to sign in, with a status', json(refusal, 401), 1],
  ['GraphQL errors with status 500', json(refusal, 500), 1],
  ['a refusal as text', json('Unauthorized', 401, 'text/plain'), 1],
  ['too many requests', json({ message: 'slow down' }, 429), 1],
  ['the page of a gateway', json('<h1>Bad gateway</h1>', 502, 'text/html'), 2],
  ['the page of a captive portal', json('<h1>Welcome</h1>', 200, 'text/html'), 2],
  ['the error of a gateway', json({ errors: [{ message: 'no', extensions: { code: 'GATEWAY_UNREACHABLE' } }] }, 502), 2],
  ['nothing', new TypeError('no connection'), 2],
])('requests whether the server is available until it responds: %s', async (_, response, times) => {
  expect(await requestCount(response)).toBe(times);
});

describe('records that a row refers to', () => {
  /** An import into a type of this schema, with this response of the API. */
  function importOf(sdl: string, typeName: string, matching: readonly string[], response: Answer) {
    const { fetch } = scriptedFetch(response);
    const { transport } = startTransport({ forceFetchDelayMs: 0 }, { fetch });
    const model = modelOf(sdl);
    const change = creationOf(model, typeName);
    if (change === null) throw new Error('no change');
    const words = { gone: 'gone', unread: (value: string) => `unread ${value}` } as unknown as ImportPlan['words'];
    const choices = createRecordChoices(model, typeName);
    const plan = {
      client: transport.client,
      model,
      change,
      fields: change.fields,
      matching,
      keyColumn: null,
      empties: false,
      choices,
      words,
    };
    return importWorld({ ...plan, amounts: { columns: [], locale: 'en', currencyIn: () => null }, plain: text => text }, () =>
      Promise.resolve(),
    );
  }

  it('are found if earlier rows created them', async () => {
    const rows: object[] = [];
    const { send } = importOf(
      `type Query { categories: [Category!]! category(id: ID!): Category } type Category { id: ID! name: String! parent: Category }
       input CategoryInput { name: String! parentId: ID } type Mutation { createCategory(input: CategoryInput!): Category }`,
      'Category',
      ['name', 'parentId'],
      ({ json: body }) => {
        const { input } = (body?.variables ?? {}) as { input?: { name: string; parentId?: string } };
        if (input === undefined) return json({ data: { categories: rows, category: null } });
        const made = { __typename: 'Category', id: String(rows.length + 1), name: input.name, parent: null };
        rows.push(made);
        return json({ data: { createCategory: made } });
      },
    );
    const sent: unknown[] = [];
    for (const cells of [
      ['Root', ''],
      ['Branch', 'Root'],
      ['Leaf', 'Branch'],
    ])
      sent.push((await send(cells)).state);
    expect(sent).toEqual(['sent', 'sent', 'sent']);
  });

  it('are not used if further records may have the same name', async () => {
    const people = Array.from({ length: 22 }, (_, id) => ({
      __typename: 'Person',
      id: String(id),
      name: id === 5 || id === 21 ? 'Ada' : `Ada ${id}`,
    }));
    const { send } = importOf(
      `type Query { people(where: PersonFilter, limit: Int, offset: Int): [Person!]! person(id: ID!): Person tasks: [Task!]! }
       type Person { id: ID! name: String! } type Task { id: ID! title: String owner: Person } input PersonFilter { name: TextFilter }
       input TextFilter { contains: String eq: String } input TaskInput { title: String ownerId: ID } type Mutation { createTask(input: TaskInput!): Task }`,
      'Task',
      ['title', 'ownerId'],
      ({ json: body }) => {
        const { limit = 50 } = (body?.variables ?? {}) as { limit?: number };
        return json({ data: { people: people.slice(0, limit), person: null, createTask: { __typename: 'Task', id: '1' } } });
      },
    );
    expect(await send(['x', 'Ada'])).toEqual({ state: 'wrong', message: 'unread Ada' });
  });
});
