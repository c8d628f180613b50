/** @jest-environment node */
import type { Failure } from '../../../src/transport/observe/failure';
import { isUnexpected } from '../../../src/transport/observe/isUnexpected';

const graphql = (...errors: Array<[message: string, code?: string]>): Failure => ({
  tag: 'graphql',
  message: '',
  errors: errors.map(([message, code]) => ({ message, ...(code === undefined ? {} : { code }), extensions: {} })),
});

it.each([
  ['Yoga', graphql(['Unexpected error.', 'INTERNAL_SERVER_ERROR']), true],
  ['Apollo and Nest', graphql(['Internal server error', 'INTERNAL_SERVER_ERROR']), true],
  ['Spring', graphql(['INTERNAL_ERROR for 3f6c-1']), true],
  ['Hot Chocolate', graphql(['Unexpected Execution Error']), true],
  ['PostGraphile', graphql(["An error occurred (logged with hash: 'x')"]), true],
  ['the sample', graphql(['An internal error occurred (reference 1a2b).', 'INTERNAL_SERVER_ERROR']), true],
  ['GitHub', graphql(['Something went wrong while executing your query.']), true],
  ['status 500', { ...graphql(['Internal server error']), tag: 'http', status: 500 } as Failure, true],
  ['a reason with the usual code', graphql(['Login has already been taken', 'INTERNAL_SERVER_ERROR']), false],
  ['a reason beside it', graphql(['Unexpected error.'], ['Login has already been taken']), false],
  ['a code that names a reason', graphql(['Unexpected error.', 'BAD_USER_INPUT']), false],
  ['an unexpected value', graphql(['Unexpected value "x"']), false],
  ['an unknown field', graphql(['Unknown argument "errors"']), false],
  ['a reason within words', graphql(['The form has an internal error']), false],
  ['no errors', graphql(), false],
] as [string, Failure, boolean][])('%s: %#', (_, failure, unexpected) => {
  expect(isUnexpected(failure)).toBe(unexpected);
});
