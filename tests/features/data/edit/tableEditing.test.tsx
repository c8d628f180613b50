/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Edits of cells in a table: staged, reviewed, sent row by row, undone. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import type { ChangeEntry } from '../../../../src/features/data/edit/review/changeEntry';
import type { ChangeLog } from '../../../../src/features/data/edit/review/changeLog';
import type { StagedEdit } from '../../../../src/features/data/edit/sending/stagedRow';
import { tableEdits } from '../../../../src/features/data/edit/sending/tableEdits';
import { settle } from '../../../support/fakeSockets';
import { schemaServer } from '../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const SDL = `
  type Ship { id: ID!, name: String!, tonnage: Int, sunk: Boolean }
  input ShipPatch { name: String, tonnage: Int }
  type Query { ships: [Ship!]!, ship(id: ID!): Ship }
  type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }
`;

interface Ship {
  id: string;
  name: string;
  tonnage: number | null;
  sunk: boolean;
}

function fleet() {
  const ships: Ship[] = [1, 2, 3].map(at => ({ id: `s${at}`, name: `Ship ${at}`, tonnage: at * 100, sunk: false }));
  const server = schemaServer(SDL, {
    ships: () => ships,
    ship: ({ id }: { id: string }) => ships.find(ship => ship.id === id) ?? null,
    updateShip({ id, patch }: { id: string; patch: Partial<Ship> }) {
      if (patch.name === 'Bad') throw new Error('This name is taken.');
      return Object.assign(ships.find(ship => ship.id === id) as Ship, patch);
    },
  });
  const lists = () => server.requests.filter(({ query }) => query.startsWith('query Ships')).length;
  const mutations = () => server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables);
  return { ...server, ships, lists, mutations, introspection: introspectionFromSchema(server.schema) };
}

/** The cell of a row (from 0) and a column. */
async function cellAt(row: number, header: string): Promise<HTMLElement> {
  const heads = screen.getAllByRole('columnheader').map(head => head.textContent ?? '');
  const column = heads.findIndex(head => head.startsWith(header));
  const found = document.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`);
  if (found === null) throw new Error(`no cell ${row} ${header}`);
  return found;
}

async function type(row: number, header: string, value: string): Promise<void> {
  const cell = await cellAt(row, header);
  cell.focus();
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getByRole('textbox', { name: header })).toBeTruthy();
  });
  const control = screen.getByRole('textbox', { name: header });
  fireEvent.change(control, { target: { value } });
  fireEvent.keyDown(control, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByRole('textbox', { name: header })).toBeNull());
  expect(document.activeElement).toBe(cell);
}

test('cells are staged, reviewed, sent row by row with one refused, and undone', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '150');
  await type(1, 'Tonnage', '250');
  await type(2, 'Name', 'Bad');
  expect(server.mutations()).toEqual([]);
  expect((await cellAt(0, 'Tonnage')).querySelector('.edited-cell')?.getAttribute('title')).toBe('Before: 100');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  const before = server.lists();
  fireEvent.click(dialog.getByRole('button', { name: 'Send 3 changes' }));
  await waitFor(() => expect(dialog.getAllByText('Sent')).toHaveLength(2));
  expect(dialog.getByText('This name is taken.')).toBeTruthy();
  // What became of all of them, and first the one that needs attention.
  expect(dialog.getByRole('status').textContent).toBe('2 records sent and 1 refused');
  expect(dialog.getAllByRole('listitem').map(row => row.querySelector('strong')?.textContent)).toEqual([
    'Ship 3',
    'Ship 1',
    'Ship 2',
  ]);
  // The button that had the focus is no longer there.
  expect(document.activeElement?.textContent).toBe('Close');
  expect(server.mutations()).toEqual([
    { id: 's1', patch: { tonnage: 150 } },
    { id: 's2', patch: { tonnage: 250 } },
    { id: 's3', patch: { name: 'Bad' } },
  ]);
  // The visible rows are requested again once, not after each row.
  await waitFor(() => expect(server.lists()).toBeGreaterThan(before));
  await settle();
  expect(server.lists()).toBe(before + 1);
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo the change of Ship 1' }));
  await waitFor(() => expect(server.ships[0]?.tonnage).toBe(100));
  expect(server.mutations()).toHaveLength(4);
  await waitFor(() => expect(server.lists()).toBe(before + 2));
});

