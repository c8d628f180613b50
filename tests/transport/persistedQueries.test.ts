/** Contract C17 to C23: automatic persisted queries. */
import { createHash } from 'node:crypto';
import { createTransport } from '../../src/transport/createTransport';
import type { Transport } from '../../src/transport/transport';
import { type Answer, json, type ScriptedFetch, type SentRequest, scriptedFetch } from '../support/scriptedFetch';

const QUERY = 'query Ships { ships }';
const DATA = json({ data: { ships: 1 } });
const errors = (message: string, status = 200, code?: string): Response =>
  json({ errors: [{ message, ...(code ? { extensions: { code } } : {}) }] }, status);
const MISS = errors('PersistedQueryNotFound');

const start = (...responses: Answer[]): ScriptedFetch & Transport => {
  const scripted = scriptedFetch(...responses);
  return {
    ...scripted,
    ...createTransport({ persistedQueries: true, forceFetchDelayMs: 0 }, { fetch: scripted.fetch, storage: null }),
  };
};
/** The kind of each request: h hash only, H text and hash, t text. */
const forms = (requests: SentRequest[]): string =>
  requests.map(({ json: body }) => (body?.query === undefined ? 'h' : body.extensions ? 'H' : 't')).join('');
const run = (transport: Transport, query = QUERY) =>
  transport.client.query(query, {}, { requestPolicy: 'network-only' }).toPromise();

describe('C17 a miss', () => {
  it.each([
    ['message', 200, MISS],
    ['message', 400, errors('PersistedQueryNotFound', 400)],
    ['message', 404, errors('PersistedQueryNotFound', 404)],
    ['message', 500, errors('PersistedQueryNotFound', 500)],
    ['code', 200, errors('Unknown', 200, 'PERSISTED_QUERY_NOT_FOUND')],
    ['code', 400, errors('Unknown', 400, 'PERSISTED_QUERY_NOT_FOUND')],
  ])(
    'C17 a miss reported by %s with status %i is sent again in full and does not stop persisting',
    async (_by, _status, miss) => {
      const started = start(miss, DATA);
      const result = await run(started);
      expect(result.data).toEqual({ ships: 1 });
      expect(result.error).toBeUndefined();
      expect(forms(started.requests)).toBe('hH');
      await run(started, 'query Other { ships }');
      expect(forms(started.requests)).toBe('hHh');
      expect(started.persisted.get()).toEqual({ state: 'on', hits: 1, misses: 1 });
    },
  );

  it('C17 a miss with status 404 is sent again in full', async () => {
    const started = start(errors('PersistedQueryNotFound', 404), DATA);
    expect((await run(started)).data).toEqual({ ships: 1 });
  });
});

describe('C18 what stops persisting', () => {
  it.each([
    ['the message at 200', errors('PersistedQueryNotSupported')],
    ['the code at 200', errors('No', 200, 'PERSISTED_QUERY_NOT_SUPPORTED')],
    ['the message at 403', errors('PersistedQueryNotSupported', 403)],
    ['status 400 with JSON', errors('bad', 400)],
    ['status 500 with JSON', json({}, 500)],
    ['status 400 with HTML', json('<html>', 400, 'text/html')],
    ['status 500 with HTML', json('<html>', 500, 'text/html')],
    ['status 500 and empty', json('', 500)],
  ])('C18 %s: resent once as plain text, and persisting stays off', async (_, response) => {
    const started = start(response, DATA);
    expect((await run(started)).data).toEqual({ ships: 1 });
    expect(forms(started.requests)).toBe('ht');
    expect(started.requests[1]?.json).not.toHaveProperty('extensions');
    expect(started.persisted.get()).toMatchObject({ state: 'stopped', reason: expect.any(String) });
    await run(started);
    await run(started, 'query Other { ships }');
    expect(forms(started.requests)).toBe('httt');
  });

  it.each([
    ['401', errors('Sign in', 401)],
    ['403', errors('No', 403)],
    ['404', json('', 404)],
    ['429', errors('Slow down', 429)],
    ['502 with HTML', json('<html>', 502, 'text/html')],
    ['503', json({}, 503)],
    ['GraphQL errors at 200', errors('resolver broke')],
    ['a failed fetch', new TypeError('down')],
  ])('C18 %s does not stop persisting: the error goes to the caller after one request', async (_, response) => {
    const started = start(response, DATA);
    expect((await run(started)).error).toBeDefined();
    expect(forms(started.requests)).toBe('h');
    expect(started.persisted.get().state).toBe('on');
    await run(started, 'query Other { ships }');
    expect(forms(started.requests)).toBe('hh');
  });
});

