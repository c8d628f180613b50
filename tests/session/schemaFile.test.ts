/** A schema from a file: used if the server refuses introspection, also after reloads, until it is removed. */
import { buildSchema, introspectionFromSchema } from 'graphql';
import { systemClock } from '../../src/lib/clock';
import { memoryDocumentStore } from '../../src/lib/documentStore';
import { memoryStorage } from '../../src/lib/storage';
import { createStore } from '../../src/lib/store';
import type { SchemaModel } from '../../src/schema/model/schemaModel';
import { createSchemaCache } from '../../src/session/schema/schemaCache';
import { createTransport } from '../../src/transport/createTransport';
import { json } from '../support/scriptedFetch';

const REFUSED = () => json({ errors: [{ message: 'Introspection is disabled' }] });
const FILE = introspectionFromSchema(buildSchema('type Query { ships: [String!]! }'));

const present = createStore((schema: SchemaModel) => schema);
const documents = memoryDocumentStore();
async function visit() {
  const { client } = createTransport({ httpEndpoint: 'http://test/graphql' }, { fetch: async () => REFUSED(), storage: null });
  const cache = createSchemaCache({
    client,
    documents,
    storage: memoryStorage(),
    key: 'default:schema',
    clock: systemClock,
    present,
  });
  const is = (status: string) =>
    new Promise<void>(resolve => {
      const look = (): void => {
        const state = cache.get();
        if (state.status === status && !(state.status === 'ready' && state.refreshing)) resolve();
      };
      cache.subscribe(look);
      look();
    });
  return { cache, is };
}

it('is used, stored, and removed on request', async () => {
  const first = await visit();
  await first.is('failed');
  first.cache.accept(FILE, 'harbour.graphql');
  expect(first.cache.get()).toMatchObject({ status: 'ready', origin: { from: 'file', fileName: 'harbour.graphql' } });
  await new Promise<void>(resolve => {
    const set = documents.set;
    documents.set = async (key, value) => {
      const isKept = await set(key, value);
      documents.set = set;
      resolve();
      return isKept;
    };
  });
  first.cache.dispose();

  const second = await visit();
  await second.is('ready');
  expect(second.cache.get()).toMatchObject({
    origin: { from: 'file', fileName: 'harbour.graphql' },
    refreshFailure: { message: 'Introspection is disabled' },
  });
  await second.cache.forget();
  expect(second.cache.get().status).toBe('failed');
  expect(second.cache.introspection()).toBeUndefined();
  second.cache.dispose();

  const third = await visit();
  await third.is('failed');
  third.cache.dispose();
});