/** Presses a key on a cell; true if the page's shortcuts do not get it. */
const press = (cell: HTMLElement, key: string, more = {}): boolean => !fireEvent.keyDown(cell, { key, ...more });

test('a character typed on a cell replaces its value', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Tonnage');
  act(() => cell.focus());
  press(cell, '4');
  const control = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Tonnage' });
  expect(control.value).toBe('4');
  expect(document.activeElement).toBe(control);
  expect(control.selectionStart).toBe(1);
  fireEvent.keyDown(control, { key: 'Enter' });
  await waitFor(() => expect(cell.querySelector('.edited-cell')?.textContent).toContain('4'));
  const name = await cellAt(0, 'Name');
  act(() => name.focus());
  expect(press(name, 'Q')).toBe(true);
  const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(box.value).toBe('Q');
  fireEvent.keyDown(box, { key: 'Escape' });
  await waitFor(() => expect(box.isConnected).toBe(false));
  // Commands, dead keys and input methods do not type; Space selects the row.
  for (const [key, more] of [
    ['c', { ctrlKey: true }],
    ['q', { altKey: true }],
    ['Dead', {}],
    ['Process', {}],
    ['a', { isComposing: true }],
  ] as const)
    expect(press(name, key, more)).toBe(false);
  press(name, ' ');
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
});

test('a character typed on a cell that cannot be edited is left to the shortcuts', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  const sunk = await cellAt(0, 'Sunk');
  act(() => sunk.focus());
  expect(press(sunk, 'g')).toBe(false);
  const name = await cellAt(0, 'Name');
  await waitFor(() => expect(press(name, 'Q')).toBe(true));
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Name' }), { key: 'Escape' });
  expect(press(sunk, '?')).toBe(false);
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('Delete clears the cells that can be empty, and says why others keep their value', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Tonnage');
  act(() => cell.focus());
  press(cell, 'Delete');
  await screen.findByText('1 change not sent');
  expect(cell.querySelector('.edited-cell')?.textContent).toContain('no value');
  const name = await cellAt(1, 'Name');
  act(() => name.focus());
  press(name, 'Backspace');
  await waitFor(() => expect(document.querySelector('.note-words')?.textContent).toContain('1 cell was left unchanged: '));
  screen.getByText('1 change not sent');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ id: 's1', patch: { tonnage: null } }]));
});

test('Enter accepts a number with separators, as the user writes it', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '1,234');
  expect((await cellAt(0, 'Tonnage')).textContent).toContain('1,234');
  screen.getByText('1 change not sent');
});

test('a click elsewhere keeps the editor open while its value is not valid', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Tonnage');
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getByRole('textbox', { name: 'Tonnage' })).toBeTruthy();
  });
  const control = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tonnage' });
  fireEvent.change(control, { target: { value: '15o' } });
  fireEvent.pointerDown(document.body);
  expect(control.isConnected).toBe(true);
  expect(control.value).toBe('15o');
  expect(control.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(control));
  fireEvent.doubleClick(await cellAt(1, 'Tonnage'));
  expect(control.isConnected && control.value).toBe('15o');
  fireEvent.keyDown(control, { key: 'Escape' });
  expect(control.isConnected).toBe(false);
});

