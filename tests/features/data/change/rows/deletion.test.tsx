/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** After a deletion whose response proves nothing, the record is looked up. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

/**
 * Opens a ship whose deletion is answered with null, as by a REST service without a body.
 * @param extensions of the error of its lookup
 * @param isKept the ship still exists, but its name cannot be read
 */
async function deleteShip(extensions: Record<string, unknown>, isKept = false): Promise<void> {
  let isThere = true;
  const ship = { id: 's1', name: 'Nordlys' };
  const server = schemaServer(
    'type Query { ships: [Ship] ship(id: ID!): Ship } type Ship { id: ID! name: String! } type Mutation { deleteShip(id: ID!): String }',
    {
      ships: () => (isThere ? [ship] : []),
      ship() {
        if (isThere) return ship;
        const fail = (): never => {
          throw Object.assign(new Error('GET /ships/s1 failed'), { extensions });
        };
        return isKept ? { id: 's1', name: fail } : fail();
      },
      deleteShip() {
        isThere = false;
        return null;
      },
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships?record=Ship:s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  fireEvent.click(within(dialog).getByRole('button', { name: /^Delete/ }));
}

test.each([{ code: 'NOT_FOUND' }, { statusCode: 404 }, { http: { status: 404 } }])(
  'a record that the server cannot find any more is deleted: %j',
  async extensions => {
    await deleteShip(extensions);
    expect(await screen.findByText('Nordlys deleted')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
  },
);

test('a record is not deleted because something else that it needs cannot be found', async () => {
  await deleteShip({ code: 'NOT_FOUND' }, true);
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  expect(await within(dialog).findByText(/1 refused/)).toBeTruthy();
});

test('the dialog stays with the refusal, although the record can no longer be loaded', async () => {
  await deleteShip({ code: 'INTERNAL' });
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  expect(await within(dialog).findByText(/1 refused/)).toBeTruthy();
  await waitFor(() => expect(screen.getAllByText(/GET \/ships\/s1 failed/).length).toBeGreaterThan(0));
  expect(screen.getByRole('dialog', { name: 'Delete Nordlys?' })).toBe(dialog);
});

test('a name that cannot be read any more does not stop a deletion', async () => {
  const ships = [{ id: 's1', name: 'Nordlys' }];
  const server = schemaServer(
    'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String } type Mutation { deleteShip(id: ID!): Boolean }',
    { ships: () => ships, ship: () => ({ id: 's1', name: null }), deleteShip: () => ships.splice(0).length > 0 },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await deleteSelected();
  await waitFor(() => expect(ships).toEqual([]));
});

test('a refused deletion is not done because the record cannot be found, if it could not be found before either', async () => {
  const server = schemaServer(
    'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String } type Mutation { deleteShip(id: ID!): Boolean }',
    { ships: () => [{ id: 's1', name: 'Nordlys' }], ship: () => null, deleteShip: () => false },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await deleteSelected();
  expect(await screen.findByText(/1 refused/)).toBeTruthy();
});

test('a deletion answered with false says so, and that the record is still there', async () => {
  const ship = { id: 's1', name: 'Nordlys' };
  const server = schemaServer(
    'type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String } type Mutation { deleteShip(id: ID!): Boolean }',
    { ships: () => [ship], ship: () => ship, deleteShip: () => false },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await deleteSelected();
  expect(await screen.findByText('The server answered false, without a reason. The record is still there.')).toBeTruthy();
});

/** Deletes the rows of the table. @param words that the dialog says before; `first`: the text of the first cell */
async function deleteSelected(words = /Delete ship/, first = 'Nordlys'): Promise<void> {
  await rowsBegin(first);
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete ship' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(words);
  fireEvent.click(within(dialog).getByRole('button', { name: /^Delete ship/ }));
}

test('the note of a deletion offers to undo it, if the record can be created again', async () => {
  const ships = [{ id: 's1', name: 'Nordlys' }];
  const server = schemaServer(
    `type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String }
     type Mutation { deleteShip(id: ID!): Ship createShip(name: String!): Ship! }`,
    {
      ships: () => ships,
      ship: () => ships[0] ?? null,
      deleteShip: () => ships.splice(0)[0],
      createShip: ({ name }: { name: string }) => ({ id: 's2', name }),
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Nordlys?' });
  fireEvent.click(within(dialog).getByRole('button', { name: /^Delete/ }));
  await screen.findByText('Nordlys deleted', { selector: '.note-words' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const form = await screen.findByRole('dialog', { name: /^Add / });
  expect(within(form).getByLabelText(/Name/)).toHaveProperty('value', 'Nordlys');
});

/** Ships that can be deleted and created, with a photo that the table does not show. */
function dock(names: readonly string[]) {
  const ships = names.map((name, at) => ({ id: `s${at}`, name, photo: `https://example.test/${at}.png` }));
  const server = schemaServer(
    `scalar Upload
     type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String photo: String }
     type Mutation { deleteShip(id: ID!): Ship createShip(name: String!, photo: Upload): Ship! }`,
    {
      ships: () => ships,
      ship: ({ id }: { id: string }) => ships.find(ship => ship.id === id) ?? null,
      deleteShip: ({ id }: { id: string }) =>
        ships.splice(
          ships.findIndex(ship => ship.id === id),
          1,
        )[0],
      createShip({ name }: { name: string }) {
        ships.push({ id: `${name} again`, name, photo: '' });
        return ships.at(-1);
      },
    },
  );
  return Object.assign(server, { ships, introspection: introspectionFromSchema(server.schema) });
}

test('the results of a deletion of several records offer to undo it', async () => {
  const server = dock(['Nordlys', 'Fram']);
  showData(server, '/data/ships');
  await deleteSelected(/Photo: This cannot be undone/);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const dialog = within(await screen.findByRole('dialog', { name: /^Create ship/ }));
  expect(server.ships).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: /^Create ship/ }));
  await waitFor(() => expect(server.ships.map(({ name }) => name).toSorted()).toEqual(['Fram', 'Nordlys']));
});

test('the note of a creation offers to undo it', async () => {
  const server = dock(['Nordlys']);
  showData(server, '/data/ships');
  await rowsBegin('Nordlys');
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ship' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Ship' }));
  fireEvent.change(form.getByLabelText(/Name/), { target: { value: 'Fram' } });
  fireEvent.click(form.getByRole('button', { name: 'Add' }));
  await screen.findByText('Fram added', { selector: '.note-words' });
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Fram?' }));
  fireEvent.click(dialog.getByRole('button', { name: /^Delete/ }));
  await waitFor(() => expect(server.ships.map(({ name }) => name)).toEqual(['Nordlys']));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Changes'));
});

test('unknown rows are checked again without sending anything, and those that are still there can be sent', async () => {
  const server = dock(['Nordlys', 'Fram', 'Sola']);
  const lost = new Set<unknown>();
  let isDown = true;
  server.intercept = ({ query, variables }) => {
    const id = Object.values(variables)[0];
    const isDeletion = query.includes('deleteShip');
    if (isDown && isDeletion && id !== 's2') {
      lost.add(id);
      if (id === 's0') server.ships.shift();
      return Promise.reject(new TypeError('Failed to fetch'));
    }
    return isDown && lost.has(id) ? Promise.reject(new TypeError('Failed to fetch')) : undefined;
  };
  const deletions = (): number => server.requests.filter(({ query }) => query.includes('deleteShip')).length;
  showData(server, '/data/ships');
  await deleteSelected(/Delete ship/);
  fireEvent.click(await screen.findByRole('button', { name: 'Check unknown rows' }));
  const results = within(await screen.findByRole('list', { name: 'Results' }));
  const stateOf = (name: string): string | undefined => results.getByText(name).closest('li')?.textContent ?? undefined;
  await waitFor(() => expect(stateOf('Nordlys')).toMatch(/^NordlysUnknown/));
  isDown = false;
  fireEvent.click(await screen.findByRole('button', { name: 'Check unknown rows' }));
  await waitFor(() => expect(stateOf('Nordlys')).toBe('NordlysSent'));
  expect(stateOf('Sola')).toBe('SolaSent');
  expect(stateOf('Fram')).toBe('FramNot sentThe record is still there.');
  expect(screen.queryByRole('button', { name: 'Check unknown rows' })).toBeNull();
  expect(deletions()).toBe(3);
  fireEvent.click(screen.getByRole('button', { name: 'Send the rest (1)' }));
  await waitFor(() => expect(server.ships).toEqual([]));
  await waitFor(() => expect(stateOf('Fram')).toBe('FramSent'));
  expect(stateOf('Nordlys')).toBe('NordlysSent');
  expect(deletions()).toBe(4);
});

test('a staged change of a record ends with its deletion', async () => {
  const ships = [{ id: 's1', name: 'Nordlys' }];
  const server = schemaServer(
    `type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String }
     type Mutation { deleteShip(id: ID!): Ship updateShip(id: ID!, name: String): Ship }`,
    {
      ships: () => ships,
      ship: () => ships[0] ?? null,
      deleteShip: () => ships.splice(0)[0],
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await rowsBegin('Nordlys');
  const cell = document.querySelector<HTMLElement>('[data-cell="0:1"]') as HTMLElement;
  cell.focus();
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeTruthy();
  });
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Sydlys' } });
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Enter' });
  await screen.findByRole('button', { name: 'Review' });
  await deleteSelected(undefined, 'SydlysBefore: Nordlys');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Review' })).toBeNull());
});
