/**
 * The boundary between the caches and the network. Context that the stages below add ends here: a result goes up with the operation that
 * came in, because cacheExchange re-executes exactly that object (contract C45, M9, M16). The boundary refuses operations that must not be
 * sent (C9). It tracks the operations in flight and ends them when the transport is disposed (C42): subscriptions complete, queries are
 * aborted, mutations that were sent finish.
 */
import { type Exchange, makeErrorResult, makeOperation, type Operation, type OperationResult } from '@urql/core';
import { filter, makeSubject, map, pipe } from 'wonka';
import { joinSources } from '../../lib/joinSources';
import { reportException } from '../../lib/reportException';
import { isCircular } from '../http/files';
import { CancelledError, CONNECTION_CLOSED, failureOf, maskFailure, RefusedError } from '../observe/failure';
import type { TapOperation, TapSource } from '../observe/tap';
import { maskedRequest, newTapOperation } from '../observe/tapOperation';
import { contextOf, countOperations } from '../pipelineContext';

/** The boundary exchange and a function that ends the operations behind it. */
export interface Boundary {
  exchange: Exchange;
  /** Completes every live subscription, aborts every query and refuses all later operations. */
  close(): void;
}

/** Options of `createBoundary`. */
export interface BoundaryOptions {
  /** The only URL that operations are sent to (C50). */
  url: string;
  /** Refuse mutations. */
  readOnly: boolean;
  tap: TapSource;
  /** Returns the raw token, which is masked in reports to the tap. */
  readToken(): string;
  /** Called with the operation key when a subscription starts. */
  onSubscriptionStart(key: number): void;
  /** Called with the operation key when a subscription completes, fails finally, or is unsubscribed. */
  onSubscriptionEnd(key: number): void;
}

/** One execution in flight. */
interface Entry {
  operation: Operation;
  tapOperation: TapOperation;
}

const READ_ONLY = 'This connection is read-only: mutations are not sent';
const CLOSED_MEANWHILE = 'This connection was closed before the response arrived';

/**
 * What an operation's context must not override: the method (C5) and whether a subscription goes over HTTP (C6). The URL (C50) is set
 * beside it.
 */
const FIXED_CONTEXT = { fetchSubscriptions: false, preferGetMethod: false } as const;

/** urql's keys are 32-bit hashes, so larger numbers never collide with them. */
const FIRST_OWN_KEY = 2 ** 32;

/** Creates a boundary. */
export function createBoundary({
  url,
  readOnly,
  tap,
  readToken,
  onSubscriptionStart,
  onSubscriptionEnd,
}: BoundaryOptions): Boundary {
  const inFlight = createInFlight(onSubscriptionStart, onSubscriptionEnd);
  const ownResults = makeSubject<OperationResult>();
  const aborted = makeSubject<Operation>();
  let closed = false;
  let nextKey = FIRST_OWN_KEY;

  const start = (operation: Operation): TapOperation => {
    const tapOperation = newTapOperation(tap, operation);
    const { requestPolicy } = operation.context;
    if (tap.active) tap.emit({ type: 'started', requestPolicy, ...maskedRequest(operation, readToken) }, tapOperation);
    return tapOperation;
  };

  const enter = (incoming: Operation): Operation => {
    const { kind } = incoming;
    const tapOperation = start(incoming);
    if (kind !== 'mutation') inFlight.add({ operation: incoming, tapOperation });
    const operation = makeOperation(kind, incoming, { ...FIXED_CONTEXT, url, execution: { incoming, tapOperation } });
    // Only the persisted stage may set extensions (C7).
    operation.extensions = undefined;
    // The stages below store pending operations by key, and two identical mutations have the same key (C44, M6).
    if (kind === 'mutation') operation.key = nextKey++;
    return operation;
  };

  const refuse = (operation: Operation, reason: string): void => {
    const result = makeErrorResult(operation, new RefusedError(reason));
    const tapOperation = start(operation);
    // In a microtask: urql does not yet listen for results while it dispatches the operation.
    Promise.resolve().then(() => {
      report(result, tapOperation);
      ownResults.next(result);
    });
  };

  const report = (result: OperationResult, tapOperation: TapOperation, secrets: readonly string[] = []): void => {
    if (!tap.active) return;
    if (result.error)
      tap.emit({ type: 'failed', failure: maskFailure(failureOf(result.error), [readToken(), ...secrets]) }, tapOperation);
    if (!result.hasNext) tap.emit({ type: 'ended' }, tapOperation);
  };

  const exchange: Exchange =
    ({ forward }) =>
    operations$ => {
      const toNetwork$ = pipe(
        operations$,
        filter(operation => {
          const reason = operation.kind === 'teardown' ? undefined : closed ? CONNECTION_CLOSED : refusalOf(operation, readOnly);
          if (reason !== undefined) refuse(operation, reason);
          return reason === undefined;
        }),
        map(operation => {
          if (operation.kind !== 'teardown') return enter(operation);
          for (const { tapOperation } of inFlight.take(operation.key)) tap.emit({ type: 'cancelled' }, tapOperation);
          return operation;
        }),
      );
      const fromNetwork$ = pipe(
        forward(joinSources(toNetwork$, aborted.source)),
        map(result => {
          const { execution } = contextOf(result.operation);
          if (!execution) return result;
          if (!result.hasNext) inFlight.take(execution.incoming.key, execution.tapOperation);
          report(result, execution.tapOperation, execution.secrets);
          // In place: the stages below created this result, and nothing else refers to it.
          result.operation = execution.incoming;
          return result;
        }),
      );
      return joinSources(fromNetwork$, ownResults.source);
    };

  return {
    exchange,
    close() {
      closed = true;
      for (const key of inFlight.keys()) {
        for (const { operation, tapOperation } of inFlight.take(key)) {
          const end =
            operation.kind === 'subscription'
              ? endOf(operation)
              : makeErrorResult(operation, new CancelledError(CLOSED_MEANWHILE));
          // Aborts the request and drops a pending hash or resend.
          if (operation.kind === 'query') aborted.next(makeOperation('teardown', operation));
          report(end, tapOperation);
          // A subscriber that throws must not keep the rest of the transport open.
          try {
            ownResults.next(end);
          } catch (error) {
            reportException(error);
          }
        }
      }
    },
  };
}

