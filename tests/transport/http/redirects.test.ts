/** Contract C5a: which requests must not be redirected, because a secret would be sent along, and which responses are redirects. */
import { isRedirect, mustNotBeRedirected } from '../../../src/transport/http/redirects';

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

it.each([
  ['hidden by the browser', { type: 'opaqueredirect', status: 0, headers: new Headers() }, 'manual', true],
  ['shown by Node', { status: 307, headers: new Headers({ location: '/elsewhere' }) }, 'manual', true],
  ['without an address', { status: 302, headers: new Headers() }, 'manual', false],
  ['of another status', { status: 304, headers: new Headers({ location: '/elsewhere' }) }, 'manual', false],
  ['that was followed', { status: 307, headers: new Headers({ location: '/elsewhere' }) }, 'follow', false],
] as const)('C5a a redirect %s', (_, response, redirect, expected) => {
  expect(isRedirect(response as Response, { redirect })).toBe(expected);
});
