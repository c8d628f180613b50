import { type ChangeEntry, createChangeLog } from '../../../../../src/features/data/edit/review/changeLog';
import { memoryStorage } from '../../../../../src/lib/storage';
import { createStore } from '../../../../../src/lib/store';
import type { Session } from '../../../../../src/session/connections/session';

const storage = memoryStorage();
beforeEach(() => storage.removeItem('oriel:c1:changes'));

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
