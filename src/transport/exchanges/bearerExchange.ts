/**
 * The auth stage, on urql's authExchange. The stock way freezes the header into the operation, so that a resend or a refetch goes out with
 * the token of an earlier time, even after signing out (contract M8). Here the stage only marks an operation as one that carries the
 * token; the request reads it from storage when it is sent (C1, C2).
 *
 * While authExchange initialises it queues by operation key and so loses one of two identical mutations (M6, C44). That queue never holds
 * more than one operation here: one goes ahead, the others wait at this gate, in order, until it has come out.
 */
import type { Exchange, Operation } from '@urql/core';
import { authExchange } from '@urql/exchange-auth';
import { filter, makeSubject, merge, onPush, pipe } from 'wonka';

/** Marks queries and mutations with `bearer`. */
export function bearerExchange(): Exchange {
  return input => {
    const stock = authExchange(async () => ({
      addAuthToOperation(operation) {
        // In place: it is a copy the stock exchange made a moment ago.
        operation.context.bearer = true;
        return operation;
      },
      didAuthError: () => false,
      refreshAuth: async () => {},
    }));

    let open = false;
    /** The operation that went ahead, until it comes out below. */
    let scout: Operation | undefined;
    let waiting: Operation[] = [];
    const released = makeSubject<Operation>();

    const letAllThrough = (): void => {
      if (open) return;
      open = true;
      const all = waiting;
      waiting = [];
      for (const operation of all) released.next(operation);
    };

    /** True when the operation may go into the stock exchange now. */
    const mayPass = (operation: Operation): boolean => {
      if (open) return true;
      if (operation.kind === 'teardown') {
        waiting = waiting.filter(other => other.key !== operation.key || other.kind === 'mutation');
        if (scout?.key === operation.key && scout.kind !== 'mutation') {
          scout = waiting.shift();
          const next = scout;
          if (next) Promise.resolve().then(() => released.next(next));
        }
        return true;
      }
      if (scout) {
        waiting.push(operation);
        return false;
      }
      scout = operation;
      return true;
    };

    const stage = stock({
      ...input,
      forward: operations$ =>
        input.forward(
          pipe(
            operations$,
            onPush(operation => {
              // A microtask later, so that the one that went ahead stays ahead.
              if (!open && operation.kind !== 'teardown') Promise.resolve().then(letAllThrough);
            }),
          ),
        ),
    });
    return operations$ => stage(merge([pipe(operations$, filter(mayPass)), released.source]));
  };
}
