/** The authExchange, driven directly: C1, C2, C44, C45, token refresh, and the behaviour of the stock exchange alone. */
import { CombinedError, makeOperation, type Operation } from '@urql/core';
import { authExchange as stockAuthExchange } from '@urql/exchange-auth';
import { authExchange } from '../../../src/transport/exchanges/authExchange';
import { ServerError } from '../../../src/transport/observe/failure';
import { driveExchange, operationOf } from '../../support/driveExchange';

const settle = () => new Promise(resolve => setImmediate(resolve));
const drive = async (refreshToken?: () => Promise<unknown>, token = 'old', tokenHeaders: Record<string, string> = {}) => {
  const store = { token };
  const driven = driveExchange(authExchange({ readToken: () => store.token, refreshToken, tokenHeaders }));
  await settle();
  return { ...driven, store };
};
const headersOf = ({ context }: Operation): unknown =>
  (typeof context.fetchOptions === 'function' ? context.fetchOptions() : context.fetchOptions)?.headers;
const refused = (result: unknown = null) => new CombinedError({ networkError: new ServerError('401', 401, result) });
const query = operationOf('query', 'query Q { a }');
const mutation = (key: number): Operation => ({ ...operationOf('mutation', 'mutation M { a }'), key });
const sentOf = (forwarded: Operation[]) => forwarded.filter(({ kind }) => kind !== 'teardown');

it('C1 C45 the header is read for each attempt and never stored', async () => {
  const { send, forwarded, store } = await drive();
  send(query);
  const [sent] = forwarded as [Operation];
  expect(headersOf(sent)).toEqual({ authorization: 'Bearer old' });
  store.token = 'new';
  expect(headersOf(sent)).toEqual({ authorization: 'Bearer new' });
  store.token = '';
  expect(headersOf(sent)).toEqual({});
});

it('C2 other headers are kept, a previous Authorization is not', async () => {
  const { send, forwarded, store } = await drive();
  store.token = '';
  send(operationOf('query', 'query Q { a }', {}, { fetchOptions: { headers: { 'X-Role': 'a', Authorization: 'Bearer x' } } }));
  expect(headersOf(forwarded[0] as Operation)).toEqual({ 'x-role': 'a' });
});

it('C1 a header that contains {token} is sent with the token of each attempt, and only if there is a token', async () => {
  const { send, forwarded, store } = await drive(undefined, 'old', { 'x-session': '{token}', 'x-key': 'k {token} k' });
  send(query);
  const [sent] = forwarded as [Operation];
  expect(headersOf(sent)).toEqual({ authorization: 'Bearer old', 'x-session': 'old', 'x-key': 'k old k' });
  store.token = '$&';
  expect(headersOf(sent)).toEqual({ authorization: 'Bearer $&', 'x-session': '$&', 'x-key': 'k $& k' });
  store.token = '';
  expect(headersOf(sent)).toEqual({});
});

it('C1 an Authorization header that contains {token} replaces the bearer', async () => {
  const { send, forwarded } = await drive(undefined, 'old', { authorization: 'JWT {token}' });
  send(query);
  expect(headersOf(forwarded[0] as Operation)).toEqual({ authorization: 'JWT old' });
});

it('an expired token is refreshed once for all refused operations, which are then sent again', async () => {
  const refreshes: (() => void)[] = [];
  const driven = await drive(() => new Promise<void>(resolve => refreshes.push(resolve)));
  driven.send(query);
  driven.send(mutation(8));
  for (const operation of sentOf(driven.forwarded)) {
    headersOf(operation);
    driven.answer(operation, { error: refused(), hasNext: false });
  }
  await settle();
  expect(refreshes).toHaveLength(1);
  expect(driven.results).toEqual([]);
  driven.store.token = 'new';
  refreshes[0]?.();
  await settle();
  const again = sentOf(driven.forwarded).slice(2);
  expect(again.map(({ key }) => key)).toEqual([query.key, 8]);
  expect(again.map(headersOf)).toEqual([{ authorization: 'Bearer new' }, { authorization: 'Bearer new' }]);
  for (const operation of again) driven.answer(operation, { error: refused(), hasNext: false });
  await settle();
  // Refused again: the caller gets the error.
  expect([refreshes.length, driven.results.length]).toEqual([1, 2]);
});

