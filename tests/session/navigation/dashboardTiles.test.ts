/** Tiles in the storage and in a file. */

import { memoryStorage } from '../../../src/lib/storage';
import { createPreferences } from '../../../src/session/connections/preferences';
import {
  changeTiles,
  MOST_TILES,
  readTile,
  readTiles,
  readVariables,
  type Tile,
  withTiles,
} from '../../../src/session/navigation/dashboardTiles';

const tile = (change: Partial<Tile> = {}): Tile => ({
  id: 'tile-1',
  title: 'Expected',
  show: 'list',
  refresh: 'hand',
  source: { kind: 'view', collection: 'visits', view: null, state: { filter: 'status:is:EXPECTED' } },
  ...change,
});
const query = (document: string): Tile['source'] => ({ kind: 'query', document, variables: '{}' });

test('a tile is read as it was written, and an invalid one is reported with its position', () => {
  expect(readTile(tile())).toEqual(tile());
  expect(readTile(tile({ source: query('{ a }') }))).toEqual(tile({ source: query('{ a }') }));
  const places = (change: object) => readTile({ ...tile(), ...change });
  expect(places({ show: 'pie' })).toEqual({ place: 'show', problem: 'wrong' });
  expect(places({ refresh: 30 })).toEqual({ place: 'refresh', problem: 'wrong' });
  expect(places({ href: 'javascript:alert(1)' })).toEqual({ place: 'href', problem: 'unknown' });
  expect(places({ source: { kind: 'mutation', document: 'x', variables: '{}' } })).toEqual({
    place: 'source.kind',
    problem: 'wrong',
  });
  expect(places({ source: { ...query('{ a }'), variables: '[1]' } })).toEqual({ place: 'source.variables', problem: 'wrong' });
  expect(places({ source: { ...tile().source, state: { page: '2' } } })).toEqual({
    place: 'source.state.page',
    problem: 'unknown',
  });
  expect(places(JSON.parse('{"__proto__":{"title":1}}'))).toEqual({ place: '__proto__', problem: 'unknown' });
  expect(readTile(JSON.parse('{"__proto__":1}'))).toMatchObject({ problem: 'unknown' });
});

test('a tile pinned twice is stored once, and ids are unique', () => {
  const first = tile();
  const second = tile({ title: 'Query', source: query('{ a }') });
  expect(withTiles([first], [first, second, second])).toEqual([first, { ...second, id: 'tile-2' }]);
  expect(withTiles([tile({ id: 'tile-3' }), tile({ id: 'tile-2', source: query('{ b }') })], [second]).at(-1)?.id).toBe('tile-4');
});

test('a tile with the title of another one gets a number, because the title is all that tells them apart', () => {
  const others = ['{ a }', '{ b }'].map(document => tile({ source: query(document) }));
  expect(withTiles([tile()], others).map(({ title }) => title)).toEqual(['Expected', 'Expected 2', 'Expected 3']);
  const long = tile({ title: 'x'.repeat(80) });
  const [, second] = withTiles([long], [{ ...long, source: query('{ a }') }]);
  expect(readTile(second)).toEqual(second);
});

test('the number of tiles is bounded, and changes apply to the tiles that another tab has stored', () => {
  const storage = memoryStorage();
  const session = { connection: { id: 'c' }, preferences: createPreferences(storage, 'c'), storage };
  expect(changeTiles(session, () => [tile()])).toBe(true);
  storage.setItem('oriel:c:dashboard', JSON.stringify([tile({ title: 'Of another tab' })]));
  expect(changeTiles(session, tiles => [...tiles, tile({ id: 'tile-2', source: query('{ a }') })])).toBe(true);
  expect(readTiles(JSON.parse(storage.getItem('oriel:c:dashboard') ?? '')).map(({ title }) => title)).toEqual([
    'Of another tab',
    'Expected',
  ]);
  const many = Array.from({ length: MOST_TILES + 1 }, (_, at) => tile({ id: `tile-${at}` }));
  expect(changeTiles(session, () => many)).toBe(false);
  expect(readTiles([...many, 'x', null])).toHaveLength(MOST_TILES);
});

test('a tile too large to be read again is not stored', () => {
  const storage = memoryStorage();
  const session = { connection: { id: 'c' }, preferences: createPreferences(storage, 'c'), storage };
  expect(changeTiles(session, () => [tile()])).toBe(true);
  const large = tile({ id: 'tile-2', source: query(`{ a(x: "${'x'.repeat(40_000)}") }`) });
  expect(changeTiles(session, tiles => [...tiles, large])).toBe(false);
  expect(readTiles(JSON.parse(storage.getItem('oriel:c:dashboard') ?? ''))).toEqual([tile()]);
});

it('large integers in the variables of a tile keep their digits', () => {
  expect(readVariables('{"id": 9007199254740993, "first": 10}')).toEqual({ id: '9007199254740993', first: 10 });
  expect(readVariables('[9007199254740993]')).toBeNull();
});
