/**
 * Automatic persisted queries, on urql's persistedExchange: the hash alone first, the text when the server does not know it.
 * What the stock exchange does not see is put before it in the one form it understands: it goes by messages in 200 answers only, while
 * servers say a miss with 400 and 404, and say "not supported" by a status or by asking for a query (contract C17 to C23, M19, M20).
 *
 * The body itself (no `query` on a hash-only attempt, nothing but version and hash in the extension) is made by the request stage.
 */
import { CombinedError, type Exchange, type ExchangeIO, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { map, pipe } from 'wonka';
import type { Store } from '../../lib/store';
import { ServerError, ServerParseError } from '../failure';
import { hasFiles } from '../files';
import type { PersistedStatus, StopCause } from '../status';
import type { TapSource } from '../tap';
import { contextOf, tapOperationOf } from '../trace';

/** Options of `persistedQueriesExchange`. */
export interface PersistedQueriesOptions {
  /** Written by this stage: hits and misses, and why it stopped. */
  status: Store<PersistedStatus>;
  tap: TapSource;
  /** Hash of a document's text; '' or a rejection: the text is sent without an extension. */
  generateHash(text: string): Promise<string>;
}

/** Sends queries without files by hash while the endpoint supports it. */
export function persistedQueriesExchange({ status, tap, generateHash }: PersistedQueriesOptions): Exchange {
  const hashes = new WeakMap<object, Promise<string>>();
  const hashOf = (text: string, document: object): Promise<string> => {
    const known = hashes.get(document);
    if (known) return known;
    const hash = generateHash(text).catch(() => '');
    hashes.set(document, hash);
    return hash;
  };
  const stock = persistedExchange({
    preferGetForPersistedQueries: false,
    generateHash: (text, document) => hashOf(text, document),
  });
  const isStopped = (): boolean => status.get().state === 'stopped';
  const count = (what: 'hits' | 'misses'): void =>
    status.update(present => (present.state === 'on' ? { ...present, [what]: present[what] + 1 } : present));

  /** The stock marker for "not to be persisted", put on queries that hold a file (C20). */
  const sparingFiles = (operation: Operation): Operation =>
    operation.kind === 'query' && hasFiles(operation.variables)
      ? makeOperation('query', operation, {
          ...operation.context,
          persistAttempt: true,
        })
      : operation;

  const onTheWayDown = (operation: Operation): Operation => {
    if (operation.kind !== 'query') return operation;
    const before = contextOf(operation).persistedForm;
    const persisted = operation.extensions?.persistedQuery;
    // Obeyed by what was already under way when another query stopped it, too (C23).
    if (!persisted || isStopped()) {
      if (!persisted && !before) return operation;
      if (before) tap.emit({ type: 'resend', form: 'text' }, tapOperationOf(operation));
      const plain = makeOperation('query', operation, {
        ...operation.context,
        persistedForm: 'text',
      });
      plain.extensions = undefined;
      return plain;
    }
    const form = persisted.miss ? 'text+hash' : 'hash';
    if (form === 'hash') tap.emit({ type: 'hashSent', hash: String(persisted.sha256Hash) }, tapOperationOf(operation));
    else tap.emit({ type: 'resend', form }, tapOperationOf(operation));
    return makeOperation('query', operation, {
      ...operation.context,
      persistedForm: form,
    });
  };

  const stop = (result: OperationResult, cause: StopCause): OperationResult => {
    if (!isStopped()) {
      const httpStatus = statusOf(result);
      status.set({ state: 'stopped', cause, reason: REASONS[cause](httpStatus), status: httpStatus });
      tap.emit({ type: 'persistedStop', cause, status: httpStatus }, tapOperationOf(result.operation));
    }
    return signal(result, 'PersistedQueryNotSupported');
  };

  const onTheWayUp = (result: OperationResult): OperationResult => {
    const form = contextOf(result.operation).persistedForm;
    if (form === 'hash') {
      if (says(result, 'PersistedQueryNotFound', 'PERSISTED_QUERY_NOT_FOUND')) {
        count('misses');
        tap.emit({ type: 'persistedMiss', status: statusOf(result) }, tapOperationOf(result.operation));
        return signal(result, 'PersistedQueryNotFound');
      }
      const cause = causeToStop(result);
      if (cause) return stop(result, cause);
      if (!result.hasNext && statusOf(result) === null && !result.error?.networkError) count('hits');
      return result;
    }
    if (form === 'text+hash') {
      const mismatch = messages(result).some(m => m === 'PersistedQueryMismatch' || /provided sha does not match query/i.test(m));
      if (mismatch) return stop(result, 'mismatch');
      // A second miss, "not supported" only now, or anything else goes to the caller: the stock exchange must not act on it (C19, C21).
      return {
        ...result,
        operation: { ...result.operation, extensions: undefined },
      };
    }
    return result;
  };

  return input => {
    const forward: ExchangeIO = operations$ => pipe(input.forward(pipe(operations$, map(onTheWayDown))), map(onTheWayUp));
    const stage = stock({ ...input, forward });
    return operations$ => stage(pipe(operations$, map(sparingFiles)));
  };
}

const messages = (result: OperationResult): string[] => result.error?.graphQLErrors.map(e => e.message) ?? [];

/** Status of a failed answer; null when it was a GraphQL response with a status below 300, or none came. */
function statusOf(result: OperationResult): number | null {
  const cause = result.error?.networkError;
  return cause instanceof ServerError || cause instanceof ServerParseError ? cause.statusCode : null;
}

function says(result: OperationResult, message: string, code: string): boolean {
  return result.error?.graphQLErrors.some(e => e.message === message || e.extensions?.code === code) ?? false;
}

/** What servers say when a request holds no query text and they know no hashes (C22). */
const NO_QUERY =
  /must provide (a )?(non-empty )?(query|document)|must have (a )?query|(query|document|operation)( string| document)? (was |is |were )?(missing|required|not (given|provided|found|present|supplied))|no (query|document|operation)( string| document)?( was| were)? (given|provided|found|present|supplied|specified)|missing (the )?["'`]?(query|document)|contains no (query|document)|["'`]?query["'`]? was not present|(query|document) (or|and) (id|hash|extensions)/i;

const REASONS: Record<StopCause, (status: number | null) => string> = {
  notSupported: () => 'the server does not support persisted queries',
  status: status => `the server answered a hash with status ${status}`,
  noQuery: () => 'the server asks for the text of the query',
  mismatch: () => 'the server says that the hash does not match the query',
};

/** Why a hash-only attempt that was no miss ends persisting (C18, C22); undefined when it does not. */
function causeToStop(result: OperationResult): StopCause | undefined {
  if (says(result, 'PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')) return 'notSupported';
  const status = statusOf(result);
  if (status === 400 || status === 500) return 'status';
  const noData = result.data === undefined || result.data === null;
  return noData && messages(result).some(m => NO_QUERY.test(m)) ? 'noQuery' : undefined;
}

/** The result in the form the stock exchange acts on. */
function signal(result: OperationResult, message: string): OperationResult {
  return {
    ...result,
    data: undefined,
    hasNext: false,
    error: new CombinedError({ graphQLErrors: [{ message }] }),
  };
}
