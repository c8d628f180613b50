/**
 * A stage whose code comes with the first operation that wants it. Until it is there such operations wait, and can be given up; all others
 * pass by. From then on everything goes through it, as if it had stood there from the beginning. What cannot be fetched is told by the
 * caller: the waiting operations fail, or go on without the stage; the next one that wants it asks for it again.
 */
import { type Exchange, makeErrorResult, type Operation, type OperationResult } from '@urql/core';
import { makeSubject, pipe, subscribe } from 'wonka';

/** Options of `laterExchange`. */
export interface LaterOptions {
  /** True for operations that want the stage. Never asked about teardowns. */
  isWanted(operation: Operation): boolean;
  /** Fetches the stage. Rejects when it cannot be had. */
  load(): Promise<Exchange>;
  /** Told when it cannot be had. Gives the error the waiting operations fail with; null: they go on without it. */
  onMissing(): Error | null;
}

/** Stands in for a stage until it is there. */
export function laterExchange({ isWanted, load, onMissing }: LaterOptions): Exchange {
  return input => operations$ => {
    const down = makeSubject<Operation>();
    const up = makeSubject<OperationResult>();
    const into = makeSubject<Operation>();
    const outOfBelow = makeSubject<OperationResult>();
    let isThere = false;
    let isAsked = false;
    let waiting: Operation[] = [];

    const taken = (): Operation[] => waiting.splice(0);
    const place = (exchange: Exchange): void => {
      const stage = exchange({
        ...input,
        forward: passed$ => {
          pipe(passed$, subscribe(down.next));
          return outOfBelow.source;
        },
      });
      pipe(stage(into.source), subscribe(up.next));
      isThere = true;
      for (const operation of taken()) into.next(operation);
    };
    const fetch = async (): Promise<void> => {
      isAsked = true;
      let exchange: Exchange;
      try {
        exchange = await load();
      } catch {
        isAsked = false;
        const error = onMissing();
        for (const operation of taken()) {
          if (error) up.next(makeErrorResult(operation, error));
          else down.next(operation);
        }
        return;
      }
      place(exchange);
    };

    return sink => {
      up.source(sink);
      pipe(
        input.forward(down.source),
        subscribe(result => (isThere ? outOfBelow : up).next(result)),
      );
      pipe(
        operations$,
        subscribe(operation => {
          const { kind, key } = operation;
          if (isThere) into.next(operation);
          else if (kind === 'teardown') {
            // A mutation is not given up: nobody knows that it was not sent yet.
            waiting = waiting.filter(other => other.key !== key || other.kind === 'mutation');
            down.next(operation);
          } else if (isWanted(operation)) {
            waiting.push(operation);
            if (!isAsked) void fetch();
          } else down.next(operation);
        }),
      );
    };
  };
}
