/**
 * The line between the caches and the network. What the stages below note in an operation's context ends here: a result goes up with the
 * operation that came in, because cacheExchange executes exactly that object again (contract C45, M9, M16). It refuses what must not be
 * sent (C9), knows which subscriptions are live, and ends them when the transport is disposed (C42).
 */
import { CombinedError, type Exchange, makeErrorResult, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { filter, makeSubject, map, merge, pipe } from 'wonka';
import { failureOf, RefusedError } from '../failure';
import { countOperations } from '../operationName';
import type { TapOperation, TapSource } from '../tap';
import { contextOf, newTapOperation } from '../trace';

/** The boundary and the means to end what is live behind it. */
export interface Boundary {
  exchange: Exchange;
  /** Completes every live subscription and refuses whatever comes later. */
  close(): void;
}

/** Who wants to know which subscriptions there are. */
export interface BoundaryOptions {
  tap: TapSource;
  /** A subscription began (key of the operation). */
  onSubscriptionStart(key: number): void;
  /** A subscription ended: completed, failed for good, or unsubscribed. */
  onSubscriptionEnd(key: number): void;
}

/** Makes a boundary. */
export function createBoundary({ tap, onSubscriptionStart, onSubscriptionEnd }: BoundaryOptions): Boundary {
  /** Queries and subscriptions under way, by key; a mutation is not entered, as nothing can cancel it (C43). */
  const underWay = new Map<number, { operation: Operation; tapOperation: TapOperation }>();
  const own = makeSubject<OperationResult>();
  let closed = false;

  const leave = (key: number): { operation: Operation; tapOperation: TapOperation } | undefined => {
    const entry = underWay.get(key);
    if (!entry) return undefined;
    underWay.delete(key);
    if (entry.operation.kind === 'subscription') onSubscriptionEnd(key);
    return entry;
  };

  const enter = (incoming: Operation): Operation => {
    const { kind } = incoming;
    const tapOperation = newTapOperation(tap, incoming);
    if (kind !== 'mutation') {
      leave(incoming.key);
      underWay.set(incoming.key, { operation: incoming, tapOperation });
      if (kind === 'subscription') onSubscriptionStart(incoming.key);
    }
    if (tap.active)
      tap.emit(
        {
          type: 'started',
          requestPolicy: incoming.context.requestPolicy,
          query: incoming.query.loc?.source.body ?? '',
        },
        tapOperation,
      );
    return makeOperation(kind, incoming, {
      ...incoming.context,
      trace: { incoming, tapOperation },
    });
  };

  /** Why an operation cannot be sent; undefined when it can. */
  const refusal = (operation: Operation): string | undefined => {
    if (closed) return 'This connection was closed; nothing is sent over it any more';
    const operations = countOperations(operation.query);
    if (operations > 1)
      return `The document holds ${operations} operations; only one can be sent at a time, so leave just that one in it`;
    return undefined;
  };

  const exchange: Exchange =
    ({ forward }) =>
    operations$ => {
      const toNetwork$ = pipe(
        operations$,
        filter(operation => {
          if (operation.kind === 'teardown') return true;
          const reason = refusal(operation);
          if (reason === undefined) return true;
          const error = new RefusedError(reason);
          // In a microtask: urql is not yet listening for the result of an operation it is still dispatching.
          Promise.resolve().then(() => own.next(makeErrorResult(operation, error)));
          return false;
        }),
        map(operation => {
          if (operation.kind !== 'teardown') return enter(operation);
          const entry = leave(operation.key);
          if (entry && tap.active) tap.emit({ type: 'cancelled' }, entry.tapOperation);
          return operation;
        }),
      );
      const fromNetwork$ = pipe(
        forward(toNetwork$),
        map(result => {
          const { trace } = contextOf(result.operation);
          if (!trace) return result;
          if (!result.hasNext) leave(result.operation.key);
          if (tap.active) report(tap, result, trace.tapOperation);
          // In place: the stages below made this result, and nobody else has it.
          result.operation = trace.incoming;
          return result;
        }),
      );
      return merge([fromNetwork$, own.source]);
    };

  return {
    exchange,
    close() {
      closed = true;
      for (const [key, { operation }] of [...underWay]) {
        if (operation.kind !== 'subscription') continue;
        leave(key);
        own.next({
          operation,
          data: undefined,
          error: undefined,
          extensions: undefined,
          hasNext: false,
          stale: false,
        });
      }
    },
  };
}

function report(tap: TapSource, result: OperationResult, tapOperation: TapOperation): void {
  if (result.error instanceof CombinedError) tap.emit({ type: 'failed', failure: failureOf(result.error) }, tapOperation);
  if (!result.hasNext) tap.emit({ type: 'ended' }, tapOperation);
}
