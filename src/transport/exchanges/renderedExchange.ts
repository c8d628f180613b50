/**
 * What the server render left in the page, on urql's ssrExchange. The stock exchange answers a cache-and-network query from it and leaves
 * it at that; once the delay of the forced fetch is over, "and network" is meant (contract C46, M39): the answer is given as stale and the
 * query goes out, just as cacheExchange does it.
 */
import { type Exchange, makeOperation } from '@urql/core';
import { map, pipe } from 'wonka';

/** Wraps `ssr`, the stock exchange. */
export function renderedExchange(ssr: Exchange): Exchange {
  return input => {
    const fromBelow = new WeakSet<object>();
    const stage = ssr({
      ...input,
      forward: operations$ =>
        pipe(
          input.forward(operations$),
          map(result => {
            if (result.operation.context.requestPolicy === 'cache-and-network') fromBelow.add(result);
            return result;
          }),
        ),
    });
    return operations$ =>
      pipe(
        stage(operations$),
        map(result => {
          const { operation } = result;
          if (operation.context.requestPolicy !== 'cache-and-network' || fromBelow.has(result)) return result;
          input.client.reexecuteOperation(
            makeOperation(operation.kind, operation, { ...operation.context, requestPolicy: 'network-only' }),
          );
          return { ...result, stale: true };
        }),
      );
  };
}
