/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Records: in the drawer beside a table, on their own page, by a query that returns one; their links and actions. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import { schemaServer } from '../../../support/schemaServer';
import { harbourServer } from '../harbourServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const query = (address: string): URLSearchParams => new URLSearchParams(address.split('?')[1] ?? '');
const drawer = (): HTMLElement => screen.getByRole('complementary');
/** Label and value of each field. */
function fields(within_: HTMLElement): Record<string, string> {
  return Object.fromEntries(
    [...within_.querySelectorAll('.record-field')].map(field => [
      field.querySelector('dt')?.textContent ?? '',
      field.querySelector('.record-value, .record-field-error')?.textContent ?? '',
    ]),
  );
}

describe('the drawer', () => {
  test('opens by a click on a row, is part of the address and marks the row', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10');
    await rowsBegin('Ship 001');
    fireEvent.click(screen.getAllByRole('rowheader')[2] as HTMLElement);
    await waitFor(() => expect(within(drawer()).getByRole('heading', { name: 'Ship 003' })).toBeTruthy());
    expect(query(shown.address()).get('record')).toBe('Ship:s3');
    expect(screen.getAllByRole('row')[3]?.getAttribute('aria-current')).toBe('true');
    const values = fields(drawer());
    expect(values).toMatchObject({
      Name: 'Ship 003',
      Type: 'Bulk carrier',
      'Built on': 'Mar 3, 2012',
      Latitude: '60.5',
      Owner: 'Nordlys AS',
    });
    // Deprecated fields are not requested.
    expect(server.requests.at(-1)?.query).not.toContain('oldName');
  });

  test('goes to the next and the previous row, and closes', async () => {
    const shown = showData(harbourServer(), '/data/ships?size=10&record=Ship:s2');
    await waitFor(() => expect(within(drawer()).getByRole('heading', { name: 'Ship 002' })).toBeTruthy());
    fireEvent.click(screen.getByRole('button', { name: 'Next row' }));
    await waitFor(() => expect(within(drawer()).getByRole('heading', { name: 'Ship 003' })).toBeTruthy());
    fireEvent.click(screen.getByRole('button', { name: 'Previous row' }));
    await waitFor(() => expect(query(shown.address()).get('record')).toBe('Ship:s2'));
    fireEvent.keyDown(drawer(), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    expect(shown.address()).toBe('/data/ships?size=10');
  });

  test('never shows one record under the key of another that could not be loaded', async () => {
    const server = harbourServer();
    server.intercept = ({ variables }) =>
      Object.values(variables ?? {}).includes('s3') ? new Response('Bad gateway', { status: 502 }) : undefined;
    showData(server, '/data/ships?size=10&record=Ship:s2');
    await waitFor(() => expect(within(drawer()).getByRole('heading', { name: 'Ship 002' })).toBeTruthy());
    fireEvent.click(screen.getByRole('button', { name: 'Next row' }));
    await within(drawer()).findByRole('alert');
    expect(within(drawer()).queryByText(/Ship 002/)).toBeNull();
    expect(fields(drawer())).toEqual({});
  });

  test('follows a relation of the table to the other record', async () => {
    showData(harbourServer(), '/data/ships?size=10');
    await rowsBegin('Ship 001');
    const [link] = screen.getAllByRole('link', { name: 'Nordlys AS' });
    expect(link?.getAttribute('href')).toBe('/data/ships?size=10&record=Company%3Ac1');
  });

  test('reports a record that does not exist', async () => {
    showData(harbourServer(), '/data/ships?size=10&record=Ship:none');
    expect(await screen.findByText('There is no Ship with this id')).toBeTruthy();
  });

  test('shows all fields of a row that cannot be requested by itself, from its page', async () => {
    const notes = Array.from({ length: 30 }, (_, at) => ({
      id: `n${at}`,
      title: `Note ${at}`,
      body: `Long ${at}`,
      extra: { depth: at },
    }));
    const server = schemaServer(
      `type Extra { depth: Int } type Note { id: ID! title: String! body: String extra: Extra } type Notes { items: [Note!]! total: Int! }
       type Query { notes(limit: Int, offset: Int): Notes! }`,
      {
        notes({ limit = 10, offset = 0 }: { limit?: number; offset?: number }) {
          return { items: notes.slice(offset, offset + limit), total: notes.length };
        },
      },
    );
    showData(
      { ...server, introspection: introspectionFromSchema(server.schema) },
      '/data/notes?columns=title&size=10&page=offset:10',
    );
    await rowsBegin('Note 10');
    expect(server.requests.at(-1)?.query).not.toContain('body');
    // Another row is now the first one.
    notes.splice(10, 0, { id: 'new', title: 'New', body: '', extra: { depth: 0 } });
    fireEvent.click(screen.getAllByRole('rowheader')[2] as HTMLElement);
    await waitFor(() => expect(fields(drawer())).toMatchObject({ Title: 'Note 12', Body: 'Long 12', Depth: '12' }));
    expect(server.requests.at(-1)?.variables).toEqual({ limit: 10, offset: 10 });
    expect(within(drawer()).queryByText('This API cannot load a single Note')).toBeNull();
  });

  test('says so if only the fields of the table can be read', async () => {
    const server = schemaServer(
      `type Note { id: ID! title: String! body: String } type Notes { items: [Note!]! total: Int! } type Query { notes(limit: Int, offset: Int): Notes! }`,
      { notes: () => ({ items: [{ id: 'n1', title: 'Note 1', body: 'Long' }], total: 1 }) },
    );
    server.intercept = ({ query: requestQuery }) =>
      requestQuery.includes('body') ? Response.json({ errors: [{ message: 'Too complex' }] }) : undefined;
    const shown = showData(
      Object.assign(server, { introspection: introspectionFromSchema(server.schema) }),
      '/data/notes?columns=title',
    );
    await rowsBegin('Note 1');
    fireEvent.click(screen.getAllByRole('rowheader')[0] as HTMLElement);
    expect(await within(await screen.findByRole('complementary')).findByText('This API cannot load a single Note')).toBeTruthy();
    expect(fields(drawer())).toEqual({ Title: 'Note 1', ID: 'n1' });
    expect(query(shown.address()).get('row')).toBe('0');
  });

  test('errors of single fields are shown in the fields, and only a notice stands above', async () => {
    const server = harbourServer();
    server.intercept = ({ query: requestQuery }) =>
      requestQuery.includes('ship(')
        ? Response.json({
            data: { ship: { id: 's1', name: 'Ship 001', notes: null } },
            errors: [{ message: 'The archive is closed', path: ['ship', 'notes'] }],
          })
        : undefined;
    showData(server, '/data/ships?columns=name&record=Ship:s1');
    expect(await within(await screen.findByRole('complementary')).findByText(/The archive is closed/)).toBeTruthy();
    expect(within(drawer()).getByRole('status').textContent).toContain('The server reports an error');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['of a value that is there', { notes: 'Old' }, ['notes']],
    ['of another object', { notes: 'Old' }, ['owner', 'notes']],
    ['beside another one of the same field', { notes: null }, ['notes']],
  ])('an error %s is named above the fields', async (_, ship, path) => {
    const server = harbourServer();
    const errors = [
      { message: 'The archive is closed', path: ['ship', 'notes'] },
      { message: 'The clerk is out', path: ['ship', ...path] },
    ];
    server.intercept = ({ query: requestQuery }) =>
      requestQuery.includes('ship(')
        ? Response.json({
            data: { ship: { id: 's1', name: 'Ship 001', ...ship } },
            errors: ship.notes === null ? errors : errors.slice(1),
          })
        : undefined;
    showData(server, '/data/ships?columns=name&record=Ship:s1');
    expect(await within(await screen.findByRole('complementary')).findByText(/The clerk is out/)).toBeTruthy();
  });

  test('errors in lists are shown at their places: beside the list, at its heading, in the cell of its table', async () => {
    const server = schemaServer(
      `type Visit { id: ID! port: String fee: Float } type Visits { items: [Visit!]! total: Int }
       type Ship { id: ID! name: String! tags: [String] visits(limit: Int, offset: Int): Visits }
       type Query { ships(limit: Int, offset: Int): [Ship!]! ship(id: ID!): Ship }`,
      { ships: () => [{ id: 's1', name: 'Ship 001' }] },
    );
    const items = [
      { id: 'v1', port: 'Riga', fee: 5 },
      { id: 'v2', port: 'Oslo', fee: null },
    ];
    server.intercept = ({ query: requestQuery }) => {
      if (requestQuery.includes('items'))
        return Response.json({
          data: { ship: { id: 's1', visits: { items, total: 2 } } },
          errors: [{ message: 'The clerk is out', path: ['ship', 'visits', 'items', 1, 'fee'] }],
        });
      if (requestQuery.includes('ship('))
        return Response.json({
          data: { ship: { id: 's1', name: 'Ship 001', tags: ['fast', null], visits: null } },
          errors: [
            { message: 'The archive is closed', path: ['ship', 'tags', 1] },
            { message: 'Nobody counts', path: ['ship', 'visits'] },
          ],
        });
      return undefined;
    };
    const introspection = introspectionFromSchema(server.schema);
    showData(Object.assign(server, { introspection }), '/data/ships?columns=name&record=Ship:s1');
    const inside = within(await screen.findByRole('complementary'));
    const tags = (await inside.findByText(/The archive is closed/)).closest('.record-field');
    expect(tags?.querySelector('.record-value')?.textContent).toContain('fast');
    expect(inside.getByText(/Nobody counts/).closest('.nested-head')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(inside.getByRole('button', { name: /^Visits/ }));
    expect((await inside.findByText(/The clerk is out/)).closest('[role=row]')?.textContent).toContain('Oslo');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('shows the fields of the table for a row without a key', async () => {
    const shown = showData(harbourServer(), '/data/berths');
    await rowsBegin('B1');
    fireEvent.click(screen.getAllByRole('rowheader')[0] as HTMLElement);
    await waitFor(() => expect(fields(drawer())).toMatchObject({ Code: 'B1', Depth: '12.5' }));
    expect(query(shown.address()).get('row')).toBe('0');
  });
});

describe('lists of a record', () => {
  test('are collapsed, show their number of rows, and have their own pages', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ships?size=10&record=Ship:s1');
    const head = await waitFor(() => within(drawer()).getByRole('button', { name: /Visits/ }));
    expect(head.textContent).toContain('30');
    expect(head.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(head);
    await waitFor(() => expect(within(drawer()).getAllByRole('rowheader')).toHaveLength(10));
    expect(query(shown.address()).get('nested')).toBe('visits');
    expect(server.requests.at(-1)?.variables).toEqual({ id: 's1', first: 10 });
    fireEvent.click(within(drawer()).getByRole('button', { name: 'Next' }));
    await waitFor(() => expect(server.requests.at(-1)?.variables).toEqual({ id: 's1', first: 10, after: 'c10' }));
    expect(query(shown.address()).get('nested')).toBe('visits@after:c10');
    await waitFor(() => expect(within(drawer()).getByRole('button', { name: 'Back' }).hasAttribute('disabled')).toBe(false));
    fireEvent.click(within(drawer()).getByRole('button', { name: 'Back' }));
    await waitFor(() => expect(query(shown.address()).get('nested')).toBe('visits'));
  });

  test('are opened by a count in the table', async () => {
    showData(harbourServer(), '/data/ships?size=10&columns=name,visits');
    await rowsBegin('Ship 001');
    const link = screen.getByRole('link', { name: '30' });
    expect(link.getAttribute('href')).toBe('/data/ships?size=10&columns=name%2Cvisits&record=Ship%3As1&nested=visits');
    // There is no list to open.
    expect(screen.queryByRole('link', { name: '0' })).toBeNull();
  });
});

describe('the actions on a record', () => {
  test('link to their forms with the key filled in, and mark dangerous ones', async () => {
    showData(harbourServer(), '/data/ships/s7');
    const actions = await screen.findByRole('region', { name: 'Actions' });
    const links = Object.fromEntries(
      within(actions)
        .getAllByRole('link')
        .map(link => [link.textContent, link.getAttribute('href')]),
    );
    expect(links).toEqual({ 'Book visit': '/actions/bookVisit?input.shipId=s7' });
    // The mutation that changes the name is used to edit the record in place; its own form is in the menu.
    expect(within(actions).getByRole('button', { name: 'Edit' })).toBeTruthy();
    fireEvent.click(within(actions).getByRole('button', { name: '1 more action' }));
    const rename = within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Rename ship' });
    expect(rename.getAttribute('href')).toBe('/actions/renameShip?id=s7');
    // Delete asks for a confirmation, in place.
    expect(within(actions).getByRole('button', { name: 'Delete' })).toBeTruthy();
  });
});

describe('actions that undo a deletion', () => {
  const sdl = `
    type Query { notes: [Note!]! note(id: ID!): Note }
    type Note { id: ID! title: String! archivedAt: String deleted: Int }
    type Mutation { restoreNote(id: ID!): Note shareNote(id: ID!): Note pinNote(id: ID!): Note archiveNote(id: ID!): Note }`;
  test.each([
    [null, 'Share note'],
    ['2026-01-01', 'Restore note'],
  ])('are first on a record that is archived, else behind the others (%s)', async (archivedAt, first) => {
    const server = schemaServer(sdl, { note: () => ({ id: 'n1', title: 'Tides', archivedAt, deleted: 0 }) });
    showData({ ...server, introspection: introspectionFromSchema(server.schema) }, '/data/notes/n1');
    const actions = await screen.findByRole('region', { name: 'Actions' });
    await waitFor(() => expect(within(actions).getAllByRole('link')[0]?.textContent).toBe(first));
  });
});

describe('the page of a record', () => {
  test('has its own address, all fields, and the first list', async () => {
    const server = harbourServer();
    showData(server, '/data/ships/s1');
    expect(await screen.findByRole('heading', { level: 1, name: 'Ship 001' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ships' }).getAttribute('href')).toBe('/data/ships');
    const owner = screen.getAllByRole('link', { name: 'Nordlys AS' })[0];
    expect(owner?.getAttribute('href')).toBe('/data/companies/c1');
    await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(10));
    expect(server.requests.map(request => request.variables)).toEqual([{ id: 's1' }, { id: 's1', first: 10 }]);
  });

  test('reports a failing field at the field, and shows the rest', async () => {
    showData(harbourServer(), '/data/visits/v3');
    await waitFor(() => expect(fields(document.body).Status).toBe('Expected'));
    expect(fields(document.body).Failing).toContain('The archive is closed');
  });

  test('reports that there is no record', async () => {
    showData(harbourServer(), '/data/ships/none');
    expect(await screen.findByText('There is no Ship with this id')).toBeTruthy();
  });

  test('opens its request in Query', async () => {
    showData(harbourServer(), '/data/ships/s1');
    await screen.findByRole('heading', { level: 1, name: 'Ship 001' });
    fireEvent.click(screen.getByRole('button', { name: 'As query' }));
    const link = await screen.findByRole('link', { name: /Open in Query/ });
    const address = new URL(link.getAttribute('href') ?? '', 'http://test');
    expect(address.searchParams.get('query')).toContain('ship(id: $id)');
    expect(JSON.parse(address.searchParams.get('variables') ?? '')).toEqual({ id: 's1' });
  });
});

describe('a query that returns one record', () => {
  test('is shown at once if it has no arguments', async () => {
    showData(harbourServer(), '/data/me');
    await waitFor(() => expect(fields(document.body).Name).toBe('Company 001'));
  });

  test('asks for its arguments, and keeps them in the address', async () => {
    const server = harbourServer();
    const shown = showData(server, '/data/ship');
    fireEvent.change(await screen.findByRole('textbox', { name: /ID/ }), { target: { value: 's5' } });
    expect(server.requests).toHaveLength(0);
    fireEvent.click(screen.getByRole('button', { name: 'Show' }));
    await waitFor(() => expect(fields(document.body).Name).toBe('Ship 005'));
    expect(query(shown.address()).get('args')).toBe('{"id":"s5"}');
  });

  test('shows a plain value as such', async () => {
    showData(harbourServer(), '/data/version');
    expect(await screen.findByText('4.2')).toBeTruthy();
  });
});

test('a record of many fields shows the first 200 of a group, and the others on request', async () => {
  const names = Array.from({ length: 250 }, (_, at) => `value${at}`);
  const sdl = `type Query { ships: [Ship!]! ship(id: ID!): Ship } type Ship { id: ID! name: String! ${names.map(name => `${name}: Int`).join(' ')} }`;
  const ship = { id: 's1', name: 'Nordlys', ...Object.fromEntries(names.map((name, at) => [name, at])) };
  const server = schemaServer(sdl, { ships: [ship], ship });
  showData(Object.assign(server, { introspection: introspectionFromSchema(server.schema) }), '/data/ships/s1');
  await screen.findByText('Value 198');
  expect(screen.queryByText('Value 199')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show 51 more' }));
  expect(screen.getByText('Value 249')).toBeTruthy();
});
