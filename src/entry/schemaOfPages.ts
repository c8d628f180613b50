/** The schema that pages are rendered with. A very large one is left to the browser, because every page would contain it. */
import { createSchemaSource } from '../app/schemaSource';
import { systemClock } from '../lib/clock';
import type { InitialSchema } from '../session/schema/shownSchema';
import { createResponseBound } from './responseBound';

const LIMITS = { bytes: 8_000_000, values: 600_000 };
/** How long the schema is not requested again after it was too large, in ms. */
const PAUSE_MS = 60_000;

/** @returns a function that resolves with the schema, or with undefined if it is too large. It never rejects. */
export function schemaOfPages(httpEndpoint: string, fetch: typeof globalThis.fetch): () => Promise<InitialSchema | undefined> {
  let pausedUntil = 0;
  const isPaused = (): boolean => systemClock.now() < pausedUntil;
  const source = createSchemaSource({
    httpEndpoint,
    fetch: async (url, init) => {
      const bounded = createResponseBound(LIMITS, () => {
        pausedUntil = systemClock.now() + PAUSE_MS;
        return new Error('The schema is too large for pages');
      });
      return bounded(await fetch(url, init));
    },
  });
  return async () => {
    if (isPaused()) return undefined;
    const found = await source.get();
    return 'failure' in found && isPaused() ? undefined : found;
  };
}
