/** urql's cacheExchange, with its own answers, those that did not come from below it, told to the tap. */
import { cacheExchange, type Exchange, type OperationResult } from '@urql/core';
import { onPush, pipe } from 'wonka';
import type { TapSource } from '../tap';
import { askedBy, newTapOperation } from '../trace';

/** The stock document cache, observed. */
export function cachedExchange(tap: TapSource, readToken: () => string): Exchange {
  return input => {
    const fromBelow = new WeakSet<OperationResult>();
    const stage = cacheExchange({
      ...input,
      forward: operations$ =>
        pipe(
          input.forward(operations$),
          onPush(result => {
            if (tap.active) fromBelow.add(result);
          }),
        ),
    });
    return operations$ =>
      pipe(
        stage(operations$),
        onPush(result => {
          if (!tap.active || fromBelow.has(result)) return;
          const { operation } = result;
          tap.emit({ type: 'cached', ...askedBy(operation, readToken) }, newTapOperation(tap, operation));
        }),
      );
  };
}
