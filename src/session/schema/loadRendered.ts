/** Fetches the stage that gives what a server render left in the page. */
import type { TransportParts } from '../../transport/transportParts';

/** Gives the part. Rejects when the chunk cannot be had. */
export async function loadRendered(): Promise<Pick<TransportParts, 'createRendered'>> {
  const { createRendered } = await import(/* webpackChunkName: "rendered" */ '../../transport/exchanges/renderedExchange');
  return { createRendered };
}
