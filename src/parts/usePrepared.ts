/**
 * Runs a prepared query with urql's `useQuery` and returns the value that it reads from the result. While the next query loads, the last value
 * stays and is marked as old, so that a table does not go blank between pages. A cached result is shown at once and fetched again.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { createRequest, type OperationContext, useQuery } from 'urql';
import type { Prepared } from '../schema/documents/documents';
import { wireRequestLinks } from '../session/wire/wireRequestLinks';
import { CancelledError, type Failure, failureOf } from '../transport/observe/failure';
import { useIsHydrated } from '../ui/useIsHydrated';

/** The state of the request. */
export interface PreparedState<T> {
  /** The value read from the last result; null before the first one. */
  readonly value: T | null;
  /** True if `value` belongs to an earlier query (another page, other columns). */
  readonly isOld: boolean;
  /** Why there is no result, or only a partial one (`value` then belongs to this query). */
  readonly failure: Failure | null;
  /** Link to the request's row in Wire. */
  readonly wireHref: string;
  /** True while a result is expected. */
  readonly isLoading: boolean;
  /** Executes the query again with network-only. */
  refresh(): void;
  /** Aborts the request; `failure` is then `cancelled` until the next `refresh`. */
  stop(): void;
}

/** Placeholder while there is no query; never sent. */
const NOTHING = { query: '{ __typename }', variables: {} };
/** The GraphQL specification requires errors if `data` is null or missing (section 7.1). Without them the response is invalid. */
const NO_DATA = 'GraphQL response missing: data is null, and there are no errors';
const STOPPED = failureOf(new CancelledError('The request was stopped'));

/** Runs `prepared`; null sends no request and keeps the last value. */
export function usePrepared<T>(
  prepared: Prepared<T> | null,
  options: {
    /** Uses a cached result without fetching it again. Default false. */
    acceptCached?: boolean;
    /** The screen of the request, for Wire. Default 'data'. */
    screen?: 'data' | 'actions';
  } = {},
): PreparedState<T> {
  const { query, variables } = prepared ?? NOTHING;
  const key = useMemo(() => createRequest(query, variables).key, [query, variables]);
  const isHydrated = useIsHydrated();
  // The policy is decided once per query: urql executes again when it changes. A result from the server's page is not
  // fetched again, however long hydration takes.
  const decided = useRef({ key: -1, acceptCached: false });
  if (decided.current.key !== key) decided.current = { key, acceptCached: options.acceptCached === true || !isHydrated };
  const { screen = 'data' } = options;
  const context = useMemo<Partial<OperationContext>>(() => ({ screen }), [screen]);
  const [stopped, setStopped] = useState<number | null>(null);
  const isStopped = prepared !== null && stopped === key;
  const [result, execute] = useQuery<unknown>({
    query,
    variables,
    pause: prepared === null || isStopped,
    requestPolicy: decided.current.acceptCached ? 'cache-first' : 'cache-and-network',
    context,
  });

  const last = useRef<{ data: unknown; value: T } | null>(null);
  // urql keeps the data of the previous request while the next one is in flight; only `operation` shows which request the data belongs to.
  const isMine = prepared !== null && result.operation?.key === key;
  if (isMine && result.data != null && last.current?.data !== result.data)
    last.current = { data: result.data, value: prepared.read(result.data) };
  const failure = useMemo(() => {
    if (isStopped) return STOPPED;
    if (!isMine) return null;
    if (result.error) return failureOf(result.error);
    const message = result.data == null ? null : prepared.refusal(result.data);
    if (message !== null) return { tag: 'graphql', message, errors: [{ message, extensions: {} }] } satisfies Failure;
    if (result.data === undefined && result.fetching) return null;
    const problem = result.data == null ? NO_DATA : prepared.problem(result.data);
    // As in C15: a response without the requested parts.
    return problem === null ? null : ({ tag: 'http', status: 200, message: problem, errors: [] } satisfies Failure);
  }, [isStopped, isMine, result.error, result.data, result.fetching, prepared]);
  const refresh = useCallback(() => {
    setStopped(null);
    if (!isStopped) execute({ requestPolicy: 'network-only' });
  }, [execute, isStopped]);
  const stop = useCallback(() => {
    // The next attempt uses the network.
    decided.current = { key, acceptCached: false };
    setStopped(key);
  }, [key]);
  const value = last.current?.value ?? null;
  const isOld = !(isMine && result.data != null && last.current?.data === result.data);
  // The server's page shows no loading state, so hydration must not either, although the query may already be running again.
  const isLoading =
    isHydrated && prepared !== null && !isStopped && (result.fetching || result.stale || (!isMine && failure === null));
  return useMemo(
    () => ({
      value,
      isOld: value !== null && isOld,
      failure,
      wireHref: wireRequestLinks.operation(key),
      isLoading,
      refresh,
      stop,
    }),
    [value, isOld, failure, key, isLoading, refresh, stop],
  );
}
