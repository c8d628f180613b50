/**
 * Sits right below persistedExchange and translates server responses into the form that it understands. The stock exchange recognises two
 * messages in responses of status 200. Servers report a miss with status 400 or 404 as well, and "not supported" by a status or by asking
 * for a query (contract C17 to C23, M19). On the way down, this stage removes all but version and hash from the extension (C19, M20), and
 * the whole extension once persisting has stopped (C23).
 */
import { CombinedError, type Exchange, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { map, pipe } from 'wonka';
import type { Store } from '../../lib/store';
import { ServerError, ServerParseError } from '../observe/failure';
import type { PersistedStatus, StopCause } from '../observe/status';
import type { TapSource } from '../observe/tap';
import { contextOf, tapOperationOf } from '../pipelineContext';

/** Options of `normalizePersistedErrors`. */
export interface NormalizeOptions {
  /** Updated by this exchange: hits and misses, and why persisting stopped. */
  status: Store<PersistedStatus>;
  tap: TapSource;
}

/** Truthy, so that core sends the text along. JSON omits symbols, so it never reaches the wire. */
const MISS = Symbol('miss');

/** Translates between persistedExchange and the responses of servers. */
export function normalizePersistedErrors({ status, tap }: NormalizeOptions): Exchange {
  const isStopped = (): boolean => status.get().state === 'stopped';
  const count = (kind: 'hits' | 'misses'): void =>
    status.update(present => (present.state === 'on' ? { ...present, [kind]: present[kind] + 1 } : present));

  const onTheWayDown = (operation: Operation): Operation => {
    if (operation.kind !== 'query') return operation;
    const before = contextOf(operation).persistedForm;
    const persisted = operation.extensions?.persistedQuery;
    // A stop caused by another query also applies to operations already in flight (C23).
    if (!persisted || isStopped()) {
      if (!persisted && !before) return operation;
      if (before) tap.emit({ type: 'resend', form: 'text' }, tapOperationOf(operation));
      return { ...makeOperation('query', operation, { persistedForm: 'text', preferGetMethod: false }), extensions: undefined };
    }
    const form = persisted.miss ? 'text+hash' : 'hash';
    const sha256Hash = String(persisted.sha256Hash);
    if (form === 'hash') tap.emit({ type: 'hashSent', hash: sha256Hash }, tapOperationOf(operation));
    else tap.emit({ type: 'resend', form }, tapOperationOf(operation));
    const version = 1 as const;
    const persistedQuery = persisted.miss ? { version, sha256Hash, miss: MISS as never } : { version, sha256Hash };
    // In place: the stock exchange has just copied this operation.
    contextOf(operation).persistedForm = form;
    // A request with the text uses POST (C5).
    if (form !== 'hash') operation.context.preferGetMethod = false;
    operation.extensions = { persistedQuery };
    return operation;
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
      if (messages(result).some(isMismatch)) return stop(result, 'mismatch');
      // A second miss, a late "not supported" or any other failure goes to the caller: the stock exchange must not act on it (C19, C21).
      return { ...result, operation: { ...result.operation, extensions: undefined } };
    }
    return result;
  };

  return ({ forward }) =>
    operations$ =>
      pipe(forward(pipe(operations$, map(onTheWayDown))), map(onTheWayUp));
}

const isMismatch = (message: string): boolean =>
  message === 'PersistedQueryMismatch' || /provided sha does not match query/i.test(message);

const messages = (result: OperationResult): string[] => result.error?.graphQLErrors.map(e => e.message) ?? [];

/** Status of a failed response; null for a GraphQL response with a status below 300, or if no response came. */
function statusOf(result: OperationResult): number | null {
  const cause = result.error?.networkError;
  return cause instanceof ServerError || cause instanceof ServerParseError ? cause.statusCode : null;
}

function says(result: OperationResult, message: string, code: string): boolean {
  return result.error?.graphQLErrors.some(e => e.message === message || e.extensions?.code === code) ?? false;
}

/** Error messages of servers that do not support hashes and get a request without query text (C22). */
const NO_QUERY =
  /must provide (a )?(non-empty )?(query|document)|must have (a )?query|(query|document|operation)( string| document)? (was |is |were )?(missing|required|not (given|provided|found|present|supplied))|no (query|document|operation)( string| document)?( was| were)? (given|provided|found|present|supplied|specified)|missing (the )?["'`]?(query|document)|contains no (query|document)|["'`]?query["'`]? was not present|(query|document) (or|and) (id|hash|extensions)/i;

const REASONS: Record<StopCause, (status: number | null) => string> = {
  notSupported: () => 'the server does not support persisted queries',
  status: status => `the server answered a hash with status ${status}`,
  noQuery: () => 'the server asks for the text of the query',
  mismatch: () => 'the server says that the hash does not match the query',
};

/** Why a failed hash-only attempt that is not a miss stops persisting (C18, C22); undefined if it does not. */
function causeToStop(result: OperationResult): StopCause | undefined {
  if (says(result, 'PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED')) return 'notSupported';
  const status = statusOf(result);
  if (status === 400 || status === 500) return 'status';
  const noData = result.data === undefined || result.data === null;
  return noData && messages(result).some(m => NO_QUERY.test(m)) ? 'noQuery' : undefined;
}

/** The result with the one error message that the stock exchange reacts to. */
function signal(result: OperationResult, message: string): OperationResult {
  return {
    ...result,
    data: undefined,
    hasNext: false,
    error: new CombinedError({ graphQLErrors: [{ message }] }),
  };
}
