/**
 * Automatic persisted queries, on urql's persistedExchange: the hash alone first, the text when the server does not know it. The stage right below
 * (normalizePersistedErrors.ts) reports misses and "not supported" in the form it understands.
 */
import { type Exchange, makeOperation, type Operation } from '@urql/core';
import { persistedExchange as stockPersistedExchange } from '@urql/exchange-persisted';
import { map, pipe } from 'wonka';
import { hasFiles } from '../http/files';

/** Options of `persistedExchange`. */
export interface PersistedOptions {
  /** Hash of a document's text; '' or a rejection: the text is sent without an extension (C23, M7). */
  generateHash(text: string): Promise<string>;
  /** Queries by hash alone go by GET where their address is not too long. Default false. */
  byGet?: boolean;
}

/** Sends queries without files by hash while the endpoint supports it (C18 to C23). */
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
    return operations$ => stage(pipe(operations$, map(sparingFiles)));
  };
}

/** A query that holds a file is not persisted, or a miss would send the file twice (C20): the stock mark for what was tried before. */
function sparingFiles(operation: Operation): Operation {
  if (operation.kind !== 'query' || !hasFiles(operation.variables)) return operation;
  return makeOperation('query', operation, { persistAttempt: true });
}
