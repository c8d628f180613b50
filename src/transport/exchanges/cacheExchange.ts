/**
 * urql's cacheExchange, which reports its own answers to the tap, and has a way past it: the stock cache keeps every answer for the
 * life of the client, so a query that goes through all pages of a collection (an export) would fill memory. The answer of a network-only
 * query whose context says `uncached: true` is not kept. Events go past it as well, unless their subscription names types.
 *
 * A mutation makes everything out of date that was answered before: the stock cache goes by the types that the answer names, but lists without
 * rows name none, and a mutation may answer with a yes, a count, or not at all.
 */
import { type Exchange, makeOperation, type OperationResult, cacheExchange as stockCacheExchange } from '@urql/core';
import { filter, makeSubject, map, pipe } from 'wonka';
import type { TapSource } from '../observe/tap';
import { askedBy, newTapOperation } from '../observe/trace';
import { join } from './join';

/** Options of `cacheExchange`. */
export interface CacheOptions {
  tap: TapSource;
  /** The raw token, to be masked in reports to the tap. */
  readToken(): string;
}

/** The stock document cache, observed. */
export function cacheExchange({ tap, readToken }: CacheOptions): Exchange {
  return input => {
    // What has no data is passed on but not kept: an uncached answer goes through the cache without its data and gets it back above.
    // Each goes through under the name of a type that all have, and leaves as it came.
    const whole = new WeakMap<OperationResult, OperationResult>();
    const past = makeSubject<OperationResult>();
    const late = makeSubject<OperationResult>();
    // What was delivered before it came to the cache: the last answer of each series.
    const delivered = new WeakSet<OperationResult>();
    const lasts = new WeakMap<Promise<unknown>, OperationResult>();
    const keepForLater = (result: OperationResult, series: Promise<unknown>): void => {
      delivered.add(result);
      if (!lasts.has(series))
        void series.then(() => {
          late.next(lasts.get(series) as OperationResult);
          // What was under way may be answered after the end.
          lasts.delete(series);
        });
      lasts.set(series, result);
    };
    const stage = stockCacheExchange({
      ...input,
      forward: operations$ =>
        pipe(
          join(input.forward(operations$), late.source),
          filter(result => {
            if (!isNoConcernOfCache(result) || delivered.has(result)) return true;
            past.next(result);
            const { series } = result.operation.context;
            if (series) keepForLater(result, series);
            return false;
          }),
          map(result => {
            const { operation } = result;
            const isUncached = operation.context.uncached === true;
            if (!isUncached && !concernsAll(result)) return result;
            const through = {
              ...result,
              ...(isUncached ? { data: undefined } : {}),
              ...(concernsAll(result)
                ? { operation: makeOperation(operation.kind, operation, { ...operation.context, additionalTypenames: ALL }) }
                : {}),
            };
            whole.set(through, result);
            return through;
          }),
        ),
    });
    return operations$ =>
      join(
        pipe(
          stage(operations$),
          map(passed => whole.get(passed) ?? passed),
          filter(result => !delivered.has(result)),
          map(result => {
            const { context } = result.operation;
            if (context.uncached === true) return result;
            if (tap.active && context.meta?.cacheOutcome === 'hit')
              tap.emit({ type: 'cached', ...askedBy(result.operation, readToken) }, newTapOperation(tap, result.operation));
            return result;
          }),
        ),
        past.source,
      );
  };
}

/** What each query is kept under, besides the types in its answer. */
const ALL = ['*'];

/** A query that is kept, and a mutation that ran or may have run; one of those of a series did. */
function concernsAll({ operation: { kind, context }, data, error }: OperationResult): boolean {
  if (kind !== 'mutation') return kind === 'query';
  return (data !== undefined && data !== null) || error?.networkError !== undefined || context.series !== undefined;
}

/**
 * Events change what is kept only where their subscription names types; past the cache they cost a sixth less. A mutation of a series
 * (`series` in its context, a promise that is kept when it is over) goes past it too, and the cache is given the last of them then: else all
 * that is in view would be asked for again after each.
 */
function isNoConcernOfCache({ operation: { kind, context } }: OperationResult): boolean {
  return context.series !== undefined || (kind === 'subscription' && !context.additionalTypenames);
}