test('all listed changes are undone together after a review, except those that are an undo', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const sendAll = async (name: string): Promise<void> => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
    fireEvent.click(await dialog.findByRole('button', { name }));
    await waitFor(() => expect(dialog.queryByRole('button', { name: 'Pause' })).toBeNull());
    fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  };
  await type(0, 'Tonnage', '150');
  await type(1, 'Tonnage', '250');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  await sendAll('Send 2 changes');
  await type(0, 'Tonnage', '160');
  await type(0, 'Name', 'First');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  await sendAll('Send 2 changes');
  await type(2, 'Name', 'Bad');
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo the change of Ship 2' }));
  await waitFor(() => expect(server.ships[1]?.tonnage).toBe(200));
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);

  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
  const sent = server.mutations().length;
  fireEvent.click(screen.getByRole('button', { name: 'Undo (2)' }));
  await screen.findByRole('dialog', { name: 'Review changes' });
  expect(server.mutations()).toHaveLength(sent);
  // Ship 3 was changed but not sent before.
  await sendAll('Send 3 changes');
  await waitFor(() =>
    expect(server.mutations().slice(sent)).toContainEqual({ id: 's1', patch: { tonnage: 100, name: 'Ship 1' } }),
  );
  expect(server.ships.slice(0, 2)).toMatchObject([
    { name: 'Ship 1', tonnage: 100 },
    { name: 'Ship 2', tonnage: 200 },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
  expect(screen.getAllByText('Undone')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /^Undo \(/ })).toBeNull();
});

test('changes that may have been applied are not discarded with the others', async () => {
  const server = fleet();
  const isMutation = (init?: RequestInit): boolean => String(init?.body).includes('"mutation');
  const lost: typeof fetch = (url, init) =>
    isMutation(init) ? Promise.reject(new TypeError('Failed to fetch')) : server.fetch(url, init);
  showData({ ...server, fetch: lost }, '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '150');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await dialog.findByText('Unknown');
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  expect(screen.queryByRole('button', { name: 'Discard changes' })).toBeNull();
  await type(1, 'Tonnage', '250');
  screen.getByText('2 changes not sent');
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  await screen.findByText('1 change not sent');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  expect(await screen.findByText('Unknown')).toBeTruthy();
});

test('discarding changes returns the focus to the table', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '150');
  const discard = screen.getByRole('button', { name: 'Discard changes' });
  discard.focus();
  fireEvent.click(discard);
  await waitFor(() => expect(screen.queryByText('1 change not sent')).toBeNull());
  expect(document.activeElement?.closest('[role=row]')?.textContent).toContain('Ship 1');
});

test('the rows stay in place under an open editor, and are replaced when it closes', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Tonnage');
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(screen.getByRole('textbox', { name: 'Tonnage' })).toBeTruthy();
  });
  const control = screen.getByRole<HTMLInputElement>('textbox', { name: 'Tonnage' });
  fireEvent.change(control, { target: { value: '150' } });
  server.ships.unshift({ id: 's0', name: 'Ship 0', tonnage: 5, sunk: false });
  const before = server.lists();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
  await waitFor(() => expect(server.lists()).toBe(before + 1));
  await act(settle);
  expect((await cellAt(0, 'Name')).textContent).toBe('Ship 1');
  expect(control.isConnected && control.value).toBe('150');
  fireEvent.keyDown(control, { key: 'Enter' });
  await rowsBegin('Ship 0');
  expect((await cellAt(0, 'Tonnage')).textContent).toBe('5');
  expect((await cellAt(1, 'Tonnage')).textContent).toBe('150Before: 100');
});

test('the response of a change is shown in its row at once, and the selection survives reloading the rows', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  fireEvent.click(screen.getAllByRole('checkbox', { name: /^Select row/ })[1] as HTMLElement);
  await type(0, 'Tonnage', '150');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  let letGo = (): void => undefined;
  const held = new Promise<void>(resolve => {
    letGo = resolve;
  });
  server.root.ships = () => held.then(() => server.ships);
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await dialog.findByText('Sent');
  fireEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await waitFor(async () => expect((await cellAt(0, 'Tonnage')).textContent).toBe('150'));
  // Another row is now the first one.
  server.ships.unshift({ id: 's0', name: 'Ship 0', tonnage: 5 } as Ship);
  letGo();
  await rowsBegin('Ship 0');
  expect((await cellAt(1, 'Tonnage')).textContent).toBe('150');
  expect(screen.getByText('1 selected')).toBeTruthy();
  expect((await cellAt(2, 'Tonnage')).closest('[role="row"]')?.getAttribute('aria-selected')).toBe('true');
});