/** The queries and subscriptions in flight. Mutations are not included, because they cannot be cancelled (C43). */
interface InFlight {
  add(entry: Entry): void;
  /** Removes and returns the entries of a key: all of them, or only the one with the tap operation `only`. */
  take(key: number, only?: TapOperation): Entry[];
  /** The keys that currently have entries. */
  keys(): number[];
}

function createInFlight(onSubscriptionStart: (key: number) => void, onSubscriptionEnd: (key: number) => void): InFlight {
  /** By key. A query that is re-executed before its result arrives has two entries. */
  const byKey = new Map<number, Entry[]>();
  const take = (key: number, only?: TapOperation): Entry[] => {
    const entries = byKey.get(key);
    if (!entries) return [];
    const taken = only ? entries.filter(entry => entry.tapOperation === only) : entries;
    const left = only ? entries.filter(entry => entry.tapOperation !== only) : [];
    if (left.length > 0) byKey.set(key, left);
    else byKey.delete(key);
    if (left.length === 0 && taken[0]?.operation.kind === 'subscription') onSubscriptionEnd(key);
    return taken;
  };
  return {
    add(entry) {
      const { kind, key } = entry.operation;
      const others = byKey.get(key);
      byKey.set(key, others ? [...others, entry] : [entry]);
      if (kind === 'subscription') onSubscriptionStart(key);
    },
    take,
    keys: () => [...byKey.keys()],
  };
}

/** Why an operation cannot be sent; undefined if it can. */
function refusalOf(operation: Operation, readOnly: boolean): string | undefined {
  if (readOnly && isMutation(operation)) return READ_ONLY;
  if (isCircular(operation.variables)) return 'The variables are circular: they contain themselves, so they cannot be sent';
  const operations = countOperations(operation.query);
  if (operations <= 1) return undefined;
  return `The document holds ${operations} operations; only one can be sent at a time, so leave just that one in it`;
}

/** The result that ends a subscription without an error. */
const endOf = (operation: Operation): OperationResult => ({
  operation,
  data: undefined,
  error: undefined,
  extensions: undefined,
  hasNext: false,
  stale: false,
});

/** Checks the document too: the kind of an operation is set by its caller. */
const isMutation = ({ kind, query }: Operation): boolean =>
  kind === 'mutation' ||
  query.definitions.some(
    each => each.kind === 'OperationDefinition' && String((each as { operation?: unknown }).operation) === 'mutation',
  );
