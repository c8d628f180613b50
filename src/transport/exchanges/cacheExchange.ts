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
import { filter, makeSubject, map, onPush, pipe } from 'wonka';
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
  const report = (result: OperationResult): void => {
    const { operation } = result;
    if (operation.context.uncached === true || operation.context.meta?.cacheOutcome !== 'hit' || !tap.active) return;
    tap.emit({ type: 'cached', ...maskedRequest(operation, readToken) }, newTapOperation(tap, operation));
  };
  return input => {
    const bypassing = makeSubject<OperationResult>();
    const series = createSeries();
    /** The results that the stock cache gets in a changed form, by that form. */
    const originals = new WeakMap<OperationResult, OperationResult>();
    const toStockCache = (result: OperationResult): OperationResult => {
      const changed = forStockCache(result);
      if (changed !== result) originals.set(changed, result);
      return changed;
    };
    const stage = stockCacheExchange({
      ...input,
      forward: operations$ =>
        pipe(
          joinSources(input.forward(operations$), series.lastResults),
          filter(result => {
            if (!bypassesCache(result) || series.wasDelivered(result)) return true;
            bypassing.next(result);
            series.add(result);
            return false;
          }),
          map(toStockCache),
        ),
    });
    return operations$ =>
      joinSources(
        pipe(
          stage(operations$),
          map(result => originals.get(result) ?? result),
          filter(result => !series.wasDelivered(result)),
          onPush(report),
        ),
        bypassing.source,
      );
  };
}

/**
 * The last result of each series of mutations (`series` in their context). It is delivered when it arrives, and reaches the cache when the series is over, where it
 * must not be delivered again.
 */
function createSeries() {
  const { source: lastResults, next } = makeSubject<OperationResult>();
  const delivered = new WeakSet<OperationResult>();
  const lastOf = new WeakMap<Promise<unknown>, OperationResult>();
  return {
    /** Emits the last result of each series after its end. */
    lastResults,
    wasDelivered: (result: OperationResult): boolean => delivered.has(result),
    /** Notes a result that has just been delivered, if it belongs to a series. */
    add(result: OperationResult): void {
      const { series } = result.operation.context;
      if (!series) return;
      delivered.add(result);
      if (!lastOf.has(series))
        void series.then(() => {
          next(lastOf.get(series) as OperationResult);
          // A request that is still in flight can be answered after the series has ended.
          lastOf.delete(series);
        });
      lastOf.set(series, result);
    },
  };
}

/**
 * A result as the stock cache gets it. It stores no result without data, so an uncached one loses its data. The shared type name connects
 * each mutation to all queries.
 */
function forStockCache(result: OperationResult): OperationResult {
  const { operation } = result;
  const { context } = operation;
  const isUncached = context.uncached === true;
  const isShared = hasSharedType(result);
  if (!isUncached && !isShared) return result;
  return {
    ...result,
    ...(isUncached ? { data: undefined } : {}),
    ...(isShared ? { operation: makeOperation(operation.kind, operation, { ...context, additionalTypenames: ALL }) } : {}),
  };
}

/** A type name added to every cached query, so that one mutation can invalidate them all. */
const ALL = ['*'];

/** True for a query, and for a mutation that ran or may have run. A mutation of a series always counts as run. */
function hasSharedType({ operation: { kind, context }, data, error }: OperationResult): boolean {
  if (kind !== 'mutation') return kind === 'query';
  return (data !== undefined && data !== null) || error?.networkError !== undefined || context.series !== undefined;
}

/**
 * True for results that bypass the cache. An event matters to the cache only if its subscription has `additionalTypenames`; bypassing
 * reduces the cost of an event by about 17 %. A mutation of a series (`series` in its context: a promise that resolves when the series is over) bypasses it
 * too, and the cache gets only the last of them, at the end. Otherwise each mutation would refetch every query on screen.
 */
function bypassesCache({ operation: { kind, context } }: OperationResult): boolean {
  return context.series !== undefined || (kind === 'subscription' && !context.additionalTypenames);
}
