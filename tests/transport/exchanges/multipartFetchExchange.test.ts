/** The multipartFetchExchange, driven directly: it sends operations with files and forwards everything else. */
import { multipartFetchExchange as stockMultipartFetchExchange } from '@urql/exchange-multipart-fetch';
import { multipartFetchExchange } from '../../../src/transport/exchanges/multipartFetchExchange';
import { driveExchange, operationOf } from '../../support/driveExchange';

const settle = () => new Promise(resolve => setImmediate(resolve));
const query = operationOf('query', 'query Q { a }');

/** A context whose `fetch` records the bodies that it gets. */
const recorded = () => {
  const bodies: unknown[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    bodies.push(init?.body);
    return new Response('{"data":{"a":1}}', { headers: { 'content-type': 'application/json' } });
  };
  return { bodies, context: { fetch: fetch as never } };
};
const upload = (context: object) =>
  operationOf('mutation', 'mutation M($f: Upload) { a(f: $f) }', { f: new Blob(['x']) }, context);

it('C20 C32 only operations with files go to the stock multipart exchange; teardowns reach the stages below once', async () => {
  const { bodies, context } = recorded();
  const driven = driveExchange(multipartFetchExchange());
  driven.send(upload(context));
  driven.send(query);
  driven.teardown(query);
  while (driven.results.length === 0) await settle();
  expect([...(bodies[0] as FormData).keys()]).toEqual(['operations', 'map', '1']);
  expect(driven.forwarded.map(({ kind }) => kind)).toEqual(['query', 'teardown']);
});

it('C20 the stock exchange alone also sends queries without files, and drops their extensions (M1)', async () => {
  const { bodies, context } = recorded();
  const driven = driveExchange(stockMultipartFetchExchange);
  const persistedQuery = { version: 1 as const, sha256Hash: 'abc' };
  driven.send({ ...operationOf('query', 'query Q { a }', {}, context), extensions: { persistedQuery } });
  while (driven.results.length === 0) await settle();
  expect(driven.forwarded).toEqual([]);
  const body = JSON.parse(String(bodies[0]));
  expect(body).toEqual({ operationName: 'Q', query: expect.stringContaining('query Q'), variables: {} });
});

it.each([
  ['a Blob without a name is sent as “blob”', multipartFetchExchange(), 'blob'],
  ['the stock exchange alone sends it as “undefined” (M29)', stockMultipartFetchExchange, 'undefined'],
])('C33 %s', async (_, exchange, name) => {
  const { bodies, context } = recorded();
  const driven = driveExchange(exchange);
  driven.send(upload(context));
  while (driven.results.length === 0) await settle();
  expect(((bodies[0] as FormData).get('1') as File).name).toBe(name);
});
