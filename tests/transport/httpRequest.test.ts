/** Contract C5 to C12, C43, C45: what a request sends. */
import { createRequest, gql } from '@urql/core';
import type { TransportConfig } from '../../src/transport/config';
import { createTransport } from '../../src/transport/createTransport';
import { failureOf } from '../../src/transport/observe/failure';
import { settle } from '../support/fakeSockets';
import { type Answer, json, scriptedFetch } from '../support/scriptedFetch';
import { collect, startTransport } from '../support/startTransport';

const start = (config: TransportConfig, ...responses: Answer[]) => {
  const scripted = scriptedFetch(...responses);
  return { ...scripted, ...createTransport({ forceFetchDelayMs: 0, ...config }, { fetch: scripted.fetch, storage: null }) };
};
const DATA = json({ data: { a: 1 } });
const MISS = json({ errors: [{ message: 'PersistedQueryNotFound' }] });

describe('C5 queries and mutations are POSTs', () => {
  it('C5 to the configured path, and to /graphql by default', async () => {
    const standard = start({}, DATA);
    await standard.client.query('{ a }', {}).toPromise();
    const configured = start({ httpEndpoint: 'https://api.test/v1/graphql?tenant=1' }, DATA);
    await configured.client.mutation('mutation { a }', {}).toPromise();
    expect(standard.requests.map(r => [r.method, r.url])).toEqual([['POST', '/graphql']]);
    expect(configured.requests.map(r => [r.method, r.url])).toEqual([['POST', 'https://api.test/v1/graphql?tenant=1']]);
  });

  it.each([
    ['without persisting', {}, [DATA]],
    ['by hash', { persistedQueries: true }, [DATA]],
    ['after a miss', { persistedQueries: true }, [MISS, DATA]],
    ['after a stop', { persistedQueries: true }, [json({}, 500), DATA]],
  ] as [string, TransportConfig, Response[]][])('C5 never GET %s, whatever the length', async (_, config, responses) => {
    const { client, requests } = start(config, ...responses);
    await client.query('{ a }', {}).toPromise();
    await client.query('{ b }', { long: 'x'.repeat(5000) }, { preferGetMethod: 'force' }).toPromise();
    expect(requests.length).toBeGreaterThanOrEqual(2);
    for (const request of requests) expect([request.method, request.url]).toEqual(['POST', '/graphql']);
  });
});

it('C6 a subscription is never sent over HTTP', async () => {
  const { fetch, requests } = scriptedFetch(DATA);
  const { transport, network } = startTransport({ persistedQueries: true }, { fetch });
  await collect(transport);
  await network.latest().accept();
  expect(network.latest().subscribes).toHaveLength(1);
  expect(requests).toHaveLength(0);
  transport.dispose();
});

it('C6 not even if the context of an operation asks for it', async () => {
  const { fetch, requests } = scriptedFetch(DATA);
  const global = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('not over HTTP'));
  const { transport, network } = startTransport({}, { fetch });
  await collect(transport, undefined, undefined, { fetchSubscriptions: true });
  await network.latest().accept();
  expect(network.latest().subscribes).toHaveLength(1);
  expect(requests).toHaveLength(0);
  expect(global).not.toHaveBeenCalled();
  transport.dispose();
  global.mockRestore();
});

it.each([
  ['a query', 'query A { a }', {}],
  ['a mutation', 'mutation A { a }', {}],
  ['a file', 'mutation A($file: Upload) { a(file: $file) }', { file: new Blob(['x']) }],
])('C50 %s is sent to the configured address, whatever its context says', async (_, document, variables) => {
  const { fetch, requests } = scriptedFetch(DATA);
  const { client } = createTransport({}, { fetch, storage: { getItem: () => 'secret' } });
  const context = { url: 'https://elsewhere.test/graphql' };
  await (document.startsWith('query')
    ? client.query(document, variables, context)
    : client.mutation(document, variables, context));
  expect(requests.map(request => request.url)).toEqual(['/graphql']);
});

it('C50 a GET is sent to the configured address, too', async () => {
  const { client, requests } = start({ persistedQueries: true, queryMethod: 'get' }, DATA);
  await client.query('{ a }', {}, { url: 'https://elsewhere.test/graphql' }).toPromise();
  expect(requests.map(({ method, url }) => [method, url.split('?')[0]])).toEqual([['GET', '/graphql']]);
});