const NESTED = { data: null, errors: [{ message: 'no', path: ['a', 'owner'] }] };
const AT_ROOT = { data: null, errors: [{ message: 'no', path: ['b'] }] };

it.each<[string, CombinedError, string?]>([
  ['401 with data', refused({ data: { a: 1 } })],
  ['401 below its field', refused(NESTED)],
  ['401 by the second of its fields', refused(AT_ROOT), 'mutation M { a b }'],
  ['401 by a field of a fragment', refused(AT_ROOT), 'mutation M { ...F } fragment F on Mutation { a b }'],
  ['an error of status 200', new CombinedError({ graphQLErrors: [{ message: 'no', extensions: { code: 'UNAUTHENTICATED' } }] })],
])('C20 a mutation that may have run is not sent again: %s', async (_, error, text = 'mutation M { a }') => {
  const refresh = jest.fn(async () => undefined);
  const driven = await drive(refresh);
  driven.send({ ...operationOf('mutation', text), key: 8 });
  headersOf(driven.forwarded[0] as Operation);
  driven.answer(driven.forwarded[0] as Operation, { error, hasNext: false });
  await settle();
  expect([refresh.mock.calls.length, driven.forwarded.length, driven.results.length]).toEqual([0, 1, 1]);
});

it('C20 a mutation whose only field was refused is sent again', async () => {
  const driven = await drive(async () => undefined);
  driven.send(mutation(8));
  headersOf(driven.forwarded[0] as Operation);
  const error = refused({ data: null, errors: [{ message: 'no', path: ['a'] }] });
  driven.answer(driven.forwarded[0] as Operation, { error, hasNext: false });
  await settle();
  expect(driven.forwarded).toHaveLength(2);
});

it('after a failed refresh, or with a new token from another tab, operations are sent again without another refresh', async () => {
  const refresh = jest.fn(async () => {
    throw new Error('no');
  });
  const driven = await drive(refresh);
  driven.send(query);
  headersOf(driven.forwarded[0] as Operation);
  driven.answer(driven.forwarded[0] as Operation, { error: refused(), hasNext: false });
  await settle();
  expect([refresh.mock.calls.length, driven.forwarded.length]).toEqual([1, 2]);

  const other = await drive(refresh);
  other.send(query);
  headersOf(other.forwarded[0] as Operation);
  other.store.token = 'from another tab';
  other.answer(other.forwarded[0] as Operation, { error: refused(), hasNext: false });
  await settle();
  expect([refresh.mock.calls.length, other.forwarded.length]).toEqual([1, 2]);
});

it('C44 the stock exchange alone loses one of two mutations of one key while it starts (M6)', async () => {
  const started = (key: (n: number) => number) => {
    const driven = driveExchange(
      stockAuthExchange(async () => ({
        addAuthToOperation: operation => operation,
        didAuthError: () => false,
        refreshAuth: async () => undefined,
      })),
    );
    for (const n of [0, 1]) driven.send(makeOperation('mutation', mutation(key(n))));
    return driven.forwarded;
  };
  const [same, own] = [started(() => 8), started(n => 8 + n)];
  await settle();
  expect([same.length, own.length]).toEqual([1, 2]);
});

it('C1 the stock exchange alone, with its `appendHeaders`, sends a resend with the token of the first attempt (M8)', async () => {
  const store = { token: 'old' };
  const driven = driveExchange(
    stockAuthExchange(async ({ appendHeaders }) => ({
      addAuthToOperation: operation => appendHeaders(operation, { authorization: `Bearer ${store.token}` }),
      didAuthError: () => false,
      refreshAuth: async () => undefined,
    })),
  );
  await settle();
  driven.send(query);
  store.token = '';
  expect(headersOf(driven.forwarded[0] as Operation)).toEqual({ authorization: 'Bearer old' });
});
