/** Answers that are nested too deep, or that hold more than a page can show. */
import { createTransport } from '../../../src/transport/createTransport';
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
    expect(failureOf(error)).toMatchObject({ tag: 'parse', status, message: expect.stringContaining('1000 levels') });
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
