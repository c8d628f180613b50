/**
 * urql's cacheExchange, with cache hits reported to the tap and two kinds of results that bypass it. The stock cache keeps every result for
 * the lifetime of the client, so a query that reads all pages of a collection (an export) would fill memory: the result of a network-only
 * query with `uncached: true` in its context is not stored. Subscription events bypass the cache too, unless their subscription has
 * `additionalTypenames`.
 *
 * A mutation invalidates all cached results. The stock cache invalidates by the types in a mutation's result, but a list without rows
 * contains no type name, and a mutation may return a boolean, a count, or no result at all.
 */
import { type Exchange, makeOperation, type OperationResult, cacheExchange as stockCacheExchange } from '@urql/core';
import { filter, makeSubject, map, pipe } from 'wonka';
import { joinSources } from '../../lib/joinSources';
import type { TapSource } from '../observe/tap';
import { maskedRequest, newTapOperation } from '../observe/tapOperation';

/** Options of `cacheExchange`. */
export interface CacheOptions {
  tap: TapSource;
  /** Returns the raw token, which is masked in reports to the tap. */
  readToken(): string;
}

/** The stock document cache, with reports to the tap. */
export function cacheExchange({ tap, readToken }: CacheOptions): Exchange {
  return input => {
    // The stock cache does not store a result without data. So an uncached result passes through it without its data, and all results pass
    // through with the shared type name. `whole` maps each modified result back to the original.
    const whole = new WeakMap<OperationResult, OperationResult>();
    const bypassed = makeSubject<OperationResult>();
    const late = makeSubject<OperationResult>();
    // The last result of each series. It was delivered before it reached the cache, so it must not be delivered again.
    const delivered = new WeakSet<OperationResult>();
    const lasts = new WeakMap<Promise<unknown>, OperationResult>();
    const keepForLater = (result: OperationResult, series: Promise<unknown>): void => {
      delivered.add(result);
      if (!lasts.has(series))
        void series.then(() => {
          late.next(lasts.get(series) as OperationResult);
          // A request that is still in flight can be answered after the series has ended.
          lasts.delete(series);
        });
      lasts.set(series, result);
    };
    const stage = stockCacheExchange({
      ...input,
      forward: operations$ =>
        pipe(
          joinSources(input.forward(operations$), late.source),
          filter(result => {
            if (!bypassesCache(result) || delivered.has(result)) return true;
            bypassed.next(result);
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
      joinSources(
        pipe(
          stage(operations$),
          map(passed => whole.get(passed) ?? passed),
          filter(result => !delivered.has(result)),
          map(result => {
            const { context } = result.operation;
            if (context.uncached === true) return result;
            if (tap.active && context.meta?.cacheOutcome === 'hit')
              tap.emit({ type: 'cached', ...maskedRequest(result.operation, readToken) }, newTapOperation(tap, result.operation));
            return result;
          }),
        ),
        bypassed.source,
      );
  };
}

/** A type name added to every cached query, so that one mutation can invalidate them all. */
const ALL = ['*'];

/** True for a query, and for a mutation that ran or may have run. A mutation of a series always counts as run. */
function concernsAll({ operation: { kind, context }, data, error }: OperationResult): boolean {
  if (kind !== 'mutation') return kind === 'query';
  return (data !== undefined && data !== null) || error?.networkError !== undefined || context.series !== undefined;
}

/**
 * True for results that bypass the cache. An event matters to the cache only if its subscription has `additionalTypenames`; bypassing makes
 * events a sixth cheaper. A mutation of a series (`series` in its context: a promise that resolves when the series is over) bypasses it
 * too, and the cache gets only the last of them, at the end. Otherwise each mutation would refetch every query on screen.
 */
function bypassesCache({ operation: { kind, context } }: OperationResult): boolean {
  return context.series !== undefined || (kind === 'subscription' && !context.additionalTypenames);
}
