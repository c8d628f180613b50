/** The forceFetchExchange, driven directly: the request policy of forwarded operations. */
import type { Operation } from '@urql/core';
import { forceFetchExchange } from '../../../src/transport/exchanges/forceFetchExchange';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');
const queryWith = (requestPolicy: string): Operation => ({ ...query, context: { ...query.context, requestPolicy } as never });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it.each([
  ['network-only', 'cache-first'],
  ['cache-and-network', 'cache-first'],
  ['cache-only', 'cache-only'],
])('C46 C48 %s runs as %s for the first 100 ms', (policy, before) => {
  const { send, forwarded } = driveExchange(forceFetchExchange({ delayMs: 100, isServer: false }));
  send(queryWith(policy));
  jest.advanceTimersByTime(100);
  send(queryWith(policy));
  expect(forwarded.map(({ context }) => context.requestPolicy)).toEqual([before, policy]);
});

it.each([86_400_000, -86_400_000])('C46 the clock is monotonic: a change of the date by %i ms does not matter', change => {
  const { send, forwarded } = driveExchange(forceFetchExchange({ delayMs: 100, isServer: false }));
  jest.setSystemTime(Date.now() + change);
  send(queryWith('network-only'));
  jest.advanceTimersByTime(100);
  send(queryWith('network-only'));
  expect(forwarded.map(({ context }) => context.requestPolicy)).toEqual(['cache-first', 'network-only']);
});

it('C47 on the server it does so permanently; mutations are unchanged', () => {
  const { send, forwarded } = driveExchange(forceFetchExchange({ delayMs: 100, isServer: true }));
  jest.advanceTimersByTime(100_000);
  send(queryWith('network-only'));
  send(operationOf('mutation', 'mutation M { a }', {}, { requestPolicy: 'network-only' }));
  expect(forwarded.map(({ context }) => context.requestPolicy)).toEqual(['cache-first', 'network-only']);
});
