/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The form of a record: current values, only changes are sent, errors are shown at their fields, copies, deletion. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { GraphQLError, introspectionFromSchema } from 'graphql';
import { settle } from '../../../../support/fakeSockets';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

interface Ship {
  id: string;
  name: string;
  tonnage: number | null;
}

/** An API that creates, changes and deletes ships. */
function fleet() {
  const ships: Ship[] = [
    { id: 's1', name: 'Ship 1', tonnage: 100 },
    { id: 's2', name: 'Ship 2', tonnage: null },
  ];
  const schema = `
    type Query { ships: [Ship!]! ship(id: ID!): Ship }
    type Ship { id: ID! name: String! tonnage: Int }
    input ShipInput { name: String! tonnage: Int }
    input ShipPatch { name: String tonnage: Int }
    type Mutation {
      createShip(input: ShipInput!): Ship
      updateShip(id: ID!, patch: ShipPatch!): Ship
      deleteShip(id: ID!): Ship
    }
  `;
  const server = schemaServer(schema, {
    ships: () => ships,
    ship: ({ id }: { id: string }) => ships.find(ship => ship.id === id) ?? null,
    createShip({ input }: { input: Omit<Ship, 'id'> }) {
      const ship = { ...input, id: `s${ships.length + 1}` };
      ships.push(ship);
      return ship;
    },
    updateShip({ id, patch }: { id: string; patch: Partial<Ship> }) {
      if (patch.name === 'Bad') throw new Error('The name is taken.');
      if (patch.name === 'Worse')
        throw new GraphQLError('Invalid', {
          extensions: {
            errors: [
              { path: 'name', message: 'The name is rude.' },
              { path: 'tonnage', message: 'A ship weighs something.' },
              { path: 'nowhere', message: 'The port is closed.' },
            ],
          },
        });
      return Object.assign(ships.find(ship => ship.id === id) as Ship, patch);
    },
    deleteShip({ id }: { id: string }) {
      const [gone] = ships.splice(
        ships.findIndex(ship => ship.id === id),
        1,
      );
      return gone ?? null;
    },
  });
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, ships, mutations, introspection: introspectionFromSchema(server.schema) };
}

test('shows the values of the response after saving, before the record is read again', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Nordlys' } });
  const read = server.root.ship as (args: { id: string }) => Ship | null;
  server.root.ship = (args: { id: string }) => (server.mutations().length === 0 ? read(args) : new Promise(() => undefined));
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await screen.findByRole('button', { name: 'Edit' });
  const facts = () => [...document.querySelectorAll('.record-facts dd')].map(value => value.textContent);
  await waitFor(() => expect(facts()).toContain('Nordlys'));
});

test('the form starts with the current values, sends the changes, and stays open after a refusal', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const name = (await screen.findByRole('textbox', { name: 'Name' })) as HTMLInputElement;
  expect(name.value).toBe('Ship 1');
  const save = screen.getByRole('button', { name: 'Save' }) as HTMLButtonElement;
  expect(save.disabled).toBe(true);
  fireEvent.change(name, { target: { value: 'Bad' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await screen.findByText('The name is taken.');
  await waitFor(() => expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).disabled).toBe(false));
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Good' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await screen.findByRole('heading', { level: 1, name: 'Good' });
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  expect(server.mutations()).toEqual([
    { id: 's1', patch: { name: 'Bad' } },
    { id: 's1', patch: { name: 'Good' } },
  ]);
});

test('errors of a refusal are shown at their fields, and other errors beside the button', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Worse' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Tonnage' }), { target: { value: '-1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 changes' }));
  const rest = await screen.findByText('The port is closed.');
  const buttons = screen.getByRole('button', { name: 'Send 2 changes' }).parentElement as HTMLElement;
  expect(buttons.contains(rest)).toBe(true);
  for (const [name, said] of [
    ['Name', 'The name is rude.'],
    ['Tonnage', 'A ship weighs something.'],
  ] as const) {
    const field = screen.getByRole('textbox', { name });
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.closest('.draft-field')?.textContent).toContain(said);
  }
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
});

test('a conflict with a change by another user is resolved beside the button, which gets the focus', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } });
  Object.assign(server.ships[0] as Ship, { name: 'Theirs' });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  const keep = await screen.findByRole('button', { name: 'Keep mine' });
  const buttons = screen.getByRole('button', { name: 'Send 1 change' }).parentElement as HTMLElement;
  expect(buttons.contains(keep)).toBe(true);
  await waitFor(() => expect(document.activeElement).toBe(keep));
  expect(server.mutations()).toEqual([]);
});

/** Shows the first ship with "Mine" typed as its name; another user has named it "Theirs", and the record was read again since. */
async function editedTwice() {
  const server = fleet();
  const { session, pass } = showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } });
  Object.assign(server.ships[0] as Ship, { name: 'Theirs' });
  // Any change of a ship reads those on the screen again.
  const { client } = session.transport;
  await act(
    async () => void (await client.mutation('mutation { createShip(input: {name: "x"}) { __typename id } }', {}).toPromise()),
  );
  await pass();
  return { server, session };
}

test('a conflict is found although the record was read again meanwhile, and after the form was left', async () => {
  const { server, session } = await editedTwice();
  act(() => session.navigation.go('/data/ships'));
  await rowsBegin('Theirs');
  act(() => session.navigation.go('/data/ships/s1'));
  await waitFor(() => expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Mine'));
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await screen.findByRole('button', { name: 'Keep mine' });
  expect(server.mutations().slice(1)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations().slice(1)).toEqual([{ id: 's1', patch: { name: 'Mine' } }]));
});

