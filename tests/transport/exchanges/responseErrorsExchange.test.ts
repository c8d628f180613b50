/** The responseErrorsExchange, driven directly: the result of a failed fetch. */
import { CombinedError, fetchExchange, type Operation } from '@urql/core';
import { responseErrorsExchange } from '../../../src/transport/exchanges/responseErrorsExchange';
import { createQueryMethods } from '../../../src/transport/http/queryMethods';
import { createRetryAfterReader } from '../../../src/transport/http/retryAfter';
import { createUploads } from '../../../src/transport/http/uploads';
import { createTap } from '../../../src/transport/observe/tap';
import { driveExchange, operationOf } from '../../support/driveExchange';

const query = operationOf('query', 'query Q { a }');

const send = async (response: () => Promise<Response>) => {
  const driven = driveExchange(
    responseErrorsExchange({
      fetch: response,
      getXhr: () => undefined,
      secrets: () => [],
      url: '/graphql',
      headers: {},
      uploadHeaders: {},
      traceparent: false,
      methods: createQueryMethods('post'),
      timeoutMs: 0,
      uploads: createUploads(),
      waits: createRetryAfterReader(),
      tap: createTap(),
      isClosed: () => false,
      onRequest: () => undefined,
    }),
  );
  driven.send(query);
  const [operation] = driven.forwarded as [Operation];
  // As fetchExchange does with an error of its fetch.
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

it('C16 a result without an error passes unchanged', async () => {
  const { results } = await send(async () => new Response('{"data":{"a":1}}'));
  expect(results[0]).toMatchObject({ data: { a: 1 }, error: undefined });
});

it('C14 C15 the stock exchange alone ignores a status beside data, and the content of JSON that is no GraphQL response (M25)', async () => {
  const stock = async (body: string, status: number) => {
    const headers = { 'content-type': 'application/json' };
    const { send: start, results } = driveExchange(fetchExchange);
    const fetch = async () => new Response(body, { status, headers });
    start(operationOf('query', 'query Q { a }', {}, { fetch }));
    while (results.length === 0) await new Promise(resolve => setImmediate(resolve));
    return results[0];
  };
  expect(await stock('{"data":{"a":1}}', 503)).toMatchObject({ data: { a: 1 }, error: undefined });
  expect((await stock('{"message":"down"}', 503))?.error?.networkError?.message).toBe('No Content');
});
