/** The ssrExchange, driven directly: it returns the results in the server-rendered page; and the behaviour of the stock exchange alone. */
import { ssrExchange as stockSsrExchange } from '@urql/core';
import { createSsr } from '../../../src/transport/exchanges/ssrExchange';
import { createTap } from '../../../src/transport/observe/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');
const refetching = operationOf('query', 'query Q { a }', {}, { requestPolicy: 'cache-and-network' });
const state = { [query.key]: { data: '{"a":1}', hasNext: false } };

it('C46 ssrExchange returns a result of the page once, without a request', async () => {
  const ssr = createSsr({ isServer: false, state, againAfterMs: 100, tap: createTap(), readToken: () => '' });
  const driven = driveExchange(ssr.exchange);
  driven.send(query);
  expect([driven.results[0]?.data, driven.forwarded.length]).toEqual([{ a: 1 }, 0]);
  await Promise.resolve();
  driven.send(query);
  expect(driven.forwarded).toHaveLength(1);
  ssr.dispose();
});

it('C46 ssrExchange returns a failure of the page, which no cache keeps, until the query is asked again', async () => {
  const failed = { [query.key]: { error: { graphQLErrors: ['No'] }, hasNext: false } };
  const ssr = createSsr({ isServer: false, state: failed, againAfterMs: 100, tap: createTap(), readToken: () => '' });
  const driven = driveExchange(ssr.exchange);
  // React can start to hydrate a part several times.
  for (const turn of [1, 2, 3]) {
    driven.send(query);
    await Promise.resolve();
    expect(driven.results).toHaveLength(turn);
  }
  expect(driven.results.map(({ error }) => error?.message)).toEqual(Array(3).fill('[GraphQL] No'));
  expect(driven.forwarded).toEqual([]);
  driven.send(operationOf('query', 'query Q { a }', {}, { requestPolicy: 'network-only' }));
  driven.send(query);
  expect(driven.forwarded).toHaveLength(2);
  ssr.dispose();
});

it('C46 ssrExchange marks the result of a cache-and-network query as stale, and sends the query again', () => {
  const ssr = createSsr({ isServer: false, state, againAfterMs: 100, tap: createTap(), readToken: () => '' });
  const driven = driveExchange(ssr.exchange);
  driven.send(refetching);
  expect(driven.results.map(({ data, stale }) => ({ data, stale }))).toEqual([{ data: { a: 1 }, stale: true }]);
  expect(driven.reexecuted.map(({ key, context }) => [key, context.requestPolicy])).toEqual([[query.key, 'network-only']]);
  ssr.dispose();
});

it('C46 the stock exchange alone answers a cache-and-network query without a request (M39)', () => {
  const driven = driveExchange(stockSsrExchange({ isClient: true, initialState: state }));
  driven.send(refetching);
  expect(driven.results.map(({ data, stale }) => ({ data, stale }))).toEqual([{ data: { a: 1 }, stale: false }]);
  expect([driven.reexecuted, driven.forwarded]).toEqual([[], []]);
});
