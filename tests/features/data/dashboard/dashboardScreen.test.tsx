/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** The dashboard: tiles are pinned from a table, shown as number, list and plot, moved, removed, restored and refreshed. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { introspectionFromSchema } from 'graphql';
import DashboardScreen from '../../../../src/features/data/dashboard/DashboardScreen';
import { readTiles, storedTiles, type Tile } from '../../../../src/session/navigation/dashboardTiles';
import { renderScreen, type ShownScreen } from '../../../support/renderScreen';
import { schemaServer } from '../../../support/schemaServer';
import { harbourServer } from '../harbourServer';
import { endAll, rowsBegin, showData } from '../showData';

const shown: ShownScreen[] = [];
afterEach(() => {
  endAll();
  for (const { unmount, session } of shown.splice(0)) {
    unmount();
    session.dispose();
  }
});

const ferries: Tile = {
  id: 'tile-1',
  title: 'Ferries',
  show: 'number',
  refresh: 'hand',
  source: { kind: 'view', collection: 'ships', view: null, state: { filter: 'type:is:FERRY' } },
};
const version: Tile = {
  id: 'tile-2',
  title: 'Berths',
  show: 'list',
  refresh: 'hand',
  source: { kind: 'query', document: '{ berths { code depth } }', variables: '{}' },
};

function show(
  tiles: readonly Tile[],
  server: Pick<ReturnType<typeof harbourServer>, 'introspection' | 'fetch'> = harbourServer(),
  connection: { views?: readonly unknown[] } = {},
): ShownScreen {
  const page = renderScreen(
    session => {
      storedTiles(session.preferences).set(tiles);
      return <DashboardScreen session={session} />;
    },
    {
      introspection: server.introspection,
      address: '/dashboard',
      fetch: server.fetch,
      connection,
      transportConfig: { forceFetchDelayMs: 0 },
    },
  );
  shown.push(page);
  return page;
}
const titles = (): string[] => [...document.querySelectorAll('.tile-title')].map(title => title.textContent ?? '');
async function choose(title: string, item: string): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name: `Options of ${title}` }));
  fireEvent.click(
    within(await screen.findByRole('menu')).getByRole(
      /Number|List|Plot|Every|hand|·|Count/.test(item) ? 'menuitemradio' : 'menuitem',
      {
        name: item,
      },
    ),
  );
}

test('an empty dashboard explains how to pin', () => {
  show([]);
  expect(screen.getByText(/choose “Pin to dashboard” in its menu/)).toBeTruthy();
});

test('a view is pinned once from its menu, with its content', async () => {
  const page = showData(harbourServer(), '/data/ships?size=10&filter=type:is:FERRY');
  await rowsBegin('Ship 002');
  for (const words of ['“Ships · Type is Ferry” is on the dashboard', '“Ships · Type is Ferry” is already on the dashboard']) {
    fireEvent.click(await screen.findByRole('button', { name: /^View: / }));
    fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: 'Pin to dashboard' }));
    await screen.findByText(words, { selector: '.note-words' });
  }
  const [tile, ...others] = readTiles(storedTiles(page.session.preferences).get());
  expect(others).toEqual([]);
  expect(tile).toMatchObject({
    title: 'Ships · Type is Ferry',
    source: { kind: 'view', collection: 'ships', state: { filter: 'type:is:FERRY' } },
  });
});