test('the first value is sent if it is typed again after the record has got another one', async () => {
  const { server } = await editedTwice();
  await screen.findAllByText('Theirs');
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Ship 1' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations().slice(1)).toEqual([{ id: 's1', patch: { name: 'Ship 1' } }]));
});

test('a record that has another name than the user has confirmed is not deleted', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Ship 1?' }));
  // The server has given the id to another ship.
  Object.assign(server.ships[0] as Ship, { name: 'Precious' });
  fireEvent.click(question.getByRole('button', { name: 'Delete ship' }));
  await screen.findByText('This has changed in the meantime. On the server: Precious');
  expect(server.mutations()).toEqual([]);
});

test('the undo of a creation does not delete another record that has got its id', async () => {
  const server = fleet();
  const { session } = showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ship' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Ship' }));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Mine' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(server.ships).toHaveLength(3));
  const undo = async (): Promise<void> => {
    act(() => session.navigation.go('/data/ships'));
    fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Undo the change of Mine' }));
    fireEvent.click(within(await screen.findByRole('dialog', { name: /Mine/ })).getByRole('button', { name: 'Delete ship' }));
  };
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Ship' })).toBeNull());
  Object.assign(server.ships[2] as Ship, { name: 'Precious' });
  await undo();
  const note = await screen.findByText('This has changed in the meantime. On the server: Precious');
  expect(server.ships).toHaveLength(3);
  fireEvent.click(
    within(note.closest('dialog, [role=dialog]') as HTMLElement).getAllByRole('button', { name: 'Close' })[0] as HTMLElement,
  );
  Object.assign(server.ships[2] as Ship, { name: 'Mine' });
  await undo();
  await waitFor(() => expect(server.ships).toHaveLength(2));
});

test('an emptied value is sent as null, and an unchanged one is not sent', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const name = await screen.findByRole('textbox', { name: 'Name' });
  fireEvent.change(name, { target: { value: 'Other' } });
  fireEvent.change(name, { target: { value: 'Ship 1' } });
  fireEvent.change(screen.getByRole('textbox', { name: 'Tonnage' }), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.ships[0]?.tonnage).toBeNull());
  expect(server.mutations()).toEqual([{ id: 's1', patch: { tonnage: null } }]);
});

test('a record is duplicated, and its deletion is confirmed by name', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Ship' }));
  expect((dialog.getByRole('textbox', { name: 'Tonnage' }) as HTMLInputElement).value).toBe('100');
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Copy' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByRole('heading', { level: 1, name: 'Copy' });
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Copy?' }));
  expect(question.getByRole('button', { name: 'Keep ship' })).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Delete ship' }));
  await waitFor(() => expect(server.ships.map(ship => ship.name)).toEqual(['Ship 1', 'Ship 2']));
  expect(server.mutations()).toEqual([{ input: { name: 'Copy', tonnage: 100 } }, { id: 's3' }]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a missing single record is not reported as missing by its id', async () => {
  const server = schemaServer('type Query { me: User } type User { id: ID! name: String }', { me: () => null });
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/me');
  await screen.findByText('No User');
});

test('the list is requested once after several rows are deleted', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1', 'Ship 2');
  const lists = () => server.requests.filter(({ query }) => query.startsWith('query Ships')).length;
  let letGo = (): void => undefined;
  const held = new Promise<void>(resolve => {
    letGo = resolve;
  });
  const remove = server.root.deleteShip as (args: { id: string }) => Ship | null;
  server.root.deleteShip = (args: { id: string }) => held.then(() => remove(args));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Actions' }));
  const before = lists();
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete ship' }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Delete ship/ }));
  const results = within(await screen.findByRole('dialog'));
  // Where one begins: Enter pressed once more must not stop it.
  expect(document.activeElement?.textContent).toBe('Pause');
  letGo();
  fireEvent.click((await results.findAllByRole('button', { name: 'Close' })).at(-1) as HTMLElement);
  await screen.findByText('No Ships');
  expect(server.ships).toEqual([]);
  await settle();
  expect(lists()).toBe(before + 1);
});

test('a change in the drawer beside a table can be undone in the list of changes below the table', async () => {
  const server = fleet();
  showData(server, '/data/ships?record=Ship:s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Tonnage' }), { target: { value: '150' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations()).toHaveLength(1));
  fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo the change of Ship 1' }));
  await waitFor(() => expect(server.ships[0]?.tonnage).toBe(100));
});

test('the focus moves into the form that is opened, and back to its button when the form is closed', async () => {
  showData(fleet(), '/data/ships/s1');
  const focus = (): Element | null => document.activeElement;
  const edit = async (): Promise<void> => {
    const button = await screen.findByRole('button', { name: 'Edit' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(focus()).toBe(screen.getByRole('textbox', { name: 'Name' })));
  };
  await edit();
  fireEvent.keyDown(focus() as Element, { key: 'Escape' });
  await waitFor(() => expect(focus()).toBe(screen.getByRole('button', { name: 'Edit' })));
  await edit();
  fireEvent.change(focus() as Element, { target: { value: 'Nordlys' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(focus()).toBe(screen.getByRole('button', { name: 'Edit' })));
});

test('the focus goes to the table after a record was deleted in the drawer', async () => {
  showData(fleet(), '/data/ships?record=Ship:s1');
  const button = await screen.findByRole('button', { name: 'Delete' });
  button.focus();
  fireEvent.click(button);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete ship' }));
  await rowsBegin('Ship 2');
  await waitFor(() => expect(document.activeElement?.getAttribute('data-cell')).toBeTruthy());
});
