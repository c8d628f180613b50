/** An error that has no code of its own says by its words that one is not allowed, at the root of the answer and nowhere below. */
import { CombinedError } from '@urql/core';
import { failureOf } from '../../../src/transport/observe/failure';

const tagOf = (message: string, more: object = {}) =>
  failureOf(new CombinedError({ graphQLErrors: [{ message, ...more } as never] })).tag;

it.each([
  'Permission denied',
  'Not Authorised!',
  'Access denied! You do not have permission for this action!',
  'You are not authorized to perform this action.',
  'Forbidden',
  'You need to sign in to see orders',
  'You must be logged in',
  'Please login first.',
  'Unauthenticated.',
  'Unauthorized',
  'User is not authenticated',
  'Authentication credentials were not provided.',
])('"%s" is a refusal', message => {
  expect(tagOf(message, { path: ['ships'] })).toBe('auth');
  expect(tagOf(message, { extensions: { code: 'INTERNAL_SERVER_ERROR' } })).toBe('auth');
  expect(tagOf(message, { extensions: { code: 119 } })).toBe('auth');
});

it.each([
  ['an error below the root', 'Permission denied', { path: ['ships', 0, 'name'] }],
  ['an error with a code of its own', 'Permission denied', { extensions: { code: 'BAD_USER_INPUT' } }],
  ['words that only mention it', 'The berth is forbidden for tankers', {}],
  ['another error', 'No such ship', {}],
  ['a word that ends like one', 'The catalog in use is closed', {}],
  ['a word that begins like one', 'Signal in use', {}],
])('%s is none', (_, message, more) => expect(tagOf(message, more)).toBe('graphql'));

it.each([
  ['UNAUTHENTICATED', true],
  ['UNAUTHORIZED', true],
  ['invalid-jwt', true],
  ['AUTH_NOT_AUTHENTICATED', true],
  ['AUTH_NOT_AUTHORIZED', false],
  ['FORBIDDEN', false],
  ['access-denied', false],
  ['ACCESS_DENIED', false],
  ['KS_ACCESS_DENIED', false],
])('the code %s is a refusal; that one is signed out: %p', (code, signedOut) => {
  const error = new CombinedError({ graphQLErrors: [{ message: 'No', extensions: { code } } as never] });
  expect(failureOf(error)).toMatchObject({ tag: 'auth', signedOut });
});
