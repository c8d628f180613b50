/** Contract C13 to C16: how a response is interpreted, in this order. */
import { createTransport } from '../../src/transport/createTransport';
import { failureOf } from '../../src/transport/observe/failure';
import { type Answer, json, scriptedFetch } from '../support/scriptedFetch';

const ask = async (...responses: Answer[]) => {
  const { fetch, requests } = scriptedFetch(...responses);
  const { client } = createTransport({}, { fetch, storage: null });
  const results: unknown[] = [];
  const result = await new Promise<Awaited<ReturnType<ReturnType<typeof client.query>['toPromise']>>>(resolve => {
    client.query('{ a }', {}).subscribe(r => {
      results.push(r);
      resolve(r);
    });
  });
  await new Promise(resolve => setImmediate(resolve));
  return { result, results, requests };
};

it.each([
  ['a text', 'm'.repeat(100_000)],
  ['an object', { text: 'm'.repeat(100_000) }],
])('the first 10,000 characters of an error message are kept, of %s', async (_, message) => {
  const { result } = await ask(json({ errors: [{ message, extensions: { code: 'LONG' } }] }));
  expect(result.error?.graphQLErrors[0]?.message).toHaveLength(10_001);
  expect(result.error?.graphQLErrors[0]?.extensions).toEqual({ code: 'LONG' });
});

describe('C13 a body that is not JSON', () => {
  it.each([
    [200, '<html>hello</html>', 'text/html'],
    [200, 'nonsense', 'application/json'],
    [200, '', 'application/json'],
    [204, null, 'application/json'],
    [404, '', ''],
    [502, '<html>Bad gateway</html>', 'text/html'],
    [500, '{"data":', 'application/json'],
  ])('C13 status %i with %j is a ServerParseError', async (status, body, type) => {
    const { result, results } = await ask(new Response(body, { status, headers: type ? { 'content-type': type } : {} }));
    expect(result.error?.networkError).toMatchObject({ name: 'ServerParseError', statusCode: status, bodyText: body ?? '' });
    if (body) expect(result.error?.message).not.toContain(body);
    expect(results).toHaveLength(1);
  });

  it('C13 keeps 1000 characters of it', async () => {
    const { result } = await ask(json('x'.repeat(5000)));
    expect(result.error?.networkError).toMatchObject({ bodyText: 'x'.repeat(1000) });
    expect(result.error?.message.length).toBeLessThan(200);
  });

  it('C13 JSON is JSON under any content type', async () => {
    for (const type of ['text/plain', 'text/html', 'application/octet-stream', 'image/png']) {
      const { result } = await ask(json({ data: { a: 1 } }, 200, type));
      expect([result.data, result.error]).toEqual([{ a: 1 }, undefined]);
    }
  });
});