test('a value that a record always has can be emptied, but not set to null', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Name');
  cell.focus();
  fireEvent.keyDown(cell, { key: 'F2' });
  const control = await screen.findByRole('textbox', { name: 'Name' });
  expect(document.activeElement).toBe(control);
  expect(screen.queryByRole('button', { name: 'No value' })).toBeNull();
  fireEvent.change(control, { target: { value: '' } });
  fireEvent.keyDown(control, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.mutations()).toEqual([{ id: 's1', patch: { name: '' } }]));
});

test('the focus moves to the control of a date, not to the menu above it', async () => {
  const server = schemaServer(
    `scalar Date type Visit { id: ID!, name: String!, day: Date } input VisitPatch { day: Date }
     type Query { visits: [Visit!]!, visit(id: ID!): Visit } type Mutation { updateVisit(id: ID!, patch: VisitPatch!): Visit }`,
    { visits: () => [{ id: 'v1', name: 'One', day: '2024-02-03' }] },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/visits');
  await rowsBegin('One');
  const cell = await cellAt(0, 'Day');
  await waitFor(() => {
    fireEvent.keyDown(cell, { key: 'F2' });
    expect(document.querySelector('.cell-editor')).not.toBeNull();
  });
  await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('spinbutton'));
  // The button below empties it.
  expect(document.querySelector('.cell-editor')?.textContent).not.toMatch(/required/i);
  expect(screen.getByRole('button', { name: 'No value' })).toBeTruthy();
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowUp' });
  fireEvent.keyDown(document.activeElement as Element, { key: 'Enter' });
  await screen.findByText('1 change not sent');
  expect(document.activeElement).toBe(cell);
});

test('Esc cancels editing, and a cell that cannot be edited says why', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Tonnage');
  await waitFor(() => {
    fireEvent.doubleClick(cell);
    expect(screen.getByRole('textbox', { name: 'Tonnage' })).toBeTruthy();
  });
  const control = screen.getByRole('textbox', { name: 'Tonnage' });
  fireEvent.change(control, { target: { value: '7' } });
  fireEvent.keyDown(control, { key: 'Escape' });
  expect(screen.queryByRole('textbox', { name: 'Tonnage' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Review' })).toBeNull();
  const sunk = await cellAt(0, 'Sunk');
  sunk.focus();
  fireEvent.keyDown(sunk, { key: 'F2' });
  expect((await screen.findAllByText('The API does not accept changes to this field.')).length).toBeGreaterThan(0);
});

test('a double click only edits: what was beside the table before stays there', async () => {
  const server = fleet();
  const { session } = showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const doubleClick = async (at: number, name: string): Promise<void> => {
    const cell = await cellAt(at, name);
    fireEvent.click(cell, { detail: 1 });
    fireEvent.click(cell, { detail: 2 });
    fireEvent.doubleClick(cell, { detail: 2 });
  };
  const opened = (): string | null => session.navigation.address.get().query.get('record');
  await doubleClick(0, 'Tonnage');
  await screen.findByRole('textbox', { name: 'Tonnage' });
  expect(opened()).toBeNull();
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  fireEvent.click(await cellAt(1, 'Tonnage'), { detail: 1 });
  await waitFor(() => expect(opened()).not.toBeNull());
  const before = opened();
  await doubleClick(0, 'Tonnage');
  await screen.findByRole('textbox', { name: 'Tonnage' });
  expect(opened()).toBe(before);
});

test('the previous value of a staged cell is described as the table shows it', async () => {
  const server = schemaServer(
    `enum Kind { TUG_BOAT CRUISE_SHIP } type Ship { id: ID!, name: String!, kind: Kind } input ShipPatch { kind: Kind }
     type Query { ships: [Ship!]!, ship(id: ID!): Ship } type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }`,
    { ships: () => [{ id: 's1', name: 'Ship 1', kind: 'CRUISE_SHIP' }] },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Kind');
  cell.focus();
  fireEvent.keyDown(cell, { key: 'F2' });
  const control = await screen.findByRole('combobox', { name: 'Kind' });
  const option = within(control).getByRole('option', { name: 'Tug boat' });
  fireEvent.change(control, { target: { value: (option as HTMLOptionElement).value } });
  fireEvent.keyDown(control, { key: 'Enter' });
  await waitFor(() => expect(cell.querySelector('.edited-cell')?.getAttribute('title')).toBe('Before: Cruise ship'));
});

test('a double click edits a cell although the drawer opens over it at the first click', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  const cell = await cellAt(0, 'Tonnage');
  cell.focus();
  fireEvent.click(cell, { detail: 1 });
  const button = await screen.findByRole('button', { name: 'Edit' });
  fireEvent.mouseDown(button, { detail: 1 });
  expect(screen.queryByRole('textbox', { name: 'Tonnage' })).toBeNull();
  expect(fireEvent.mouseDown(button, { detail: 2 })).toBe(false);
  fireEvent.click(button, { detail: 2 });
  expect(await screen.findByRole('textbox', { name: 'Tonnage' })).toBeTruthy();
  // The button was not pressed, and the drawer is closed again.
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await waitFor(() => expect(button.isConnected).toBe(false));
});

test('a number is sent as text if other values of its type are text, although the record has no value yet', async () => {
  const items = [
    { id: 'i1', name: 'One', price: '12.50' },
    { id: 'i2', name: 'Two', price: null },
  ];
  const server = schemaServer(
    `scalar Decimal type Item { id: ID!, name: String!, price: Decimal } input ItemPatch { price: Decimal }
     type Query { items: [Item!]!, item(id: ID!): Item } type Mutation { updateItem(id: ID!, patch: ItemPatch!): Item }`,
    {
      items: () => items,
      item: ({ id }: { id: string }) => items.find(item => item.id === id),
      updateItem: ({ id }: { id: string }) => items.find(item => item.id === id),
    },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/items');
  await rowsBegin('One', 'Two');
  await type(1, 'Price', '7');
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() =>
    expect(server.requests.filter(({ query }) => query.startsWith('mutation')).map(({ variables }) => variables)).toEqual([
      { id: 'i2', patch: { price: '7' } },
    ]),
  );
});

test('what a pasted block leaves unchanged is listed by column', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '150');
  const cell = await cellAt(0, 'Name');
  await act(async () => cell.focus());
  const block = 'A\tmany\tyes\nB\tmore\tno\nC\t7\tno';
  fireEvent.paste(cell, { clipboardData: { getData: () => block } });
  await waitFor(() =>
    expect(document.querySelector('.note-danger .note-words')?.textContent).toBe(
      [
        '4 cells changed, not sent yet',
        'Tonnage: 2 cells were left unchanged: “many” is not a valid value for Tonnage',
        'Sunk: 3 cells were left unchanged: The API does not accept changes to this field.',
      ].join('\n'),
    ),
  );
});

