/**
 * Automatic persisted queries, on urql's persistedExchange: a query is sent by hash first, with its text only if the server does not know
 * the hash. The next stage (normalizePersistedErrors.ts) reports misses and "not supported" in the form that the stock exchange
 * understands.
 */
import { type Exchange, makeOperation, type Operation } from '@urql/core';
import { persistedExchange as stockPersistedExchange } from '@urql/exchange-persisted';
import { map, pipe, share } from 'wonka';
import { needsText } from '../pipelineContext';

/** Options of `persistedExchange`. */
export interface PersistedOptions {
  /** Hashes a document's text. '' or a rejection: the text is sent without an extension (C23). */
  generateHash(text: string): Promise<string>;
  /** Send hash-only queries by GET if the URL is not too long. Default false. */
  byGet?: boolean;
}

/** Sends queries by hash, except those with files or a rewritten text, while the endpoint supports it (C18 to C23). */
export function persistedExchange({ generateHash, byGet = false }: PersistedOptions): Exchange {
  const hashes = new WeakMap<object, Promise<string>>();
  const stock = stockPersistedExchange({
    preferGetForPersistedQueries: byGet && 'within-url-limit',
    generateHash(text, document) {
      const hash = hashes.get(document) ?? generateHash(text).catch(() => '');
      hashes.set(document, hash);
      return hash;
    },
  });
  return input => {
    const stage = stock(input);
    // Shared, because the stock exchange listens once more for each query in flight.
    return operations$ => stage(pipe(operations$, map(skipUnfit), share));
  };
}

/** Excludes queries that are always sent as text. `persistAttempt` makes the stock exchange skip them. */
function skipUnfit(operation: Operation): Operation {
  if (operation.kind !== 'query' || !needsText(operation)) return operation;
  return makeOperation('query', operation, { persistAttempt: true });
}
