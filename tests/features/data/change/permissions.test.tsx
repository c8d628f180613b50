/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Missing permissions: a FORBIDDEN response disables an action and says why, until another user signs in. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError, introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Ship { id: ID!, name: String!, tonnage: Int, viewerCanUpdate: Boolean!, viewerCanDelete: Boolean! }
  input ShipPatch { name: String, tonnage: Int }
  input NewShip { name: String! }
  type Query { ships: [Ship!]!, ship(id: ID!): Ship }
  type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship, createShip(data: NewShip!): Ship, deleteShip(id: ID!): Ship }
`;

function fleet() {
  const ships = [1, 2].map(at => ({
    id: `s${at}`,
    name: `Ship ${at}`,
    tonnage: at * 100,
    viewerCanUpdate: at === 1,
    viewerCanDelete: at === 1,
  }));
  const forbid = (): never => {
    throw new GraphQLError('Only the harbour master may do this.', { extensions: { code: 'FORBIDDEN' } });
  };
  const server = schemaServer(SDL, {
    ships: () => ships,
    ship: ({ id }: { id: string }) => ships.find(ship => ship.id === id) ?? null,
    updateShip: forbid,
    createShip: forbid,
    deleteShip: forbid,
  });
  return { ...server, introspection: introspectionFromSchema(server.schema) };
}

const WHY = 'Not allowed: Only the harbour master may do this.';

test('a refused creation is not offered again until another user signs in', async () => {
  const shown = showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ship' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByRole('textbox', { name: /Name/ }), { target: { value: 'New' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Ship' });
  await waitFor(() => expect(button.disabled).toBe(true));
  expect(button.title).toBe(WHY);
  act(() => void shown.session.token.set('another'));
  await waitFor(() => expect(button.disabled).toBe(false));
});

test('cells say why they cannot be edited after an update was refused', async () => {
  showData(fleet(), '/data/ships?columns=name,tonnage');
  await rowsBegin('Ship 1');
  const cell = (): HTMLElement => document.querySelector<HTMLElement>('[data-cell="0:2"]') as HTMLElement;
  cell().focus();
  await waitFor(() => {
    fireEvent.keyDown(cell(), { key: 'F2' });
    expect(screen.getByRole('textbox', { name: 'Tonnage' })).toBeTruthy();
  });
  const control = screen.getByRole('textbox', { name: 'Tonnage' });
  fireEvent.change(control, { target: { value: '7' } });
  fireEvent.keyDown(control, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await dialog.findByText('Refused');
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.keyDown(cell(), { key: 'F2' });
  expect((await screen.findAllByText(WHY)).length).toBeGreaterThan(0);
  expect(screen.queryByRole('textbox', { name: 'Tonnage' })).toBeNull();
});

test('actions that a record excludes are not offered', async () => {
  showData(fleet(), '/data/ships/s2');
  await screen.findByRole('heading', { name: 'Ship 2' });
  await screen.findByRole('button', { name: 'Duplicate' });
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  expect(screen.queryByRole('button', { name: '1 more action' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  endAll();
  showData(fleet(), '/data/ships/s1');
  expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

test('cells say so if their record excludes changes, whatever columns are shown', async () => {
  showData(fleet(), '/data/ships?columns=name,tonnage');
  await rowsBegin('Ship 1');
  const cell = document.querySelector<HTMLElement>('[data-cell="1:2"]') as HTMLElement;
  cell.focus();
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getAllByText('You are not allowed to change this record.').length).toBeGreaterThan(0);
  });
});

test('actions that the API says are not permitted are not offered', async () => {
  const ships = [{ id: 's1', name: 'Ship 1' }];
  let isAllowed = false;
  const server = schemaServer(
    `type Ship { id: ID!, name: String! } input ShipData { name: String }
    type Permission { permission: Boolean! } type ShipsAccess { create: Permission, update: Permission, delete: Permission }
    type Access { canAccessAdmin: Boolean!, ships: ShipsAccess }
    type Query { ships: [Ship!]!, ship(id: ID!): Ship, Access: Access }
    type Mutation { updateShip(id: ID!, data: ShipData!): Ship, createShip(data: ShipData!): Ship, deleteShip(id: ID!): Ship }`,
    {
      ships: () => ships,
      ship: () => ships[0],
      get Access() {
        return {
          canAccessAdmin: true,
          ships: { create: { permission: true }, update: { permission: isAllowed }, delete: { permission: isAllowed } },
        };
      },
    },
  );
  const shown = showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships/s1');
  await screen.findByRole('heading', { name: 'Ship 1' });
  const button = (name: string): HTMLButtonElement => screen.getByRole<HTMLButtonElement>('button', { name });
  await waitFor(() => expect(button('Edit').disabled).toBe(true));
  expect(button('Edit').title).toBe('Not allowed: Access.ships.update');
  expect(button('Delete').disabled).toBe(true);
  expect(screen.queryByRole('button', { name: '1 more action' })).toBeNull();
  expect(button('Duplicate').disabled).toBe(false);
  isAllowed = true;
  act(() => void shown.session.token.set('another'));
  await waitFor(() => expect(button('Edit').disabled).toBe(false));
  expect(button('1 more action')).toBeTruthy();
});

const PAYLOADS = `
  type Ship { id: ID!, name: String! }
  input NewShip { name: String! }
  enum ErrorCode { FORBIDDEN, TAKEN }
  type UserError { message: String!, code: ErrorCode, field: [String!] }
  type CreateShipPayload { ship: Ship, userErrors: [UserError!]! }
  type Query { ships: [Ship!]!, ship(id: ID!): Ship }
  type Mutation { createShip(data: NewShip!): CreateShipPayload! }
`;

test.each([
  ['FORBIDDEN', true],
  ['TAKEN', false],
])('a payload error with the code %s disables the action: %s', async (code, isOff) => {
  const ships = [{ id: 's1', name: 'Ship 1' }];
  const server = schemaServer(PAYLOADS, {
    ships: () => ships,
    createShip: () => ({ ship: null, userErrors: [{ message: 'Only the harbour master may do this.', code, field: null }] }),
  });
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await rowsBegin('Ship 1');
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ship' }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(await dialog.findByRole('textbox', { name: /Name/ }), { target: { value: 'New' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  expect((await dialog.findAllByText(/Only the harbour master may do this\./)).length).toBeGreaterThan(0);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add Ship', hidden: true });
  await waitFor(() => expect(button.disabled).toBe(isOff));
});
