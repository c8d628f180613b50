/**
 * Sends queries and mutations. What is sent and how the answer is judged is decided by `httpFetch`; this stage keeps the life of a request:
 * it begins a moment after the operation came in, is aborted when a query is given up (contract C43), and gives one result.
 *
 * urql's fetch stages below it take what they are needed for: multipartFetchExchange builds the requests that hold a file, with `httpFetch`
 * as the `fetch` in their context, and fetchExchange reads answers that come in parts (multipart/mixed, text/event-stream), whose parts are
 * judged here, one by one. Everything else does not go through fetchExchange: its async iterators cost more than all other stages together.
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { filter, makeSubject, map, pipe } from 'wonka';
import { BrokenAnswerError, ServerError } from '../failure';
import { hasFiles, isWritable, readyForExtraction } from '../files';
import { type Attempt, type HttpOptions, httpFetch } from '../httpFetch';
import { join } from '../join';
import { failed } from '../judgeResponse';
import { tapOperationOf } from '../trace';

/** Stands in for the document below: core would print and measure one that is not sent from there. */
const NO_DOCUMENT = { kind: 'Document', definitions: [], documentId: 'built by httpFetch' } as unknown as Operation['query'];

/** Sends queries and mutations; all else is passed on. */
export function requestExchange(options: HttpOptions): Exchange {
  return ({ forward }) => {
    /** What aborts the queries under way, by key; a query executed again before its answer is there twice. */
    const underWay = new Map<number, AbortController[]>();
    const judged = makeSubject<OperationResult>();
    const inParts = makeSubject<Operation>();

    const begin = ({ kind, key }: Operation): AbortController => {
      const controller = new AbortController();
      // A mutation is not entered, as nothing may abort it (C43).
      if (kind !== 'query') return controller;
      const others = underWay.get(key);
      underWay.set(key, others ? [...others, controller] : [controller]);
      return controller;
    };
    const end = ({ key }: Operation, controller: AbortController): void => {
      const others = underWay.get(key)?.filter(other => other !== controller);
      if (others && others.length > 0) underWay.set(key, others);
      else underWay.delete(key);
    };
    const giveUp = ({ key }: Operation): void => {
      const controllers = underWay.get(key) ?? [];
      underWay.delete(key);
      for (const controller of controllers) controller.abort();
    };

    const send = async (operation: Operation): Promise<void> => {
      const controller = begin(operation);
      const { signal } = controller;
      const attempt = newAttempt(operation);
      // What is unsubscribed at once, as React's strict mode does, is never sent.
      await undefined;
      if (signal.aborted) return;
      let response: Response | undefined;
      try {
        response = await httpFetch(options, attempt, { ...initOf(operation), signal });
      } catch (cause) {
        attempt.outcome = failed(cause instanceof Error ? cause : new Error(String(cause)));
      }
      if (signal.aborted) return;
      if (attempt.outcome) {
        end(operation, controller);
        judged.next({ operation, ...attempt.outcome, hasNext: false, stale: false });
      } else if (response) {
        attempt.ended = () => end(operation, controller);
        inParts.next(forFetchExchange(attempt, NO_DOCUMENT, {}, async () => response));
      }
    };

    const prepare = (operation: Operation): Operation => {
      if (operation.kind !== 'query' && operation.kind !== 'mutation') return operation;
      const attempt = newAttempt(operation);
      return forFetchExchange(
        attempt,
        operation.query,
        readyForExtraction(operation.variables) as Operation['variables'],
        (_url, init) => httpFetch(options, attempt, init ?? {}),
      );
    };

    const isPassedOn = (operation: Operation): boolean => {
      const { kind, variables } = operation;
      if (kind === 'teardown') giveUp(operation);
      if (kind !== 'query' && kind !== 'mutation') return true;
      if (hasFiles(variables) && isWritable(variables)) return true;
      void send(operation);
      return false;
    };

    return operations$ =>
      join(
        pipe(
          join(pipe(operations$, filter(isPassedOn), map(prepare)), inParts.source),
          forward,
          map(result => restore(options, result)),
        ),
        judged.source,
      );
  };
}

