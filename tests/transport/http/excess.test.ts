/** Answers that are nested too deep, or that hold more than a page can show. */
import { createTransport } from '../../../src/transport/createTransport';
import type { LargeResponses } from '../../../src/transport/http/body/largeResponses';
import { failureOf } from '../../../src/transport/observe/failure';
import { json, scriptedFetch } from '../../support/scriptedFetch';

const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const ask = async (text: string, status = 200) => {
  const { fetch } = scriptedFetch(json(text, status));
  const { client, dispose } = createTransport({}, { fetch, storage: null });
  const result = await client.query('{ a }', {}).toPromise();
  dispose();
  return result;
};

it.each([
  ['data', `{"data":{"a":${nested(200_000)}}}`],
  ['data that is a list', `{"data":${nested(200_000)}}`],
  ['an error', `{"errors":[{"a":${nested(200_000)}}]}`],
  ['something else', nested(200_000)],
])('C13 %s that is nested too deep is a failure that says so', async (_what, text) => {
  for (const status of [200, 500]) {
    const { data, error } = await ask(text, status);
    expect(data).toBeUndefined();
    expect(failureOf(error)).toMatchObject({
      tag: 'parse',
      status,
      message: expect.stringContaining('1000 levels'),
      bodyText: expect.stringMatching(/^with more than 1000 levels.*\n.*\[\[\[/),
    });
  }
});

it('C13 more values than can be shown are a failure that says so', async () => {
  const { error } = await ask(`{"data":{"a":[${'1,'.repeat(4_000_001)}1]}}`);
  expect(failureOf(error)).toMatchObject({ tag: 'parse', bodyText: expect.stringContaining('4000000 values') });
});

it('a response with more values than any public schema has is read', async () => {
  const { data, error } = await ask(`{"data":{"a":[${'1,'.repeat(3_500_000)}1]}}`);
  expect(error).toBeUndefined();
  expect((data as { a: unknown[] }).a).toHaveLength(3_500_001);
});

it('brackets and commas in strings do not count', async () => {
  const text = `${'\\"[{,'.repeat(1_100_000)}\\`;
  const { data, error } = await ask(JSON.stringify({ data: { a: text, b: [[[]]] } }));
  expect(error).toBeUndefined();
  expect(data).toEqual({ a: text, b: [[[]]] });
});

it('of very many errors the first ones are kept, and the number of others is reported', async () => {
  const errors = Array.from({ length: 200_000 }, (_, at) => ({ message: `error ${at}` }));
  const { data, error } = await ask(JSON.stringify({ data: { a: 1 }, errors }));
  expect(data).toEqual({ a: 1 });
  expect(error?.graphQLErrors).toHaveLength(1001);
  expect(error?.graphQLErrors.at(-1)?.message).toBe('199000 more errors');
});

describe('of very many errors in a streamed response the first ones are kept', () => {
  const errors = (count: number) => Array.from({ length: count }, (_, at) => ({ message: `error ${at}` }));
  const parts = (...each: object[]): Response =>
    new Response(`${each.map(part => `\r\n--b\r\n\r\n${JSON.stringify(part)}`).join('')}\r\n--b--\r\n`, {
      headers: { 'content-type': 'multipart/mixed; boundary=b' },
    });
  const askParts = async (...each: object[]) => {
    const { client, dispose } = createTransport({}, { fetch: async () => parts(...each), storage: null });
    const result = await client.query('{ a ... @defer { b } }', {}).toPromise();
    dispose();
    return result;
  };
  const FIRST = { data: { a: 1 }, pending: [{ id: '0', path: [] }], hasNext: true };

  it.each<[string, object[]]>([
    ['its first part', [{ ...FIRST, errors: errors(200_000), hasNext: false }]],
    ['a patch', [FIRST, { incremental: [{ id: '0', data: { b: 2 }, errors: errors(200_000) }], hasNext: false }]],
    ['a patch of the older form', [FIRST, { path: [], data: { b: 2 }, errors: errors(200_000), hasNext: false }]],
    ['the end of a patch', [FIRST, { completed: [{ id: '0', errors: errors(200_000) }], hasNext: false }]],
    ['a last part', [FIRST, { errors: errors(200_000), hasNext: false }]],
    ['an envelope', [{ ...FIRST, payload: { errors: errors(200_000), data: { a: 1 } }, errors: errors(2000), hasNext: false }]],
  ])('of %s', async (_where, each) => {
    const { data, error } = await askParts(...each);
    expect(data).toMatchObject({ a: 1 });
    expect(error?.graphQLErrors).toHaveLength(1001);
    expect(error?.graphQLErrors.at(-1)?.message).toMatch(/^\d+ more errors$/);
  });

  it('of all parts together', async () => {
    const patch = { incremental: [{ id: '0', data: { b: 2 }, errors: errors(700) }], hasNext: true };
    const { data, error } = await askParts(FIRST, patch, patch, patch, { hasNext: false });
    expect(data).toEqual({ a: 1, b: 2 });
    expect(error?.graphQLErrors).toHaveLength(1001);
  });
});

it('C5a the error of a long redirected response names the final address', async () => {
  const response = Object.defineProperties(new Response(JSON.stringify({ errors: 'none', text: 'x'.repeat(100_000) })), {
    redirected: { value: true },
    url: { value: 'https://other.test/moved?token=s3cret' },
  });
  const { client, dispose } = createTransport({}, { fetch: async () => response, storage: null });
  const { error } = await client.query('{ a }', {}).toPromise();
  dispose();
  expect(error?.message).toContain('(after a redirect to https://other.test/moved)');
});

describe('C13 a response of more than 128 MB is not read to its end', () => {
  const MB = 1024 * 1024;
  /** An endless body whose chunks say that they are long, as it comes out of a small compressed one. */
  const endless = (type: string, begin: string) => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const chunk = new TextEncoder().encode(sent === 0 ? begin : ' ');
        controller.enqueue(sent === 0 ? chunk : Object.defineProperty(chunk, 'byteLength', { value: 10 * MB }));
        sent += 1;
      },
    });
    return { response: new Response(body, { headers: { 'content-type': type } }), sent: () => sent };
  };
  const large: LargeResponses = {
    from: MB,
    open: () => ({ push() {}, end: async () => ({ data: null }), cancel() {} }),
  };

  it.each([
    ['JSON', 'application/json', '{', {}],
    ['JSON that a worker reads', 'application/json', '{', { large }],
    ['a multipart response', 'multipart/mixed; boundary=b', '\r\n--b\r\n\r\n{', {}],
    ['the headers of a part', 'multipart/mixed; boundary=b', '\r\n--b\r\na:', {}],
    ['an event', 'text/event-stream', 'data: {', {}],
  ])('%s', async (_what, type, begin, context) => {
    const { response, sent } = endless(type, begin);
    const { client, dispose } = createTransport({}, { fetch: async () => response, storage: null });
    const { data, error } = await client.query('{ a }', {}, context).toPromise();
    dispose();
    expect(data).toBeUndefined();
    expect(failureOf(error)).toMatchObject({ tag: 'parse', message: expect.stringContaining('more than 128 MB') });
    expect(sent()).toBeLessThan(30);
  });
});