describe('C7 and C8 the body', () => {
  it('C7 is exactly operationName, variables and query', async () => {
    const { client, requests } = start({}, DATA);
    await client.query('query Ships($n: Int) { ships(first: $n) { id } }', { n: 3 }).toPromise();
    const body = requests[0]?.json;
    expect(Object.keys(body ?? {}).sort()).toEqual(['operationName', 'query', 'variables']);
    expect(body).toMatchObject({ operationName: 'Ships', variables: { n: 3 } });
    expect(body?.query).toContain('ships(first: $n)');
  });

  it('C7 leaves out extensions that the caller gave the operation', async () => {
    const { client, requests } = start({}, DATA);
    const operation = client.createRequestOperation(
      'query',
      createRequest('{ a }', {}, { persistedQuery: { version: 1, sha256Hash: 'x' } }),
    );
    await new Promise(resolve => client.executeRequestOperation(operation).subscribe(resolve));
    expect(Object.keys(requests[0]?.json ?? {}).sort()).toEqual(['operationName', 'query', 'variables']);
  });

  it('C7 holds no query on a hash-only attempt, and all four keys on the resend of a miss', async () => {
    const { client, requests } = start({ persistedQueries: true }, MISS, DATA);
    await client.query('query A { a }', {}).toPromise();
    expect(Object.keys(requests[0]?.json ?? {}).sort()).toEqual(['extensions', 'operationName', 'variables']);
    expect(Object.keys(requests[1]?.json ?? {}).sort()).toEqual(['extensions', 'operationName', 'query', 'variables']);
  });

  it('C8 without variables and a name, variables is an object and operationName null', async () => {
    const { client, requests } = start({}, DATA);
    await client.query('{ a }', undefined as never).toPromise();
    expect(requests[0]?.json).toEqual({ operationName: null, variables: {}, query: expect.any(String) });
  });
});

describe('C9 one operation', () => {
  const TWO = 'query A { a } query B { b }';

  it('C9 a document with two is refused before sending, for HTTP and websocket alike', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const { transport, network } = startTransport({}, { fetch });
    const query = await transport.client.query(TWO, {}).toPromise();
    const ticks = await collect(transport, 'subscription A { a } subscription B { b }');
    for (const error of [query.error, ticks.results[0]?.error]) {
      expect(error?.networkError?.name).toBe('RefusedError');
      expect(error?.message).toContain('2 operations');
    }
    expect(requests).toHaveLength(0);
    expect(network.sockets).toHaveLength(0);
    transport.dispose();
  });

  it('C9 fragments do not count, and the operation’s name is sent', async () => {
    const { client, requests } = start({}, DATA);
    await client.query('fragment F on Query { a } query Named { ...F }', {}).toPromise();
    expect(requests[0]?.json?.operationName).toBe('Named');
    const { transport, network } = startTransport();
    await collect(transport, 'fragment F on Subscription { tick } subscription Live { ...F }');
    await network.latest().accept();
    expect(network.latest().subscribes[0]?.payload).toMatchObject({ operationName: 'Live', variables: {} });
    transport.dispose();
  });
});

it('C10 undefined is left out, null kept, a Date sent in its JSON form, NaN as null', async () => {
  const { client, requests } = start({}, DATA);
  const when = new Date('2026-01-02T03:04:05.006Z');
  await client.query('{ a }', { left: undefined, none: null, when, nested: { x: undefined, y: [null] } }).toPromise();
  expect(requests[0]?.json?.variables).toEqual({ none: null, when: '2026-01-02T03:04:05.006Z', nested: { y: [null] } });
});

describe('C11 and C12 headers', () => {
  it('C11 JSON bodies say application/json', async () => {
    const { client, requests } = start({}, DATA);
    await client.query('{ a }', {}).toPromise();
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
  });

  it('C12 Accept lists application/graphql-response+json before application/json', async () => {
    const { client, requests } = start({}, DATA);
    await client.query('{ a }', {}).toPromise();
    const accept = requests[0]?.headers.get('accept') ?? '';
    expect(accept.indexOf('application/graphql-response+json')).toBeGreaterThanOrEqual(0);
    expect(accept.indexOf('application/graphql-response+json')).toBeLessThan(accept.indexOf('application/json'));
  });

  it.each(['{ a }', '{ a @defer }'])('C12 an Accept header of the connection replaces it: %s', async query => {
    const { client, requests } = start({ headers: { Accept: 'text/event-stream' } }, DATA);
    await client.query(query, {}).toPromise();
    expect(requests[0]?.headers.get('accept')).toBe('text/event-stream');
  });

  it.each(['@defer', '@stream'])(
    'C12 Accept names both forms of incremental delivery for %s, without a preflight',
    async name => {
      const { client, requests } = start({}, DATA);
      await client.query(`{ a ${name} }`, {}).toPromise();
      const accept = requests[0]?.headers.get('accept') ?? '';
      expect(accept).toContain('multipart/mixed;incrementalSpec=v0.2');
      expect(accept).toContain('multipart/mixed;deferSpec=20220824');
      expect(accept.indexOf('application/graphql-response+json')).toBeLessThan(accept.indexOf('application/json'));
      // A longer header needs the permission of a server on another origin (Fetch, section 2.2.2).
      expect(accept.length).toBeLessThanOrEqual(128);
    },
  );

  it('C12 configured headers are sent with every request and cannot replace the token', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const storage = { getItem: () => 'right' };
    const { client } = createTransport({ headers: { 'X-Tenant': 'north', Authorization: 'Bearer wrong' } }, { fetch, storage });
    await client.query('{ a }', {}).toPromise();
    expect(requests[0]?.headers.get('x-tenant')).toBe('north');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer right');
    // Another capitalisation does not add a second header.
    await client.query('{ b }', {}, { fetchOptions: { headers: { 'x-tenant': 'south' } } }).toPromise();
    expect(requests[1]?.headers.get('x-tenant')).toBe('south');
  });
});

