/** Named collections of operations: stored, exported, and imported from files of other programs, invalid ones too. */

import { createQueryCollections } from '../../../../src/features/query/tabs/queryCollections';
import { memoryDocumentStore } from '../../../../src/lib/documentStore';

const CONTENT = { query: 'query Ships { ships { id } }', variables: '{"first": 3}', operation: 'Ships', headers: [] };

const filled = async () => {
  const documents = memoryDocumentStore();
  const collections = createQueryCollections(documents, 'k');
  const id = await collections.add('Daily');
  await collections.save(id, 'All ships', CONTENT);
  return { documents, collections, id };
};
const bare = (collections: ReturnType<typeof createQueryCollections>) =>
  collections.get()?.map(({ name, queries }) => [name, queries.map(query => query.name)]);

it('saved operations are stored without secrets', async () => {
  const { documents, collections, id } = await filled();
  await collections.save(id, 'Sign in', {
    query: 'mutation { signIn(password: "hunter2") }',
    variables: '{"token":"abc"}',
    operation: null,
    headers: [],
  });
  const again = createQueryCollections(documents, 'k');
  await again.exported();
  expect(bare(again)).toEqual([['Daily', ['All ships', 'Sign in']]]);
  expect(JSON.stringify(again.get())).not.toMatch(/hunter2|abc/);
});

it('an imported header with a token keeps only its name, whatever that is', async () => {
  const headers = [
    { key: 'X-Forwarded', value: 'Bearer hunter2-token' },
    { key: 'X-Client', value: 'web {{version}}' },
  ];
  const item = [{ name: 'Ships', request: { header: headers, body: { graphql: { query: '{ ships { id } }' } } } }];
  const fresh = createQueryCollections(memoryDocumentStore(), 'k');
  await fresh.accept([{ name: 'a.json', text: JSON.stringify({ info: { name: 'Port' }, item }) }]);
  expect(fresh.get()?.[0]?.queries[0]?.headers).toEqual([
    { name: 'X-Forwarded', value: '' },
    { name: 'X-Client', value: 'web {{version}}' },
  ]);
});

it('an operation is saved once; names can be changed; removed ones can be restored', async () => {
  const { collections, id } = await filled();
  await collections.save(id, 'All ships', CONTENT);
  const [query] = collections.get()?.[0]?.queries ?? [];
  await collections.renameQuery(query?.id ?? '', 'Every ship');
  await collections.rename(id, 'Weekly');
  const before = collections.get() ?? [];
  expect(bare(collections)).toEqual([['Weekly', ['Every ship']]]);
  await collections.removeQuery(query?.id ?? '');
  await collections.remove(id);
  expect(bare(collections)).toEqual([]);
  await collections.restore(before);
  expect(bare(collections)).toEqual([['Weekly', ['Every ship']]]);
});

it('a file can be imported in another browser, once', async () => {
  const { collections } = await filled();
  const file = await collections.exported();
  const { collections: other } = await filled();
  expect(await other.accept([{ name: 'a.json', text: file }])).toMatchObject({ added: 0, left: 0 });
  const fresh = createQueryCollections(memoryDocumentStore(), 'k');
  expect(await fresh.accept([{ name: 'a.json', text: file }])).toMatchObject({ added: 1, left: 0 });
  expect(fresh.get()?.[0]?.queries[0]).toMatchObject({ ...CONTENT, name: 'All ships' });
});

it('collections of Altair and Postman are read', async () => {
  const fresh = createQueryCollections(memoryDocumentStore(), 'k');
  const altair = {
    version: 1,
    type: 'collection',
    title: 'Port',
    queries: [{ version: 1, type: 'window', windowName: 'Ships', query: '{ ships { id } }', variables: '{}' }],
  };
  const postman = {
    info: { name: 'Harbour', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: [
      {
        name: 'Folder',
        item: [
          {
            name: 'Visits',
            request: { body: { mode: 'graphql', graphql: { query: '{ visits { id } }', variables: '{"a":1}' } } },
          },
        ],
      },
      { name: 'Not GraphQL', request: { method: 'GET', url: 'http://test' } },
    ],
  };
  expect(await fresh.accept([{ name: 'a.json', text: JSON.stringify(altair) }])).toMatchObject({ added: 1, left: 0 });
  expect(await fresh.accept([{ name: 'a.json', text: JSON.stringify(postman) }])).toMatchObject({ added: 1, left: 1 });
  expect(bare(fresh)).toEqual([
    ['Port', ['Ships']],
    ['Harbour / Folder', ['Visits']],
  ]);
});

it.each([
  ['no JSON', '{"format": "oriel-query-coll'],
  ['a list', '[]'],
  ['another file', '{"name": "package", "version": "1.0.0"}'],
  ['nothing', ''],
])('a file that is %s is refused, and nothing changes', async (_, text) => {
  const { collections } = await filled();
  await expect(collections.accept([{ name: 'a.json', text: text }])).rejects.toThrow();
  expect(bare(collections)).toEqual([['Daily', ['All ships']]]);
});

it('the readable operations of a broken file are imported, and the rest is counted', async () => {
  const { collections } = await filled();
  const file = {
    format: 'oriel-query-collections',
    collections: [
      null,
      { name: 7, queries: [{ query: '{ a }' }, { query: 5 }, null, { query: '{ b }', variables: { c: 1 } }] },
      { name: 'Daily', queries: 'x' },
    ],
  };
  expect(await collections.accept([{ name: 'a.json', text: JSON.stringify(file) }])).toMatchObject({ added: 2, left: 3 });
  expect(bare(collections)).toEqual([
    ['Daily', ['All ships']],
    ['…', ['', '']],
  ]);
});

it('operations saved by another page of the browser are kept', async () => {
  const { documents, collections, id } = await filled();
  const other = createQueryCollections(documents, 'k');
  await other.add('Theirs');
  await collections.save(id, 'One more', { ...CONTENT, variables: '' });
  await other.refresh();
  expect(bare(other)).toEqual([
    ['Daily', ['All ships', 'One more']],
    ['Theirs', []],
  ]);
});

it('the first operations of a file with too many are imported, each once, and the rest is counted', async () => {
  const { collections } = await filled();
  const queries = Array.from({ length: 20_001 }, (_, at) => ({ name: '', query: `{ a${at} }` }));
  const file = JSON.stringify({ format: 'oriel-query-collections', collections: [{ name: 'Daily', queries }] });
  expect(await collections.accept([{ name: 'a.json', text: file }])).toMatchObject({ added: 20_000, left: 1 });
  expect(await collections.accept([{ name: 'a.json', text: file }])).toMatchObject({ added: 0, left: 1 });
  const saved = collections.get()?.flatMap(collection => collection.queries) ?? [];
  expect(saved).toHaveLength(20_001);
  expect(new Set(saved.map(({ id }) => id)).size).toBe(20_001);
});
