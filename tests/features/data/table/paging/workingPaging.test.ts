/** @jest-environment node */
/** What was learned about a server's paging is kept across visits. */
import { keepPaging } from '../../../../../src/features/data/table/paging/nextRequest';
import { rememberPaging, workingPaging } from '../../../../../src/features/data/table/paging/workingPaging';
import { memoryStorage } from '../../../../../src/lib/storage';
import { findCollections } from '../../../../../src/schema/collections/collections';
import type { Paging } from '../../../../../src/schema/collections/paging/paging';
import { createPreferences } from '../../../../../src/session/connections/preferences';
import { modelOf } from '../../../../schema/modelOf';

const DAY = 86_400_000;
afterEach(() => void jest.restoreAllMocks());
/** A visit begins with an empty cache, and with what is stored. */
function visit(storage = memoryStorage(), day = 0) {
  const model = modelOf('type Query { ships(limit: Int, offset: Int, page: Int): [Ship!]! } type Ship { id: ID! }');
  const [ships] = findCollections(model);
  if (!ships) throw new Error('no ships');
  jest.spyOn(Date, 'now').mockReturnValue(day * DAY);
  const learned = createPreferences(storage, 'c').value<unknown>('paging:ships', stored => stored);
  return {
    ships,
    storage,
    learned,
    paging: () => workingPaging(model, ships, learned.get()),
    remember(paging: Paging) {
      if (rememberPaging(model, ships, paging)) keepPaging(paging, learned);
    },
  };
}

it('the maximum page size and the way of paging are known in the next visit, for some days', () => {
  const first = visit();
  expect(first.paging()).toBe(first.ships.paging);
  const other = { ...(first.ships.otherPagings[0] as Paging), most: 25 };
  first.remember(other);
  expect(first.paging()).toBe(other);
  expect(visit(first.storage, 6).paging()).toEqual(other);
  expect(visit(first.storage, 8).paging()).toEqual(first.ships.paging);
  const next = visit(first.storage, 1);
  next.learned.set(null);
  expect(visit(first.storage, 1).paging()).toEqual(next.ships.paging);
});

it.each([
  '7',
  '[]',
  '{"way":1}',
  '{"way":"{}","most":1,"until":9e15}',
  '{"way":"{}","most":"9","until":9e15}',
  '{"way":"{\\"style\\":1}","most":9,"until":9e15}',
])('ignores %s in the storage', stored => {
  const storage = memoryStorage();
  storage.setItem('oriel:c:paging:ships', stored);
  const { paging, ships } = visit(storage);
  expect(paging()).toBe(ships.paging);
});

it.each([0, -5, 0.5, 1e300])('ignores a stored maximum of %s rows', most => {
  const { learned, paging, ships } = visit();
  const way = ships.otherPagings[0] as Paging;
  learned.set({ way: JSON.stringify(way), most, until: DAY });
  expect(paging()).toEqual(way);
});