describe('C14 status 300 and above', () => {
  it.each([300, 302, 400, 401, 404, 413, 500, 503])('C14 %i is a ServerError with the body as result', async status => {
    const { result, results } = await ask(json({ message: 'no' }, status));
    expect(result.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: status, result: { message: 'no' } });
    expect(results).toHaveLength(1);
  });

  it('C14 GraphQL errors stay on the same error, data on the same result, and there is one result', async () => {
    const body = {
      data: { me: null, port: 'Bergen' },
      errors: [{ message: 'Sign in', path: ['me'], extensions: { code: 'UNAUTHENTICATED' } }],
    };
    const { result, results } = await ask(json(body, 401));
    expect(result.data).toEqual(body.data);
    expect(result.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 401, result: body });
    expect(result.error?.graphQLErrors[0]).toMatchObject({
      message: 'Sign in',
      path: ['me'],
      extensions: { code: 'UNAUTHENTICATED' },
    });
    expect(results).toHaveLength(1);
    expect(failureOf(result.error)).toMatchObject({ tag: 'auth', signedOut: true, status: 401 });
  });

  it.each([300, 503])('C14 %i with data only is a ServerError, too; data and extensions are kept', async status => {
    const body = { data: { a: 1 }, extensions: { cost: 1 } };
    const { result, results } = await ask(json(body, status));
    expect(result.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: status, result: body });
    expect({ data: result.data, extensions: result.extensions }).toEqual(body);
    expect(results).toHaveLength(1);
  });

  it.each<[number, unknown, string]>([
    [403, { error: 'CSRF token missing.' }, 'CSRF token missing.'],
    [
      400,
      { type: 'about:blank', title: 'Bad Request', status: 400, detail: 'The tenant header is missing.' },
      'The tenant header is missing.',
    ],
    [400, { error: { code: 7, message: 'Unknown tenant.' } }, 'Unknown tenant.'],
    [401, { error: 'invalid_token', error_description: 'The token has expired.' }, 'The token has expired.'],
    [429, { errors: 'Slow down.' }, 'Slow down.'],
    [200, { error: 'No such app.' }, 'No such app.'],
    [400, { message: 'Bad.', error: 'Bad Request' }, 'Bad.'],
  ])('C14 status %i: the message says what the body %j says', async (status, body, words) => {
    const { result } = await ask(json(body, status));
    expect(failureOf(result.error)).toMatchObject({
      message: expect.stringMatching(new RegExp(`status ${status}.*: ${words}$`)),
    });
  });

  it('C16 an error of a server behind the endpoint says what that server says', async () => {
    const withExtensions = (message: string, extensions: unknown) => ask(json({ data: null, errors: [{ message, extensions }] }));
    const upstream = (body: unknown, message = '422: Unprocessable Entity') =>
      withExtensions(message, { response: { status: 422, body } });
    const words = async (...parts: Parameters<typeof upstream>) => {
      const failure = failureOf((await upstream(...parts)).result.error);
      return 'errors' in failure ? failure.errors.map(({ message }) => message) : [];
    };
    expect(await words({ title: 'Invalid', detail: 'weight must be positive' })).toEqual([
      'weight must be positive (422: Unprocessable Entity)',
    ]);
    expect(await words({ message: 'No stock' }, '409: No stock')).toEqual(['409: No stock']);
    expect(await words('<html>')).toEqual(['422: Unprocessable Entity']);
    expect(await words(null)).toEqual(['422: Unprocessable Entity']);
    const { result } = await withExtensions('Could not invoke operation GET /pets/{id}', {
      responseBody: { message: 'There is no pet 9' },
    });
    expect(failureOf(result.error)).toMatchObject({ message: 'There is no pet 9 (Could not invoke operation GET /pets/{id})' });
  });

  it('C14 a refusal by CSRF protection in such a body does not ask to sign in', async () => {
    const { result } = await ask(json({ error: 'CSRF token missing.' }, 403));
    expect(failureOf(result.error).tag).toBe('http');
  });

  it('C14 a JSON body that is not an object is a ServerError, too', async () => {
    for (const body of ['null', '[]', '"text"', '7']) {
      const { result } = await ask(json(body, 500));
      expect(result.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 500, result: JSON.parse(body) });
    }
  });
});

describe('C15 JSON that is not a GraphQL response', () => {
  it.each([
    '{}',
    '{"message":"hi"}',
    '[]',
    '[{"data":{}}]',
    'null',
    '"text"',
    '7',
    '{"errors":"x"}',
    '{"errors":{}}',
    '{"payload":{"data":{}}}',
  ])('C15 %s at 200 is a ServerError "response missing"', async body => {
    const { result } = await ask(json(body));
    expect(result.error?.networkError).toMatchObject({ name: 'ServerError', statusCode: 200, result: JSON.parse(body) });
    expect(result.error?.message.toLowerCase()).toContain('response missing');
  });

  it('C15 the message of a list says that it is one', async () => {
    const { result } = await ask(json('[{"data":{}}]'));
    expect(result.error?.message).toContain('answered with status 200 and a list, as for a batch');
  });

  it('C15 a payload beside the data is ignored', async () => {
    const { result } = await ask(json({ data: { a: 1 }, payload: { data: { a: 2 } } }));
    expect(result.data).toEqual({ a: 1 });
    expect(result.error).toBeUndefined();
  });
});

