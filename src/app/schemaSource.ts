/**
 * The schema of the endpoint that a server renders pages for: fetched once, without a token, and kept for a while for all pages. A stale schema
 * is still used while it is fetched again; only a very old one is waited for.
 */
import { type Clock, systemClock } from '../lib/clock';
import { askSchema } from '../session/schema/askSchema';
import type { InitialSchema } from '../session/schema/schemaCache';
import { createTransport } from '../transport/createTransport';

/** See the head of the file. */
export interface SchemaSource {
  /** The schema that is kept, or a fresh one. Never rejects; a failure stands for a second, for all pages that are asked for in it. */
  get(): Promise<InitialSchema>;
}

/** What `createSchemaSource` is made from. */
export interface SchemaSourceOptions {
  httpEndpoint: string;
  fetch: typeof fetch;
  /** Default: the platform's. */
  clock?: Clock;
}

/** How long an answer is waited for, in ms; no page waits as long. After it the next page fetches again. */
const ASK_LIMIT_MS = 15_000;
/** Age from which on it is fetched again, in ms. */
const FRESH_MS = 60_000;
/** Age from which on it is not used any more, in ms. */
const USABLE_MS = 600_000;

/** How long a failure stands, in ms. */
const FAILED_MS = 1000;

/** Makes the source; nothing is asked before the first `get`. */
export function createSchemaSource({ httpEndpoint, fetch, clock = systemClock }: SchemaSourceOptions): SchemaSource {
  let kept: Extract<InitialSchema, { at: number }> | null = null;
  let failed: { answer: InitialSchema; at: number } | null = null;
  let asking: Promise<InitialSchema> | null = null;

  const limited: typeof fetch = (url, init) => {
    const limit = AbortSignal.timeout(ASK_LIMIT_MS);
    return fetch(url, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, limit]) : limit });
  };
  const ask = async (): Promise<InitialSchema> => {
    // A client of its own each time: the last one would remember the answer.
    const transport = createTransport({ httpEndpoint, wsEndpoint: null }, { fetch: limited, storage: null, isServer: true });
    try {
      const answer = await askSchema(transport.client);
      failed = 'failure' in answer ? { answer, at: clock.now() } : null;
      if ('failure' in answer) return answer;
      const { introspection, model } = answer;
      kept = { introspection, at: clock.now(), model };
      return kept;
    } finally {
      transport.dispose();
    }
  };
  const askOnce = (): Promise<InitialSchema> => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };

  return {
    async get() {
      if (failed && clock.now() - failed.at < FAILED_MS && !kept) return failed.answer;
      const age = kept ? clock.now() - kept.at : Number.POSITIVE_INFINITY;
      if (!kept || age > USABLE_MS) return askOnce();
      if (age > FRESH_MS) void askOnce();
      return kept;
    },
  };
}
