/** Saved views: stored data is untrusted and bounded, and a change keeps the additions of another tab. */
import { memoryStorage } from '../../../src/lib/storage';
import { createPreferences } from '../../../src/session/connections/preferences';
import { lastView, viewQuery, withLastView } from '../../../src/session/navigation/lastView';
import { changeViews, freeName, readView, readViews, type SavedView, viewHref } from '../../../src/session/navigation/savedViews';
import { storedViews, viewedCollections } from '../../../src/session/navigation/storedViews';

const view = (name: string, collection = 'ships'): SavedView => ({
  collection,
  name,
  state: { columns: 'name!,type', filter: 'type:is:FERRY' },
  widths: [['name', 240]],
});

function session() {
  const storage = memoryStorage();
  return { storage, preferences: createPreferences(storage, 'c1'), connection: { id: 'c1' } };
}

test('a view is a URL that contains its name', () => {
  expect(viewHref(view('Ferries & co'))).toBe('/data/ships?view=Ferries+%26+co&columns=name%21%2Ctype&filter=type%3Ais%3AFERRY');
});

test('stored views are read without invalid ones and duplicates', () => {
  const one = session();
  expect(changeViews(one, () => [view('Ferries'), view('Tankers')])).toBe(true);
  const stored = storedViews(one.preferences).get();
  expect(readViews(stored)).toEqual([view('Ferries'), view('Tankers')]);
  expect(readViews([...(stored as unknown[]), (stored as unknown[])[0], 'x', null, { collection: 'ships' }])).toHaveLength(2);
  expect(viewedCollections([{ collection: 'ships' }, null, 7, { collection: 8 }])).toEqual(['ships']);
  expect(viewedCollections('ships')).toEqual([]);
});

test('a change applies to the views that another tab stored', () => {
  const one = session();
  const other = { ...one, preferences: createPreferences(one.storage, 'c1') };
  storedViews(other.preferences);
  changeViews(one, () => [view('Ferries')]);
  changeViews(other, views => [...views, view('Tankers')]);
  expect(readViews(storedViews(other.preferences).get()).map(({ name }) => name)).toEqual(['Ferries', 'Tankers']);
});

test('at most two hundred views are stored', () => {
  const one = session();
  const many = Array.from({ length: 201 }, (_, at) => view(`View ${at}`));
  expect(changeViews(one, () => many)).toBe(false);
  expect(changeViews(one, () => many.slice(1))).toBe(true);
  const large = (name: string): SavedView => ({ ...view(name), state: { filter: 'x'.repeat(4000) } });
  expect(changeViews(one, () => Array.from({ length: 150 }, (_, at) => large(`${at}`)))).toBe(false);
});

test.each([
  ['no object', 7, '', 'wrong'],
  ['no collection', { name: 'a', state: {} }, 'collection', 'wrong'],
  ['an empty name', { collection: 'ships', name: '  ', state: {} }, 'name', 'wrong'],
  ['a name that is too long', { collection: 'ships', name: 'a'.repeat(81), state: {} }, 'name', 'wrong'],
  ['no state', { collection: 'ships', name: 'a' }, 'state', 'wrong'],
  ['a state that is no text', { collection: 'ships', name: 'a', state: { sort: 1 } }, 'state.sort', 'wrong'],
  ['an unknown state', { collection: 'ships', name: 'a', state: { record: 'Ship:1' } }, 'state.record', 'unknown'],
  ['an unknown key', { collection: 'ships', name: 'a', state: {}, script: 'x' }, 'script', 'unknown'],
  ['a width that is none', { collection: 'ships', name: 'a', state: {}, widths: { name: 9e9 } }, 'widths.name', 'wrong'],
  ['inherited values', JSON.parse('{"__proto__": {"collection": "ships", "name": "a", "state": {}}}'), '__proto__', 'unknown'],
])('a view with %s is refused by name', (_, value, place, problem) => {
  expect(readView(value)).toEqual({ place, problem });
});

test('a name that is taken gets a number, within the maximum length', () => {
  const views = [view('A'), view('A 2'), view('x'.repeat(80))];
  expect(freeName(views, 'ships', 'A')).toBe('A 3');
  expect(freeName(views, 'berths', 'A')).toBe('A');
  expect(freeName(views, 'ships', 'x'.repeat(80))).toBe(`${'x'.repeat(78)} 2`);
});

test('only a plain link to a collection restores its last state', () => {
  const { preferences } = session();
  lastView(preferences, 'ships').set('filter=type%3Ais%3AFERRY');
  expect(withLastView(preferences, '/data/ships', '/data/visits')).toBe('/data/ships?filter=type%3Ais%3AFERRY');
  for (const to of ['/data/ships?sort=name', '/data/ships/17', '/data/berths', '/docs/ships', '/'])
    expect(withLastView(preferences, to, '/data/visits')).toBe(to);
  // On its own screen the link resets the view.
  expect(withLastView(preferences, '/data/ships', '/data/ships')).toBe('/data/ships');
});

test('only the view part of a URL is stored and read', () => {
  expect(viewQuery(new URLSearchParams('page=offset:50&record=Ship:1&sort=name&view=A&x=1'))).toBe('view=A&sort=name');
  expect(viewQuery(new URLSearchParams({ filter: 'x'.repeat(9000) }))).toBe('');
  const storage = memoryStorage();
  storage.setItem('oriel:c1:view:ships', JSON.stringify('record=Ship:1&size=10'));
  expect(lastView(createPreferences(storage, 'c1'), 'ships').get()).toBe('size=10');
});
