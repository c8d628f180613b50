/** How the schema is queried. */
import { buildSchema, introspectionFromSchema } from 'graphql';
import { type Clock, systemClock } from '../../../src/lib/clock';
import { memoryDocumentStore } from '../../../src/lib/documentStore';
import { memoryStorage } from '../../../src/lib/storage';
import { createStore } from '../../../src/lib/store';
import type { SchemaModel } from '../../../src/schema/model/schemaModel';
import { readInTurns } from '../../../src/session/schema/fetchSchema';
import { createSchemaCache } from '../../../src/session/schema/schemaCache';
import { createTransport } from '../../../src/transport/createTransport';
import { schemaServer, until } from '../../support/schemaServer';
import { json } from '../../support/scriptedFetch';

const present = createStore((schema: SchemaModel) => schema);

/** An endpoint that does not support all introspection features. The test answers each request. */
function start() {
  const questions: (() => void)[] = [];
  const { client } = createTransport(
    { httpEndpoint: 'http://test/graphql' },
    {
      fetch: () =>
        new Promise(resolve => {
          questions.push(() => resolve(json({ errors: [{ message: 'Cannot query field "isOneOf" on type "__Type".' }] }, 400)));
        }),
      storage: null,
    },
  );
  const options = {
    client,
    documents: memoryDocumentStore(),
    storage: memoryStorage(),
    key: 'a:schema',
    clock: systemClock,
    present,
  };
  return { questions, cache: createSchemaCache(options) };
}

// The response names the unsupported features.
beforeAll(() => import('../../../src/schema/model/nextLevel'));

it('an endpoint with fewer features gets a smaller query, unless no caller is left', async () => {
  const [waited, given] = [start(), start()];
  await until(() => waited.questions.length === 1 && given.questions.length === 1);
  given.cache.dispose();
  given.questions[0]?.();
  waited.questions[0]?.();
  await until(() => waited.questions.length === 2);
  expect(given.questions).toHaveLength(1);
  waited.cache.dispose();
});

it('a schema with few types and many fields is read in steps', async () => {
  let rests = 0;
  const clock: Clock = {
    ...systemClock,
    after(ms, action) {
      rests += 1;
      return systemClock.after(ms, action);
    },
  };
  const read = async (count: number): Promise<number> => {
    rests = 0;
    const fields = Array.from({ length: count }, (_, at) => `field${at}: Int`).join(' ');
    await readInTurns(introspectionFromSchema(buildSchema(`type Query { ${fields} }`)), clock);
    return rests;
  };
  expect(await read(10)).toBe(0);
  expect(await read(5000)).toBeGreaterThan(0);
});

it('the collections of a schema with few types and many root fields are found in steps', async () => {
  let rests = 0;
  const clock: Clock = {
    ...systemClock,
    after(ms, action) {
      if (ms === 0) rests += 1;
      return systemClock.after(ms, action);
    },
  };
  const fields = Array.from({ length: 3000 }, (_, at) => `ships${at}(first: Int): [Ship!]`).join(' ');
  const server = schemaServer(`type Ship { id: ID! name: String } type Query { ${fields} }`);
  const { client } = createTransport({ httpEndpoint: 'http://test/graphql' }, { fetch: server.fetch, storage: null });
  const cache = createSchemaCache({
    client,
    documents: memoryDocumentStore(),
    storage: memoryStorage(),
    key: 'a:schema',
    clock,
    present,
  });
  await until(() => cache.get().status === 'ready');
  expect(rests).toBeGreaterThan(2);
  cache.dispose();
});
