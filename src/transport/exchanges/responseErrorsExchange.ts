/**
 * Sits right above the stages that send over HTTP. On the way down it gives each query and mutation its `fetch` (http/graphqlFetch.ts).
 * fetchExchange reduces failures to one message; on the way up this stage restores the details from the typed errors of that `fetch`: data
 * and GraphQL errors beside a status (contract C14), the reason why a response is not a GraphQL response (C13, C15), and errors of single
 * parts.
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { map, pipe } from 'wonka';
import { graphqlFetch, type HttpOptions } from '../http/graphqlFetch';
import {
  failed,
  isDataOfResponse,
  isTextResponse,
  judgeBody,
  judgeResponse,
  malformedData,
  type Outcome,
  outcomeOf,
  ParsedResponse,
} from '../http/judgeResponse';
import { BrokenResponseError, ServerError, ServerParseError, type TracedError } from '../observe/failure';
import { type Attempt, contextOf, newAttempt, tapOperationOf } from '../pipelineContext';

/** Sends by graphqlFetch and turns each outcome into a result with typed errors. */
export function responseErrorsExchange(options: HttpOptions): Exchange {
  const prepare = (operation: Operation): Operation => {
    if (operation.kind !== 'query' && operation.kind !== 'mutation') return operation;
    const attempt = newAttempt(operation);
    return makeOperation(operation.kind, operation, { attempt, fetch: graphqlFetch(options, attempt) });
  };
  const restore = (result: OperationResult): OperationResult => {
    const { attempt } = contextOf(result.operation);
    if (!attempt) return result;
    const { operation } = attempt;
    const judged =
      attempt.streamStatus > 0
        ? { ...judgePart(result, attempt), operation }
        : { operation, ...judge(result), hasNext: false, stale: false };
    if (attempt.traceId && judged.error) (judged.error as TracedError).traceId = attempt.traceId;
    report(options, attempt, judged);
    return judged;
  };
  return ({ forward }) =>
    operations$ =>
      pipe(operations$, map(prepare), forward, map(restore));
}

/** Interprets a complete response. fetchExchange has already parsed successful ones; only failures are examined again. */
function judge({ data, error, extensions }: OperationResult): Outcome {
  const cause = error?.networkError;
  if (cause instanceof ParsedResponse) return judgeBody(cause.statusCode, cause.result, undefined);
  if (cause instanceof ServerError) return outcomeOf(cause, undefined);
  const response: unknown = error?.response;
  if (isTextResponse(response)) return judgeResponse(response.status, response.bodyText, response, response.redirectedTo);
  if (!error && !isDataOfResponse(data)) return failed(malformedData(200, data));
  return { data, error, extensions };
}

/** Interprets one part of a streamed response. An empty list of errors means none (C16), and data received before a lost connection is kept. */
function judgePart(result: OperationResult, attempt: Attempt): OperationResult {
  const { error } = result;
  const cause = error?.networkError;
  if (cause instanceof ServerError) return { ...result, ...outcomeOf(cause, undefined) };
  if (cause && !(cause instanceof ServerParseError)) {
    const networkError = new BrokenResponseError(attempt.streamStatus, cause);
    const data = result.data ?? attempt.streamedData;
    return { ...result, data, error: new CombinedError({ networkError, graphQLErrors: error.graphQLErrors }) };
  }
  attempt.streamedData = result.data;
  return cause || (error && error.graphQLErrors.length > 0) ? result : { ...result, error: undefined };
}

/** Reports the parsed result to the tap. */
function report({ tap }: HttpOptions, attempt: Attempt, { data, error }: OperationResult): void {
  if (!tap.active) return;
  const tapOperation = tapOperationOf(attempt.operation);
  const errors = error?.graphQLErrors.length ?? 0;
  const { readAt, streamStatus, streamedBytes: bytes, streamedText: text, masked } = attempt;
  if (readAt > 0 && !(error?.networkError instanceof BrokenResponseError)) {
    tap.emit({ type: 'parsed', ms: Date.now() - readAt, hasData: data != null, errors }, tapOperation);
  }
  // After a broken connection, an event is reported only if part of it arrived.
  if (streamStatus === 0 || (bytes === 0 && error?.networkError instanceof BrokenResponseError)) return;
  tap.emit({ type: 'event', bytes, errors, body: () => masked?.(text) ?? text }, tapOperation);
  attempt.streamedBytes = 0;
  attempt.streamedText = '';
}
