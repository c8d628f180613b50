/** The stages above auth, driven directly: forced fetch, cache, server render, boundary. */
import type { Operation } from '@urql/core';
import { createBoundary } from '../../../src/transport/exchanges/boundaryExchange';
import { cacheExchange } from '../../../src/transport/exchanges/cacheExchange';
import { forceFetchExchange } from '../../../src/transport/exchanges/forceFetchExchange';
import { createSsr } from '../../../src/transport/exchanges/ssrExchange';
import { createTap } from '../../../src/transport/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');
const asked = (requestPolicy: string): Operation => ({ ...query, context: { ...query.context, requestPolicy } as never });
const sentOf = (forwarded: Operation[]) => forwarded.filter(({ kind }) => kind !== 'teardown');

describe('forceFetchExchange', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it.each([
    ['network-only', 'cache-first'],
    ['cache-and-network', 'cache-first'],
    ['cache-only', 'cache-only'],
  ])('C46 C48 %s runs as %s until 100 ms are over', (policy, before) => {
    const { send, forwarded } = driveExchange(forceFetchExchange({ delayMs: 100, isServer: false }));
    send(asked(policy));
    jest.advanceTimersByTime(100);
    send(asked(policy));
    expect(forwarded.map(({ context }) => context.requestPolicy)).toEqual([before, policy]);
  });

  it('C47 on the server they do for good; mutations are not touched', () => {
    const { send, forwarded } = driveExchange(forceFetchExchange({ delayMs: 100, isServer: true }));
    jest.advanceTimersByTime(100_000);
    send(asked('network-only'));
    send(operationOf('mutation', 'mutation M { a }', {}, { requestPolicy: 'network-only' }));
    expect(forwarded.map(({ context }) => context.requestPolicy)).toEqual(['cache-first', 'network-only']);
  });
});

it('cacheExchange keeps answers, but not those that are not to be kept', () => {
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

it('C46 ssrExchange answers from the page once, without asking', async () => {
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

describe('boundaryExchange', () => {
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

  it('refuses mutations when it is read-only, whatever they are executed as', async () => {
    const { send, forwarded, results } = drive(true);
    const document = 'fragment F on Query { a } mutation M { a }';
    send(operationOf('mutation', document));
    send(operationOf('query', document));
    send(query);
    await Promise.resolve();
    expect(forwarded.map(({ kind, key }) => [kind, key])).toEqual([['query', query.key]]);
    expect(results.map(({ error }) => error?.networkError?.name)).toEqual(['RefusedError', 'RefusedError']);
  });

  it('C45 a result goes up with the operation that came in', () => {
    const { send, forwarded, answer, results } = drive();
    send(query);
    const [below] = forwarded as [Operation];
    answer({ ...below, context: { ...below.context, added: true } }, { data: { a: 1 } });
    expect(results[0]?.operation).toBe(query);
  });

  it('C44 gives two mutations of one key two keys below, and restores theirs', () => {
    const { send, forwarded, answer, results } = drive();
    const mutation = operationOf('mutation', 'mutation M { a }');
    send(mutation);
    send(mutation);
    expect(new Set(forwarded.map(({ key }) => key)).size).toBe(2);
    for (const operation of forwarded) answer(operation, { data: { a: 1 } });
    expect(results.map(({ operation }) => operation.key)).toEqual([mutation.key, mutation.key]);
  });

  it('C5 C6 C7 C50 a context decides neither address nor method, and extensions are ours', () => {
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

  it('C42 closing gives up queries, ends subscriptions, and refuses what comes later', async () => {
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
});
