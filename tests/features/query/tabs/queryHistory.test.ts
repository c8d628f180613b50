/** The history of the Query screen. */

import { createQueryHistory, searchHistory } from '../../../../src/features/query/tabs/queryHistory';
import { memoryDocumentStore } from '../../../../src/lib/documentStore';

let now = 0;
const clock = { now: () => ++now, after: () => undefined as never, cancel: () => undefined };
const open = (documents = memoryDocumentStore()) => createQueryHistory({ documents, key: 'c:queryHistory', clock });
const entry = (query: string, variables = '') => ({ query, variables, operation: null, kind: 'query' as const });

it('operations are stored newest first, and each once', async () => {
  const documents = memoryDocumentStore();
  const history = open(documents);
  for (const query of ['{ a }', '{ b }', '{ a }']) await history.add(entry(query));
  const again = open(documents);
  await again.add(entry('{ c }'));
  expect(again.get()?.map(({ query }) => query)).toEqual(['{ c }', '{ a }', '{ b }']);
});

it('a favourite stays when the rest is cleared, and after many other runs', async () => {
  const history = open();
  await history.add(entry('{ dear }'));
  await history.mark(history.get()?.[0]?.id ?? '', true);
  for (let at = 0; at < 250; at++) await history.add(entry(`{ f${at} }`));
  expect(history.get()).toHaveLength(201);
  await history.clear();
  expect(history.get()?.map(({ query }) => query)).toEqual(['{ dear }']);
});

it('contains no secret', async () => {
  const history = open();
  await history.add(entry('mutation { signIn(password: "hunter2") }', '{"apiKey": "hunter2"}'));
  expect(await history.exported()).not.toContain('hunter2');
});

it('finds operations that contain all words, and favourites', async () => {
  const history = open();
  await history.add(entry('query Ships { ships { name } }'));
  await history.add(entry('query Visits { visits { id } }', '{"port": "Oslo"}'));
  const all = history.get() ?? [];
  expect(searchHistory(all, 'oslo VISITS', false)).toHaveLength(1);
  expect(searchHistory(all, 'ships oslo', false)).toHaveLength(0);
  expect(searchHistory(all, '', true)).toHaveLength(0);
});

it('can be exported and imported, and a foreign file changes nothing', async () => {
  const history = open();
  await history.add(entry('{ a }'));
  const file = await history.exported();
  const other = open();
  expect(await other.accept(file)).toEqual({ added: 1, left: 0 });
  expect(await other.accept(file)).toEqual({ added: 0, left: 0 });
  const broken = { ...JSON.parse(file), entries: [...JSON.parse(file).entries, null, { query: 5 }] };
  expect(await other.accept(JSON.stringify(broken))).toEqual({ added: 0, left: 2 });
  await expect(other.accept('{"format":"else"}')).rejects.toThrow('no query history');
  await expect(other.accept('not JSON')).rejects.toThrow();
  expect(other.get()).toHaveLength(1);
});

it('of a file only as many entries are added as are kept, and the own ones stay', async () => {
  const history = open();
  await history.add(entry('{ own }'));
  await history.mark(history.get()?.[0]?.id ?? '', true);
  const entries = Array.from({ length: 40_000 }, (_, at) => ({
    ...entry(`{ f${at} }`),
    id: '1',
    // A date in the future.
    at: 1e15 + at,
    favourite: at % 2 === 0,
  }));
  const long = { ...entry(`{ a${' '.repeat(300_000)} }`), id: '1', at: 0, favourite: true };
  const file = JSON.stringify({ format: 'oriel-query-history', entries: [...entries, long] });
  const { added, left } = await history.accept(file);
  const kept = history.get() ?? [];
  expect({ added, left }).toEqual({ added: 1199, left: 40_001 - 1199 });
  expect(kept).toHaveLength(1200);
  expect(new Set(kept.map(({ id }) => id)).size).toBe(1200);
  expect(kept.filter(({ query }) => query === '{ own }')).toHaveLength(1);
  expect(Math.max(...kept.map(({ at }) => at))).toBeLessThan(1e6);
});

it('a file that is nested too deeply is refused', async () => {
  const deep = `{"format":"oriel-query-history","x":${'['.repeat(200_000)}${']'.repeat(200_000)},"entries":[]}`;
  await expect(open().accept(deep)).rejects.toThrow('levels of nesting');
});

it('two pages of one browser do not overwrite each other', async () => {
  const documents = memoryDocumentStore();
  const [one, other] = [open(documents), open(documents)];
  await one.add(entry('{ a }'));
  await other.add(entry('{ b }'));
  await one.mark(one.get()?.[0]?.id ?? '', true);
  await other.add(entry('{ c }'));
  await Promise.all([one.add(entry('{ d }')), one.add(entry('{ e }'))]);
  expect(one.get()?.map(({ query, favourite }) => [query, favourite])).toEqual([
    ['{ e }', false],
    ['{ d }', false],
    ['{ c }', false],
    ['{ b }', false],
    ['{ a }', true],
  ]);
  await other.refresh();
  expect(other.get()).toEqual(one.get());
});

it('without storage it lasts as long as the page', async () => {
  const documents = memoryDocumentStore();
  await open(documents).add(entry('{ a }'));
  const history = open({ ...documents, set: async () => false });
  for (const query of ['{ b }', '{ c }']) await history.add(entry(query));
  expect(history.get()?.map(({ query }) => query)).toEqual(['{ c }', '{ b }', '{ a }']);
});