describe('C19 the resend of a miss', () => {
  it('C19 contains the text and exactly version and hash', async () => {
    const started = start(MISS, DATA);
    await run(started);
    const text = started.requests[1]?.json?.query ?? '';
    const sha256Hash = createHash('sha256').update(text).digest('hex');
    expect(started.requests.map(r => r.json?.extensions)).toEqual([
      { persistedQuery: { version: 1, sha256Hash } },
      { persistedQuery: { version: 1, sha256Hash } },
    ]);
  });

  it('C19 a second miss goes to the caller', async () => {
    const started = start(MISS);
    const result = await run(started);
    expect(result.error?.graphQLErrors.map(e => e.message)).toEqual(['PersistedQueryNotFound']);
    expect(forms(started.requests)).toBe('hH');
    expect(started.persisted.get().state).toBe('on');
  });
});

describe('C20 what is persisted', () => {
  it('C20 mutations never carry the extension and are never resent', async () => {
    for (const response of [MISS, errors('PersistedQueryNotSupported'), json({}, 500), json({}, 400)]) {
      const started = start(response);
      const result = await started.client.mutation('mutation { a }', {}).toPromise();
      expect(result.error).toBeDefined();
      expect(forms(started.requests)).toBe('t');
      expect(started.persisted.get().state).toBe('on');
    }
  });

  it('C20 a query with a file is sent once, as multipart, without the extension', async () => {
    const started = start(MISS);
    await started.client.query('query ($f: Upload) { check(f: $f) }', { f: new File(['x'], 'x.txt') }).toPromise();
    expect(started.requests).toHaveLength(1);
    expect(JSON.parse(String(started.requests[0]?.form?.get('operations')))).not.toHaveProperty('extensions');
  });
});

describe('C21 how many requests', () => {
  it.each([
    ['PersistedQueryMismatch', errors('PersistedQueryMismatch', 400)],
    ['provided sha does not match query', errors('provided sha does not match query', 400, 'INTERNAL_SERVER_ERROR')],
  ])(
    'C21 text and hash answered "%s" stops persisting, and a third request is sent without the extension',
    async (_, mismatch) => {
      const started = start(MISS, mismatch, DATA);
      expect((await run(started)).data).toEqual({ ships: 1 });
      expect(forms(started.requests)).toBe('hHt');
      expect(started.persisted.get().state).toBe('stopped');
    },
  );

  it.each([
    ['500', json({}, 500)],
    ['400', errors('bad variable', 400)],
    ['not supported', errors('PersistedQueryNotSupported')],
    ['a failed fetch', new TypeError('down')],
  ])('C21 another failure of a resend (%s) goes to the caller and does not stop persisting', async (_, response) => {
    const started = start(MISS, response);
    expect((await run(started)).error).toBeDefined();
    expect(forms(started.requests)).toBe('hH');
    expect(started.persisted.get().state).toBe('on');
  });

  it('C21 if the resend after a stop fails too, there is no third request', async () => {
    const started = start(json({}, 500));
    expect((await run(started)).error?.networkError).toMatchObject({ statusCode: 500 });
    expect(forms(started.requests)).toBe('ht');
  });
});

