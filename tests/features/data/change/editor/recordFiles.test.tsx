/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Files in a record's form are sent as uploads, before the other changes and apart from them. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../../support/schemaServer';
import { endAll, rowsBegin, showData } from '../../showData';

afterEach(endAll);

const SDL = `
  scalar Upload
  type Query { ships: [Ship!]! ship(id: ID!): Ship }
  type Ship { id: ID! name: String! photo: String }
  input ShipPatch { name: String photo: Upload }
  type Mutation { updateShip(id: ID!, patch: ShipPatch!): Ship }
`;

/** An update that can replace the whole record, because the creation has the same input. */
const WHOLE = SDL.replace('name: String! photo: String }', 'name: String! port: String photo: String }')
  .replace('input ShipPatch { name: String ', 'input ShipPatch { name: String! port: String ')
  .replace('type Mutation {', 'type Mutation { createShip(patch: ShipPatch!): Ship');

function fleet(sdl = SDL) {
  const ship = { id: 's1', name: 'Ship 1', port: 'Bergen', photo: null as string | null };
  const sent: unknown[] = [];
  const server = schemaServer(sdl, {
    ships: () => [ship, { id: 's2', name: 'Ship 2', port: 'Oslo', photo: null }],
    ship: () => ship,
    updateShip({ patch }: { patch: { name?: string } }) {
      sent.push(patch);
      return Object.assign(ship, patch);
    },
  });
  const refusal: { message?: string; never?: boolean } = {};
  const plain = server.fetch;
  const fetch = (async (url: string, init: RequestInit) => {
    if (!(init.body instanceof FormData)) return plain(url, init);
    const file = init.body.get('1') as File;
    sent.push({ operations: JSON.parse(String(init.body.get('operations'))), map: init.body.get('map'), name: file.name });
    if (refusal.never)
      return new Promise<Response>((_, reject) =>
        init.signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError'))),
      );
    if (refusal.message !== undefined)
      return Response.json({ data: { updateShip: null }, errors: [{ message: refusal.message, path: ['updateShip'] }] });
    ship.photo = file.name;
    return Response.json({ data: { updateShip: { __typename: 'Ship', ...ship } } });
  }) as typeof globalThis.fetch;
  return { ...server, fetch, ship, sent, refusal, introspection: introspectionFromSchema(server.schema) };
}

async function choose(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  await screen.findByRole('textbox', { name: 'Name' });
  const picker = document.querySelector<HTMLInputElement>('.record-editor input[type="file"]');
  if (picker === null) throw new Error('There is no field for a file');
  fireEvent.change(picker, { target: { files: [new File(['x'], 'bow.png', { type: 'image/png' })] } });
}

test('a chosen file is uploaded, and changes of other fields are sent after it', async () => {
  const server = fleet();
  showData(server, '/data/ships/s1');
  await choose();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Nordlys' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent[0]).toMatchObject({
    operations: { variables: { id: 's1', patch: { photo: null } } },
    map: JSON.stringify({ 1: ['variables.patch.photo'] }),
    name: 'bow.png',
  });
  expect(server.sent[1]).toEqual({ name: 'Nordlys' });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Send 2 changes' })).toBeNull());
});

test('a file of a record that is replaced as a whole is sent last, with the current values', async () => {
  const server = fleet(WHOLE);
  showData(server, '/data/ships/s1');
  await choose();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Nordlys' } });
  server.ship.port = 'Oslo';
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(server.sent).toHaveLength(2));
  expect(server.sent[0]).toEqual({ name: 'Nordlys', port: 'Oslo' });
  expect(server.sent[1]).toMatchObject({
    operations: { variables: { id: 's1', patch: { name: 'Nordlys', port: 'Oslo', photo: null } } },
    name: 'bow.png',
  });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Send/ })).toBeNull());
});

test('a file alone is sent with the values that others changed meanwhile', async () => {
  const server = fleet(WHOLE);
  showData(server, '/data/ships/s1');
  await choose();
  server.ship.port = 'Oslo';
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  await waitFor(() => expect(server.sent).toHaveLength(1));
  expect(server.sent[0]).toMatchObject({ operations: { variables: { patch: { name: 'Ship 1', port: 'Oslo', photo: null } } } });
});

test('a refused file is reported and stays chosen, and nothing else is sent', async () => {
  const server = fleet();
  server.refusal.message = 'The photo is too large.';
  showData(server, '/data/ships/s1');
  await choose();
  fireEvent.click(screen.getByRole('button', { name: 'Send 1 change' }));
  expect(await screen.findByText('The photo is too large.')).toBeTruthy();
  expect(screen.getByText('bow.png')).toBeTruthy();
  expect(server.sent).toHaveLength(1);
});

test('an upload shows its progress and can be stopped, and is sent again only by the user', async () => {
  const server = fleet();
  server.refusal.never = true;
  showData(server, '/data/ships/s1');
  await choose();
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Nordlys' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 changes' }));
  expect(await screen.findByRole('progressbar', { name: 'Sending 0%' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Stop sending' }));
  expect(await screen.findByText(/^No response. It may have gone through/)).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(server.sent).toHaveLength(1);
  server.refusal.never = false;
  fireEvent.click(screen.getByRole('button', { name: 'Send 2 changes' }));
  await waitFor(() => expect(server.sent).toHaveLength(3));
  await waitFor(() => expect(server.ship).toMatchObject({ name: 'Nordlys', photo: 'bow.png' }));
});

test('the upload of a new record can be stopped, too', async () => {
  const server = fleet(
    SDL.replace(
      'type Mutation {',
      'input NewShip { name: String! photo: Upload } type Mutation { createShip(input: NewShip!): Ship',
    ),
  );
  server.refusal.never = true;
  showData(server, '/data/ships');
  fireEvent.click(await screen.findByRole('button', { name: 'Add Ship' }));
  fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'New' } });
  const picker = document.querySelector<HTMLInputElement>('.record-editor input[type="file"]');
  if (picker === null) throw new Error('There is no field for a file');
  fireEvent.change(picker, { target: { files: [new File(['x'], 'bow.png', { type: 'image/png' })] } });
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Stop sending' }));
  expect(await screen.findByText(/^No response. It may have gone through/)).toBeTruthy();
  expect(screen.getByText('bow.png')).toBeTruthy();
});

