/**
 * urql's cacheExchange, with the answers it gives itself told to the tap, and a way past it: the stock cache keeps every answer for the
 * life of the client, so a query that goes through all pages of a collection (an export) would fill memory. The answer of a network-only
 * query whose context says `uncached: true` is not kept.
 */
import { cacheExchange, type Exchange, type OperationResult } from '@urql/core';
import { map, pipe } from 'wonka';
import type { TapSource } from '../tap';
import { askedBy, newTapOperation } from '../trace';

/** The stock document cache, observed. */
export function cachedExchange(tap: TapSource, readToken: () => string): Exchange {
  return input => {
    // What has no data is passed on but not kept: an uncached answer goes through the cache without its data and gets it back above.
    const whole = new WeakMap<OperationResult, OperationResult>();
    const stage = cacheExchange({
      ...input,
      forward: operations$ =>
        pipe(
          input.forward(operations$),
          map(result => {
            if (result.operation.context.uncached !== true) return result;
            const bare = { ...result, data: undefined };
            whole.set(bare, result);
            return bare;
          }),
        ),
    });
    return operations$ =>
      pipe(
        stage(operations$),
        map(result => {
          const { context } = result.operation;
          if (context.uncached === true) return whole.get(result) ?? result;
          if (tap.active && context.meta?.cacheOutcome === 'hit')
            tap.emit({ type: 'cached', ...askedBy(result.operation, readToken) }, newTapOperation(tap, result.operation));
          return result;
        }),
      );
  };
}
