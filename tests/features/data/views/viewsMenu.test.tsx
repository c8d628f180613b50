/**
 * @jest-environment ./tests/support/pageEnvironment.cjs
 */
/** Saved views: created, changed, renamed, duplicated, deleted and imported, and the last state of a collection. */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { readTiles, storedTiles } from '../../../../src/session/navigation/dashboardTiles';
import { lastView } from '../../../../src/session/navigation/lastView';
import { readViews } from '../../../../src/session/navigation/savedViews';
import { storedViews } from '../../../../src/session/navigation/storedViews';
import type { ShownScreen } from '../../../support/renderScreen';
import { harbourServer } from '../harbourServer';
import { endAll, rowsBegin, showData } from '../showData';

afterEach(endAll);

const query = (shown: ShownScreen): URLSearchParams => new URLSearchParams(shown.address().split('?')[1] ?? '');
const views = (shown: ShownScreen) => readViews(storedViews(shown.session.preferences).get());

async function choose(item: string | RegExp): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: /^View: / }));
  fireEvent.click(within(await screen.findByRole('menu')).getByRole('menuitem', { name: item }));
}

async function save(name: string, item = 'Save as view…'): Promise<void> {
  await choose(item);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: name } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
}

test('a view is saved under a name, shows that it was changed, and is saved again', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10&filter=type:is:FERRY');
  await rowsBegin('Ship 002');
  await save('Ferries');
  expect(await screen.findByRole('button', { name: 'View: Ferries' })).toBeTruthy();
  expect(query(shown).get('view')).toBe('Ferries');
  expect(query(shown).get('columns')).toContain('name');
  expect(views(shown)).toMatchObject([{ collection: 'ships', name: 'Ferries', state: { filter: 'type:is:FERRY', size: '10' } }]);
  act(() => shown.session.navigation.setQuery({ sort: '-name' }));
  expect(await screen.findByRole('button', { name: 'View: Ferries (changed)' })).toBeTruthy();
  await choose('Save changes to “Ferries”');
  expect(await screen.findByRole('button', { name: 'View: Ferries' })).toBeTruthy();
  expect(views(shown)).toMatchObject([{ state: { sort: '-name' } }]);
});

test('a name is required, and must not be in use', async () => {
  showData(harbourServer(), '/data/ships?size=10');
  await rowsBegin('Ship 001');
  await save('All');
  await screen.findByRole('button', { name: 'View: All' });
  await save('All');
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText('Another view of Ships has this name')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: ' ' } });
  expect(dialog.getByText('Enter a name of at most 80 characters')).toBeTruthy();
});

test('a view is renamed, duplicated, deleted, and restored', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10&sort=-name');
  await rowsBegin('Ship 120');
  await save('Last');
  await screen.findByRole('button', { name: 'View: Last' });
  await save('Newest', 'Rename view…');
  await screen.findByRole('button', { name: 'View: Newest' });
  await choose('Duplicate view');
  await screen.findByRole('button', { name: 'View: Newest 2' });
  expect(views(shown).map(({ name }) => name)).toEqual(['Newest', 'Newest 2']);
  await choose('Delete view');
  expect(query(shown).get('view')).toBeNull();
  expect(query(shown).get('sort')).toBe('-name');
  expect(views(shown).map(({ name }) => name)).toEqual(['Newest']);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(views(shown).map(({ name }) => name)).toEqual(['Newest', 'Newest 2']);
});

test('a tile of an unnamed view is titled with its collection and its filters', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10&filter=type:is:FERRY');
  await rowsBegin('Ship 002');
  await choose('Pin to dashboard');
  await screen.findByText(/ is on the dashboard$/, { selector: '.note-words' });
  const [tile] = readTiles(storedTiles(shown.session.preferences).get());
  expect(tile?.title).toBe('Ships · Type is Ferry');
});

test('a link with the name of an unknown view shows it', async () => {
  showData(harbourServer(), '/data/ships?size=10&view=Their%20ferries&filter=type:is:FERRY');
  await rowsBegin('Ship 002');
  expect(await screen.findByRole('button', { name: 'View: Their ferries' })).toBeTruthy();
});

test('a view includes column widths', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10&columns=name,type');
  await rowsBegin('Ship 001');
  act(() => shown.session.preferences.value('columns:ships', () => ({})).set({ columns: 'name,type', widths: { name: 333 } }));
  await save('Wide');
  act(() => shown.session.preferences.value('columns:ships', () => ({})).set({ columns: 'name,type', widths: {} }));
  const table = screen.getByRole('grid');
  await waitFor(() => expect(table.style.getPropertyValue('--columns')).not.toContain('333px'));
  act(() => shown.session.navigation.go('/data/berths'));
  await rowsBegin('B1');
  act(() => shown.session.navigation.go('/data/ships?view=Wide&columns=name,type&size=10'));
  await waitFor(() => expect(screen.getByRole('grid').style.getPropertyValue('--columns')).toContain('333px'));
});