describe('C22 a server that asks for the query', () => {
  it.each([
    'Must provide query string.',
    'Must provide document.',
    'No query document supplied',
    'Missing query',
    "the key 'query' was not present",
    'Query missing',
    'The query was not provided',
    'no operation provided',
  ])('C22 "%s" at 200 counts as not supported', async message => {
    const started = start(errors(message), DATA);
    expect((await run(started)).data).toEqual({ ships: 1 });
    expect(forms(started.requests)).toBe('ht');
    expect(started.persisted.get().state).toBe('stopped');
  });

  it('C22 a response with data does not count as not supported', async () => {
    const started = start(json({ data: { ships: 2 }, errors: [{ message: 'Must provide query string.' }] }));
    expect((await run(started)).data).toEqual({ ships: 2 });
    expect(forms(started.requests)).toBe('h');
  });
});

describe('C23 stopping', () => {
  it('C23 a stop applies to requests in flight: a miss that arrives after it is sent again without the extension', async () => {
    let missLate: (response: Response) => void = () => {};
    const started = start(request => {
      const { operationName, query } = request.json ?? {};
      if (query !== undefined) return DATA.clone();
      if (operationName === 'Slow') return new Promise<Response>(resolve => (missLate = resolve));
      return json({}, 500);
    });
    const slow = run(started, 'query Slow { ships }');
    while (started.requests.length === 0) await new Promise(resolve => setImmediate(resolve));
    await run(started, 'query Stopper { ships }');
    missLate(MISS.clone());
    expect((await slow).data).toEqual({ ships: 1 });
    const ofSlow = started.requests.filter(r => r.json?.operationName === 'Slow');
    expect(forms(ofSlow)).toBe('ht');
  });

  it('C23 a stop belongs to one client: another starts with persisting', async () => {
    const stopped = start(json({}, 500), DATA);
    await run(stopped);
    const fresh = start(DATA);
    await run(fresh);
    expect(forms(fresh.requests)).toBe('h');
  });

  it('C23 is off by default', async () => {
    const { fetch, requests } = scriptedFetch(DATA);
    const transport = createTransport({}, { fetch, storage: null });
    await run(transport);
    expect(forms(requests)).toBe('t');
    expect(transport.persisted.get()).toEqual({ state: 'off' });
  });

  it('C23 without crypto.subtle, as on a plain http page, the hash is the same', async () => {
    const original = Object.getOwnPropertyDescriptor(globalThis, 'crypto');
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      const started = start(DATA);
      await run(started);
      const other = start(MISS, DATA);
      await run(other);
      const text = other.requests[1]?.json?.query ?? '';
      expect(started.requests[0]?.json?.extensions).toEqual({
        persistedQuery: { version: 1, sha256Hash: createHash('sha256').update(text).digest('hex') },
      });
    } finally {
      if (original) Object.defineProperty(globalThis, 'crypto', original);
    }
  });

  it('C23 without a usable hash, only the text is sent', async () => {
    const original = globalThis.TextEncoder;
    const broken = class {
      constructor() {
        throw new Error('no encoder today');
      }
    };
    Object.defineProperty(globalThis, 'TextEncoder', { value: broken, configurable: true, writable: true });
    const started = start(DATA);
    const pending = run(started);
    await pending;
    Object.defineProperty(globalThis, 'TextEncoder', { value: original, configurable: true, writable: true });
    expect(forms(started.requests)).toBe('t');
  });
});

it('C23 a query whose text is rewritten is sent as text without the extension, and does not stop persisting', async () => {
  const started = start(DATA, DATA);
  const query = 'query Ships { ...F(n: 1) } fragment F($n: Int) on Query { ships(first: $n) }';
  const context = { requestPolicy: 'network-only', rewrite: (body: object) => ({ ...body, query }) } as const;
  await started.client.query('query Ships { ...F } fragment F on Query { ships(first: $n) }', {}, context).toPromise();
  expect(started.requests.map(({ json: body }) => body)).toEqual([{ operationName: 'Ships', query, variables: {} }]);
  await run(started);
  expect(forms(started.requests)).toBe('th');
});
