/**
 * The boundary between the caches and the network. The notes of the stages below end here: a result goes up with the operation that came in,
 * because cacheExchange executes exactly that object again (contract C45, M9, M16). The boundary refuses operations that must not be sent
 * (C9). It knows the operations under way and ends them when the transport is disposed (C42): subscriptions complete, queries are aborted,
 * mutations that were sent finish.
 */
import { type Exchange, makeErrorResult, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { filter, makeSubject, map, pipe } from 'wonka';
import { isCircular } from '../http/files';
import { CancelledError, failureOf, maskFailure, RefusedError } from '../observe/failure';
import { countOperations } from '../observe/operationName';
import type { TapOperation, TapSource } from '../observe/tap';
import { askedBy, contextOf, newTapOperation } from '../observe/trace';
import { join } from './join';

/** The boundary and the means to end what is live behind it. */
export interface Boundary {
  exchange: Exchange;
  /** Completes every live subscription, aborts every query and refuses whatever comes later. */
  close(): void;
}

/** What the boundary reads, and what it reports to. */
export interface BoundaryOptions {
  /** The one address that operations are sent to (C50). */
  url: string;
  /** Mutations are refused. */
  readOnly: boolean;
  tap: TapSource;
  /** The raw token, to be masked in reports to the tap. */
  readToken(): string;
  /** A subscription began (key of the operation). */
  onSubscriptionStart(key: number): void;
  /** A subscription ended: completed, failed for good, or unsubscribed. */
  onSubscriptionEnd(key: number): void;
}

/** One execution under way. */
interface Entry {
  operation: Operation;
  tapOperation: TapOperation;
}

const CLOSED = 'This connection was closed; nothing is sent over it any more';
const READ_ONLY = 'This connection is read-only: mutations are not sent';
const CLOSED_MEANWHILE = 'This connection was closed before the answer was there';

/** What an operation's context may not decide: address (C50), method (C5), and whether a subscription goes over HTTP (C6). */
const DECIDED = { fetchSubscriptions: false, preferGetMethod: false } as const;

/** urql's keys are 32-bit hashes. */
const FIRST_OWN_KEY = 2 ** 32;

/** Makes a boundary. */
export function createBoundary({
  url,
  readOnly,
  tap,
  readToken,
  onSubscriptionStart,
  onSubscriptionEnd,
}: BoundaryOptions): Boundary {
  /**
   * Queries and subscriptions under way, by key; a query executed again before its answer is there twice. A mutation is not entered, as
   * nothing can cancel it (C43).
   */
  const underWay = new Map<number, Entry[]>();
  const own = makeSubject<OperationResult>();
  const givenUp = makeSubject<Operation>();
  let closed = false;
  let nextKey = FIRST_OWN_KEY;

  /** Takes out what is under way under a key: all of it, or the one execution the tap knows as `only`. Returns what was taken. */
  const leave = (key: number, only?: TapOperation): Entry[] => {
    const entries = underWay.get(key);
    if (!entries) return [];
    const taken = only ? entries.filter(entry => entry.tapOperation === only) : entries;
    const left = only ? entries.filter(entry => entry.tapOperation !== only) : [];
    if (left.length > 0) underWay.set(key, left);
    else underWay.delete(key);
    if (left.length === 0 && taken[0]?.operation.kind === 'subscription') onSubscriptionEnd(key);
    return taken;
  };

  const start = (operation: Operation): TapOperation => {
    const tapOperation = newTapOperation(tap, operation);
    const { requestPolicy } = operation.context;
    if (tap.active) tap.emit({ type: 'started', requestPolicy, ...askedBy(operation, readToken) }, tapOperation);
    return tapOperation;
  };

  const enter = (incoming: Operation): Operation => {
    const { kind, key } = incoming;
    const tapOperation = start(incoming);
    if (kind !== 'mutation') {
      const entry = { operation: incoming, tapOperation };
      const others = underWay.get(key);
      underWay.set(key, others ? [...others, entry] : [entry]);
      if (kind === 'subscription') onSubscriptionStart(key);
    }
    const operation = makeOperation(kind, incoming, { ...DECIDED, url, trace: { incoming, tapOperation } });
    // Nothing but the persisted stage puts something there (C7).
    operation.extensions = undefined;
    // The stages below keep what waits by key, and two identical mutations have one (C44, M6).
    if (kind === 'mutation') operation.key = nextKey++;
    return operation;
  };

  /** Why an operation cannot be sent; undefined when it can. */
  const refusal = (operation: Operation): string | undefined => {
    if (closed) return CLOSED;
    if (readOnly && isMutation(operation)) return READ_ONLY;
    if (isCircular(operation.variables)) return 'The variables are circular: they contain themselves, so they cannot be sent';
    const operations = countOperations(operation.query);
    if (operations <= 1) return undefined;
    return `The document holds ${operations} operations; only one can be sent at a time, so leave just that one in it`;
  };

  const refuse = (operation: Operation, reason: string): void => {
    const result = makeErrorResult(operation, new RefusedError(reason));
    const tapOperation = start(operation);
    // In a microtask: urql is not yet listening for the result of an operation it is still dispatching.
    Promise.resolve().then(() => {
      report(result, tapOperation);
      own.next(result);
    });
  };

  const report = (result: OperationResult, tapOperation: TapOperation): void => {
    if (!tap.active) return;
    if (result.error) tap.emit({ type: 'failed', failure: maskFailure(failureOf(result.error), readToken()) }, tapOperation);
    if (!result.hasNext) tap.emit({ type: 'ended' }, tapOperation);
  };

  const exchange: Exchange =
    ({ forward }) =>
    operations$ => {
      const toNetwork$ = pipe(
        operations$,
        filter(operation => {
          const reason = operation.kind === 'teardown' ? undefined : refusal(operation);
          if (reason !== undefined) refuse(operation, reason);
          return reason === undefined;
        }),
        map(operation => {
          if (operation.kind !== 'teardown') return enter(operation);
          for (const { tapOperation } of leave(operation.key)) tap.emit({ type: 'cancelled' }, tapOperation);
          return operation;
        }),
      );
      const fromNetwork$ = pipe(
        forward(join(toNetwork$, givenUp.source)),
        map(result => {
          const { trace } = contextOf(result.operation);
          if (!trace) return result;
          if (!result.hasNext) leave(trace.incoming.key, trace.tapOperation);
          report(result, trace.tapOperation);
          // In place: the stages below made this result, and nothing else holds it.
          result.operation = trace.incoming;
          return result;
        }),
      );
      return join(fromNetwork$, own.source);
    };

  return {
    exchange,
    close() {
      closed = true;
      for (const [key, entries] of [...underWay]) {
        leave(key);
        for (const { operation, tapOperation } of entries) {
          const end =
            operation.kind === 'subscription'
              ? endOf(operation)
              : makeErrorResult(operation, new CancelledError(CLOSED_MEANWHILE));
          // Aborts the request, and drops what waits for a hash or a resend.
          if (operation.kind === 'query') givenUp.next(makeOperation('teardown', operation));
          report(end, tapOperation);
          own.next(end);
        }
      }
    },
  };
}

/** The end of a subscription that did not fail. */
const endOf = (operation: Operation): OperationResult => ({
  operation,
  data: undefined,
  error: undefined,
  extensions: undefined,
  hasNext: false,
  stale: false,
});

/** By its document too: what it is executed as is only a claim. */
const isMutation = ({ kind, query }: Operation): boolean =>
  kind === 'mutation' ||
  query.definitions.some(
    each => each.kind === 'OperationDefinition' && String((each as { operation?: unknown }).operation) === 'mutation',
  );
