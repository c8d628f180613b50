/**
 * What the server render left in the page, on urql's ssrExchange. The stock exchange answers a cache-and-network query from it and leaves
 * it at that; once the delay of the forced fetch is over, "and network" is meant (contract C46, M39): the answer is given as stale and the
 * query goes out, just as cacheExchange does it.
 */
import { type Exchange, makeOperation, type OperationResult } from '@urql/core';
import { map, pipe } from 'wonka';
import type { TapSource } from '../tap';
import { askedBy, newTapOperation } from '../trace';

/** Wraps `ssr`, the stock exchange; its answers are told to the tap. */
export function renderedExchange(ssr: Exchange, tap: TapSource, readToken: () => string): Exchange {
  return input => {
    const stage = ssr(input);
    const finish = (result: OperationResult): OperationResult => {
      const { operation } = result;
      // Only the stage's own answers are marked as a hit here: the cache above has not seen them yet, the network below knows no such mark.
      if (operation.context.meta?.cacheOutcome !== 'hit') return result;
      // To the cache above it is a miss like any other, and is told only once.
      operation.context.meta = { ...operation.context.meta, cacheOutcome: 'miss' };
      if (tap.active) tap.emit({ type: 'ssr', ...askedBy(operation, readToken) }, newTapOperation(tap, operation));
      if (operation.context.requestPolicy !== 'cache-and-network') return result;
      const again = makeOperation(operation.kind, operation, { requestPolicy: 'network-only' });
      input.client.reexecuteOperation(again);
      return { ...result, stale: true };
    };
    return operations$ => pipe(stage(operations$), map(finish));
  };
}
