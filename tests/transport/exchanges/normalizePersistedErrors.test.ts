/** The normalizePersistedErrors stage, driven directly: which results are a miss, and which stop persisting. */
import { CombinedError, type Operation } from '@urql/core';
import { createStore } from '../../../src/lib/store';
import { normalizePersistedErrors } from '../../../src/transport/exchanges/normalizePersistedErrors';
import { ServerError } from '../../../src/transport/observe/failure';
import type { PersistedStatus } from '../../../src/transport/observe/status';
import { createTap } from '../../../src/transport/observe/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const HASH = 'a'.repeat(64);
const query = operationOf('query', 'query Q { a }');
const hashed = (extra: object = {}): Operation => ({
  ...query,
  extensions: { persistedQuery: { version: 1, sha256Hash: HASH, ...extra } },
});
const status = (code: number) => new CombinedError({ networkError: new ServerError('no', code, null) });

const drive = () => {
  const state = createStore<PersistedStatus>({ state: 'on', hits: 0, misses: 0 });
  return { state, ...driveExchange(normalizePersistedErrors({ status: state, tap: createTap() })) };
};

it.each([200, 400, 404])('C17 a miss with status %i is recognised and does not stop persisting', code => {
  const { state, send, forwarded, answer, results } = drive();
  send(hashed());
  const graphQLErrors = [{ message: 'Not here', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }];
  const networkError = code >= 300 ? new ServerError('no', code, null) : undefined;
  answer(forwarded[0] as Operation, { error: new CombinedError({ graphQLErrors, ...(networkError && { networkError }) }) });
  expect(results[0]?.error?.graphQLErrors[0]?.message).toBe('PersistedQueryNotFound');
  expect(state.get()).toEqual({ state: 'on', hits: 0, misses: 1 });
});

it.each([
  [400, 'stopped'],
  [500, 'stopped'],
  [401, 'on'],
  [503, 'on'],
])('C18 status %i leaves persisting %s', (code, after) => {
  const { state, send, forwarded, answer, results } = drive();
  send(hashed());
  answer(forwarded[0] as Operation, { error: status(code) });
  expect(state.get().state).toBe(after);
  expect(results[0]?.error?.graphQLErrors[0]?.message).toBe(after === 'stopped' ? 'PersistedQueryNotSupported' : undefined);
});

it('C19 the resend of a miss sends only version and hash as its extension, and is marked as a resend', () => {
  const { send, forwarded } = drive();
  send(hashed({ miss: true }));
  const persisted = forwarded[0]?.extensions?.persistedQuery;
  expect(JSON.parse(JSON.stringify(persisted))).toEqual({ version: 1, sha256Hash: HASH });
  expect(Boolean(persisted?.miss)).toBe(true);
});

it('C23 a stop applies to requests in flight', () => {
  const { send, forwarded, answer } = drive();
  send(hashed());
  answer(forwarded[0] as Operation, { error: status(500) });
  send({ ...hashed(), key: 2 });
  expect(forwarded[1]?.extensions).toBeUndefined();
});
