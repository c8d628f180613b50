/** Which requests must not be redirected, because a secret would be sent along. */
import { mustNotBeRedirected } from '../../../src/transport/http/redirects';

it.each([
  [{ 'x-team': 'sk-12345' }, ['sk-12345'], true],
  [{ 'x-team': 'Token sk-12345' }, ['sk-12345'], true],
  [{ 'x-team': '1' }, ['1'], true],
  [{ 'x-team': 'Token 1' }, ['1'], true],
  [{ 'x-api-key': 'any' }, [], true],
  [{ 'x-team': 'group 12' }, ['1'], false],
  [{ 'apollo-require-preflight': 'true' }, ['tru', 'e'], false],
  [{ 'x-team': 'north' }, [''], false],
  [{ 'content-type': 'application/json' }, ['json'], false],
])('%j with the secrets %j: %p', (headers, secrets, expected) => {
  expect(mustNotBeRedirected(undefined, headers as Record<string, string>, secrets)).toBe(expected);
});
