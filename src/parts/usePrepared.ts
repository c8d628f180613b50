/**
 * A prepared document sent with urql's `useQuery`, and the answer as the document reads it. While the next document loads, the last answer stays
 * and is marked as old, so that a table does not go blank between pages. A cached answer is shown at once and asked for again.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { createRequest, type OperationContext, useQuery } from 'urql';
import type { Prepared } from '../schema/documents/documents';
import { wireQuestionLinks } from '../session/wire/wireQuestionLinks';
import { CancelledError, type Failure, failureOf } from '../transport/observe/failure';
import { useIsTakenOver } from '../ui/useIsTakenOver';

/** The state of the request. */
export interface PreparedState<T> {
  /** The last answer that could be read; null before there is one. */
  readonly value: T | null;
  /** True when `value` is the answer to an earlier document (another page, other columns). */
  readonly isOld: boolean;
  /** Why there is no answer, or only part of one (then `value` belongs to this document). */
  readonly failure: Failure | null;
  /** Address of the request's row in Wire. */
  readonly wireHref: string;
  /** True while an answer is expected. */
  readonly isLoading: boolean;
  /** Asks the network again. */
  refresh(): void;
  /** Aborts the request; `failure` says so until it is asked again. */
  stop(): void;
}

/** Stands in while there is no document; it is never sent. */
const NOTHING = { query: '{ __typename }', variables: {} };
/** GraphQL has errors beside data that is null (section 7.1): without them nothing is known. */
const NO_DATA = 'GraphQL response missing: data is null, and there are no errors';
const STOPPED = failureOf(new CancelledError('The wait for the answer was stopped'));

/** Sends it; null sends nothing and keeps the last answer. */
export function usePrepared<T>(
  prepared: Prepared<T> | null,
  options: {
    /** Use a cached answer without asking again. Default false. */
    fresh?: boolean;
    /** The screen that the request belongs to, for Wire. Default 'data'. */
    screen?: 'data' | 'actions';
  } = {},
): PreparedState<T> {
  const { query, variables } = prepared ?? NOTHING;
  const key = useMemo(() => createRequest(query, variables).key, [query, variables]);
  const isTakenOver = useIsTakenOver();
  // Decided once per document: the policy is part of what urql executes, and a change would ask again. An answer that came with the server's
  // page counts as new, however long hydration takes.
  const decided = useRef({ key: -1, fresh: false });
  if (decided.current.key !== key) decided.current = { key, fresh: options.fresh === true || !isTakenOver };
  const { screen = 'data' } = options;
  const context = useMemo<Partial<OperationContext>>(() => ({ screen }), [screen]);
  const [stopped, setStopped] = useState<number | null>(null);
  const isStopped = prepared !== null && stopped === key;
  const [result, execute] = useQuery<unknown>({
    query,
    variables,
    pause: prepared === null || isStopped,
    requestPolicy: decided.current.fresh ? 'cache-first' : 'cache-and-network',
    context,
  });

  const last = useRef<{ data: unknown; value: T } | null>(null);
  // urql keeps the data of the previous request while the next one is under way; only the operation shows which request the data belongs to.
  const isMine = prepared !== null && result.operation?.key === key;
  if (isMine && result.data != null && last.current?.data !== result.data)
    last.current = { data: result.data, value: prepared.read(result.data) };
  const failure = useMemo(() => {
    if (isStopped) return STOPPED;
    if (!isMine) return null;
    if (result.error) return failureOf(result.error);
    const problem = result.data === null ? NO_DATA : result.data === undefined ? null : prepared.problem(result.data);
    // As C15: an answer without the requested parts.
    return problem === null ? null : ({ tag: 'http', status: 200, message: problem, errors: [] } satisfies Failure);
  }, [isStopped, isMine, result.error, result.data, prepared]);
  const refresh = useCallback(() => {
    setStopped(null);
    if (!isStopped) execute({ requestPolicy: 'network-only' });
  }, [execute, isStopped]);
  const stop = useCallback(() => {
    // The next attempt asks the network.
    decided.current = { key, fresh: false };
    setStopped(key);
  }, [key]);
  const value = last.current?.value ?? null;
  const isOld = !(isMine && result.data != null && last.current?.data === result.data);
  // The server's page shows no loading state; hydration must not either, although the answer may be asked for again by now.
  const isLoading =
    isTakenOver && prepared !== null && !isStopped && (result.fetching || result.stale || (!isMine && failure === null));
  return useMemo(
    () => ({
      value,
      isOld: value !== null && isOld,
      failure,
      wireHref: wireQuestionLinks.operation(key),
      isLoading,
      refresh,
      stop,
    }),
    [value, isOld, failure, key, isLoading, refresh, stop],
  );
}
