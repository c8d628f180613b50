/**
 * A prepared document asked through urql: what it answered, read by its own reader. While another is being loaded the last answer stays,
 * and says that it is the last: a table turning its page does not go blank. What was remembered is shown at once and asked for again.
 */
import { useCallback, useMemo, useRef, useState } from 'react';
import { createRequest, type OperationContext, useQuery } from 'urql';
import type { Prepared } from '../../schema/documents/documents';
import { wireQuestionLinks } from '../../session/wire/wireQuestionLinks';
import { CancelledError, type Failure, failureOf } from '../../transport/failure';
import { useIsTakenOver } from '../../ui/useIsTakenOver';

/** What is known of the answer. */
export interface PreparedState<T> {
  /** The last answer that could be read; null before there is one. */
  readonly value: T | null;
  /** True when `value` is the answer to an earlier document (another page, other columns). */
  readonly isOld: boolean;
  /** Why there is no answer, or only a part of one (then `value` is this document's). */
  readonly failure: Failure | null;
  /** Address of the question's row in Wire. */
  readonly wireHref: string;
  /** True while an answer is waited for. */
  readonly isLoading: boolean;
  /** Asks again, whatever is remembered. */
  refresh(): void;
  /** Gives up the request under way; `failure` says so until it is asked again. */
  stop(): void;
}

/** What is sent, before it is known what for. */
const NOTHING = { query: '{ __typename }', variables: {} };
const CONTEXT: Partial<OperationContext> = { screen: 'data' };
const STOPPED = failureOf(new CancelledError('The wait for the answer was stopped'));

/** Asks; null asks nothing and keeps what was answered last. */
export function usePrepared<T>(
  prepared: Prepared<T> | null,
  options: { /** Take what is remembered as new: it was asked for a moment ago. Default false. */ fresh?: boolean } = {},
): PreparedState<T> {
  const { query, variables } = prepared ?? NOTHING;
  const key = useMemo(() => createRequest(query, variables).key, [query, variables]);
  const isTakenOver = useIsTakenOver();
  // Decided once per document: the policy is part of what urql executes, and changing it would ask again. What came with the page of a server
  // is new, however long it takes to take the page over.
  const decided = useRef({ key: -1, fresh: false });
  if (decided.current.key !== key) decided.current = { key, fresh: options.fresh === true || !isTakenOver };
  const context = useMemo(() => ({ ...CONTEXT }), []);
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
  // urql keeps the data of the request before while the next one is under way; whose they are is told by the operation alone.
  const isMine = prepared !== null && result.operation?.key === key;
  if (isMine && result.data != null && last.current?.data !== result.data)
    last.current = { data: result.data, value: prepared.read(result.data) };
  const failure = useMemo(() => {
    if (isStopped) return STOPPED;
    if (!isMine) return null;
    if (result.error) return failureOf(result.error);
    const problem = result.data == null ? null : prepared.problem(result.data);
    // As C15: an answer without the parts that were asked for.
    return problem === null ? null : ({ tag: 'http', status: 200, message: problem, errors: [] } satisfies Failure);
  }, [isStopped, isMine, result.error, result.data, prepared]);
  const refresh = useCallback(() => {
    setStopped(null);
    if (!isStopped) execute({ requestPolicy: 'network-only' });
  }, [execute, isStopped]);
  const stop = useCallback(() => {
    // What is asked for later is asked of the network.
    decided.current = { key, fresh: false };
    setStopped(key);
  }, [key]);
  const value = last.current?.value ?? null;
  const isOld = !(isMine && result.data != null && last.current?.data === result.data);
  // The server's page waits for nothing; its first pass here must not either, although its answer may be asked for again by now.
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
