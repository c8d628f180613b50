/** The multipartFetchExchange, driven directly: it sends operations with files and forwards everything else. */
import { multipartFetchExchange as stockMultipartFetchExchange } from '@urql/exchange-multipart-fetch';
import { multipartFetchExchange } from '../../../src/transport/exchanges/multipartFetchExchange';
import { driveExchange, operationOf } from '../../support/driveExchange';

const settle = () => new Promise(resolve => setImmediate(resolve));
const query = operationOf('query', 'query Q { a }');

it('C20 C32 only operations with files go to the stock multipart exchange; teardowns reach the stages below once', async () => {
  const sent: FormData[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    sent.push(init?.body as FormData);
    return new Response('{"data":{"a":1}}', { headers: { 'content-type': 'application/json' } });
  };
  const driven = driveExchange(multipartFetchExchange());
  const upload = operationOf(
    'mutation',
    'mutation M($f: Upload) { a(f: $f) }',
    { f: new Blob(['x']) },
    { fetch: fetch as never },
  );
  driven.send(upload);
  driven.send(query);
  driven.teardown(query);
  while (driven.results.length === 0) await settle();
  expect([...(sent[0] as FormData).keys()]).toEqual(['operations', 'map', '1']);
  expect(driven.forwarded.map(({ kind }) => kind)).toEqual(['query', 'teardown']);
});

it('C20 the stock exchange alone also sends queries without files, and drops their extensions (M1)', async () => {
  const bodies: unknown[] = [];
  const fetch = async (_url: unknown, init?: RequestInit) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response('{"data":{"a":1}}', { headers: { 'content-type': 'application/json' } });
  };
  const driven = driveExchange(stockMultipartFetchExchange);
  const persistedQuery = { version: 1 as const, sha256Hash: 'abc' };
  driven.send({ ...operationOf('query', 'query Q { a }', {}, { fetch: fetch as never }), extensions: { persistedQuery } });
  while (driven.results.length === 0) await settle();
  expect(driven.forwarded).toEqual([]);
  expect(bodies).toEqual([{ operationName: 'Q', query: expect.stringContaining('query Q'), variables: {} }]);
});
