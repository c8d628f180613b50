/**
 * The schema of the endpoint that a server renders pages for. It is fetched once, without a token, and cached for all pages. A stale schema
 * is still used while it is fetched again; only a very old one is not.
 */
import { type Clock, systemClock } from '../lib/clock';
import { fetchSchema } from '../session/schema/fetchSchema';
import type { InitialSchema } from '../session/schema/shownSchema';
import { createTransport } from '../transport/createTransport';

/** A cached schema. */
export interface SchemaSource {
  /** The cached schema, or a fresh one. Never rejects; a failure is cached for one second. */
  get(): Promise<InitialSchema>;
}

/** Options of `createSchemaSource`. */
export interface SchemaSourceOptions {
  httpEndpoint: string;
  fetch: typeof fetch;
  /** Default: the platform's. */
  clock?: Clock;
}

/** Timeout of the request, in ms; pages wait less. After it, the next page fetches again. */
const ASK_LIMIT_MS = 15_000;
/** Age from which the schema is fetched again, in ms. */
const FRESH_MS = 60_000;
/** Age from which the schema is not used any more, in ms. */
const USABLE_MS = 600_000;

/** How long a failure is cached, in ms. */
const FAILED_MS = 1000;

/** Creates the source. Nothing is fetched before the first `get`. */
export function createSchemaSource({ httpEndpoint, fetch, clock = systemClock }: SchemaSourceOptions): SchemaSource {
  let cached: Extract<InitialSchema, { at: number }> | null = null;
  let failed: { result: InitialSchema; at: number } | null = null;
  let loading: Promise<InitialSchema> | null = null;

  const limited: typeof fetch = (url, init) => {
    const limit = AbortSignal.timeout(ASK_LIMIT_MS);
    return fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
  const load = async (): Promise<InitialSchema> => {
    // A new client each time, because the previous one has cached the result.
    const transport = createTransport({ httpEndpoint, wsEndpoint: null }, { fetch: limited, storage: null, isServer: true });
    try {
      const result = await fetchSchema(transport.client);
      failed = 'failure' in result ? { result, at: clock.now() } : null;
      if ('failure' in result) return result;
      const { introspection, model } = result;
      cached = { introspection, at: clock.now(), model };
      return cached;
    } finally {
      transport.dispose();
    }
  };
  const loadOnce = (): Promise<InitialSchema> => {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  };

  return {
    async get() {
      if (failed && clock.now() - failed.at < FAILED_MS && !cached) return failed.result;
      const age = cached ? clock.now() - cached.at : Number.POSITIVE_INFINITY;
      if (!cached || age > USABLE_MS) return loadOnce();
      if (age > FRESH_MS) void loadOnce();
      return cached;
    },
  };
}
