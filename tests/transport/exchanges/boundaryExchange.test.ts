/** The boundaryExchange, driven directly: keys, refusals, the fixed parts of a request, and the end of the client. */
import { cacheExchange, type Operation } from '@urql/core';
import { createBoundary } from '../../../src/transport/exchanges/boundaryExchange';
import { createTap } from '../../../src/transport/observe/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');

const drive = (readOnly = false) => {
  const boundary = createBoundary({
    url: '/graphql',
    readOnly,
    tap: createTap(),
    readToken: () => '',
    onSubscriptionStart: () => undefined,
    onSubscriptionEnd: () => undefined,
  });
  return { boundary, ...driveExchange(boundary.exchange) };
};

it('refuses mutations if it is read-only, whatever the kind of the operation says', async () => {
  const { send, forwarded, results } = drive(true);
  const document = 'fragment F on Query { a } mutation M { a }';
  send(operationOf('mutation', document));
  send(operationOf('query', document));
  send(query);
  await Promise.resolve();
  expect(forwarded.map(({ kind, key }) => [kind, key])).toEqual([['query', query.key]]);
  expect(results.map(({ error }) => error?.networkError?.name)).toEqual(['RefusedError', 'RefusedError']);
});

it('C45 a result carries the operation as it came in', () => {
  const { send, forwarded, answer, results } = drive();
  send(query);
  const [below] = forwarded as [Operation];
  answer({ ...below, context: { ...below.context, added: true } }, { data: { a: 1 } });
  expect(results[0]?.operation).toBe(query);
});

it('C44 forwards two mutations with the same key under two keys, and restores the key in their results', () => {
  const { send, forwarded, answer, results } = drive();
  const mutation = operationOf('mutation', 'mutation M { a }');
  send(mutation);
  send(mutation);
  expect(new Set(forwarded.map(({ key }) => key)).size).toBe(2);
  for (const operation of forwarded) answer(operation, { data: { a: 1 } });
  expect(results.map(({ operation }) => operation.key)).toEqual([mutation.key, mutation.key]);
});

it('C5 C6 C7 C50 a context sets neither URL nor method nor extensions', () => {
  const { send, forwarded } = drive();
  const context = { url: 'https://evil.test/', preferGetMethod: 'force', fetchSubscriptions: true } as never;
  send({ ...operationOf('query', 'query Q { a }', {}, context), extensions: { mine: 1 } as never });
  expect(forwarded[0]?.context).toMatchObject({ url: '/graphql', preferGetMethod: false, fetchSubscriptions: false });
  expect(forwarded[0]?.extensions).toBeUndefined();
});

it('C9 refuses a document of two operations, and variables that contain themselves', async () => {
  const { send, forwarded, results } = drive();
  send(operationOf('query', 'query A { a } query B { b }'));
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  send({ ...query, variables: circular });
  await Promise.resolve();
  expect(forwarded).toEqual([]);
  expect(results.map(({ error }) => error?.networkError?.name)).toEqual(['RefusedError', 'RefusedError']);
});

it('C42 closing cancels queries, ends subscriptions, and refuses later operations', async () => {
  const { boundary, send, forwarded, results } = drive();
  send(query);
  send(operationOf('subscription', 'subscription S { a }'));
  send(operationOf('mutation', 'mutation M { a }'));
  boundary.close();
  expect(forwarded.filter(({ kind }) => kind === 'teardown').map(({ key }) => key)).toEqual([query.key]);
  expect(results.map(({ operation, error, hasNext }) => [operation.kind, error?.networkError?.name, hasNext])).toEqual([
    ['query', 'CancelledError', false],
    ['subscription', undefined, false],
  ]);
  send(query);
  await Promise.resolve();
  expect(results[2]?.error?.networkError?.name).toBe('RefusedError');
});

it('C45 the stock exchange alone, cacheExchange, executes a query again with what the stages below added to it (M9)', () => {
  const driven = driveExchange(cacheExchange);
  driven.send(query);
  const [below] = driven.forwarded as [Operation];
  const data = { a: { __typename: 'A' } };
  driven.answer({ ...below, context: { ...below.context, added: true } }, { data });
  driven.send(operationOf('mutation', 'mutation M { a { b } }'));
  driven.answer(driven.forwarded.at(-1) as Operation, { data });
  expect(driven.reexecuted.map(({ key, context }) => [key, context.added])).toEqual([[query.key, true]]);
});
