/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The editor of a cell with another record takes its key or its name. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildSchema, introspectionFromSchema } from 'graphql';
import { tableEdits } from '../../../../src/features/data/edit/sending/tableEdits';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Query { ships: [Ship!]! ship(id: ID!): Ship berths(limit: Int, offset: Int): [Berth!]! berth(id: ID!): Berth }
  type Ship { id: ID! name: String! berth: Berth }
  type Berth { id: ID! name: String! }
  input ShipPatch { name: String berthId: ID }
  type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }
`;

function show(
  names = ['North', 'South', 'South'],
  wait = (_query: string): Promise<void> | undefined => undefined,
  keys: 'ID' | 'Int' = 'ID',
) {
  const sdl = SDL.replace('berthId: ID', `berthId: ${keys}`).replace('Berth { id: ID!', `Berth { id: ${keys}!`);
  const berths = names.map((name, at) => ({ id: keys === 'Int' ? at : `b${at}`, name }));
  const ships = [{ id: 's1', name: 'Nordlys', berth: berths[1] }];
  const server = schemaServer(sdl, {
    ships: () => ships,
    ship: () => ships[0],
    berths: ({ limit = 100, offset = 0 }) => berths.slice(offset, offset + limit),
    berth: ({ id }: { id: string }) => berths.find(berth => berth.id === id) ?? null,
  });
  server.intercept = async ({ query }) => {
    await wait(query);
    return undefined as unknown as Response;
  };
  const introspection = introspectionFromSchema(buildSchema(sdl));
  return showData(Object.assign(server, { introspection }), '/data/ships?columns=name,berth').session;
}

/** Types into the cell of the berth and presses Enter at once. */
async function type(value: string): Promise<HTMLElement> {
  await rowsBegin('Nordlys');
  const cell = document.querySelector<HTMLElement>('[data-cell="0:2"]');
  if (cell === null) throw new Error('There is no such cell');
  await act(async () => cell.focus());
  fireEvent.keyDown(cell, { key: 'F2' });
  const control = await screen.findByRole('textbox', { name: 'Berth ID' });
  fireEvent.change(control, { target: { value } });
  fireEvent.keyDown(control, { key: 'Enter' });
  return control;
}

const staged = (session: ReturnType<typeof show>) => tableEdits(session, 'ships').staged.get()[0]?.edits[0];

it('a name that one record has stages its key, also before the records are offered', async () => {
  const session = show();
  await type('North');
  await waitFor(() => expect(staged(session)).toMatchObject({ field: 'berthId', after: 'b0', name: 'North' }));
  expect(screen.queryByRole('textbox', { name: 'Berth ID' })).toBeNull();
});

it('the key of a name is staged as a number if the field takes a number', async () => {
  const session = show(undefined, undefined, 'Int');
  await type('North');
  await waitFor(() => expect(staged(session)).toMatchObject({ field: 'berthId', after: 0, name: 'North' }));
});

it('a key is taken as it is', async () => {
  const session = show();
  await type('b2');
  await waitFor(() => expect(staged(session)).toMatchObject({ after: 'b2', name: 'South' }));
});

it('a name of several records or of none stays in the editor, and is taken as a key only if Enter is pressed again', async () => {
  const session = show();
  const control = await type('South');
  await screen.findByText('“South” is not a valid value for Berth ID');
  expect(staged(session)).toBeUndefined();
  fireEvent.change(control, { target: { value: 'hidden' } });
  expect(screen.queryByText('“South” is not a valid value for Berth ID')).toBeNull();
  fireEvent.keyDown(control, { key: 'Enter' });
  await screen.findByText('“hidden” is not a valid value for Berth ID');
  fireEvent.keyDown(control, { key: 'Enter' });
  await waitFor(() => expect(staged(session)).toMatchObject({ after: 'hidden' }));
});

it('a name that could not be looked up is not called invalid', async () => {
  const session = show(undefined, async query => {
    if (query.includes('berths')) throw new TypeError('Failed to fetch');
  });
  await type('North');
  await screen.findByText('The choices could not be loaded');
  expect(screen.queryByText('“North” is not a valid value for Berth ID')).toBeNull();
  expect(staged(session)).toBeUndefined();
});

it.each(['North', 'Nowhere'])('a lookup of %s that ends later leaves the focus where the user is working', async name => {
  const session = show();
  await type(name);
  const other = document.body.appendChild(document.createElement('input'));
  other.focus();
  if (name === 'North') await waitFor(() => expect(staged(session)).toBeDefined());
  else await screen.findByText('“Nowhere” is not a valid value for Berth ID');
  await act(() => new Promise(resolve => requestAnimationFrame(resolve)));
  expect(document.activeElement).toBe(other);
  other.remove();
});

it('a text that was changed while the first one was looked up is kept', async () => {
  let resolve = (): void => undefined;
  const answered = new Promise<void>(done => {
    resolve = done;
  });
  const session = show(undefined, query => (query.includes('berths') ? answered : undefined));
  const control = await type('North');
  fireEvent.change(control, { target: { value: 'b2' } });
  fireEvent.keyDown(control, { key: 'Enter' });
  resolve();
  await waitFor(() => expect(staged(session)).toMatchObject({ after: 'b2', name: 'South' }));
});

it('a name is not taken if more records than were returned may have it', async () => {
  const session = show(['North', ...Array.from({ length: 120 }, (_, at) => `Pier ${at}`)]);
  await type('North');
  await screen.findByText('“North” is not a valid value for Berth ID');
  expect(staged(session)).toBeUndefined();
});