test('values for which the table has no cell are counted', async () => {
  showData(fleet(), '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '150');
  const rows = screen.getAllByRole('rowheader').length;
  const cell = await cellAt(0, 'Tonnage');
  await act(async () => cell.focus());
  const block = Array.from({ length: rows + 3 }, (_, at) => String(at)).join('\n');
  fireEvent.paste(cell, { clipboardData: { getData: () => block } });
  await waitFor(() =>
    expect(document.querySelector('.note-danger .note-words')?.textContent).toContain(
      '3 cells were left unchanged: There are no more rows or columns here.',
    ),
  );
});

test('a copied cell is pasted with its line breaks, and without the guard for spreadsheets', async () => {
  const server = fleet();
  const name = '- first\n- second\tpart';
  (server.ships[0] as Ship).name = name;
  const writeText = jest.fn(async (_: string) => undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  showData(server, '/data/ships');
  await rowsBegin('- first - second part');
  await type(2, 'Tonnage', '150');
  const from = await cellAt(0, 'Name');
  await act(async () => from.focus());
  fireEvent.copy(from);
  await waitFor(() => expect(writeText).toHaveBeenCalled());
  const [text] = writeText.mock.calls[0] ?? [];
  expect(text).not.toContain('\n');
  const to = await cellAt(1, 'Name');
  await act(async () => to.focus());
  fireEvent.paste(to, { clipboardData: { getData: () => text } });
  await waitFor(() => expect(screen.getByText('2 changes not sent')).toBeTruthy());
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(server.ships[1]?.name).toBe(name));
});

test('a conflict shows both values, and sends the chosen one', async () => {
  const server = fleet();
  showData(server, '/data/ships');
  await rowsBegin('Ship 1');
  await type(0, 'Tonnage', '150');
  (server.ships[0] as Ship).tonnage = 999;
  fireEvent.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Review changes' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Send 1 change' }));
  await dialog.findByText('999');
  expect(server.mutations()).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Keep mine' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.ships[0]?.tonnage).toBe(150));
  expect(server.mutations()).toHaveLength(1);
});

