/**
 * For a short while after creation, and for ever on the server, queries that ask for the network are content with the cache: what the
 * server render put into the page is not fetched again at once (contract C46 to C48). There is no later catch-up. The clock is monotonic.
 */
import { type Exchange, makeOperation } from '@urql/core';
import { map, pipe } from 'wonka';

/** Options of `forceFetchExchange`. */
export interface ForceFetchOptions {
  /** How long, in ms from now. */
  delayMs: number;
  isServer: boolean;
}

/** Runs network-only and cache-and-network queries as cache-first until the delay is over. */
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
