/** The harbour over HTTP: persisted queries, limits, exact integers, and errors that reveal nothing internal. */
import { createHash } from 'node:crypto';
import { type IncomingMessage, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { getIntrospectionQuery } from 'graphql';
import { type RunningHarbour, startHarbour } from '../support/harbour/startHarbour';

// Real servers on a machine that may be busy; a hang still fails.

let harbour: RunningHarbour;
beforeAll(async () => {
  harbour = await startHarbour();
}, 60_000);
afterAll(() => harbour.close());

const post = (body: unknown, headers: Record<string, string> = {}) =>
  fetch(harbour.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json, application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

describe('persisted queries', () => {
  const query = 'query Berths { berths { code } }';
  const persistedQuery = { version: 1, sha256Hash: createHash('sha256').update(query).digest('hex') };
  const base = { operationName: 'Berths', variables: {} };

  test('an unknown hash is a miss with status 404; after a request with text and hash, the hash is enough', async () => {
    const miss = await post({ ...base, extensions: { persistedQuery } });
    expect(miss.status).toBe(404);
    expect(await miss.json()).toMatchObject({
      errors: [{ message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
    });
    const full = await post({ ...base, query, extensions: { persistedQuery } });
    expect(full.status).toBe(200);
    const hit = await post({ ...base, extensions: { persistedQuery } });
    expect(hit.status).toBe(200);
    expect(await hit.json()).toEqual(await full.json());
  });

  test('a hash of another text is refused', async () => {
    const response = await post({ ...base, query: '{ __typename }', extensions: { persistedQuery } });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ message: 'PersistedQueryMismatch' }] });
  });
});

describe('compression', () => {
  const schema = JSON.stringify({ query: getIntrospectionQuery() });
  const sent = (acceptEncoding: string, body: string) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': acceptEncoding };
      request(harbour.url, { method: 'POST', headers }, resolve).on('error', reject).end(body);
    });
  const bytes = async (response: IncomingMessage): Promise<Buffer> => Buffer.concat(await response.toArray());

  test('the schema is compressed for clients that accept gzip, with the same content', async () => {
    const [plain, small] = [await sent('identity', schema), await sent('br, gzip', schema)];
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') });
    const [whole, packed] = [await bytes(plain), await bytes(small)];
    expect(packed.length).toBeLessThan(whole.length / 5);
    expect(Number(small.headers['content-length'])).toBe(packed.length);
    expect(gunzipSync(packed).equals(whole)).toBe(true);
  });

  test('a small response, and one for a client that refuses gzip, are sent uncompressed', async () => {
    for (const [accepted, body] of [
      ['gzip', '{"query":"{ __typename }"}'],
      ['gzip;q=0', schema],
    ] as const) {
      const response = await sent(accepted, body);
      expect(response.headers['content-encoding']).toBeUndefined();
      JSON.parse(String(await bytes(response)));
    }
  });
});

describe('integers beyond 2^53', () => {
  const raw = async (query: string, headers = {}) => (await post({ query }, headers)).text();

  test('are JSON integers with all their digits', async () => {
    const [row] = await harbour.database.query<{ id: number; value: bigint }>(
      'select id, value from harbour.visits where value > 9007199254740993 and value % 2 = 1 order by id limit 1',
    );
    const { id, value } = row as { id: number; value: bigint };
    expect(BigInt(Number(value))).not.toBe(value);
    expect(await raw(`{ visit(id: "visit-${id}") { value } node(id: "document-1") { ... on Document { sizeBytes } } }`)).toMatch(
      new RegExp(`^\\{"data":\\{"visit":\\{"value":${value}\\},"node":\\{"sizeBytes":\\d+\\}\\}\\}$`),
    );
  });

  test('keep their digits in an event stream too', async () => {
    const [row] = await harbour.database.query<{ id: number; value: bigint; berth_id: number }>(
      `select id, value, berth_id from harbour.visits where value > 9007199254740993 and value % 2 = 1 and status = 'EXPECTED' order by id limit 1`,
    );
    const visit = row as { id: number; value: bigint };
    const stream = await fetch(harbour.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query: 'subscription { visitChanged { visit { value } } }' }),
    });
    const reader = (stream.body as ReadableStream<Uint8Array>)
      .pipeThrough(new TextDecoderStream() as never)
      .getReader() as ReadableStreamDefaultReader<string>;
    const token = await harbour.signIn();
    await harbour.ask(
      'mutation ($id: ID!) { changeVisit(id: $id, patch: { notes: "seen" }) { id } }',
      { id: `visit-${visit.id}` },
      token,
    );
    let text = '';
    while (!text.includes('visitChanged')) text += (await reader.read()).value ?? '';
    await reader.cancel();
    expect(text).toContain(`{"data":{"visitChanged":{"visit":{"value":${visit.value}}}}}`);
  });
});

