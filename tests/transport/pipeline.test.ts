/** The whole pipeline in its order, driven as one exchange: operations in, results out, requests and subscriptions recorded. */
import { composeExchanges, type Operation } from '@urql/core';
import { createStore } from '../../src/lib/store';
import { createBoundary } from '../../src/transport/exchanges/boundaryExchange';
import { createSsr } from '../../src/transport/exchanges/ssrExchange';
import { createQueryMethods } from '../../src/transport/http/queryMethods';
import { createRetryAfterReader } from '../../src/transport/http/retryAfter';
import { createUploads } from '../../src/transport/http/uploads';
import type { PersistedStatus } from '../../src/transport/observe/status';
import { createTap } from '../../src/transport/observe/tap';
import { type PipelineOptions, pipeline } from '../../src/transport/pipeline';
import type { SubscribeSink } from '../../src/transport/socket/socket';
import { driveExchange, operationOf } from '../support/driveExchange';
import { settle } from '../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../support/scriptedFetch';

const HASH = 'a'.repeat(64);
const MISS = json({ errors: [{ message: 'PersistedQueryNotFound' }] });
const query = operationOf('query', 'query Q { a }', {}, { requestPolicy: 'network-only' });
const mutation = operationOf('mutation', 'mutation M { a }');
const subscription = operationOf('subscription', 'subscription S { a }');

/** The pipeline as createTransport builds it, with a scripted fetch and a socket that the test controls. */
function drive(
  responses: Answer[],
  { persists = true, ssrState = {}, refreshToken = undefined as (() => Promise<boolean>) | undefined } = {},
) {
  const { fetch, requests } = scriptedFetch(...responses);
  const tap = createTap();
  const tokens = { now: 'T1' };
  const readToken = (): string => tokens.now;
  const status = createStore<PersistedStatus>({ state: 'on', hits: 0, misses: 0 });
  const subscribes: { sink: SubscribeSink; ended: boolean }[] = [];
  const boundary = createBoundary({
    url: 'http://test/graphql',
    readOnly: false,
    tap,
    readToken,
    onSubscriptionStart: () => undefined,
    onSubscriptionEnd: () => undefined,
  });
  const options: PipelineOptions = {
    forceFetch: { delayMs: 0, isServer: false },
    cache: { tap, readToken },
    ssr: createSsr({ isServer: false, state: ssrState, againAfterMs: 100, tap, readToken }),
    boundary,
    auth: { readToken, refreshToken },
    trusted: undefined,
    persisted: persists ? { status, tap, generateHash: async () => HASH } : undefined,
    retry: { retries: 5, delayMs: 500, tap },
    http: {
      fetch,
      getXhr: () => undefined,
      secrets: () => [],
      url: 'http://test/graphql',
      headers: {},
      uploadHeaders: {},
      traceparent: false,
      methods: createQueryMethods('post'),
      timeoutMs: 0,
      uploads: createUploads(),
      waits: createRetryAfterReader(),
      tap,
      isClosed: () => false,
      onRequest: () => undefined,
    },
    subscription: {
      subscribe(_payload, sink) {
        const entry = { sink, ended: false };
        subscribes.push(entry);
        return () => {
          entry.ended = true;
        };
      },
    },
  };
  return { ...driveExchange(composeExchanges(pipeline(options))), requests, subscribes, tokens, status, boundary };
}

const until = async (isSo: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 500 && !isSo(); turn++) await new Promise(resolve => setImmediate(resolve));
  expect(isSo()).toBe(true);
};

it('C1 C7 C19 a query is sent with token and hash, and after a miss in full with the current token', async () => {
  const driven = drive([
    () => {
      driven.tokens.now = 'T2';
      return MISS.clone();
    },
    json({ data: { a: 1 } }),
  ]);
  driven.send(query);
  await until(() => driven.results.length > 0);
  expect(driven.requests.map(({ headers, json: body }) => [headers.get('authorization'), body?.query === undefined])).toEqual([
    ['Bearer T1', true],
    ['Bearer T2', false],
  ]);
  for (const { json: body } of driven.requests)
    expect(body?.extensions).toEqual({ persistedQuery: { version: 1, sha256Hash: HASH } });
  expect(driven.results).toEqual([expect.objectContaining({ data: { a: 1 }, hasNext: false })]);
  expect(driven.status.get()).toEqual({ state: 'on', hits: 0, misses: 1 });
});

it('C14 C18 C23 status 400 stops persisting above the stage that reads it, and data with a later error status is kept', async () => {
  const driven = drive([
    json({ message: 'no' }, 400),
    json({ data: { a: 1 } }),
    json({ data: { a: 2 }, errors: [{ message: 'half' }] }, 500),
  ]);
  driven.send(query);
  await until(() => driven.results.length === 1);
  driven.send({ ...query, key: 2 });
  await until(() => driven.results.length === 2);
  expect(driven.requests.map(({ json: body }) => body?.extensions !== undefined)).toEqual([true, false, false]);
  expect(driven.results[1]).toMatchObject({ data: { a: 2 }, error: { networkError: { name: 'ServerError', statusCode: 500 } } });
});