/**
 * Ships that can be added and deleted.
 * @param takesId a new ship takes its id from the input
 * @param create the mutation that adds one
 * @param types further types
 */
function shipyard(takesId = false, create = 'createShip', types = '') {
  const ships: Ship[] = [1, 2, 3].map(at => ({ id: `s${at}`, name: `Ship ${at}`, tonnage: at * 100, sunk: false }));
  const sdl = SDL.replace(
    'type Mutation {',
    `input NewShip { ${takesId ? 'id: ID ' : ''}name: String! tonnage: Int } type Mutation { ${create}(ship: NewShip!): Ship deleteShip(id: ID!): Ship`,
  ).concat(types);
  const server = schemaServer(sdl, {
    ships: () => ships,
    ship: ({ id }: { id: string }) => ships.find(ship => ship.id === id) ?? null,
    [create]({ ship }: { ship: Pick<Ship, 'name' | 'tonnage'> & Partial<Ship> }) {
      const created = { sunk: false, ...ship, id: ship.id ?? `${ship.name} again` };
      ships.push(created);
      return created;
    },
    deleteShip: ({ id }: { id: string }) =>
      ships.splice(
        ships.findIndex(ship => ship.id === id),
        1,
      )[0],
  });
  return { ...server, ships, introspection: introspectionFromSchema(server.schema) };
}

type Logged = Pick<ChangeEntry, 'row' | 'kind' | 'edits'>;

const had = (field: string, before: unknown): StagedEdit => ({ field, column: field, label: field, before, after: null });

