/** Runs a query as a promise that can be aborted. */
import type { OperationResult } from '@urql/core';
import { filter, pipe, type Source, subscribe, take } from 'wonka';

/** Resolves to the first complete result, or to null when the signal aborts the request. Never rejects. */
export function toAbortablePromise<T>(
  source: Source<OperationResult<T>>,
  signal?: AbortSignal,
): Promise<OperationResult<T> | null> {
  return new Promise(resolve => {
    if (signal?.aborted) {
      resolve(null);
      return;
    }
    const stop = (): void => {
      unsubscribe();
      resolve(null);
    };
    let unsubscribe = (): void => {};
    signal?.addEventListener('abort', stop, { once: true });
    ({ unsubscribe } = pipe(
      source,
      filter(result => !result.stale && !result.hasNext),
      take(1),
      subscribe(result => {
        signal?.removeEventListener('abort', stop);
        resolve(result);
      }),
    ));
  });
}
