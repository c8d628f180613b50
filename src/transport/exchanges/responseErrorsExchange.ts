/**
 * Stands right above the stages that send over HTTP. On the way down it gives each query and mutation the `fetch` it is sent with
 * (http/graphqlFetch.ts); on the way up it restores from that fetch's typed errors what fetchExchange makes one message of: data and GraphQL errors
 * beside a status (contract C14), what was wrong with an answer that is no GraphQL response (C13, C15), and the errors of its parts.
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { map, pipe } from 'wonka';
import { type Attempt, newAttempt } from '../http/attempt';
import { graphqlFetch, type HttpOptions } from '../http/graphqlFetch';
import {
  isDataOfResponse,
  judgeBody,
  judgeResponse,
  LargeAnswer,
  malformedData,
  type Outcome,
  outcomeOf,
} from '../http/judgeResponse';
import { isReadAnswer } from '../http/readAnswer';
import { BrokenAnswerError, ServerError, ServerParseError, type TracedError } from '../observe/failure';
import { contextOf, tapOperationOf } from '../observe/trace';

/** Sends by graphqlFetch and judges what came of it. */
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
    tell(options, attempt, judged);
    return judged;
  };
  return ({ forward }) =>
    operations$ =>
      pipe(operations$, map(prepare), forward, map(restore));
}

/** What a whole answer means. What is as it should be was parsed once, by fetchExchange; only failures are looked at again. */
function judge({ data, error, extensions }: OperationResult): Outcome {
  const cause = error?.networkError;
  if (cause instanceof LargeAnswer) return judgeLarge(cause);
  if (cause instanceof ServerError) return outcomeOf(cause, undefined);
  const response: unknown = error?.response;
  if (isReadAnswer(response)) return judgeResponse(response.status, response.bodyText, response, response.redirectedTo);
  if (!error && !isDataOfResponse(data)) return failure(malformedData(200, data));
  return { data, error, extensions };
}

/** What an answer means that was read elsewhere; one that refuses may ask to wait, like any other. */
function judgeLarge({ statusCode, body, wait }: LargeAnswer): Outcome {
  const outcome = judgeBody(statusCode, body, undefined, undefined, () => true);
  const refusal = outcome.error?.networkError;
  if (refusal instanceof ServerError) refusal.wait = wait;
  return outcome;
}

/** What a part means: an empty list of errors is none, and the data so far outlives a connection that breaks. */
function judgePart(result: OperationResult, attempt: Attempt): OperationResult {
  const { error } = result;
  const cause = error?.networkError;
  if (cause instanceof ServerError) return { ...result, ...outcomeOf(cause, undefined) };
  if (cause && !(cause instanceof ServerParseError)) {
    const networkError = new BrokenAnswerError(attempt.streamStatus, cause);
    const data = result.data ?? attempt.streamedData;
    return { ...result, data, error: new CombinedError({ networkError, graphQLErrors: error.graphQLErrors }) };
  }
  attempt.streamedData = result.data;
  return cause || (error && error.graphQLErrors.length > 0) ? result : { ...result, error: undefined };
}

/** Tells the tap of what was parsed. */
function tell({ tap }: HttpOptions, attempt: Attempt, { data, error }: OperationResult): void {
  if (!tap.active) return;
  const tapOperation = tapOperationOf(attempt.operation);
  const errors = error?.graphQLErrors.length ?? 0;
  const { readAt, streamStatus, streamedBytes: bytes, streamedText: text, masked } = attempt;
  if (readAt > 0 && !(error?.networkError instanceof BrokenAnswerError)) {
    tap.emit({ type: 'parsed', ms: Date.now() - readAt, hasData: data != null, errors }, tapOperation);
  }
  // Where it broke off there is no part, but perhaps the beginning of one.
  if (streamStatus === 0 || (bytes === 0 && error?.networkError instanceof BrokenAnswerError)) return;
  tap.emit({ type: 'event', bytes, errors, body: () => masked?.(text) ?? text }, tapOperation);
  attempt.streamedBytes = 0;
  attempt.streamedText = '';
}

const failure = (networkError: Error): Outcome => ({
  data: undefined,
  error: new CombinedError({ networkError }),
  extensions: undefined,
});