test('a view is shown as a number, a list with links to its records, or a plot of its values', async () => {
  const page = show([ferries]);
  const number = await waitFor(() => {
    const found = document.querySelector('.tile-number')?.textContent ?? '';
    expect(found).toMatch(/^\d+$/);
    return Number(found);
  });
  await choose('Ferries', 'List');
  const list = await screen.findByRole('table', { name: 'Ferries' });
  expect(within(list).getAllByRole('row').length).toBe(Math.min(number, 8) + 1);
  expect(within(list).getByRole('link', { name: 'Ship 002' }).getAttribute('href')).toMatch(/^\/data\/ships\//);
  // Enum values have the colours that they have in the table.
  expect(list.querySelector('.pill-hue[title="FERRY"]')?.textContent).toBe('Ferry');
  await choose('Ferries', 'Plot');
  await waitFor(() => expect(document.querySelector('.tile-bars, .tile-plot')).toBeTruthy());
  expect(readTiles(storedTiles(page.session.preferences).get())[0]?.show).toBe('plot');
});

test('a number is the count of rows or an aggregate of a column, with a label', async () => {
  const server = harbourServer();
  const page = show(
    [{ ...ferries, source: { kind: 'view', collection: 'ships', view: null, state: { columns: 'name,tonnage' } } }],
    server,
  );
  await waitFor(() => expect(document.querySelector('.tile-number')?.textContent).toBe('120'));
  await choose('Ferries', 'Greatest · Tonnage');
  // This API has no aggregate except the count of rows, so the number covers the 100 loaded rows.
  await waitFor(() => expect(document.querySelector('.tile-number')?.textContent).toBe('100,000'));
  expect(screen.getByText('Greatest · Tonnage', { selector: '.tile-unit' })).toBeTruthy();
  expect(screen.getByText('Of the 100 rows loaded')).toBeTruthy();
  expect(readTiles(storedTiles(page.session.preferences).get())[0]).toMatchObject({ figure: 'max:tonnage' });
  await choose('Ferries', 'Count');
  await waitFor(() => expect(document.querySelector('.tile-number')?.textContent).toBe('120'));
  expect(readTiles(storedTiles(page.session.preferences).get())[0]).not.toHaveProperty('figure');
});

test('a tile of a configured view follows changes of that view', async () => {
  const given = { collection: 'ships', name: 'Tankers', state: { filter: 'type:is:TANKER' } };
  const source = { kind: 'view', collection: 'ships', view: 'Tankers', state: { filter: 'type:is:FERRY' } } as const;
  const filters: string[] = [];
  const server = harbourServer();
  const fetch: typeof server.fetch = (input, init) => {
    filters.push(String(init?.body));
    return server.fetch(input, init);
  };
  show([{ id: 'tile-1', title: 'Tankers', show: 'number', refresh: 'hand', source }], { ...server, fetch }, { views: [given] });
  await waitFor(() => expect(document.querySelector('.tile-number')).toBeTruthy());
  expect(filters.some(body => body.includes('TANKER'))).toBe(true);
  expect(filters.some(body => body.includes('FERRY'))).toBe(false);
});

test('a pinned query is sent as it was pinned, and again on request; a mutation is never sent', async () => {
  const server = harbourServer();
  const hostile = {
    ...version,
    id: 'tile-3',
    title: 'Hostile',
    source: { kind: 'query', document: 'mutation { closePort }', variables: '{}' },
  } as Tile;
  show([version, hostile], server);
  expect(await screen.findByRole('table', { name: 'Berths' })).toBeTruthy();
  await screen.findByText('This was not sent');
  const requestCount = () => server.requests.filter(request => request.query.includes('berths')).length;
  const before = requestCount();
  fireEvent.click(screen.getByRole('button', { name: 'Refresh all' }));
  await waitFor(() => expect(requestCount()).toBe(before + 1));
  expect(server.requests.filter(request => request.query.includes('closePort'))).toEqual([]);
});

test('tiles are moved with the arrow keys and removed, and the removal can be undone', async () => {
  show([ferries, version]);
  const handle = screen.getByRole('button', { name: 'Move Ferries' });
  act(() => handle.focus());
  fireEvent.keyDown(handle, { key: 'ArrowRight' });
  expect(titles()).toEqual(['Berths', 'Ferries']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Ferries');
  await choose('Berths', 'Remove from dashboard');
  expect(titles()).toEqual(['Ferries']);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(titles()).toEqual(['Berths', 'Ferries']);
});

test('a list shows amounts in minor units as money', async () => {
  const server = schemaServer(
    'type Query { orders: [Order!]! order(id: ID!): Order } type Order { id: ID! name: String! totalCents: Int currency: String! }',
    { orders: () => [{ id: 'o1', name: 'Order 1', totalCents: 1234, currency: 'EUR' }] },
  );
  const source = { kind: 'view', collection: 'orders', view: null, state: {} } as const;
  show([{ ...ferries, title: 'Orders', show: 'list', source }], {
    ...server,
    introspection: introspectionFromSchema(server.schema),
  });
  expect(await screen.findByText('€12.34')).toBeTruthy();
});
