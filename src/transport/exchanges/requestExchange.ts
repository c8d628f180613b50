/**
 * Makes each HTTP attempt what the contract says it is. urql's fetchExchange and multipartFetchExchange below keep their part, the life
 * of a request (start, abort on teardown, incremental delivery); what is sent and how the answer is judged is decided by `httpFetch`, the
 * `fetch` this stage puts into the operation's context. The stages below read a fixed small response, and their result is replaced by the
 * judged one on the way up.
 *
 * An answer of type multipart/mixed or text/event-stream is handed on unread; its parts are judged here, one by one.
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { map, pipe } from 'wonka';
import { ServerError } from '../failure';
import { hasFiles, nameBlobs } from '../files';
import { type Attempt, type HttpOptions, httpFetch } from '../httpFetch';
import { tapOperationOf } from '../trace';

/** Stands in for the document below: core would print and measure one that is not sent from there. */
const NO_DOCUMENT = { kind: 'Document', definitions: [], documentId: 'built by httpFetch' } as unknown as Operation['query'];

const attemptOf = (operation: Operation): Attempt | undefined => operation.context.attempt as Attempt | undefined;

/** Prepares queries and mutations for the fetch stages below it and gives their results their final form. */
export function requestExchange(options: HttpOptions): Exchange {
  const prepare = (operation: Operation): Operation => {
    const { kind, key, variables } = operation;
    if (kind !== 'query' && kind !== 'mutation') return operation;
    const attempt: Attempt = { operation, outcome: undefined, streamStatus: 0, streamedBytes: 0 };
    const multipart = hasFiles(variables);
    const context = {
      ...operation.context,
      attempt,
      multipart,
      preferGetMethod: false,
      fetch: (url: RequestInfo | URL, init?: RequestInit) => httpFetch(options, attempt, String(url), init ?? {}),
    };
    const request = multipart
      ? { key, query: operation.query, variables: nameBlobs(variables) }
      : { key, query: NO_DOCUMENT, variables: {} };
    return makeOperation(kind, request, context);
  };

  const restore = (result: OperationResult): OperationResult => {
    const attempt = attemptOf(result.operation);
    if (!attempt) return result;
    const { operation, outcome } = attempt;
    if (outcome) return { operation, ...outcome, hasNext: false, stale: false };
    const part = judgePart(result, attempt);
    if (options.tap.active && attempt.streamStatus > 0) {
      const errors = part.error?.graphQLErrors.length ?? 0;
      options.tap.emit({ type: 'event', bytes: attempt.streamedBytes, errors }, tapOperationOf(operation));
      attempt.streamedBytes = 0;
    }
    return part;
  };

  return ({ forward }) =>
    operations$ =>
      pipe(operations$, map(prepare), forward, map(restore));
}

/** A part of a streamed answer: its merged errors may be an empty list, and its status counts as that of any answer does. */
function judgePart(result: OperationResult, { operation, streamStatus }: Attempt): OperationResult {
  const errors = result.error?.graphQLErrors ?? [];
  if (streamStatus >= 300) {
    const networkError = new ServerError(`The endpoint answered with status ${streamStatus}`, streamStatus, result.data);
    return { ...result, operation, error: new CombinedError({ networkError, graphQLErrors: errors }) };
  }
  const isEmpty = result.error && !result.error.networkError && errors.length === 0;
  return { ...result, operation, error: isEmpty ? undefined : result.error };
}