describe('limits', () => {
  const nested = (levels: number) =>
    `{ ships(first: 1) { nodes ${'{ visits(first: 1) { nodes { ship '.repeat(levels)}{ name }${' } } }'.repeat(levels)} } }`;

  test('twelve levels are allowed; more are refused with their location', async () => {
    const fine = await post({ query: nested(3) });
    expect(fine.status).toBe(200);
    const deep = await post({ query: nested(4) });
    expect(deep.status).toBe(400);
    expect(await deep.json()).toMatchObject({
      errors: [
        {
          message: 'The operation is nested more than 12 levels deep, at "nodes".',
          extensions: { code: 'QUERY_TOO_DEEP', most: 12 },
        },
      ],
    });
  });

  test.each([
    ['fields', `{ berths ${'{ a '.repeat(1300)}${'} '.repeat(1300)} }`],
    ['deeply nested fields', `{ berths ${'{ a '.repeat(1980)}`],
    ['known fields', nested(300)],
    ['inline fragments', `{ ${'... { '.repeat(1300)} __typename ${'} '.repeat(1300)} }`],
    ['lists in an argument', `{ berths(limit: ${'['.repeat(1950)}${']'.repeat(1950)}) { id } }`],
    ['list types', `query ($a: ${'['.repeat(1950)}Int${']'.repeat(1950)}) { berths(limit: $a) { id } }`],
  ])('thousands of nested %s are refused as too deep', async (_, query) => {
    const deep = await post({ query });
    const { errors } = (await deep.json()) as { errors: { message: string; extensions?: { code?: string } }[] };
    expect([deep.status, errors[0]?.extensions?.code]).toEqual([400, 'QUERY_TOO_DEEP']);
  });

  test('nested pages are refused by the number of values that they can contain, with sizes in literals, variables or defaults', async () => {
    const inner = (size: string) => `nodes { visits(first: ${size}) { nodes { id eta status notes documents { id } } } }`;
    for (const [query, variables] of [
      [`{ ships(first: 500) { ${inner('500')} } }`, {}],
      [`query ($n: Int) { ships(last: $n) { ${inner('$n')} } }`, { n: 500 }],
      [`query ($n: Int = 500) { ships(first: $n) { ${inner('$n')} } }`, {}],
      [
        `{ ${Array.from({ length: 50 }, (_, i) => `a${i}: visits(limit: 500) { id status eta notes value metadata changedAt berth { id } }`).join(' ')} }`,
        {},
      ],
    ] as const) {
      const response = await post({ query, variables });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE', most: 50_000 } }] });
    }
    const fine = await post({ query: `{ ships(first: 50) { ${inner('20')} } }` });
    expect(fine.status).toBe(200);
  });

  test('fragments that multiply each other are refused at once', async () => {
    const levels = 25;
    const fragments = Array.from({ length: levels }, (_, i) => `fragment F${i} on Ship { ...F${i + 1} ...F${i + 1} }`).join('\n');
    const started = performance.now();
    const response = await post({
      query: `{ ships(first: 1) { nodes { ...F0 } } }\n${fragments}\nfragment F${levels} on Ship { name }`,
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }] });
    expect(performance.now() - started).toBeLessThan(2000);
  });

  test('introspection is allowed, but not fifty times in one request', async () => {
    expect((await post({ query: getIntrospectionQuery() })).status).toBe(200);
    const many = `{ ${Array.from({ length: 50 }, (_, i) => `a${i}: __schema { types { ...T } }`).join(' ')} } fragment T on __Type { fields { name type { name } } }`;
    expect(await (await post({ query: many })).json()).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }],
    });
  });

  test('fifty root fields are allowed, more are refused', async () => {
    const fields = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: __typename`).join(' ')} }`;
    expect((await post({ query: fields(50) })).status).toBe(200);
    const more = await post({ query: fields(51) });
    expect(more.status).toBe(400);
    expect(await more.json()).toMatchObject({ errors: [{ extensions: { code: 'TOO_MANY_FIELDS', most: 50 } }] });
  });

  test('a document with too many tokens is refused before it is parsed', async () => {
    const response = await post({ query: `{ ${'a '.repeat(5000)} }` });
    expect(response.status).toBe(400);
    expect((await response.json()).errors[0].message).toContain('more that 4000 tokens');
  });

  test('a body above one megabyte is refused with status 413, with or without Content-Length', async () => {
    const query = `{ __typename } #${'x'.repeat(1_100_000)}`;
    const announced = await post({ query });
    expect(announced.status).toBe(413);
    expect(await announced.json()).toMatchObject({ errors: [{ extensions: { code: 'REQUEST_TOO_LARGE' } }] });
    const chunked = await fetch(harbour.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Blob([JSON.stringify({ query })]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(chunked.status).toBe(413);
  });

  test('deeply nested variables are refused', async () => {
    const filter = `${'{"not":'.repeat(20_000)}{}${'}'.repeat(20_000)}`;
    const response = await post(
      `{"query":"query ($f: ShipFilter) { ships(filter: $f) { totalCount } }","variables":{"f":${filter}}}`,
    );
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errors: [{ message: 'Variables can be nested at most 64 levels deep.' }] });
  });
});

