/**
 * The subscription stage, on urql's subscriptionExchange. The stock exchange treats the events of a stream as patches of one result, so
 * that data, errors and extensions of one event reappear in the next (contract M5), repeats the last event at the end (M42), and goes on
 * after a failure (M2 to M4). So it only starts and ends the upstream here, and its results are dropped. Each event is a result of its own
 * and goes up beside it (C31); the first failure ends the upstream and goes up once, with hasNext false (C24, C27, C29); the end goes up as
 * a result without data and errors whose hasNext is false.
 */
import {
  CombinedError,
  type Exchange,
  type ExecutionResult,
  type Operation,
  type OperationResult,
  subscriptionExchange,
} from '@urql/core';
import { filter, makeSubject, pipe } from 'wonka';
import { SocketError } from '../failure';
import { join } from '../join';
import { operationName } from '../operationName';
import type { SubscribePayload, SubscribeSink } from '../socket';
import type { TapOperation } from '../tap';
import { tapOperationOf } from '../trace';

/** Options of `eventsExchange`. */
export interface EventsOptions {
  /** Starts a subscription upstream; the function it returns ends it. */
  subscribe(payload: SubscribePayload, sink: SubscribeSink, tapOperation: TapOperation | undefined): () => void;
}

/** What the stock exchange is given at the end: a stream that never had a result it would end by a teardown, which stops a retry (M18). */
const NOTHING: ExecutionResult = { data: null, hasNext: true };

/** Runs subscriptions over `subscribe`. */
export function eventsExchange({ subscribe }: EventsOptions): Exchange {
  return input => {
    const results = makeSubject<OperationResult>();
    const stock = subscriptionExchange({
      forwardSubscription: (request, operation) => ({
        subscribe(observer) {
          let ended = false;
          const finish = (result: OperationResult): void => {
            ended = true;
            results.next(result);
            observer.next(NOTHING);
            observer.complete();
          };
          const stop = subscribe(
            {
              operationName: operationName(operation.query),
              query: request.query ?? '',
              variables: operation.variables ?? {},
            },
            {
              next(payload) {
                if (ended) return;
                const result = resultOf(operation, payload);
                if (result.hasNext) return results.next(result);
                ended = true;
                stop();
                finish(result);
              },
              error(cause) {
                if (!ended) finish(lastOf(operation, errorOf(cause)));
              },
              complete() {
                if (!ended) finish(lastOf(operation, undefined));
              },
            },
            tapOperationOf(operation),
          );
          return {
            unsubscribe() {
              ended = true;
              stop();
            },
          };
        },
      }),
    });
    const stage = stock(input);
    return operations$ =>
      join(
        pipe(
          stage(operations$),
          filter(result => result.operation.kind !== 'subscription'),
        ),
        results.source,
      );
  };
}

function resultOf(operation: Operation, { data, errors, extensions }: ExecutionResult): OperationResult {
  const failed = Array.isArray(errors) && errors.length > 0;
  return {
    operation,
    data,
    error: failed ? new CombinedError({ graphQLErrors: errors as never }) : undefined,
    extensions,
    hasNext: !failed,
    stale: false,
  };
}

const lastOf = (operation: Operation, error: CombinedError | undefined): OperationResult => ({
  operation,
  data: undefined,
  error,
  extensions: undefined,
  hasNext: false,
  stale: false,
});

/** An error frame is an array of GraphQL errors; all else is a close or a refusal of the socket. */
function errorOf(cause: unknown): CombinedError {
  if (Array.isArray(cause)) return new CombinedError({ graphQLErrors: cause });
  return new CombinedError({
    networkError: cause instanceof Error ? cause : new SocketError(String(cause)),
  });
}
