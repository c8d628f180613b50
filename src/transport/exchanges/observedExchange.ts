/**
 * Tells the tap which results a caching stage answered itself: those that did not come from below it. The stage is left as it is.
 */
import type { Exchange, OperationResult } from '@urql/core';
import { onPush, pipe } from 'wonka';
import { operationName } from '../operationName';
import type { TapSource } from '../tap';

/** Wraps `stage` (urql's cacheExchange or ssrExchange); its own answers are reported as steps of type `type`. */
export function observedExchange(stage: Exchange, type: 'cached' | 'ssr', tap: TapSource): Exchange {
  return input => {
    const fromBelow = new WeakSet<OperationResult>();
    const observed = stage({
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
        observed(operations$),
        onPush(result => {
          const { key, kind, query, context } = result.operation;
          if (!tap.active || fromBelow.has(result) || kind === 'teardown') return;
          const name = operationName(query);
          tap.emit(
            { type },
            {
              id: tap.nextId(),
              key,
              kind,
              name,
              ...(context.screen ? { screen: String(context.screen) } : {}),
            },
          );
        }),
      );
  };
}
