/**
 * The subscription stage: urql's subscriptionExchange with corrections around it. The stock exchange treats the events of a stream as
 * patches of one result, so data, errors and extensions of one event reappear in the next (contract M5). It repeats the last event at the
 * end (M42), continues after an error (C24, M2 to M4), and ends a stream without events by a teardown (M18). Therefore each event passes
 * through it in an envelope, which the next one replaces as a whole, and is unpacked above it as a separate result (C31). A failure ends
 * its upstream (C27). Failures and ends are unpacked when the stock exchange reports the end: once, with hasNext false (C29).
 */
import {
  CombinedError,
  type Exchange,
  type ExecutionResult,
  type OperationResult,
  subscriptionExchange as stockSubscriptionExchange,
} from '@urql/core';
import { filter, map, pipe } from 'wonka';
import { graphQLErrorsOf } from '../http/judgeResponse';
import { SocketError } from '../observe/failure';
import { contextOf, operationName, tapOperationOf } from '../pipelineContext';
import type { Socket, SubscribeSink } from '../socket/socket';

/**
 * Options of `subscriptionExchange`. Connection changes of a subscription are reported to `onConnectionChange` in its operation's context.
 */
export interface SubscriptionOptions {
  /** Starts a subscription upstream and returns a function that ends it. */
  subscribe: Socket['subscribe'];
}

/** The `data` of results within the stock exchange. */
interface Envelope {
  event?: ExecutionResult;
  /** Set in the last envelope of a failed stream. */
  error?: CombinedError;
}

const END: Envelope = {};

/** Sends subscriptions by `subscribe` and turns their events into results. */
export function subscriptionExchange({ subscribe }: SubscriptionOptions): Exchange {
  const stock = stockSubscriptionExchange({
    forwardSubscription: (request, operation) => ({
      subscribe(observer) {
        const next = (envelope: Envelope): void => observer.next({ data: envelope as never });
        let stop: (() => void) | undefined;
        let ended = false;
        const finish = (last: Envelope): void => {
          if (ended) return;
          ended = true;
          stop?.();
          next(last);
          observer.complete();
        };
        const sink: SubscribeSink = {
          next(event) {
            if (ended) return;
            const error = failureIn(event);
            if (error) finish({ event, error });
            else next({ event });
          },
          connection: operation.context.onConnectionChange,
          error: cause => finish({ error: errorOf(cause) }),
          complete: () => finish(END),
        };
        const { query = '', variables } = request;
        const payload = { operationName: operationName(operation.query), query, variables: variables ?? {} };
        const { rewrite } = contextOf(operation);
        stop = subscribe((rewrite?.(payload) ?? payload) as typeof payload, sink, tapOperationOf(operation));
        if (ended) stop();
        return {
          unsubscribe() {
            ended = true;
            stop?.();
          },
        };
      },
    }),
  });
  return input => {
    const stage = stock(input);
    return operations$ => pipe(stage(operations$), filter(isDelivered), map(unpack));
  };
}

/** The last envelope of a stream arrives twice: once as it was sent, and once with the end that the stock exchange reports. */
function isDelivered({ operation, data, hasNext }: OperationResult): boolean {
  if (operation.kind !== 'subscription' || !hasNext) return true;
  const { event, error } = data as Envelope;
  return event !== undefined && error === undefined;
}

/** Returns the result in an envelope. At the end of a successful stream, the envelope contains an event that was already delivered. */
function unpack(result: OperationResult): OperationResult {
  const { operation, hasNext } = result;
  if (operation.kind !== 'subscription') return result;
  const { event, error } = result.data as Envelope;
  const { data, extensions } = (hasNext || error ? event : undefined) ?? {};
  return { operation, data, error, extensions, hasNext, stale: false };
}

function failureIn({ errors }: ExecutionResult): CombinedError | undefined {
  const graphQLErrors = graphQLErrorsOf(errors);
  return graphQLErrors.length > 0 ? new CombinedError({ graphQLErrors }) : undefined;
}

/**
 * An error frame is an array of GraphQL errors; a refusal over HTTP is a CombinedError; anything else is a close or a failure of the
 * socket.
 */
function errorOf(cause: unknown): CombinedError {
  if (cause instanceof CombinedError) return cause;
  if (Array.isArray(cause)) return new CombinedError({ graphQLErrors: graphQLErrorsOf(cause) });
  return new CombinedError({
    networkError: cause instanceof Error ? cause : new SocketError(String(cause)),
  });
}
