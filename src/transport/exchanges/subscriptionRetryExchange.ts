/**
 * Retries failed subscriptions. urql's retryExchange decides whether to retry: it counts failures and resets the count at the first event
 * without errors (contract C26). The delay is implemented here, for two reasons, each with a test against the stock package. The stock
 * delays grow as count x delay instead of doubling (C25, M13). And their timer outlives a teardown, because wonka's debounce does not clear
 * it once its source has completed: nothing would be sent, but a disposed transport would keep a Node process alive (C28, C42).
 *
 * Queries and mutations are never retried (C30), and a failure that a retry cannot fix goes to the caller at once (C50). This stage relies
 * on subscriptionExchange below: each failure arrives once, with its upstream already ended (C27, C29).
 */
import { type CombinedError, type Exchange, makeOperation, type Operation } from '@urql/core';
import { retryExchange } from '@urql/exchange-retry';
import { filter, fromValue, make, mergeMap, pipe, type Source, share, takeUntil } from 'wonka';
import { TIMER_MAX_MS } from '../../lib/clock';
import { SocketError } from '../observe/failure';
import type { TapSource } from '../observe/tap';
import { tapOperationOf } from '../pipelineContext';

/** Options of `subscriptionRetryExchange`. */
export interface SubscriptionRetryOptions {
  /** Number of retries, 0 to 30. */
  retries: number;
  /** Delay before the first retry, in ms; doubled for each further one. */
  delayMs: number;
  tap: TapSource;
}

/** A wait of `ms` before retry number `attempt` of `of`. It is reported to `onRetryWait` in the operation's context. */
export interface RetryWait {
  ms: number;
  attempt: number;
  of: number;
  /** The failure that caused the retry. */
  error: CombinedError;
}

/** The shortest timer delay; 0 would become the stock default of 1000 (M17). */
const NO_STOCK_DELAY_MS = 0.001;

/** Retries subscriptions with doubling delays. */
export function subscriptionRetryExchange({ retries, delayMs, tap }: SubscriptionRetryOptions): Exchange {
  const stock = retryExchange({
    initialDelayMs: NO_STOCK_DELAY_MS,
    maxDelayMs: NO_STOCK_DELAY_MS,
    randomDelay: false,
    maxNumberAttempts: retries + 1,
    retryIf: (error, operation) => retries > 0 && operation.kind === 'subscription' && mayHelp(error),
    retryWith: (error, operation) => {
      const attempt = failuresOf(operation) + 1;
      const ms = Math.min(delayMs * 2 ** (attempt - 1), TIMER_MAX_MS);
      if (tap.active) tap.emit({ type: 'retryWait', ms, attempt, of: retries }, tapOperationOf(operation));
      (operation.context.onRetryWait as ((wait: RetryWait) => void) | undefined)?.({ ms, attempt, of: retries, error });
      return makeOperation(operation.kind, operation, { resendAt: Date.now() + ms });
    },
  });

  return input =>
    stock({
      ...input,
      // Shared: each wait listens for its teardown here, and the stock exchange would count every failure once for each listener.
      forward: unshared$ => {
        const operations$ = share(unshared$);
        return pipe(
          operations$,
          mergeMap(operation => {
            const wait =
              operation.kind === 'subscription' && failuresOf(operation) > 0 ? operation.context.resendAt - Date.now() : 0;
            if (wait <= 0) return fromValue(operation);
            const teardown$ = pipe(
              operations$,
              filter(other => other.kind === 'teardown' && other.key === operation.key),
            );
            return pipe(later(operation, wait), takeUntil(teardown$));
          }),
          input.forward,
        );
      },
    });
}

/** Number of failures since the last event without errors, as counted by the stock exchange. */
const failuresOf = (operation: Operation): number => (operation.context.retry as { count: number } | undefined)?.count ?? 0;

function mayHelp(error: CombinedError): boolean {
  return !(error.networkError instanceof SocketError) || error.networkError.retryable;
}

/** Emits `value` after `ms`. Closing the source clears the timer. */
function later<T>(value: T, ms: number): Source<T> {
  return make(observer => {
    const timer = setTimeout(() => {
      observer.next(value);
      observer.complete();
    }, ms);
    return () => clearTimeout(timer);
  });
}