describe('invalid requests', () => {
  test.each([
    ['text/plain', '{"query":"{__typename}"}', 415],
    ['application/x-www-form-urlencoded', 'query={__typename}', 415],
    ['application/json', '{"query":', 400],
    ['application/json', '"{__typename}"', 400],
    ['application/json', '[{"query":"{__typename}"}]', 400],
    ['application/json', '{}', 400],
    ['application/json', '{"query":"{"}', 400],
    ['application/json', '{"query":"{ nothing }"}', 400],
    ['application/json', '{"query":"query A { __typename } query B { __typename }"}', 400],
  ])('%s %s is answered with JSON errors and status %i', async (type, body, status) => {
    const response = await post(body, { 'content-type': type });
    expect(response.status).toBe(status);
    const { errors } = await response.json();
    expect(errors[0].message).toEqual(expect.any(String));
  });

  test('a compressed body is refused with the name of its encoding', async () => {
    const response = await post('x', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
  });

  test('a browser that opens the URL gets a page that explains the endpoint', async () => {
    const response = await fetch(harbour.url, { headers: { accept: 'text/html,application/xhtml+xml' } });
    expect([response.status, response.headers.get('content-type')]).toEqual([406, 'application/json; charset=utf-8']);
    expect(await response.json()).toMatchObject({
      errors: [{ message: expect.stringContaining('This is a GraphQL API'), extensions: { code: 'NOT_ACCEPTABLE' } }],
    });
  });

  test('queries by GET are executed, mutations by GET are not', async () => {
    const read = await fetch(`${harbour.url}?query=${encodeURIComponent('{ __typename }')}`);
    expect(await read.json()).toEqual({ data: { __typename: 'Query' } });
    const write = await fetch(`${harbour.url}?query=${encodeURIComponent('mutation { signIn(code: "x") { token } }')}`);
    expect(write.status).toBe(405);
  });

  test('other origins get no CORS headers', async () => {
    const response = await post({ query: '{ __typename }' }, { origin: 'https://elsewhere.example' });
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('the response to an internal error has only a reference; the log has the details', async () => {
    await harbour.database.query('alter table harbour.berths rename to berths_gone');
    try {
      const { status, errors } = await harbour.ask('{ berths { id } }');
      expect(status).toBe(200);
      const reference = errors?.[0]?.extensions?.reference as string;
      expect(errors).toMatchObject([
        {
          message: `An internal error occurred (reference ${reference}).`,
          extensions: { code: 'INTERNAL_SERVER_ERROR' },
        },
      ]);
      expect(JSON.stringify(errors)).not.toContain('harbour.berths');
      const line = harbour.logged.find(entry => entry.includes(reference));
      expect(line).toMatch(/^error [0-9a-f]{8} at berths: \w+: relation "harbour.berths" does not exist/);
      expect((line as string).length).toBeLessThan(3000);
    } finally {
      await harbour.database.query('alter table harbour.berths_gone rename to berths');
    }
  });

  test('a value that the database cannot store is reported as bad input', async () => {
    const { errors } = await harbour.ask('query ($t: String) { ships(filter: { name: { eq: $t } }) { totalCount } }', {
      t: 'a\0b',
    });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });
});

describe('images', () => {
  test('every ship has one that never changes and contains no scripts', async () => {
    const { data } = await harbour.ask<{ ships: { nodes: { photo: string; name: string; type: string }[] } }>(
      '{ ships(first: 60) { nodes { photo name type } } }',
    );
    const types = new Set(data.ships.nodes.map(ship => ship.type));
    expect(types.size).toBeGreaterThan(5);
    const drawn = new Set<string>();
    for (const { photo } of data.ships.nodes) {
      const response = await fetch(new URL(photo, harbour.url));
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
      expect(response.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      const svg = await response.text();
      expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 320 180".*<\/svg>$/s);
      expect(svg).not.toMatch(/<script|<style|style=|href=|NaN|undefined/);
      expect(await (await fetch(new URL(photo, harbour.url))).text()).toBe(svg);
      drawn.add(svg);
    }
    expect(drawn.size).toBe(60);
  });

  test('names are escaped in them', async () => {
    const [ship] = await harbour.database.query<{ imo: string; name: string }>(
      'select imo, name from harbour.ships where id = 9',
    );
    const { imo, name } = ship as { imo: string; name: string };
    await harbour.database.query('update harbour.ships set name = $1 where id = 9', ['<script>"&\'']);
    const svg = await (await fetch(`${harbour.origin}/photos/${imo}.svg`)).text();
    await harbour.database.query('update harbour.ships set name = $1 where id = 9', [name]);
    expect(svg).toContain(`<title>&lt;script&gt;&quot;&amp;&#39;, IMO ${imo}</title>`);
  });
});
