/** @jest-environment node */
import type { Failure } from '../../../src/transport/observe/failure';
import { isResponseLost } from '../../../src/transport/observe/isResponseLost';

const http = (status: number, errors: { message: string; extensions: Record<string, unknown> }[] = []): Failure => ({
  tag: 'http',
  message: '',
  status,
  errors,
});

it.each([
  ['a response with status 200 that is no GraphQL response', http(200), true],
  ['a response with status 201 that is no GraphQL response', http(201), true],
  ['a redirect, which may follow a change that was made', http(0), true],
  ['status 303', http(303), true],
  ['status 400 without errors', http(400), false],
  ['status 429', http(429), false],
  ['status 500 without errors', http(500), true],
  ['status 500 with errors of the server', http(500, [{ message: 'no', extensions: {} }]), false],
  ['status 502 with errors', http(502, [{ message: 'no', extensions: {} }]), true],
  ['a page of status 404', { tag: 'parse', message: '', status: 404, bodyText: '' }, false],
  ['the same after a redirect', { tag: 'parse', message: '', status: 404, bodyText: '', redirectedTo: '/nowhere' }, true],
] as [string, Failure, boolean][])('%s', (_, failure, lost) => {
  expect(isResponseLost(failure)).toBe(lost);
});