describe('a file cell', () => {
  const open = async (server: ReturnType<typeof fleet>) => {
    showData(server, '/data/ships?columns=name,photo');
    await rowsBegin('Ship 1');
    fireEvent.doubleClick(document.querySelector('[data-cell="0:2"]') as HTMLElement);
    const editor = await screen.findByRole('dialog', { name: 'Edit Photo' });
    await within(editor).findByText(/Choose a file/);
    const picker = editor.querySelector<HTMLInputElement>('input[type="file"]');
    if (picker === null) throw new Error('There is no field for a file');
    fireEvent.change(picker, { target: { files: [new File(['x'], 'bow.png', { type: 'image/png' })] } });
    return within(editor);
  };

  test('takes a file in place, and sends it with what the record has now', async () => {
    const server = fleet(WHOLE);
    const editor = await open(server);
    server.ship.port = 'Oslo';
    fireEvent.click(editor.getByRole('button', { name: 'Send 1 change' }));
    await waitFor(() => expect(server.sent).toHaveLength(1));
    expect(server.sent[0]).toMatchObject({
      operations: { variables: { id: 's1', patch: { name: 'Ship 1', port: 'Oslo', photo: null } } },
      name: 'bow.png',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await screen.findByText('bow.png');
  });

  test('leaves the focus where the user is working when the file has been sent', async () => {
    const server = fleet();
    const editor = await open(server);
    const other = document.body.appendChild(document.createElement('input'));
    fireEvent.click(editor.getByRole('button', { name: 'Send 1 change' }));
    other.focus();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(other);
    other.remove();
  });

  test('stays open with the reason when the file is refused, and sends it again only on request', async () => {
    const server = fleet();
    server.refusal.message = 'The photo is too large.';
    const editor = await open(server);
    fireEvent.click(editor.getByRole('button', { name: 'Send 1 change' }));
    expect(await editor.findByText('The photo is too large.')).toBeTruthy();
    expect(editor.getByText('bow.png')).toBeTruthy();
    expect(server.sent).toHaveLength(1);
  });

  test('is not closed by Escape while its file is sent', async () => {
    const server = fleet();
    server.refusal.never = true;
    const editor = await open(server);
    fireEvent.click(editor.getByRole('button', { name: 'Send 1 change' }));
    const stop = await editor.findByRole('button', { name: 'Stop sending' });
    fireEvent.keyDown(stop, { key: 'Escape' });
    fireEvent.click(await editor.findByRole('button', { name: 'Stop sending' }));
    expect(await editor.findByText(/^No response. It may have gone through/)).toBeTruthy();
  });

  test('keeps its file for its own record while it is sent', async () => {
    const server = fleet();
    server.refusal.never = true;
    const editor = await open(server);
    fireEvent.click(editor.getByRole('button', { name: 'Send 1 change' }));
    await editor.findByRole('button', { name: 'Stop sending' });
    fireEvent.doubleClick(document.querySelector('[data-cell="1:2"]') as HTMLElement);
    fireEvent.click(await screen.findByRole('button', { name: 'Stop sending' }));
    await screen.findByText(/^No response. It may have gone through/);
    fireEvent.click(await screen.findByRole('button', { name: 'Send 1 change' }));
    await waitFor(() => expect(server.sent).toHaveLength(2));
    expect(server.sent[1]).toMatchObject({ operations: { variables: { id: 's1' } } });
  });

  test('takes no pasted text', async () => {
    const server = fleet();
    showData(server, '/data/ships?columns=name,photo');
    await rowsBegin('Ship 1');
    const cell = document.querySelector('[data-cell="0:2"]') as HTMLElement;
    await act(async () => cell.focus());
    fireEvent.paste(cell, { clipboardData: { getData: () => 'bow.png' } });
    await screen.findAllByText(/Open the cell to choose a file\.$/);
  });
});

test('a deletion says that the file of the record is lost, and a creation without a deletion that it cannot be undone', async () => {
  const sdl = SDL.replace(
    'type Mutation {',
    'type Mutation { createShip(name: String, photo: Upload): Ship deleteShip(id: ID!): Ship',
  );
  const server = fleet(sdl);
  server.ship.photo = 'bow.png';
  showData(server, '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Ship 1?' });
  expect(dialog.textContent).toContain('Photo: This cannot be undone.');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep ship' }));
  fireEvent.click(screen.getByRole('button', { name: 'Duplicate' }));
  expect((await screen.findByRole('dialog', { name: 'Add Ship' })).textContent).not.toContain('This cannot be undone.');
  endAll();
  showData(fleet(sdl.replace('deleteShip(id: ID!): Ship', '')), '/data/ships/s1');
  fireEvent.click(await screen.findByRole('button', { name: 'Duplicate' }));
  expect((await screen.findByRole('dialog', { name: 'Add Ship' })).textContent).toContain('This cannot be undone.');
});