describe('C43 cancelling', () => {
  it('C43 unsubscribing a query aborts its fetch', async () => {
    const { client, requests } = start({}, () => new Promise<Response>(() => {}));
    const { unsubscribe } = client.query('{ a }', {}).subscribe(() => {});
    await settle();
    expect(requests[0]?.signal?.aborted).toBe(false);
    unsubscribe();
    expect(requests[0]?.signal?.aborted).toBe(true);
  });

  it('C43 unsubscribing during the hash, or before a resend, sends nothing more', async () => {
    const hashing = start({ persistedQueries: true }, DATA);
    hashing.client
      .query('query Hashing { a }', {})
      .subscribe(() => {})
      .unsubscribe();
    const marker = await hashing.client.query('query Marker { b }', {}).toPromise();
    expect(marker.data).toEqual({ a: 1 });
    expect(hashing.requests.map(r => r.json?.operationName)).toEqual(['Marker']);

    let respond: (response: Response) => void = () => {};
    const resending = start({ persistedQueries: true }, () => new Promise<Response>(resolve => (respond = resolve)), DATA);
    const { unsubscribe } = resending.client.query('query Resending { a }', {}).subscribe(() => {});
    while (resending.requests.length === 0) await new Promise(resolve => setImmediate(resolve));
    unsubscribe();
    respond(MISS.clone());
    await resending.client.query('query Marker { b }', {}).toPromise();
    expect(resending.requests.map(r => r.json?.operationName)).toEqual(['Resending', 'Marker']);
  });

  it('C43 a mutation that was sent is never aborted', async () => {
    const { client, requests } = start({}, () => new Promise<Response>(() => {}));
    const { unsubscribe } = client.mutation('mutation { a }', {}).subscribe(() => {});
    await settle();
    unsubscribe();
    await settle();
    expect(requests[0]?.signal?.aborted).toBe(false);
  });
});

describe('C45 nothing survives into a later execution', () => {
  const SHIP = json({ data: { ship: { __typename: 'Ship', id: '1' } } });
  const refetchOf = async (responses: Answer[]) => {
    const started = start({ persistedQueries: true }, ...responses);
    let fresh = 0;
    const twice = new Promise<void>(resolve => {
      started.client.query('query Ship { ship { id } }', {}).subscribe(result => {
        if (!result.stale) fresh++;
        if (fresh === 1 && !result.stale) started.client.mutation('mutation Rename { ship { id } }', {}).toPromise();
        if (fresh === 2) resolve();
      });
    });
    await twice;
    return started.requests
      .filter(r => r.json?.operationName === 'Ship')
      .map(r => [r.json?.query !== undefined, r.json?.extensions !== undefined]);
  };

  it('C45 after a miss the refetch is sent by hash alone', async () => {
    expect(await refetchOf([MISS, SHIP])).toEqual([
      [false, true],
      [true, true],
      [false, true],
    ]);
  });

  it('C45 after a stop the refetch is plain text', async () => {
    expect(await refetchOf([json({ errors: [{ message: 'PersistedQueryNotSupported' }] }), SHIP])).toEqual([
      [false, true],
      [true, false],
      [true, false],
    ]);
  });

  it('C45 a result carries the operation as it came in', async () => {
    const { client } = start({ persistedQueries: true }, MISS, DATA);
    const { operation } = await client.query(gql`query A { a }`, {}).toPromise();
    for (const key of ['trace', 'bearer', 'persistedForm', 'persistAttempt', 'attempt', 'multipart', 'retry', 'fetch']) {
      expect([key, operation.context[key]]).toEqual([key, undefined]);
    }
    expect(operation.extensions).toBeUndefined();
  });
});

