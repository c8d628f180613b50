/** The wait that a response asks for: `Retry-After` with status 429 and 503. That nothing is sent again by the transport: requests.test.ts (C30). */
import { createTransport } from '../../../src/transport/createTransport';
import { createRetryAfterReader } from '../../../src/transport/http/retryAfter';
import { failureOf } from '../../../src/transport/observe/failure';
import { scriptedFetch } from '../../support/scriptedFetch';

const NOW = Date.UTC(2026, 5, 1, 12, 0, 0);
beforeEach(() => void jest.useFakeTimers({ now: NOW }));
afterEach(() => void jest.useRealTimers());

const respond = (headers: Record<string, string>, status = 429): Response => new Response('{}', { status, headers });
const retryAfterOf = (headers: Record<string, string>, status?: number) =>
  createRetryAfterReader().of(1, respond(headers, status));

test('seconds are read with status 429, 503 and 403 only', () => {
  expect(retryAfterOf({ 'retry-after': '30' })).toEqual({ ms: 30_000, until: NOW + 30_000, times: 1 });
  expect(retryAfterOf({ 'retry-after': ' 5 ' }, 503)).toMatchObject({ ms: 5000 });
  // The rate limit of GitHub.
  expect(retryAfterOf({ 'retry-after': '60' }, 403)).toMatchObject({ ms: 60_000 });
  for (const status of [200, 302, 400, 500, 502, 504]) expect(retryAfterOf({ 'retry-after': '30' }, status)).toBeUndefined();
});

test('a date counts from the server’s Date header, or else from the clock of the page', () => {
  const date = 'Mon, 01 Jun 2026 12:00:20 GMT';
  expect(retryAfterOf({ 'retry-after': date })).toMatchObject({ ms: 20_000 });
  // The server's clock is an hour behind.
  const behind = { 'retry-after': 'Mon, 01 Jun 2026 11:00:20 GMT', date: 'Mon, 01 Jun 2026 11:00:00 GMT' };
  expect(retryAfterOf(behind)).toMatchObject({ ms: 20_000, until: NOW + 20_000 });
  expect(retryAfterOf({ 'retry-after': 'Mon, 01 Jun 2026 11:00:00 GMT' })).toMatchObject({ ms: 0, until: NOW + 1000 });
});

test('no other value is read as a wait, and no number is too large', () => {
  for (const value of ['', 'soon', '-1', '1.5', '0x10', '1e3', '30, 30', '2026-06-01', 'Mon, 99 Xxx 2026 99:99:99 GMT'])
    expect([value, retryAfterOf({ 'retry-after': value })]).toEqual([value, undefined]);
  expect(retryAfterOf({ 'retry-after': '0' })).toMatchObject({ ms: 0, until: NOW + 1000 });
  expect(Number.isSafeInteger(retryAfterOf({ 'retry-after': '9'.repeat(5000) })?.ms)).toBe(true);
});

test('consecutive responses are counted by operation, and any other response resets the count', () => {
  const waits = createRetryAfterReader();
  const slow = respond({ 'retry-after': '1' });
  expect([waits.of(1, slow)?.times, waits.of(2, slow)?.times, waits.of(1, slow)?.times]).toEqual([1, 1, 2]);
  waits.of(1, respond({}, 200));
  expect(waits.of(1, slow)?.times).toBe(1);
});

test('status 403 with a wait does not ask to sign in, and shows the message of the server', async () => {
  const body = '{"message":"You have exceeded a secondary rate limit."}';
  const { fetch } = scriptedFetch(new Response(body, { status: 403, headers: { 'retry-after': '60' } }));
  const { client, dispose } = createTransport({}, { fetch, storage: null });
  const failure = failureOf((await client.query('{ a }', {}).toPromise()).error);
  expect(failure).toMatchObject({ tag: 'http', status: 403, wait: { ms: 60_000 } });
  expect(failure.message).toContain('You have exceeded a secondary rate limit.');
  dispose();
});

test.each([
  ['JSON', '{"errors":[{"message":"slow down"}]}', 'http'],
  ['no JSON', 'slow down', 'parse'],
])('the failure of a response that is %s contains the wait, and nothing is sent again', async (_, body, tag) => {
  const { fetch, requests } = scriptedFetch(new Response(body, { status: 429, headers: { 'retry-after': '2' } }));
  const { client, dispose } = createTransport({}, { fetch, storage: null });
  const asking = client.query('{ a }', {}).toPromise();
  await jest.advanceTimersByTimeAsync(500);
  expect(failureOf((await asking).error)).toMatchObject({ tag, wait: { ms: 2000, times: 1 } });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
  dispose();
});
