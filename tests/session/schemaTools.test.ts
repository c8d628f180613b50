/** A schema and what it is read with: the rows of a table come first, and nothing wrong is told meanwhile. */
import { systemClock } from '../../src/lib/clock';
import { memoryDocumentStore } from '../../src/lib/documentStore';
import { memoryStorage } from '../../src/lib/storage';
import { collectionById, findCollections } from '../../src/schema/collections/collections';
import { recordLookup } from '../../src/schema/collections/records';
import { pageDocument } from '../../src/schema/documents/documents';
import { allSchemaTools } from '../../src/schema/model/allSchemaTools';
import type { SchemaTools } from '../../src/schema/model/schemaTools';
import { createSchemaCache, type SchemaCache } from '../../src/session/schema/schemaCache';
import { createTransport } from '../../src/transport/createTransport';
import { schemaServer, until } from '../support/schemaServer';

const SHIPS = `
  type Query { ships(first: Int, where: Where, orderBy: Order, nameContains: String): [Ship!]! ship(id: ID!): Ship }
  type Ship { id: ID! name: String }
  input Where { name: String }
  enum Order { NAME_ASC NAME_DESC }
`;

const opened: SchemaCache[] = [];
afterEach(() => {
  for (const cache of opened.splice(0)) cache.dispose();
});

/** A cache whose tools come when `arrive` is called, and whose screen can begin without them. */
function visit(sdl: string, mayBeginWithout: boolean) {
  let arrive: (tools: SchemaTools) => void = () => {};
  let fail: (error: Error) => void = () => {};
  let asked = 0;
  const { fetch } = schemaServer(sdl);
  const { client } = createTransport({ httpEndpoint: 'http://test/graphql' }, { fetch, storage: null });
  const cache = createSchemaCache({
    client,
    documents: memoryDocumentStore(),
    storage: memoryStorage(),
    key: 'default:schema',
    clock: systemClock,
    mayBeginWithout: () => mayBeginWithout,
    loadTools: () => {
      asked += 1;
      return new Promise((resolve, reject) => {
        arrive = resolve;
        fail = reject;
      });
    },
  });
  opened.push(cache);
  const model = () => {
    const state = cache.get();
    if (state.status !== 'ready') throw new Error(`The schema is ${state.status}`);
    return state.schema;
  };
  return { cache, model, asked: () => asked, arrive: () => arrive(allSchemaTools), fail: (error: Error) => fail(error) };
}

it('shows rows before the tools are asked for, and gets its filters and orders with the same model', async () => {
  const { cache, model, asked, arrive } = visit(SHIPS, true);
  await until(() => cache.get().status === 'ready');
  expect(asked()).toBe(0);
  const before = model();
  const [ships] = findCollections(before);
  if (!ships) throw new Error('No ships');
  expect([ships.filter, ships.sort]).toEqual([null, null]);
  const { query } = pageDocument(before, ships);
  expect(() => pageDocument(before, ships, { filters: [{ field: 'name', operator: 'is', value: 'x' }] })).toThrow(/tools/);
  expect(() => pageDocument(before, ships, { sort: [{ field: 'name', direction: 'ascending' }] })).toThrow(/tools/);

  let told = 0;
  cache.subscribe(() => {
    told += 1;
  });
  const equipped = cache.equip();
  expect(asked()).toBe(1);
  arrive();
  await equipped;
  expect(told).toBe(1);
  expect(model()).toBe(before);
  expect(ships.filter?.fields.map(field => field.id)).toContain('name');
  expect(ships.sort?.fields.map(field => field.id)).toEqual(['name']);
  expect(pageDocument(before, ships).query).toBe(query);
  await cache.equip();
  expect([asked(), told]).toEqual([1, 1]);
});

it('waits where the screen wants more than rows, with the tools asked for beside the schema', async () => {
  const { cache, model, asked, arrive } = visit(SHIPS, false);
  expect(asked()).toBe(1);
  await new Promise(resolve => setTimeout(resolve, 20));
  expect(cache.get().status).toBe('loading');
  arrive();
  await until(() => cache.get().status === 'ready');
  expect(findCollections(model())[0]?.sort).not.toBeNull();
});

it('waits where the collections cannot be told without the tools', async () => {
  const sdl = SHIPS.replace('where: Where,', 'where: Where!,');
  const { cache, model, asked, arrive } = visit(sdl, true);
  await until(() => asked() === 1);
  expect(cache.get().status).toBe('loading');
  arrive();
  await until(() => cache.get().status === 'ready');
  // An empty object is all that is wanted there.
  expect(collectionById(model(), 'ships')).toMatchObject({ mustFill: [], emptyObjects: [['where']] });
});

it('takes a new model where the one without tools was asked for what it could not know', async () => {
  const sdl = 'type Query { ships(first: Int, id: ID): [Ship!]! } type Ship { id: ID! name: String }';
  const { cache, model, arrive } = visit(sdl, true);
  await until(() => cache.get().status === 'ready');
  const before = model();
  const [ships] = findCollections(before);
  if (!ships) throw new Error('No ships');
  const { query } = pageDocument(before, ships);
  expect(recordLookup(before, 'Ship')).toBeNull();
  const equipped = cache.equip();
  arrive();
  await equipped;
  expect(model()).not.toBe(before);
  expect(recordLookup(model(), 'Ship')).toMatchObject({ kind: 'collection', keys: [{ column: 'id', target: ['id'] }] });
  const [again] = findCollections(model());
  expect(again && pageDocument(model(), again).query).toBe(query);
});

it('tells that the tools cannot be had where nothing goes without them', async () => {
  const { cache, fail } = visit(SHIPS, false);
  fail(new Error('Loading chunk 7 failed'));
  await until(() => cache.get().status === 'failed');
  expect(cache.get()).toMatchObject({ failure: { tag: 'network', message: 'Error: Loading chunk 7 failed' } });
});

it('asks for the tools again once somebody tries again', async () => {
  const { cache, asked, arrive, fail } = visit(SHIPS, false);
  fail(new Error('Loading chunk 7 failed'));
  await until(() => cache.get().status === 'failed');
  await until(() => {
    if (cache.get().status === 'failed') void cache.refresh();
    return asked() === 2;
  });
  arrive();
  await until(() => cache.get().status === 'ready');
});

it('gives all who wait for the tools one promise, which tells them that they cannot be had', async () => {
  const { cache, asked, fail } = visit(SHIPS, true);
  await until(() => cache.get().status === 'ready');
  const equipped = cache.equip();
  expect(cache.equip()).toBe(equipped);
  fail(new Error('Loading chunk 7 failed'));
  await expect(equipped).rejects.toThrow('Loading chunk 7 failed');
  expect(cache.equip()).toBe(equipped);
  expect(asked()).toBe(1);
  await until(() => cache.equip() !== equipped);
  expect(asked()).toBe(2);
});