const ACCEPT =
  'application/graphql-response+json, application/graphql+json, application/json, text/event-stream, multipart/mixed';

/** What core's fetch stages begin a request with: what answers are read, and the options in the operation's context. */
function initOf({ context }: Operation): RequestInit {
  const { fetchOptions } = context;
  const given = typeof fetchOptions === 'function' ? fetchOptions() : fetchOptions;
  return { ...given, headers: { accept: ACCEPT, ...(given?.headers && Object.fromEntries(new Headers(given.headers))) } };
}

const newAttempt = (operation: Operation): Attempt => ({
  operation,
  outcome: undefined,
  streamStatus: 0,
  streamedBytes: 0,
  streamedText: '',
  streamedData: undefined,
  masked: undefined,
  ended: undefined,
});

/** An attempt as urql's fetch stages see it. */
function forFetchExchange(
  attempt: Attempt,
  query: Operation['query'],
  variables: Operation['variables'],
  fetch: (url: RequestInfo | URL, init?: RequestInit) => Promise<Response>,
): Operation {
  const { kind, key, context } = attempt.operation;
  const multipart = query !== NO_DOCUMENT;
  return makeOperation(kind, { key, query, variables }, { ...context, attempt, multipart, preferGetMethod: false, fetch });
}

/** The result of an attempt that went through urql's fetch stages. */
function restore({ tap }: HttpOptions, result: OperationResult): OperationResult {
  const attempt = result.operation.context.attempt as Attempt | undefined;
  if (!attempt) return result;
  const { operation, outcome } = attempt;
  if (outcome) return { operation, ...outcome, hasNext: false, stale: false };
  if (!result.hasNext) attempt.ended?.();
  const part = judgePart(result, attempt);
  const { streamedBytes: bytes, streamedText: text, masked } = attempt;
  // Where it broke off there is no part, but perhaps the beginning of one.
  const isPart = bytes > 0 || !(part.error?.networkError instanceof BrokenAnswerError);
  if (tap.active && attempt.streamStatus > 0 && isPart) {
    const errors = part.error?.graphQLErrors.length ?? 0;
    tap.emit({ type: 'event', bytes, errors, body: () => masked?.(text) ?? text }, tapOperationOf(operation));
    attempt.streamedBytes = 0;
    attempt.streamedText = '';
  }
  return part;
}

/** A part of a streamed answer: its merged errors may be an empty list, and its status counts as that of any answer does. */
function judgePart(result: OperationResult, attempt: Attempt): OperationResult {
  const { operation, streamStatus } = attempt;
  const errors = result.error?.graphQLErrors ?? [];
  if (streamStatus >= 300) {
    const networkError = new ServerError(`The endpoint answered with status ${streamStatus}`, streamStatus, result.data);
    return { ...result, operation, error: new CombinedError({ networkError, graphQLErrors: errors }) };
  }
  const cause = result.error?.networkError;
  // Anything but a part that is no JSON: the connection.
  if (cause && streamStatus > 0 && !(cause instanceof SyntaxError)) {
    const networkError = new BrokenAnswerError(streamStatus, cause);
    const error = new CombinedError({ networkError, graphQLErrors: errors });
    // What had come until then is not lost.
    return { ...result, operation, data: result.data ?? attempt.streamedData, error };
  }
  attempt.streamedData = result.data;
  if (!cause && errors.length === 0) return { ...result, operation, error: undefined };
  // Anew: the stages that come later have a copy of core, whose errors are of another class.
  const { response } = result.error ?? {};
  return {
    ...result,
    operation,
    error: new CombinedError({ ...(cause && { networkError: cause }), graphQLErrors: errors, response }),
  };
}
