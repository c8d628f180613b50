import type { ChangeEntry } from '../../../../../src/features/data/edit/review/changeEntry';
import { createChangeLog } from '../../../../../src/features/data/edit/review/changeLog';
import { memoryStorage } from '../../../../../src/lib/storage';
import { createStore } from '../../../../../src/lib/store';
import type { Session } from '../../../../../src/session/connections/session';

let storage = memoryStorage();
beforeEach(() => {
  storage = memoryStorage();
});

/** The log of a connection with a given address. */
function logAt(httpEndpoint: string) {
  return createChangeLog({
    storage,
    connection: { id: 'c1', httpEndpoint },
    pageUrl: 'https://oriel.example/',
    token: { cookie: createStore(null) },
    connections: { tokens: () => ({ read: () => '' }) },
  } as unknown as Session);
}

const change = (title: string): Omit<ChangeEntry, 'id' | 'undone'> => ({
  at: 1,
  collection: 'ships',
  typeName: 'Ship',
  row: 's1',
  keys: [['id', 's1']],
  title,
  edits: [],
  result: 'sent',
  message: null,
  kind: 'create',
});

it('lists only changes that were sent to the address of the connection, and keeps the others', () => {
  logAt('https://test.example/graphql').add(change('Test ship'));
  const live = logAt('https://live.example/graphql');
  expect(live.get()).toEqual([]);
  live.add(change('Live ship'));
  expect(live.get().map(({ title }) => title)).toEqual(['Live ship']);
  live.mark(live.get()[0]?.id ?? '', 'done');
  expect(logAt('https://test.example/graphql').get()).toMatchObject([{ title: 'Test ship', undone: false }]);
});

it('lists changes of earlier versions, which have no address', () => {
  storage.setItem('oriel:c1:changes', JSON.stringify([{ ...change('Old ship'), id: '1-0', undone: false }]));
  expect(logAt('https://live.example/graphql').get()).toMatchObject([{ title: 'Old ship' }]);
});

it.each([{ address: {} }, { message: {} }, { at: 1e300 }])('ignores entries with an invalid value: %j', invalid => {
  storage.setItem('oriel:c1:changes', JSON.stringify([{ ...change('Ship'), id: '1-0', undone: false, ...invalid }]));
  expect(logAt('https://live.example/graphql').get()).toEqual([]);
});

it('keeps 1,000 changes, and finds each of them again', () => {
  const log = logAt('https://live.example/graphql');
  for (let at = 0; at < 1000; at++) log.add({ ...change(`Ship ${at}`), at });
  expect(log.get()).toHaveLength(1000);
  expect(log.get()[999]?.title).toBe('Ship 0');
  log.mark(log.get()[999]?.id ?? '', 'done');
  log.add(change('Newest'));
  const again = logAt('https://live.example/graphql').get();
  expect(again).toEqual(log.get());
  expect(again.at(-1)).toMatchObject({ title: 'Ship 0', undone: true });
  expect(new Set(again.map(({ id }) => id)).size).toBe(1001);
});

it('removes the oldest changes if there are too many, or if they are too long', () => {
  const log = logAt('https://live.example/graphql');
  for (let at = 0; at < 5100; at++) log.add({ ...change(`Ship ${at}`), at });
  const count = log.get().length;
  expect(count).toBeGreaterThan(4900);
  expect(count).toBeLessThanOrEqual(5000);
  expect(log.get()[0]?.title).toBe('Ship 5099');
  for (let at = 0; at < 30; at++) log.add({ ...change(`Long ${at}`), message: 'x'.repeat(100_000) });
  const left = logAt('https://live.example/graphql').get();
  expect(left[0]?.title).toBe('Long 29');
  expect(JSON.stringify(left).length).toBeLessThan(2_400_000);
});

it('sees what another tab has added or marked before it writes', () => {
  const [one, other] = [logAt('https://live.example/graphql'), logAt('https://live.example/graphql')];
  for (let at = 0; at < 150; at++) one.add(change(`One ${at}`));
  other.add(change('Other'));
  other.mark(one.get().at(-1)?.id ?? '', 'done');
  one.add(change('Last'));
  one.mark(one.get().at(-2)?.id ?? '', 'begun');
  expect(one.get()).toHaveLength(152);
  expect(logAt('https://live.example/graphql').get()).toEqual(one.get());
  expect(one.get().at(-1)?.undone).toBe(true);
});