describe('C16 GraphQL errors and failed requests', () => {
  it('C16 a non-empty errors array is GraphQL errors, with data if any', async () => {
    const { result } = await ask(
      json({ data: { a: null }, errors: [{ message: 'broken', path: ['a'] }], extensions: { cost: 2 } }),
    );
    expect(result.data).toEqual({ a: null });
    expect(result.error?.networkError).toBeUndefined();
    expect(result.error?.graphQLErrors.map(e => e.message)).toEqual(['broken']);
    expect(result.extensions).toEqual({ cost: 2 });
    expect(failureOf(result.error)).toMatchObject({ tag: 'graphql', errors: [{ message: 'broken', path: ['a'] }] });
  });

  it('C16 an empty one is not an error', async () => {
    const { result } = await ask(json({ data: { a: 1 }, errors: [] }));
    expect([result.data, result.error]).toEqual([{ a: 1 }, undefined]);
    const onlyErrors = await ask(json({ errors: [] }));
    expect(onlyErrors.result.error).toBeUndefined();
  });

  it.each<[unknown]>([[[{ toString: 1 }]], ['ships'], [{ length: 2 }], [[null]]])(
    'C16 the path %j of an error is dropped: it is no list of names and indexes',
    async path => {
      const { result } = await ask(
        json({
          errors: [
            { message: 'No', path },
            { message: 'Here', path: ['ships', 0] },
          ],
        }),
      );
      expect(result.error?.graphQLErrors.map(each => each.path)).toEqual([undefined, ['ships', 0]]);
    },
  );

  it('C16 entries that are not GraphQL errors are converted', async () => {
    const { result } = await ask(json({ errors: [null, 'text', { code: 7 }, { message: 'real' }] }));
    expect(result.error?.graphQLErrors.map(e => e.message)).toEqual(['null', 'text', '{"code":7}', 'real']);
  });

  it('C16 a failed fetch is a network error without a status', async () => {
    const { result, requests } = await ask(new TypeError('fetch failed'));
    expect(result.error?.networkError?.message).toBe('fetch failed');
    expect(result.error?.networkError).not.toHaveProperty('statusCode');
    expect(failureOf(result.error)).toEqual({ tag: 'network', message: 'fetch failed' });
    expect(requests).toHaveLength(1);
  });

  it('C16 a response that is cut off is a network error, too', async () => {
    const cut = new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"data":'));
          controller.error(new TypeError('terminated'));
        },
      }),
    );
    const { result } = await ask(() => cut);
    expect(failureOf(result.error)).toMatchObject({ tag: 'network', broke: { status: 200 } });
  });

  it('C30 a query or mutation that failed is not sent again', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const { fetch, requests } = scriptedFetch(new TypeError('down'));
    const { client } = createTransport({}, { fetch, storage: null });
    const query = client.query('{ a }', {}).toPromise();
    const mutation = client.mutation('mutation { a }', {}).toPromise();
    await jest.advanceTimersByTimeAsync(60_000);
    expect((await query).error).toBeDefined();
    expect((await mutation).error).toBeDefined();
    expect(requests).toHaveLength(2);
    jest.useRealTimers();
  });
});

describe('large integers', () => {
  it('arrive as strings of digits, everything else unchanged', async () => {
    const body =
      '{"data":{"big":[9007199254740993,-9007199254740993, 123456789012345678901234567890],"safe":9007199254740991,"float":0.12345678901234567890,"exp":1e20,"text":"12345678901234567890 \\" 9007199254740993"}}';
    const { result } = await ask(json(body));
    expect(result.data).toEqual({
      big: ['9007199254740993', '-9007199254740993', '123456789012345678901234567890'],
      safe: 9007199254740991,
      float: 0.12345678901234568,
      exp: 1e20,
      text: '12345678901234567890 " 9007199254740993',
    });
  });
});

describe('incremental delivery', () => {
  const parts = (status: number, ...bodies: unknown[]) => {
    const text = `${bodies.map(b => `\r\n---\r\ncontent-type: application/json\r\n\r\n${JSON.stringify(b)}`).join('')}\r\n-----\r\n`;
    return new Response(text, { status, headers: { 'content-type': 'multipart/mixed; boundary="-"' } });
  };
  const stream = async (response: Response) => {
    const { fetch } = scriptedFetch(() => response);
    const { client } = createTransport({}, { fetch, storage: null });
    const seen: { data: unknown; error: string | undefined; hasNext: boolean }[] = [];
    await new Promise<void>(resolve => {
      client.query('{ a ... @defer { b } }', {}).subscribe(({ data, error, hasNext, stale }) => {
        if (stale) return;
        seen.push({ data, error: error?.networkError?.name ?? error?.message, hasNext });
        if (!hasNext) resolve();
      });
    });
    return seen;
  };

  it('parts are delivered as they arrive', async () => {
    const seen = await stream(
      parts(200, { data: { a: 1 }, hasNext: true }, { incremental: [{ path: [], data: { b: 2 } }], hasNext: false }),
    );
    expect(seen[0]).toEqual({ data: { a: 1 }, error: undefined, hasNext: true });
    expect(seen.at(-1)).toEqual({ data: { a: 1, b: 2 }, error: undefined, hasNext: false });
  });

  it('large integers in parts arrive without loss', async () => {
    const body = '\r\n---\r\n\r\n{"data":{"a":9007199254740993},"hasNext":false}\r\n-----\r\n';
    const seen = await stream(new Response(body, { headers: { 'content-type': 'multipart/mixed; boundary="-"' } }));
    expect(seen.at(-1)).toMatchObject({ data: { a: '9007199254740993' } });
  });

  it('an empty errors array in a part is not an error, a status of 500 is', async () => {
    const fine = await stream(parts(200, { data: { a: 1 }, errors: [], hasNext: false }));
    expect(fine.at(-1)).toMatchObject({ data: { a: 1 }, error: undefined });
    const failed = await stream(parts(500, { data: { a: 1 }, hasNext: false }));
    expect(failed.at(-1)).toMatchObject({ error: 'ServerError' });
  });
});
