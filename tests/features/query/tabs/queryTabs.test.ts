/** The tabs of the Query screen: what is stored of them, and what is not. */

import { createQueryTabs, readQueryTabs } from '../../../../src/features/query/tabs/queryTabs';
import { systemClock } from '../../../../src/lib/clock';
import { type KeyValueStorage, memoryStorage } from '../../../../src/lib/storage';
import { createPreferences } from '../../../../src/session/connections/preferences';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

const open = (storage: KeyValueStorage) =>
  createQueryTabs({ kept: createPreferences(storage, 'c').value('queryTabs', readQueryTabs), clock: systemClock });

it('tabs are restored on the next visit, with the selected one', () => {
  const storage = memoryStorage();
  const tabs = open(storage);
  tabs.change(tabs.current().id, { query: '{ ships { id } }', variables: '{"first": 3}' });
  tabs.add();
  tabs.change(tabs.current().id, { query: '{ visits { id } }' });
  jest.advanceTimersByTime(1000);
  const again = open(storage);
  expect(again.get().tabs.map(tab => tab.query)).toEqual(['{ ships { id } }', '{ visits { id } }']);
  expect(again.current().query).toBe('{ visits { id } }');
});

it('secrets are kept while the page is open and never stored', () => {
  const storage = memoryStorage();
  const tabs = open(storage);
  const headers = [
    { name: 'Authorization', value: 'Bearer top-secret' },
    { name: 'X-Tenant', value: 'north' },
    { name: 'X-Forwarded', value: 'Bearer top-secret' },
    { name: 'X-Client', value: 'Bearer {{client}}' },
  ];
  tabs.change(tabs.current().id, {
    query: 'mutation { signIn(accessCode: "top-secret", name: "Ann") { token } }',
    variables: '{"input": {"password": "top-\\"secret", "name": "Ann", "pin": 1234}, "token": "top-secret',
    headers,
  });
  jest.advanceTimersByTime(1000);
  expect(tabs.current().headers).toEqual(headers);
  const written = storage.getItem('oriel:c:queryTabs') ?? '';
  expect(written).toContain('Ann');
  expect(written).toContain('north');
  expect(written).toContain('Bearer {{client}}');
  expect(written).not.toMatch(/secret|1234/);
});

it('a link opens the tab that has the same content, else an empty one, else a new one', () => {
  const tabs = open(memoryStorage());
  tabs.open({ query: '{ a }', variables: '{"x":1}' });
  expect(tabs.get().tabs).toHaveLength(1);
  tabs.open({ query: '{ b }' });
  expect(tabs.get().tabs).toHaveLength(2);
  tabs.open({ query: '{\n  a\n}', variables: '{ "x": 1 }' });
  expect(tabs.get().tabs).toHaveLength(2);
  expect(tabs.current().query).toBe('{ a }');
});

it('a pasted request with headers gets its own tab, and its operation is selected', () => {
  const tabs = open(memoryStorage());
  tabs.open({ query: 'query A { a } query B { b }' });
  tabs.open({ query: 'query A { a } query B { b }', operation: 'B' });
  expect(tabs.get().tabs).toHaveLength(1);
  expect(tabs.current().operation).toBe('B');
  tabs.open({ query: 'query A { a } query B { b }', headers: [{ name: 'x-team', value: 'a' }] });
  expect(tabs.get().tabs).toHaveLength(2);
  expect(tabs.current().headers).toEqual([{ name: 'x-team', value: 'a' }]);
});

it('a secret that a tab lost with the previous page returns with the link that contains it', () => {
  const tabs = open(memoryStorage());
  tabs.open({ query: 'mutation { signIn(code: "") { token } }' });
  tabs.open({ query: 'mutation { signIn(code: "ABC") { token } }' });
  expect(tabs.get().tabs).toHaveLength(1);
  expect(tabs.current().query).toContain('ABC');
  tabs.open({ query: 'mutation { signIn(code: "") { token } }' });
  expect(tabs.current().query).toContain('ABC');
});

it('the oldest of too many tabs can be restored', () => {
  const tabs = open(memoryStorage());
  for (let at = 0; at < 51; at++) tabs.open({ query: `{ a${at} }` });
  expect(tabs.get().tabs).toHaveLength(50);
  expect(tabs.get().tabs.some(tab => tab.query === '{ a0 }')).toBe(false);
  expect(tabs.reopen()).toBe(true);
  expect(tabs.current().query).toBe('{ a0 }');
});

it('the last tab is emptied when it is closed, and can be restored', () => {
  const tabs = open(memoryStorage());
  tabs.change(tabs.current().id, { query: '{ a }' });
  tabs.close(tabs.current().id);
  expect(tabs.get().tabs.map(tab => tab.query)).toEqual(['']);
  expect(tabs.reopen()).toBe(true);
  expect(tabs.current().query).toBe('{ a }');
  expect(tabs.reopen()).toBe(false);
});

it.each([null, 7, {}, { tabs: [] }, { tabs: [{ id: 1 }], selected: '1' }, { tabs: 'x' }])(
  'invalid stored tabs are ignored: %j',
  stored => {
    expect(readQueryTabs(stored)).toBeNull();
  },
);

it.each([
  [{ query: '{ a b }' }, { query: '{ ab }' }],
  [
    { query: '{ a }', variables: '{"name": "New York"}' },
    { query: '{ a }', variables: '{"name": "NewYork"}' },
  ],
  [{ query: '{ a(text: "x y") }' }, { query: '{ a(text: "x  y") }' }],
  [{ query: '{ a # b\n c }' }, { query: '{ a # b c\n }' }],
])('%j is not %j: it is opened beside it', (one, other) => {
  const tabs = open(memoryStorage());
  tabs.open(one);
  tabs.open(other);
  expect(tabs.get().tabs).toHaveLength(2);
  expect(tabs.current()).toMatchObject(other);
});

it('documents that differ only in spaces are the same', () => {
  const tabs = open(memoryStorage());
  tabs.open({ query: 'query A($n:Int){ a(n:$n){b} }', variables: '{"n":1.5}' });
  tabs.open({ query: 'query A($n: Int) {\n  a(n: $n) {\n    b\n  }\n}\n', variables: '{\n  "n": 1.5\n}' });
  expect(tabs.get().tabs).toHaveLength(1);
});