describe('traceparent, if the connection sends it', () => {
  it('each request has its own id, which its failure contains', async () => {
    const { client, requests } = start(
      { traceparent: true },
      json({ data: { a: 1 } }),
      json({ errors: [{ message: 'no' }] }),
      json('x', 502),
    );
    const network = { requestPolicy: 'network-only' } as const;
    expect((await client.query('{ a }', {}, network).toPromise()).error).toBeUndefined();
    const graphql = await client.query('{ a }', {}, network).toPromise();
    const page = await client.mutation('mutation { a }', {}).toPromise();
    const sent = requests.map(({ headers }) => /^00-([0-9a-f]{32})-[0-9a-f]{16}-01$/.exec(headers.get('traceparent') ?? '')?.[1]);
    expect(new Set(sent).size).toBe(3);
    expect(failureOf(graphql.error)).toMatchObject({ tag: 'graphql', traceId: sent[1] });
    expect(failureOf(page.error)).toMatchObject({ traceId: sent[2] });
  });

  it('is not sent by default; a header of the caller is kept', async () => {
    const without = start({}, DATA);
    await without.client.query('{ a }', {}).toPromise();
    expect(without.requests[0]?.headers.has('traceparent')).toBe(false);
    const own = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const given = start({ traceparent: true, headers: { traceparent: own } }, DATA);
    await given.client.query('{ a }', {}).toPromise();
    expect(given.requests[0]?.headers.get('traceparent')).toBe(own);
  });
});

