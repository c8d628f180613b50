/** The ssrExchange, driven directly: it returns the results in the server-rendered page. */
import { createSsr } from '../../../src/transport/exchanges/ssrExchange';
import { createTap } from '../../../src/transport/observe/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');

it('C46 ssrExchange returns a result of the page once, without a request', async () => {
  const state = { [query.key]: { data: '{"a":1}', hasNext: false } };
  const ssr = createSsr({ isServer: false, state, againAfterMs: 100, tap: createTap(), readToken: () => '' });
  const driven = driveExchange(ssr.exchange);
  driven.send(query);
  expect([driven.results[0]?.data, driven.forwarded.length]).toEqual([{ a: 1 }, 0]);
  await Promise.resolve();
  driven.send(query);
  expect(driven.forwarded).toHaveLength(1);
  ssr.dispose();
});
