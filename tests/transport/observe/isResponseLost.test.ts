/** @jest-environment node */
import type { Failure } from '../../../src/transport/observe/failure';
import { isResponseLost } from '../../../src/transport/observe/isResponseLost';

const http = (status: number, errors: { message: string; extensions: Record<string, unknown> }[] = []): Failure => ({
  tag: 'http',
  message: '',
  status,
  errors,
});

const graphql = (message: string, code?: string): Failure => ({
  tag: 'graphql',
  message,
  errors: [{ message, ...(code === undefined ? {} : { code }), extensions: {} }],
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
  ['status 408 of a proxy', { tag: 'parse', message: '', status: 408, bodyText: '' }, true],
  ['status 408 with errors', http(408, [{ message: 'no', extensions: {} }]), true],
  ['a router whose service did not answer', graphql('HTTP fetch failed', 'SUBREQUEST_HTTP_ERROR'), true],
  ['a router that waited too long', graphql('Request timed out', 'REQUEST_TIMEOUT'), true],
  ['a deadline that has passed', graphql('context deadline exceeded', 'DEADLINE_EXCEEDED'), true],
  ['a connection to the service that broke', graphql('request to http://ships failed, reason: socket hang up'), true],
  ['the same by its code in the message', graphql('read ECONNRESET', 'INTERNAL_SERVER_ERROR'), true],
  ['the same in an error with status 500', http(500, [{ message: 'read ECONNRESET', extensions: {} }]), true],
  ['a service that timed out', graphql('upstream request timeout'), true],
  ['a refusal that speaks of a time', graphql('Your session timed out'), false],
  ['a refusal that speaks of a timeout as a field', graphql('Field "timeout" must be positive', 'BAD_USER_INPUT'), false],
] as [string, Failure, boolean][])('%s', (_, failure, lost) => {
  expect(isResponseLost(failure)).toBe(lost);
});
