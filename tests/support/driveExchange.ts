/** Drives a single exchange: sends operations, collects results, and lets the test answer the operations that it forwards. */
import {
  createRequest,
  type Exchange,
  makeOperation,
  type Operation,
  type OperationContext,
  type OperationResult,
  type OperationType,
} from '@urql/core';
import { makeSubject, pipe, subscribe } from 'wonka';

/** A driven exchange. */
export interface DrivenExchange {
  send(operation: Operation): void;
  teardown(operation: Operation): void;
  /** The exchange's results. */
  results: OperationResult[];
  /** Forwarded operations, teardowns included. */
  forwarded: Operation[];
  /** Sends a result for a forwarded operation. */
  answer(operation: Operation, result: Partial<OperationResult>): void;
  /** Operations that the exchange asked the client to execute. */
  reexecuted: Operation[];
}

/** Starts `exchange` between a source and a forward function that the test controls. */
export function driveExchange(exchange: Exchange): DrivenExchange {
  const operations = makeSubject<Operation>();
  const responses = makeSubject<OperationResult>();
  const results: OperationResult[] = [];
  const forwarded: Operation[] = [];
  const reexecuted: Operation[] = [];
  const client = { reexecuteOperation: (operation: Operation) => reexecuted.push(operation) };
  const stage = exchange({
    client: client as never,
    dispatchDebug: () => {},
    forward: operations$ => {
      pipe(
        operations$,
        subscribe(operation => forwarded.push(operation)),
      );
      return responses.source;
    },
  });
  pipe(
    stage(operations.source),
    subscribe(result => results.push(result)),
  );
  return {
    send: operations.next,
    teardown: operation => operations.next(makeOperation('teardown', operation, operation.context)),
    results,
    forwarded,
    answer(operation, result) {
      responses.next({
        operation,
        data: undefined,
        error: undefined,
        extensions: undefined,
        hasNext: false,
        stale: false,
        ...result,
      });
    },
    reexecuted,
  };
}

/** An operation like those of the client. */
export function operationOf(
  kind: OperationType,
  query: string,
  variables: object = {},
  context: Partial<OperationContext> = {},
): Operation {
  return makeOperation(kind, createRequest(query, variables as never), {
    url: 'http://test/graphql',
    requestPolicy: 'cache-first',
    ...context,
  });
}
