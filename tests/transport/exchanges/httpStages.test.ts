/** The stages between auth and the wire, driven directly: persisted, its translator, the one above the fetch stages, and files. */
import { CombinedError, type Operation } from '@urql/core';
import { persistedExchange as stockPersistedExchange } from '@urql/exchange-persisted';
import { createStore } from '../../../src/lib/store';
import { multipartFetchExchange } from '../../../src/transport/exchanges/multipartFetchExchange';
import { normalizePersistedErrors } from '../../../src/transport/exchanges/normalizePersistedErrors';
import { persistedExchange } from '../../../src/transport/exchanges/persistedExchange';
import { responseErrorsExchange } from '../../../src/transport/exchanges/responseErrorsExchange';
import { ServerError } from '../../../src/transport/failure';
import { createUploads } from '../../../src/transport/http/uploads';
import type { PersistedStatus } from '../../../src/transport/status';
import { createTap } from '../../../src/transport/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const settle = () => new Promise(resolve => setImmediate(resolve));
const HASH = 'a'.repeat(64);
const query = operationOf('query', 'query Q { a }');
const hashed = (extra: object = {}): Operation => ({
  ...query,
  extensions: { persistedQuery: { version: 1, sha256Hash: HASH, ...extra } },
});
const status = (code: number) => new CombinedError({ networkError: new ServerError('no', code, null) });

describe('persistedExchange', () => {
  it('C20 C23 adds the hash to queries without files, and asks for each hash once', async () => {
    const generateHash = jest.fn(async () => HASH);
    const { send, forwarded } = driveExchange(persistedExchange({ generateHash }));
    send(query);
    send({ ...query, key: 2 });
    send({ ...operationOf('query', 'query F($f: Upload) { a(f: $f) }', { f: new Blob(['x']) }), key: 3 });
    send(operationOf('mutation', 'mutation M { a }'));
    await settle();
    expect(forwarded.map(({ kind, extensions }) => [kind, extensions?.persistedQuery?.sha256Hash]).sort()).toEqual(
      [
        ['query', undefined],
        ['mutation', undefined],
        ['query', HASH],
        ['query', HASH],
      ].sort(),
    );
    expect(generateHash).toHaveBeenCalledTimes(1);
  });

  it('C18 the stock exchange alone ignores a status of 400 (M19)', async () => {
    const { send, forwarded, answer, results } = driveExchange(
      stockPersistedExchange({ preferGetForPersistedQueries: false, generateHash: async () => HASH }),
    );
    send(query);
    await settle();
    answer(forwarded[0] as Operation, { error: status(400) });
    expect([forwarded.length, results.length]).toEqual([1, 1]);
  });
});

describe('normalizePersistedErrors', () => {
  const drive = () => {
    const state = createStore<PersistedStatus>({ state: 'on', hits: 0, misses: 0 });
    return { state, ...driveExchange(normalizePersistedErrors({ status: state, tap: createTap() })) };
  };

  it.each([200, 400, 404])('C17 a miss of status %i is one, and stops nothing', code => {
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

  it('C19 the resend of a miss has nothing but version and hash on the wire, and is known to be one', () => {
    const { send, forwarded } = drive();
    send(hashed({ miss: true }));
    const persisted = forwarded[0]?.extensions?.persistedQuery;
    expect(JSON.parse(JSON.stringify(persisted))).toEqual({ version: 1, sha256Hash: HASH });
    expect(Boolean(persisted?.miss)).toBe(true);
  });

  it('C23 what was under way obeys a stop', () => {
    const { send, forwarded, answer } = drive();
    send(hashed());
    answer(forwarded[0] as Operation, { error: status(500) });
    send({ ...hashed(), key: 2 });
    expect(forwarded[1]?.extensions).toBeUndefined();
  });
});

describe('responseErrorsExchange', () => {
  const send = async (response: () => Promise<Response>) => {
    const driven = driveExchange(
      responseErrorsExchange({
        fetch: response,
        getXhr: () => undefined,
        url: '/graphql',
        headers: {},
        uploadHeaders: {},
        timeoutMs: 0,
        uploads: createUploads(),
        tap: createTap(),
        isClosed: () => false,
        onRequest: () => undefined,
      }),
    );
    driven.send(query);
    const [operation] = driven.forwarded as [Operation];
    // As fetchExchange does with what its fetch throws.
    const networkError = await operation.context.fetch?.('/graphql', { body: '{}' }).then(
      () => undefined,
      (error: Error) => error,
    );
    driven.answer(operation, networkError ? { error: new CombinedError({ networkError }) } : { data: { a: 1 } });
    return driven;
  };

  it('C14 data and GraphQL errors beside a status are restored, as one result with the operation that came in', async () => {
    const body = { data: { a: 1 }, errors: [{ message: 'no' }] };
    const { results } = await send(async () => new Response(JSON.stringify(body), { status: 500 }));
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({ data: { a: 1 }, operation: query, hasNext: false });
    expect(results[0]?.error?.graphQLErrors[0]?.message).toBe('no');
    expect(results[0]?.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 500, result: body });
  });

  it('C13 a page instead of JSON is a parse failure', async () => {
    const { results } = await send(async () => new Response('<html>', { status: 502 }));
    expect(results[0]?.error?.networkError).toMatchObject({ name: 'ServerParseError', statusCode: 502, bodyText: '<html>' });
  });

  it('C16 what is as it should be passes as it is', async () => {
    const { results } = await send(async () => new Response('{"data":{"a":1}}'));
    expect(results[0]).toMatchObject({ data: { a: 1 }, error: undefined });
  });
});

it('C20 C32 files alone go to the stock multipart exchange; teardowns reach the stages below once', async () => {
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
