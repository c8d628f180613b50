/**
 * Whether an error of the server means that the record does not exist: by its code, or by the status of a REST service behind the API.
 * Other servers return null without an error.
 */
import type { CombinedError } from '@urql/core';
import { failureOf, type GraphQLFailure } from '../../../../transport/observe/failure';
import { errorsOf } from '../../fieldErrors';

/** Only codes about records: "PERSISTED_QUERY_NOT_FOUND" is about the query. */
const NOT_FOUND = /^((record|entity|resource|object|item|node)_?)?not_?found$/i;

/**
 * True if all errors of a lookup mean this and concern the record itself, not something else that one of its fields needs.
 * @param depth number of fields from the query type to the record
 */
export function isNotFound(error: CombinedError | undefined, depth: number): boolean {
  const errors = errorsOf(error ? failureOf(error) : null);
  return errors.length > 0 && errors.every(each => each.path?.length === depth && saysSo(each));
}

function saysSo({ code, extensions }: GraphQLFailure): boolean {
  return NOT_FOUND.test(code ?? '') || [extensions, extensions.http, extensions.response].some(has404);
}

function has404(holder: unknown): boolean {
  if (typeof holder !== 'object' || holder === null) return false;
  const { status, statusCode } = holder as { status?: unknown; statusCode?: unknown };
  return status === 404 || statusCode === 404;
}