/** Opens the dialog for importing views, and returns a function that chooses a file. */
async function openImport() {
  await choose('Import views…');
  const picker = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>('dialog input[type="file"]');
    if (found === null) throw new Error('no picker');
    return found;
  });
  return (views: unknown, more: object = {}): void => {
    const text = JSON.stringify({ kind: 'oriel-views', version: 1, views, ...more });
    fireEvent.change(picker, { target: { files: [new File([text], 'views.json', { type: 'application/json' })] } });
  };
}

test('nothing of a file is imported when there is no space for its views', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10');
  await rowsBegin('Ship 001');
  const full = Array.from({ length: 200 }, (_, at) => ({ collection: 'ships', name: `View ${at}`, state: {} }));
  act(() => storedViews(shown.session.preferences).set(full));
  const give = await openImport();
  const source = { kind: 'view', collection: 'ships', view: null, state: {} };
  const dashboard = [{ id: 'tile-1', title: 'Ships', show: 'number', refresh: 'hand', source }];
  give([{ collection: 'ships', name: 'Ferries', state: { filter: 'type:is:FERRY' } }], { dashboard });
  await screen.findByText('There is no space for more views. Delete some first.', { selector: '.note-words' });
  expect(views(shown)).toHaveLength(200);
  expect(readTiles(storedTiles(shown.session.preferences).get())).toEqual([]);
});

test('a file is imported completely, or refused with the reason', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10');
  await rowsBegin('Ship 001');
  const give = await openImport();
  give([{ collection: 'ships', name: 'Ferries', state: { filter: 7 } }]);
  expect(await screen.findByText('The file was not imported: “views[0].state.filter” is missing or not valid.')).toBeTruthy();
  expect(views(shown)).toEqual([]);
  give([{ collection: 'ships', name: 'Ferries', state: { filter: 'type:is:FERRY' } }]);
  await waitFor(() => expect(views(shown)).toHaveLength(1));
  expect(screen.getAllByText('1 view imported').length).toBeGreaterThan(0);
});

test('the last state of a collection is stored, without secrets and without the open record', async () => {
  const shown = showData(harbourServer(), '/data/ships?size=10&record=Ship:s1');
  await rowsBegin('Ship 001');
  const last = lastView(shown.session.preferences, 'ships');
  await screen.findByRole('button', { name: 'View: Table' });
  await waitFor(() => expect(last.get()).toBe('size=10'));
  act(() => shown.session.navigation.setQuery({ filter: 'type:is:FERRY' }));
  await waitFor(() => expect(last.get()).toBe('filter=type%3Ais%3AFERRY&size=10'));
  act(() => shown.session.navigation.setQuery({ filter: null, args: '{"password":"x"}' }));
  await rowsBegin('Ship 001');
  expect(last.get()).toBe('filter=type%3Ais%3AFERRY&size=10');
});

test('a configured view is available to everyone; changes are stored as the view of the user, and deleting that restores it', async () => {
  const given = { collection: 'ships', name: 'Ferries', state: { filter: 'type:is:FERRY', size: '10' } };
  const broken = { collection: 'ships', name: 7 };
  const shown = showData(harbourServer(), '/data/ships?size=10', { views: [given, broken] });
  await rowsBegin('Ship 001');
  const open = async () => {
    fireEvent.click(await screen.findByRole('button', { name: /^View: / }));
    return within(await screen.findByRole('menu'));
  };
  const href = async () => (await open()).getByText('Ferries').closest('a')?.getAttribute('href') ?? '';
  const address = await href();
  act(() => shown.session.navigation.go(address));
  await rowsBegin('Ship 002');
  act(() => shown.session.navigation.setQuery({ sort: '-name' }));
  await screen.findByRole('button', { name: 'View: Ferries (changed)' });
  const menu = screen.queryByRole('menu') ? within(screen.getByRole('menu')) : await open();
  expect(menu.queryByText('Delete view')).toBeNull();
  fireEvent.click(menu.getByText('Save changes to “Ferries”'));
  await waitFor(() => expect(views(shown)).toMatchObject([{ name: 'Ferries', state: { sort: '-name' } }]));
  await choose('Delete view');
  await waitFor(() => expect(views(shown)).toEqual([]));
  expect(await href()).toBe(address);
});
