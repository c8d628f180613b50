/**
 * Sends a failed subscription again. urql's retryExchange decides whether: it counts the failures and forgets them at the first event
 * without errors (contract C26). The wait is made here, for two reasons, each with a test against the stock package: the stock waits grow
 * as count x delay instead of doubling (C25, M13), and their timer outlives a teardown, because wonka's debounce does not clear it once its
 * source has completed. Nothing would be sent then, but a disposed transport would keep a Node process alive (C28, C42).
 *
 * Queries and mutations are never retried (C30), and a failure that another attempt cannot help goes up at once (C50). It relies on the
 * subscription stage below: a failure comes once, with its upstream already ended (C27, C29).
 */
import { type CombinedError, type Exchange, makeOperation, type Operation } from '@urql/core';
import { retryExchange } from '@urql/exchange-retry';
import { filter, fromValue, make, mergeMap, pipe, type Source, takeUntil } from 'wonka';
import { SocketError } from '../observe/failure';
import type { TapSource } from '../observe/tap';
import { tapOperationOf } from '../observe/trace';

/** Options of `subscriptionRetryExchange`. */
export interface SubscriptionRetryOptions {
  /** How many retries, 0 to 30. */
  retries: number;
  /** Wait before the first, in ms; doubled for each further one. */
  delayMs: number;
  tap: TapSource;
}

/**
 * A wait before a failed subscription is sent again: for `ms`, before the `attempt`th retry of `of`. A subscriber gets it by
 * `context: { onRetryWait }`.
 */
export interface RetryWait {
  ms: number;
  attempt: number;
  of: number;
  /** Why it is sent again. */
  error: CombinedError;
}

/** As short as a timer can be; 0 would become the stock default of 1000 (M17). */
const NO_STOCK_DELAY_MS = 0.001;

/** The longest time a timer can hold. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Retries subscriptions with doubling waits. */
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
      forward: operations$ =>
        pipe(
          operations$,
          mergeMap(operation => {
            const wait =
              operation.kind === 'subscription' && failuresOf(operation) > 0 ? operation.context.resendAt - Date.now() : 0;
            if (wait <= 0) return fromValue(operation);
            const givenUp$ = pipe(
              operations$,
              filter(other => other.kind === 'teardown' && other.key === operation.key),
            );
            return pipe(later(operation, wait), takeUntil(givenUp$));
          }),
          input.forward,
        ),
    });
}

/** The stock count of failures since the last event without errors. */
const failuresOf = (operation: Operation): number => (operation.context.retry as { count: number } | undefined)?.count ?? 0;

function mayHelp(error: CombinedError): boolean {
  return !(error.networkError instanceof SocketError) || error.networkError.retryable;
}

/** `value` after `ms`; the timer goes with the source. */
function later<T>(value: T, ms: number): Source<T> {
  return make(observer => {
    const timer = setTimeout(() => {
      observer.next(value);
      observer.complete();
    }, ms);
    return () => clearTimeout(timer);
  });
}
