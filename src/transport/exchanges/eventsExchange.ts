/**
 * The subscription stage, on urql's subscriptionExchange. The stock exchange treats the events of a stream as patches of one result, so
 * that data, errors and extensions of one event reappear in the next (contract M5), repeats the last event at the end (M42), and goes on
 * after a failure (M2 to M4). Here each event is a result of its own (C31); the first failure ends the upstream and goes up once, with
 * hasNext false (C24, C27, C29); the end goes up as a result without data and errors whose hasNext is false.
 */
import {
  CombinedError,
  type Exchange,
  type ExecutionResult,
  makeOperation,
  type Operation,
  type OperationResult,
  subscriptionExchange,
} from '@urql/core';
import { filter, map, pipe } from 'wonka';
import { SocketError } from '../failure';
import { operationName } from '../operationName';
import type { SubscribePayload, SubscribeSink } from '../socket';
import type { TapOperation } from '../tap';
import { tapOperationOf } from '../trace';

/** Options of `eventsExchange`. */
export interface EventsOptions {
  /** Starts a subscription upstream; the function it returns ends it. */
  subscribe(payload: SubscribePayload, sink: SubscribeSink, tapOperation: TapOperation | undefined): () => void;
}

/** Carries the result an event really is past the stock exchange, which merges whatever it is given. */
interface Slot {
  result: OperationResult | undefined;
}

/** What the stock exchange is given for each event: nothing that could stick to the next. */
const NOTHING: ExecutionResult = { data: null, hasNext: true };

const slotOf = (operation: Operation): Slot => operation.context.eventSlot as Slot;

/** Runs subscriptions over `subscribe`. */
export function eventsExchange({ subscribe }: EventsOptions): Exchange {
  const stock = subscriptionExchange({
    forwardSubscription: (request, operation) => ({
      subscribe(observer) {
        const slot = slotOf(operation);
        let ended = false;
        const pass = (result: OperationResult): void => {
          slot.result = result;
          observer.next(NOTHING);
        };
        /** The last result; completing afterwards makes the stock exchange repeat it, which finds the slot empty. */
        const finish = (result: OperationResult): void => {
          ended = true;
          pass(result);
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
              if (result.hasNext) return pass(result);
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

  return input => {
    const stage = stock(input);
    return operations$ =>
      pipe(
        stage(
          pipe(
            operations$,
            map(operation =>
              operation.kind === 'subscription'
                ? makeOperation('subscription', operation, {
                    ...operation.context,
                    eventSlot: { result: undefined } satisfies Slot,
                  })
                : operation,
            ),
          ),
        ),
        map(result => {
          if (result.operation.kind !== 'subscription') return result;
          const slot = slotOf(result.operation);
          const real = slot.result;
          slot.result = undefined;
          return real;
        }),
        filter((result): result is OperationResult => result !== undefined),
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