describe('GET and QUERY, if the connection is set to them', () => {
  const network = { requestPolicy: 'network-only' } as const;
  const methods = (requests: { method: string }[]) => requests.map(({ method }) => method);

  it('a hash is sent by GET with its variables in the URL; texts and mutations are sent by POST', async () => {
    const { client, requests } = start({ queryMethod: 'get', persistedQueries: true }, MISS, DATA, DATA, DATA);
    await client.query('query A($n: Int) { a(n: $n) }', { n: 3 }, network).toPromise();
    await client.query('query A($n: Int) { a(n: $n) }', { n: 4 }, network).toPromise();
    await client.mutation('mutation { a }', {}).toPromise();
    expect(methods(requests)).toEqual(['GET', 'POST', 'GET', 'POST']);
    const url = new URL(requests[2]?.url ?? '', 'http://test');
    expect(url.pathname).toBe('/graphql');
    expect(JSON.parse(url.searchParams.get('variables') ?? '')).toEqual({ n: 4 });
    expect(JSON.parse(url.searchParams.get('extensions') ?? '')).toEqual({
      persistedQuery: { version: 1, sha256Hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(url.searchParams.has('query')).toBe(false);
    expect(requests[2]?.headers.get('content-type')).toBe('application/json');
    expect(requests[1]?.json).toMatchObject({ query: expect.stringContaining('query A'), variables: { n: 3 } });
  });

  it('a variable with a secret name is not put into a URL', async () => {
    const { client, requests } = start({ queryMethod: 'get', persistedQueries: true }, DATA);
    await client.query('query A($password: String) { a(p: $password) }', { password: 'open sesame' }, network).toPromise();
    expect(requests.map(({ method, url }) => [method, url])).toEqual([['POST', '/graphql']]);
    expect(requests[0]?.json).toMatchObject({ operationName: 'A', variables: { password: 'open sesame' } });
  });

  it('neither is one that is secret as a URL parameter, nor a request that the caller marks as secret', async () => {
    const { client, requests } = start({ queryMethod: 'get', persistedQueries: true }, DATA, DATA, DATA);
    await client.query('query A($sig: String) { a(s: $sig) }', { sig: 'open sesame' }, network).toPromise();
    const byPost = { ...network, byPost: true };
    await client.query('query A($q: String) { a(q: $q) }', { q: 'open sesame' }, byPost).toPromise();
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/graphql'],
      ['POST', '/graphql'],
    ]);
    expect(requests[1]?.json).toMatchObject({ extensions: { persistedQuery: { version: 1 } }, variables: { q: 'open sesame' } });
    await client.query('query A($q: String) { a(q: $q) }', { q: 'plain' }, network).toPromise();
    expect(requests[2]?.method).toBe('GET');
  });

  it('a query whose URL would be too long is sent by POST, by its hash', async () => {
    const { client, requests } = start({ queryMethod: 'get', persistedQueries: true }, DATA);
    await client.query('query A($n: String) { a(n: $n) }', { n: 'x'.repeat(3000) }, network).toPromise();
    expect(methods(requests)).toEqual(['POST']);
    expect(requests[0]?.json?.extensions?.persistedQuery).toBeTruthy();
  });

  it('QUERY has the body of a POST', async () => {
    const { client, requests } = start({ queryMethod: 'query' }, DATA);
    await client.query('query A($n: Int) { a(n: $n) }', { n: 3 }, network).toPromise();
    await client.mutation('mutation { a }', {}).toPromise();
    expect(methods(requests)).toEqual(['QUERY', 'POST']);
    expect(requests[0]?.json).toMatchObject({
      operationName: 'A',
      variables: { n: 3 },
      query: expect.stringContaining('query A'),
    });
  });

  it.each([
    ['405', json({ errors: [{ message: 'Method not allowed' }] }, 405)],
    ['501', json('', 501)],
    ['400 of a proxy', json('<html>Bad Request', 400)],
  ] as [string, Answer][])('after %s it is sent again by POST, and later ones only by POST', async (_, refusal) => {
    const { client, requests } = start({ queryMethod: 'query' }, refusal, DATA);
    const result = await client.query('{ a }', {}, network).toPromise();
    expect([result.data, result.error]).toEqual([{ a: 1 }, undefined]);
    await client.query('{ b }', {}, network).toPromise();
    expect(methods(requests)).toEqual(['QUERY', 'POST', 'POST']);
  });

  it('C5 without a response, as when CORS refuses the method, it is sent again by POST, and only by POST after the second time', async () => {
    const failed = new TypeError('Failed to fetch');
    const { client, requests } = start({ queryMethod: 'query' }, failed, DATA, failed, DATA, DATA);
    for (const query of ['{ a }', '{ b }', '{ c }']) {
      const { data, error } = await client.query(query, {}, network).toPromise();
      expect([data, error]).toEqual([{ a: 1 }, undefined]);
    }
    expect(methods(requests)).toEqual(['QUERY', 'POST', 'QUERY', 'POST', 'POST']);
  });

  it('C5 two concurrent requests without a response count as one failure: the method stays', async () => {
    const failed = new TypeError('Failed to fetch');
    const { client, requests } = start({ queryMethod: 'query' }, failed, failed, DATA, DATA, DATA);
    const both = ['{ a }', '{ b }'].map(query => client.query(query, {}, network).toPromise());
    expect((await Promise.all(both)).map(({ data }) => data)).toEqual([{ a: 1 }, { a: 1 }]);
    await client.query('{ c }', {}, network).toPromise();
    expect(methods(requests)).toEqual(['QUERY', 'QUERY', 'POST', 'POST', 'QUERY']);
  });

  it.each([
    ['data', DATA],
    ['an error of GraphQL', json({ errors: [{ message: 'Bad variable' }] }, 400)],
  ] as [string, Answer][])(
    'C30 after the method has returned %s, a lost connection is an error as with POST, and the method stays',
    async (_, response) => {
      const { client, requests } = start({ queryMethod: 'query' }, response, new TypeError('Failed to fetch'), DATA);
      await client.query('{ a }', {}, network).toPromise();
      expect((await client.query('{ b }', {}, network).toPromise()).error?.networkError?.message).toBe('Failed to fetch');
      await client.query('{ c }', {}, network).toPromise();
      expect(methods(requests)).toEqual(['QUERY', 'QUERY', 'QUERY']);
    },
  );

  it('a hash by GET that is refused is sent by POST with the same hash', async () => {
    const { client, requests } = start({ queryMethod: 'get', persistedQueries: true }, json('', 405), DATA);
    const result = await client.query('{ a }', {}, network).toPromise();
    expect(result.data).toEqual({ a: 1 });
    expect(methods(requests)).toEqual(['GET', 'POST']);
    expect(requests[1]?.json).toMatchObject({
      extensions: { persistedQuery: { version: 1 } },
      operationName: null,
      variables: {},
    });
    expect(requests[1]?.json).not.toHaveProperty('query');
  });

  it('a GraphQL error does not refuse the method, and neither does a request that fails by POST as well', async () => {
    const { client, requests } = start(
      { queryMethod: 'query' },
      json({ errors: [{ message: 'Bad variable' }] }, 400),
      json('', 404),
      json('', 404),
      DATA,
    );
    expect((await client.query('{ a }', {}, network).toPromise()).error?.graphQLErrors[0]?.message).toBe('Bad variable');
    await client.query('{ a }', {}, network).toPromise();
    await client.query('{ a }', {}, network).toPromise();
    expect(methods(requests)).toEqual(['QUERY', 'QUERY', 'POST', 'QUERY']);
  });
});
