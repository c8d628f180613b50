/** urql's cacheExchange, with the answers it gives itself told to the tap. */
import { cacheExchange, type Exchange } from '@urql/core';
import { onPush, pipe } from 'wonka';
import type { TapSource } from '../tap';
import { askedBy, newTapOperation } from '../trace';

/** The stock document cache, observed. */
export function cachedExchange(tap: TapSource, readToken: () => string): Exchange {
  return input => {
    const stage = cacheExchange(input);
    return operations$ =>
      pipe(
        stage(operations$),
        onPush(({ operation }) => {
          if (!tap.active || operation.context.meta?.cacheOutcome !== 'hit') return;
          tap.emit({ type: 'cached', ...askedBy(operation, readToken) }, newTapOperation(tap, operation));
        }),
      );
  };
}
