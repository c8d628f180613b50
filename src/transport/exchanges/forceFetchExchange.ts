/**
 * For a short time after creation, and always on the server, network-only and cache-and-network queries run as cache-first, so that the
 * browser does not refetch at once what the server rendered into the page (contract C46 to C48). They are not refetched when the time is
 * over. The clock is monotonic.
 */
import { type Exchange, makeOperation } from '@urql/core';
import { map, pipe } from 'wonka';

/** Options of `forceFetchExchange`. */
export interface ForceFetchOptions {
  /** How long after creation, in ms. Ignored on the server. */
  delayMs: number;
  isServer: boolean;
}

/** Runs network-only and cache-and-network queries as cache-first until the delay has passed. */
export function forceFetchExchange({ delayMs, isServer }: ForceFetchOptions): Exchange {
  const until = performance.now() + delayMs;
  return ({ forward }) =>
    operations$ =>
      pipe(
        operations$,
        map(operation => {
          const policy = operation.context.requestPolicy;
          if (operation.kind !== 'query' || (policy !== 'network-only' && policy !== 'cache-and-network')) return operation;
          if (!isServer && performance.now() >= until) return operation;
          return makeOperation('query', operation, {
            ...operation.context,
            requestPolicy: 'cache-first',
          });
        }),
        forward,
      );
}