it('C20 C30 C44 two identical mutations are two requests, neither persisted nor retried', async () => {
  const driven = drive([new TypeError('offline'), json({ data: { a: 1 } })]);
  driven.send(mutation);
  driven.send(mutation);
  await until(() => driven.results.length === 2);
  expect(driven.requests.map(({ json: body }) => body?.extensions)).toEqual([undefined, undefined]);
  expect(driven.results.map(({ operation }) => operation.key)).toEqual([mutation.key, mutation.key]);
});

it('C1 C20 C32 an operation with a file is not persisted, and is sent as multipart with the token', async () => {
  const driven = drive([json({ data: { a: 1 } })]);
  driven.send(
    operationOf('query', 'query F($f: Upload) { a(f: $f) }', { f: new Blob(['x']) }, { requestPolicy: 'network-only' }),
  );
  await until(() => driven.results.length === 1);
  const [request] = driven.requests;
  expect([...(request?.form?.keys() ?? [])]).toEqual(['operations', 'map', '1']);
  expect(JSON.parse(String(request?.form?.get('operations'))).extensions).toBeUndefined();
  expect(request?.headers.get('authorization')).toBe('Bearer T1');
});

it('C2 C45 an operation executed again without a token sends nothing of its first run', async () => {
  const driven = drive([json({ data: { a: 1 } })], { persists: false });
  driven.send(query);
  await until(() => driven.results.length === 1);
  driven.tokens.now = '';
  driven.send(query);
  await until(() => driven.results.length === 2);
  expect(driven.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer T1', null]);
  expect(driven.results[1]?.operation.key).toBe(query.key);
});

it('C46 a result in the page is used above the boundary: nothing is sent', async () => {
  const first = { ...query, context: { ...query.context, requestPolicy: 'cache-first' as const } };
  const driven = drive([new TypeError('offline')], { ssrState: { [query.key]: { data: '{"a":1}', hasNext: false } } });
  driven.send(first);
  await until(() => driven.results.length > 0);
  // The stock cacheExchange delivers a synchronous result twice.
  for (const { data } of driven.results) expect(data).toEqual({ a: 1 });
  expect(driven.requests).toEqual([]);
});

it('C6 C24 C27 C31 a subscription goes to the socket alone, and its failed upstream is ended before it is sent again', async () => {
  jest.useFakeTimers();
  try {
    const driven = drive([new TypeError('no HTTP here')]);
    driven.send(subscription);
    await settle();
    expect([driven.subscribes.length, driven.requests.length]).toEqual([1, 0]);
    driven.subscribes[0]?.sink.next({ data: { a: 1 } });
    driven.subscribes[0]?.sink.next({ errors: [{ message: 'broken' } as never] });
    expect(driven.subscribes[0]?.ended).toBe(true);
    await jest.advanceTimersByTimeAsync(499);
    expect(driven.subscribes).toHaveLength(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(driven.subscribes.map(({ ended }) => ended)).toEqual([true, false]);
    driven.subscribes[1]?.sink.next({ data: { a: 2 } });
    expect(driven.results.map(({ data, error, operation }) => [data, error, operation.key])).toEqual([
      [{ a: 1 }, undefined, subscription.key],
      [{ a: 2 }, undefined, subscription.key],
    ]);
    driven.teardown(subscription);
    expect(driven.subscribes[1]?.ended).toBe(true);
  } finally {
    jest.useRealTimers();
  }
});

it('C9 C50 an operation that the boundary refuses reaches neither auth nor the network', async () => {
  const driven = drive([json({ data: { a: 1 } })]);
  driven.send(operationOf('query', 'query A { a } query B { b }'));
  await until(() => driven.results.length === 1);
  expect(driven.results[0]?.error?.networkError?.name).toBe('RefusedError');
  expect(driven.requests).toEqual([]);
});

it('C42 C43 closing aborts a query in flight through all stages, and a mutation that was sent finishes', async () => {
  const waiting: ((response: Response) => void)[] = [];
  const held: Answer = () => new Promise<Response>(resolve => waiting.push(resolve));
  const driven = drive([held], { persists: false });
  driven.send(query);
  driven.send(mutation);
  await until(() => driven.requests.length === 2);
  driven.boundary.close();
  const aborted = (kind: string): boolean | undefined =>
    driven.requests.find(({ json: body }) => body?.query?.startsWith(kind))?.signal?.aborted;
  expect([aborted('query'), aborted('mutation') ?? false]).toEqual([true, false]);
  for (const resolve of waiting) resolve(json({ data: { a: 1 } }));
  const ofMutation = (): unknown =>
    driven.results.find(({ operation }: { operation: Operation }) => operation.kind === 'mutation')?.data;
  await until(() => ofMutation() !== undefined);
  expect(ofMutation()).toEqual({ a: 1 });
});

it('C20 a mutation refused by 401 before it ran is sent again once after a refresh', async () => {
  const refreshToken = jest.fn(async () => {
    driven.tokens.now = 'T2';
    return true;
  });
  const driven = drive([json({ errors: [{ message: 'expired' }] }, 401), json({ data: { a: 1 } })], { refreshToken });
  driven.send(mutation);
  await until(() => driven.results.length === 1);
  expect(driven.requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer T1', 'Bearer T2']);
  expect([driven.results[0]?.data, refreshToken.mock.calls.length]).toEqual([{ a: 1 }, 1]);
});
