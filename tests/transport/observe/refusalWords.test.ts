/** An error without a code is recognised as a refusal by its message, at the root of the result only. */
import { CombinedError } from '@urql/core';
import { failureOf, ServerError } from '../../../src/transport/observe/failure';

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
  'permission denied for table ships',
  'Access is denied',
  'You are not allowed to do this',
  "You don't have the required permissions",
  'You are not logged in.',
  'This action is unauthorized.',
  'You must log in',
  'You need to be signed in.',
  'Your session has ended. Please sign in again.',
  'Authentication required',
])('"%s" is a refusal', message => {
  expect(tagOf(message, { path: ['ships'] })).toBe('auth');
  expect(tagOf(message, { extensions: { code: 'INTERNAL_SERVER_ERROR' } })).toBe('auth');
  expect(tagOf(message, { extensions: { code: 119 } })).toBe('auth');
});

it.each([
  ['an error below the root', 'Permission denied', { path: ['ships', 0, 'name'] }],
  ['an error with a code of its own', 'Permission denied', { extensions: { code: 'BAD_USER_INPUT' } }],
  ['a message that only contains the word', 'The berth is forbidden for tankers', {}],
  ['another error', 'No such ship', {}],
  ['a word that ends like one', 'The catalog in use is closed', {}],
  ['a word that begins like one', 'Signal in use', {}],
  ['a word that holds one', 'Invalid logic in filter', {}],
  ['a field named login', 'Login has already been taken', {}],
  ['a name that is asked for', "Could not resolve to a User with the login of 'x'.", {}],
  ['a field that is unknown', 'Cannot query field "login" on type "User".', {}],
  ['a variable that is missing', 'Variable "$login" of required type "String!" was not provided.', {}],
  ['a login that has to be another', 'Please choose another login', {}],
  ['a card that was refused', 'Could not authorize the card', {}],
  ['a payment that was refused', 'Payment was not authorized by the bank', {}],
  ['an author', 'Unauthored drafts cannot be published', {}],
  ['one who is not the author', 'Ann is not author of this book', {}],
  ['a service that is down', 'Authentication service is unavailable', {}],
])('%s is no refusal', (_, message, more) => expect(tagOf(message, more)).toBe('graphql'));

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
])('the code %s is a refusal; it means signed out: %p', (code, signedOut) => {
  const error = new CombinedError({ graphQLErrors: [{ message: 'No', extensions: { code } } as never] });
  expect(failureOf(error)).toMatchObject({ tag: 'auth', signedOut });
});

it.each([
  ['Signature has expired', {}],
  ['Token has expired', { path: ['ships'] }],
  ['Your session has expired.', { extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
  ['Access token expired', {}],
  ['jwt expired', {}],
  ['Expired', { extensions: { code: 'TOKEN_EXPIRED' } }],
  ['Expired', { extensions: { code: 'SESSION_EXPIRED' } }],
])('"%s" %p means signed out', (message, more) => {
  const error = new CombinedError({ graphQLErrors: [{ message, ...more } as never] });
  expect(failureOf(error)).toMatchObject({ tag: 'auth', signedOut: true });
});

it.each([
  'The reset token has expired',
  'This session has expired for the speaker',
  'Signature expired on the contract',
  'The offer expired',
])('"%s" is about something else', message => expect(tagOf(message)).toBe('graphql'));

it.each([
  'PAYMENT_NOT_AUTHORIZED',
  'NOT_AUTHOR',
  'AUTHENTICATION_SERVICE_UNAVAILABLE',
  'CARD_DENIED',
  'LOGIN_TAKEN',
  'FORBIDDEN_WORD',
])('the code %s is no refusal', code => expect(tagOf('No', { extensions: { code } })).toBe('graphql'));

it.each(['AUTHENTICATION_REQUIRED', 'NOT_AUTHORIZED', 'UnauthorizedException', 'PERMISSION_DENIED', 'AccessDenied'])(
  'the code %s is a refusal',
  code => expect(tagOf('No', { extensions: { code } })).toBe('auth'),
);

it.each([
  ['Required CSRF header(s) not present', 'http'],
  ['Send the header apollo-require-preflight: true with a form', 'http'],
  ['No such ship', 'auth'],
])('status 403 with "%s" is %s: CSRF protection requires a header, not a sign-in', (message, tag) => {
  const networkError = new ServerError('Status 403', 403, { errors: [{ message }] });
  expect(failureOf(new CombinedError({ networkError, graphQLErrors: [{ message }] })).tag).toBe(tag);
});

it.each([
  ['DGS', { extensions: { errorType: 'PERMISSION_DENIED' } }, 'auth'],
  ['Spring', { extensions: { classification: 'FORBIDDEN' } }, 'auth'],
  ['Magento', { extensions: { category: 'graphql-authorization' } }, 'auth'],
  ['GitHub', { type: 'INSUFFICIENT_SCOPES' }, 'auth'],
  ['graphql-java', { extensions: { classification: 'DataFetchingException' } }, 'graphql'],
  ['a type of no string', { type: { toString: null } }, 'graphql'],
])('the code of a refusal is found where %s puts it', (_, more, tag) => {
  expect(tagOf('Something', { path: ['ships'], ...more })).toBe(tag);
});
