/** The cacheExchange, driven directly: which results it caches. */
import { CombinedError, type Operation, cacheExchange as stockCacheExchange } from '@urql/core';
import { cacheExchange } from '../../../src/transport/exchanges/cacheExchange';
import { createTap } from '../../../src/transport/observe/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');
const sentOf = (forwarded: Operation[]) => forwarded.filter(({ kind }) => kind !== 'teardown');

it('cacheExchange caches results, except those marked as uncached', () => {
  const driven = driveExchange(cacheExchange({ tap: createTap(), readToken: () => '' }));
  driven.send(query);
  driven.answer(sentOf(driven.forwarded)[0] as Operation, { data: { a: 1 } });
  driven.send(query);
  expect(driven.results.map(({ data }) => data)).toEqual([{ a: 1 }, { a: 1 }]);
  expect(driven.forwarded).toHaveLength(1);
  const uncached = operationOf('query', 'query Big { a }', {}, { uncached: true, requestPolicy: 'network-only' });
  driven.send(uncached);
  driven.answer(driven.forwarded[1] as Operation, { data: { a: 2 } });
  expect(driven.results[2]?.data).toEqual({ a: 2 });
  driven.send({ ...uncached, context: { ...uncached.context, requestPolicy: 'cache-first' } });
  expect(driven.forwarded).toHaveLength(3);
});

it('each mutation of a series gets its result at once; cached results are invalidated when the series ends, even if its last mutation was refused', async () => {
  const driven = driveExchange(cacheExchange({ tap: createTap(), readToken: () => '' }));
  driven.send(query);
  driven.answer(sentOf(driven.forwarded)[0] as Operation, { data: { a: 1 } });
  let end = (): void => undefined;
  const series = new Promise<void>(resolve => {
    end = resolve;
  });
  const respond = (name: string, result: object): void => {
    driven.send(operationOf('mutation', `mutation ${name} { b }`, {}, { series }));
    driven.answer(driven.forwarded.at(-1) as Operation, result);
  };
  respond('A', { data: { b: 1 } });
  respond('B', { data: { b: 2 } });
  respond('C', { data: null, error: new CombinedError({ graphQLErrors: ['no'] }) });
  await Promise.resolve();
  expect(driven.reexecuted).toEqual([]);
  expect(driven.results.slice(1).map(({ data }) => data)).toEqual([{ b: 1 }, { b: 2 }, null]);
  end();
  await series;
  expect(driven.reexecuted.map(({ key }) => key)).toEqual([query.key]);
  expect(driven.results).toHaveLength(4);
  driven.send(query);
  driven.answer(driven.forwarded.at(-1) as Operation, { data: { a: 2 } });
  // A mutation that was in flight when the series began.
  respond('D', { data: { b: 4 } });
  await series;
  expect(driven.reexecuted).toHaveLength(2);
});

it.each([
  ['the stock exchange alone keeps a list without rows after a mutation', stockCacheExchange, 0],
  ['a mutation invalidates a list without rows too', cacheExchange({ tap: createTap(), readToken: () => '' }), 1],
])('%s', (_, exchange, count) => {
  const driven = driveExchange(exchange);
  driven.send(query);
  driven.answer(sentOf(driven.forwarded)[0] as Operation, { data: { a: [] } });
  driven.send(operationOf('mutation', 'mutation M { add { b } }'));
  driven.answer(driven.forwarded.at(-1) as Operation, { data: { add: { __typename: 'A' } } });
  expect(driven.reexecuted).toHaveLength(count);
});
