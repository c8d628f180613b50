/** Responses of real servers and the results that the caller gets: the HTTP responses of the contract (C13 to C16). */
import type { OperationResult } from '@urql/core';
import { failureOf } from '../../src/transport/observe/failure';
import type { ServerKind } from '../support/servers/host/serverHost';
import { type Host, type RemoteServer, startHost } from '../support/servers/host/startHost';
import { type OpenOptions, openTransport, throughProxy } from './support/openTransport';
import { watch } from './support/watchSource';

const KINDS = [
  'yoga',
  'yogaWithoutPersisted',
  'apollo',
  'apolloWithoutPersisted',
  'apolloExpress',
  'mercurius',
  'mercuriusWithoutPersisted',
] as const satisfies ServerKind[];

type Kind = (typeof KINDS)[number];

const isYoga = (kind: Kind): boolean => kind.startsWith('yoga');
const isMercurius = (kind: Kind): boolean => kind.startsWith('mercurius');

let host: Host;
const servers = {} as Record<Kind, RemoteServer>;

beforeAll(async () => {
  host = await startHost();
  for (const kind of KINDS) servers[kind] = await host.start(kind);
});
afterAll(() => host.kill());

/** Everything that a test can check of a result. */
interface Verdict {
  requests: number;
  /** Status of the last response on the wire. */
  status: number | undefined;
  data: unknown;
  /** Name of the network error; null when there is none. */
  thrown: string | null;
  statusCode: unknown;
  errors: string[];
  codes: unknown[];
}

const verdict = async (server: RemoteServer, { data, error }: OperationResult): Promise<Verdict> => {
  const requests = await server.requests();
  return {
    requests: requests.length,
    status: requests.at(-1)?.status,
    data: data ?? undefined,
    thrown: error?.networkError?.name ?? null,
    statusCode: (error?.networkError as { statusCode?: number } | undefined)?.statusCode,
    errors: error?.graphQLErrors.map(({ message }) => message) ?? [],
    codes: error?.graphQLErrors.map(({ extensions }) => extensions.code) ?? [],
  };
};

/** Sends one query on a new transport and describes the result. */
async function ask(server: RemoteServer, query: string, variables: object = {}, options: OpenOptions & { path?: string } = {}) {
  await server.forget();
  const { path = '', ...config } = options;
  const result = await openTransport(server.url + path, config)
    .client.query(query, variables)
    .toPromise();
  return { result, error: result.error, ...(await verdict(server, result)) };
}