/** Shows the table with changes that were sent before, and opens their list. */
async function openChanges(server: ReturnType<typeof shipyard>, entries: readonly Logged[]): Promise<ChangeLog> {
  const { session } = showData(server, '/data/ships');
  const { log } = tableEdits(session, 'ships');
  await rowsBegin('Ship 1');
  // The first edit loads the code of the list.
  fireEvent.keyDown(await cellAt(0, 'Tonnage'), { key: 'F2' });
  fireEvent.keyDown(await screen.findByRole('textbox', { name: 'Tonnage' }), { key: 'Escape' });
  await act(async () => {
    for (const { row, ...rest } of entries.toReversed())
      log.add({
        ...{ at: 0, collection: 'ships', typeName: 'Ship', row, keys: [['id', row]], title: `The ${row}` },
        ...{ result: 'sent', message: null },
        ...rest,
      });
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Changes' }));
  return log;
}

test('all listed creations are undone together by deletions, after one confirmation', async () => {
  const server = shipyard();
  await openChanges(server, [
    { row: 's1', kind: 'create', edits: [] },
    { row: 's3', kind: 'create', edits: [] },
  ]);
  for (const ship of server.ships) ship.name = `The ${ship.id}`;
  fireEvent.click(screen.getByRole('button', { name: 'Undo · Added (2)' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The s1, The s3');
  expect(server.ships).toHaveLength(3);
  fireEvent.click(dialog.getByRole('button', { name: /^Delete ship/ }));
  await waitFor(() => expect(server.ships.map(ship => ship.id)).toEqual(['s2']));
  await screen.findByRole('button', { name: 'Save report' });
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
  expect(screen.getAllByText('Undone')).toHaveLength(2);
});

test('the undo of a creation does not warn about lists that nobody has read', async () => {
  const visits = 'type Visit { id: ID! note: String } extend type Ship { visits: [Visit!] }';
  const server = shipyard(false, 'createShip', visits);
  await openChanges(server, [{ row: 's1', kind: 'create', edits: [] }]);
  fireEvent.click(screen.getByRole('button', { name: /^Undo the change of/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete The s1?' }));
  expect(dialog.getByText('Undo can add deleted records again, as new records.')).toBeTruthy();
  expect(dialog.queryByText(/This cannot be undone/)).toBeNull();
});

test('all listed deletions are undone together, except of a record without a required value', async () => {
  const server = shipyard();
  const log = await openChanges(server, [
    { row: 's7', kind: 'delete', edits: [had('name', 'Seven'), had('tonnage', 700)] },
    { row: 's8', kind: 'delete', edits: [had('tonnage', 800)] },
    { row: 's9', kind: 'delete', edits: [had('name', 'Nine')] },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo · Deleted (3)' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The s7, The s8, The s9');
  expect(server.ships).toHaveLength(3);
  fireEvent.click(dialog.getByRole('button', { name: /^Create ship/ }));
  await waitFor(() => expect(server.ships).toHaveLength(5));
  expect(server.ships.slice(3).map(ship => ship.name)).toEqual(['Seven', 'Nine']);
  await screen.findByText('Not sent: the record has no value for name.');
  await screen.findByRole('button', { name: 'Save report' });
  // Even if the page is left before the dialog is closed, they must not be created again.
  expect(log.get().flatMap(entry => (entry.undone ? [entry.row] : []))).toEqual(['s7', 's9']);
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
  expect(screen.getAllByText('Undone')).toHaveLength(2);
  // The new records can be removed in turn.
  expect(screen.getByRole('button', { name: 'Undo · Added (2)' })).toBeTruthy();
});

test('the undo of deletions replaces no record that has got the key', async () => {
  const server = shipyard(true, 'saveShip');
  await openChanges(server, [
    { row: 's1', kind: 'delete', edits: [had('id', 's1'), had('name', 'One')] },
    { row: 's9', kind: 'delete', edits: [had('id', 's9'), had('name', 'Nine')] },
  ]);
  await undoAll('Undo · Deleted (2)', /^Save ship/);
  expect(server.ships.map(ship => ship.name)).toEqual(['Ship 1', 'Ship 2', 'Ship 3', 'Nine']);
});

test('a deletion that was refused is listed with what the record holds, not as if it were gone', async () => {
  const server = shipyard();
  const refused = { result: 'refused', message: 'Not yours.' } as const;
  await openChanges(server, [{ row: 's1', kind: 'delete', edits: [had('name', 'One')], ...refused }]);
  const entry = within(screen.getByText('Not yours.').closest('li') as HTMLElement);
  expect(entry.getByText('Delete')).toBeTruthy();
  expect(entry.queryByText('Deleted')).toBeNull();
  expect(entry.getByText(/^name:/i).textContent?.trim()).toBe('name: One');
});

/** The server with the responses to mutations lost after they ran; single records cannot be read while `isDown`. */
function withLostAnswers(server: ReturnType<typeof shipyard>): ReturnType<typeof shipyard> & { state: { isDown: boolean } } {
  const state = { isDown: true };
  const { ship } = server.root as { ship: (args: { id: string }) => unknown };
  server.root.ship = (args: { id: string }) => {
    if (state.isDown) throw new Error('The database is down.');
    return ship(args);
  };
  const fetch: typeof server.fetch = async (url, init) => {
    const response = await server.fetch(url, init);
    if (String(init?.body).includes('"mutation')) throw new TypeError('Failed to fetch');
    return response;
  };
  return { ...server, fetch, state };
}

async function undoAll(button: string, send: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: button }));
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.click(dialog.getByRole('button', { name: send }));
  await screen.findByRole('button', { name: 'Save report' });
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  fireEvent.click(screen.getByRole('button', { name: 'Changes' }));
}

test('records that may have been created again are looked up before the deletion is undone once more', async () => {
  const server = withLostAnswers(shipyard(true));
  const log = await openChanges(server, [
    { row: 's8', kind: 'delete', edits: [had('id', 's8'), had('name', 'Eight')] },
    { row: 's9', kind: 'delete', edits: [had('id', 's9'), had('name', 'Nine')] },
  ]);
  await undoAll('Undo · Deleted (2)', /^Create ship/);
  expect(server.ships.slice(3).map(ship => ship.id)).toEqual(['s8', 's9']);
  expect(screen.queryByText('Undone')).toBeNull();
  // Another user deletes one of them meanwhile: only that one is created again.
  server.ships.pop();
  server.state.isDown = false;
  await undoAll('Undo · Deleted (2)', /^Create ship/);
  expect(server.ships.slice(3).map(ship => ship.id)).toEqual(['s8', 's9']);
  expect(log.get().flatMap(entry => (entry.undone ? [entry.row] : []))).toEqual(['s8', 's9']);
});

test('records that may have been created again under another key are not created once more with others', async () => {
  const server = withLostAnswers(shipyard());
  await openChanges(server, [
    { row: 's8', kind: 'delete', edits: [had('name', 'Eight')] },
    { row: 's9', kind: 'delete', edits: [had('name', 'Nine')] },
  ]);
  await undoAll('Undo · Deleted (2)', /^Create ship/);
  expect(server.ships).toHaveLength(5);
  expect(screen.queryByRole('button', { name: /^Undo · Deleted/ })).toBeNull();
  expect(screen.getAllByText('No response. It may have gone through. Check before you send it again.')).toHaveLength(2);
  // Each alone is offered for the user to decide, with the reason to be careful.
  fireEvent.click(screen.getByRole('button', { name: 'Undo the change of The s9' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Ship' }));
  await dialog.findByText('No response. It may have gone through. Check before you send it again.');
  expect(server.ships).toHaveLength(5);
});

test('a refusal after an attempt without a response leaves open whether the record was created again', async () => {
  const server = shipyard();
  let attempts = 0;
  const fetch: typeof server.fetch = async (url, init) => {
    if (!String(init?.body).includes('"mutation')) return server.fetch(url, init);
    attempts++;
    if (attempts > 1)
      return Response.json({ data: { createShip: null }, errors: [{ message: 'Nine exists', path: ['createShip'] }] });
    await server.fetch(url, init);
    throw new TypeError('Failed to fetch');
  };
  const log = await openChanges({ ...server, fetch }, [{ row: 's9', kind: 'delete', edits: [had('name', 'Nine')] }]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo the change of The s9' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add Ship' }));
  const add = dialog.getAllByRole('button', { name: 'Add' }).at(-1) as HTMLElement;
  fireEvent.click(add);
  await dialog.findByText('No response. It may have gone through. Check before you send it again.');
  fireEvent.click(add);
  await dialog.findByText('Nine exists');
  expect(log.get()).toMatchObject([{ row: 's9', undone: false, undoing: true }]);
});

test('a creation whose deletion may have run is marked as undone once the record is gone', async () => {
  const server = withLostAnswers(shipyard());
  const log = await openChanges(server, [
    { row: 's1', kind: 'create', edits: [] },
    { row: 's3', kind: 'create', edits: [] },
  ]);
  await undoAll('Undo · Added (2)', /^Delete ship/);
  expect(server.ships).toHaveLength(1);
  server.state.isDown = false;
  const sent = server.requests.filter(({ query }) => query.startsWith('mutation')).length;
  await undoAll('Undo · Added (2)', /^Delete ship/);
  expect(server.requests.filter(({ query }) => query.startsWith('mutation'))).toHaveLength(sent);
  expect(log.get().flatMap(entry => (entry.kind === 'create' && entry.undone ? [entry.row] : []))).toEqual(['s1', 's3']);
});

test('a double click selects no text beside the cell', async () => {
  const ships = [{ id: 's1', name: 'Ship 1', sunk: false }];
  const server = schemaServer(
    `
      type Ship { id: ID!, name: String!, sunk: Boolean! }
      type Query { ships: [Ship!]!, ship(id: ID!): Ship }
      type Mutation { updateShip(id: ID!, sunk: Boolean!): Ship }
    `,
    { ships: () => ships, ship: () => ships[0] },
  );
  showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/ships');
  await rowsBegin('Ship 1');
  const clear = jest.spyOn(document.getSelection() as Selection, 'removeAllRanges');
  fireEvent.doubleClick(await cellAt(0, 'Sunk'));
  expect(await screen.findByRole('radio', { name: 'Yes' })).toBeTruthy();
  expect(clear).toHaveBeenCalledTimes(1);
});
