import { memoryStorage } from '../../../src/lib/storage';
import { createPreferences } from '../../../src/session/connections/preferences';
import { recentRecords, rememberRecord } from '../../../src/session/history/recentRecords';

const record = (id: number) => ({ typeName: 'Ship', title: `Ship ${id}`, href: `/data/ships/${id}` });

test('the newest is first, each is listed once, and thirty are kept', () => {
  const storage = memoryStorage();
  const preferences = createPreferences(storage, 'default');
  for (let id = 1; id <= 40; id++) rememberRecord(preferences, record(id));
  rememberRecord(preferences, { ...record(35), title: 'Renamed' });
  const list = recentRecords(preferences).get();
  expect(list).toHaveLength(30);
  expect(list.slice(0, 3).map(entry => entry.title)).toEqual(['Renamed', 'Ship 40', 'Ship 39']);
  expect(list.filter(entry => entry.href === '/data/ships/35')).toHaveLength(1);
  // The next visit reads the same list.
  expect(recentRecords(createPreferences(storage, 'default')).get()).toEqual(list);
});

test('foreign entries are ignored', () => {
  const storage = memoryStorage();
  storage.setItem(
    'oriel:default:recent-records',
    JSON.stringify([
      record(1),
      null,
      7,
      { ...record(2), href: 'javascript:alert(1)' },
      { ...record(3), href: '//evil.test/data/' },
      { title: 'x' },
    ]),
  );
  expect(recentRecords(createPreferences(storage, 'default')).get()).toEqual([record(1)]);
  storage.setItem('oriel:other:recent-records', '{"a":1}');
  expect(recentRecords(createPreferences(storage, 'other')).get()).toEqual([]);
});

test('a long title is truncated', () => {
  const preferences = createPreferences(memoryStorage(), 'default');
  rememberRecord(preferences, { ...record(1), title: 'x'.repeat(10_000) });
  expect(recentRecords(preferences).get()[0]?.title).toHaveLength(200);
});