describe.each(KINDS)('%s', kind => {
  test('a field that is not in the schema: ServerError 400 with the GraphQL errors', async () => {
    const seen = await ask(servers[kind], '{ thereIsNoSuchField }');
    expect(seen).toMatchObject({ requests: 1, status: 400, data: undefined, thrown: 'ServerError', statusCode: 400 });
    expect(seen.errors.join()).toMatch(/thereIsNoSuchField/);
  });

  test('an invalid variable: ServerError 400 with the GraphQL errors', async () => {
    const seen = await ask(servers[kind], 'query Square($of: Int!) { square(of: $of) }', { of: 'two' });
    expect(seen).toMatchObject({ requests: 1, status: 400, data: undefined, thrown: 'ServerError', statusCode: 400 });
    expect(seen.errors.join()).toMatch(/\$of/);
  });

  test('a resolver that requires a sign-in, with status 200: a GraphQL error with its code, and the data', async () => {
    const seen = await ask(servers[kind], '{ hello guarded }');
    expect(seen).toMatchObject({ requests: 1, status: 200, thrown: null, codes: ['UNAUTHENTICATED'], errors: ['Sign in first'] });
    expect(seen.data).toEqual({ hello: 'Hello world', guarded: null });
    expect(failureOf(seen.error)).toMatchObject({ tag: 'auth', signedOut: true });
  });

  test('a resolver that requests status 401: code and data are in the result, whether or not the server uses the status', async () => {
    const seen = await ask(servers[kind], '{ hello guardedByStatus }');
    const follows = !isMercurius(kind);
    expect(seen).toMatchObject({ requests: 1, status: follows ? 401 : 200, codes: ['UNAUTHENTICATED'] });
    expect(seen).toMatchObject(follows ? { thrown: 'ServerError', statusCode: 401 } : { thrown: null });
    expect(seen.data).toEqual({ hello: 'Hello world', guardedByStatus: null });
    expect(failureOf(seen.error)).toMatchObject({ tag: 'auth', signedOut: true, status: follows ? 401 : null });
  });

  test('a resolver that throws: a GraphQL error, and the data', async () => {
    const seen = await ask(servers[kind], '{ hello boom }');
    expect(seen).toMatchObject({ requests: 1, status: 200, thrown: null, errors: [isYoga(kind) ? 'Unexpected error.' : 'boom'] });
    expect(seen.data).toEqual({ hello: 'Hello world', boom: null });
    expect(failureOf(seen.error).tag).toBe('graphql');
  });

  test('a mutation whose resolver throws is one request and one result', async () => {
    const server = servers[kind];
    await server.forget();
    const { results, ended } = watch(
      openTransport(server.url, { persistedQueries: true }).client.mutation('mutation { boom }', {}),
    );
    await ended;
    expect(results).toHaveLength(1);
    expect(results[0]?.error?.graphQLErrors).toHaveLength(1);
    expect(results[0]?.data).toEqual({ boom: null });
    expect(await server.requests()).toHaveLength(1);
  });

  test('an unknown path', async () => {
    const seen = await ask(servers[kind], '{ hello }', {}, { path: '/../nowhere' });
    expect(seen.requests).toBe(1);
    if (kind === 'apollo' || kind === 'apolloWithoutPersisted') {
      expect(seen).toMatchObject({ status: 200, thrown: null, data: { hello: 'Hello world' } });
    } else if (isMercurius(kind)) {
      expect(seen).toMatchObject({ status: 404, thrown: 'ServerError', statusCode: 404, errors: [] });
      expect(seen.error?.networkError).toMatchObject({
        result: { error: 'Not Found', statusCode: 404, message: expect.any(String) },
      });
    } else {
      expect(seen).toMatchObject({ status: 404, thrown: 'ServerParseError', statusCode: 404, errors: [] });
      expect(seen.error?.networkError).toMatchObject({ bodyText: isYoga(kind) ? '' : expect.stringMatching(/<html/) });
      expect(seen.error?.message).not.toMatch(/</);
    }
  });

  test('a body with the content type text/plain, as a proxy might change it', async () => {
    const fetch = throughProxy(init => {
      const headers = new Headers(init.headers);
      headers.set('content-type', 'text/plain');
      return { ...init, headers };
    });
    const seen = await ask(servers[kind], '{ hello }', {}, { fetch });
    expect(seen.requests).toBe(1);
    if (isYoga(kind)) {
      expect(seen).toMatchObject({ status: 415, thrown: 'ServerParseError', statusCode: 415, errors: [] });
      expect(seen.error?.networkError).toMatchObject({ bodyText: '' });
    } else {
      expect(seen).toMatchObject({ status: 400, thrown: 'ServerError', statusCode: 400 });
      expect(seen.errors).toHaveLength(1);
    }
  });

  test('a request body that was damaged in transit', async () => {
    const fetch = throughProxy(init => ({ ...init, body: String(init.body).slice(0, -3) }));
    const seen = await ask(servers[kind], '{ hello }', {}, { fetch });
    expect(seen).toMatchObject({ requests: 1, status: 400, statusCode: 400 });
    if (kind.startsWith('apollo')) {
      expect(seen).toMatchObject({ thrown: 'ServerParseError', errors: [] });
      expect(seen.error?.networkError).toMatchObject({ bodyText: expect.stringMatching(/<html/) });
      expect(seen.error?.message).not.toMatch(/</);
    } else {
      expect(seen).toMatchObject({ thrown: 'ServerError' });
      expect(seen.errors).toHaveLength(1);
    }
  });

  test('two operations without operationName: ServerError 400', async () => {
    const fetch = throughProxy(init => {
      const body = JSON.parse(String(init.body));
      return { ...init, body: JSON.stringify({ ...body, operationName: null, query: 'query A { hello } query B { hello }' }) };
    });
    const seen = await ask(servers[kind], 'query A { hello }', {}, { fetch });
    expect(seen).toMatchObject({ requests: 1, status: 400, thrown: 'ServerError', statusCode: 400 });
    expect(seen.errors).toHaveLength(1);
  });

  test('an operationName that no operation has: ServerError 400', async () => {
    const fetch = throughProxy(init => ({
      ...init,
      body: JSON.stringify({ ...JSON.parse(String(init.body)), operationName: 'Other' }),
    }));
    const seen = await ask(servers[kind], 'query A { hello }', {}, { fetch });
    expect(seen).toMatchObject({ requests: 1, status: 400, thrown: 'ServerError', statusCode: 400 });
    expect(seen.errors).toHaveLength(1);
  });

  test('integers beyond 2^53 keep all digits', async () => {
    const seen = await ask(servers[kind], '{ large digits square(of: 3) }');
    expect(seen).toMatchObject({ requests: 1, status: 200, thrown: null, errors: [] });
    expect(seen.data).toEqual({ large: ['9007199254740993', '-18446744073709551615'], digits: '9007199254740993', square: 9 });
  });
});

describe.each(['apollo', 'apolloWithoutPersisted', 'apolloExpress'] as const)('%s, before any resolver', kind => {
  test('a context that throws: ServerError 500 with the GraphQL errors', async () => {
    const seen = await ask(servers[kind], '{ hello }', {}, { headers: { 'x-context': 'throw' } });
    expect(seen).toMatchObject({ requests: 1, status: 500, data: undefined, thrown: 'ServerError', statusCode: 500 });
    expect(seen.errors.join()).toMatch(/No context today/);
  });

  test('a context that requests status 401: ServerError 401 with its code', async () => {
    const seen = await ask(servers[kind], '{ hello }', {}, { headers: { 'x-context': '401' } });
    expect(seen).toMatchObject({ requests: 1, status: 401, thrown: 'ServerError', statusCode: 401, codes: ['UNAUTHENTICATED'] });
    expect(failureOf(seen.error)).toMatchObject({ tag: 'auth', signedOut: true, status: 401 });
  });
});

test('a document with a syntax error is not sent', async () => {
  const server = servers.yoga;
  await server.forget();
  const { client } = openTransport(server.url);
  const outcome = await Promise.resolve()
    .then(() => client.query('query Broken { hello', {}).toPromise())
    .then(
      ({ error }) => error,
      (cause: unknown) => cause,
    );
  expect(outcome).toBeInstanceOf(Error);
  await client.query('query Marker { hello }', {}).toPromise();
  const requests = await server.requests();
  expect(requests.map(({ body }) => JSON.parse(String(body)).operationName)).toEqual(['Marker']);
});

test('an endpoint with only a websocket server: ServerParseError 404', async () => {
  const server = await host.start('graphqlWs');
  expect(await ask(server, '{ hello }')).toMatchObject({ requests: 1, thrown: 'ServerParseError', statusCode: 404, errors: [] });
});
