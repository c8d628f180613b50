/** Follows a subscription as its user would: collects what is delivered and lets a test wait for it. */
import type { OperationResult, OperationResultSource } from '@urql/core';
import { onEnd, pipe, subscribe } from 'wonka';

/** A subscription that is being followed. */
export interface Watched<Data> {
  results: OperationResult<Data>[];
  /** Resolves to the results when there are at least `count`. */
  has(count: number): Promise<OperationResult<Data>[]>;
  /** Resolves to the results when the source has ended. */
  ended: Promise<OperationResult<Data>[]>;
  /** True once the source has ended. */
  readonly isOver: boolean;
  stop(): void;
}

/** Subscribes and collects. */
// biome-ignore lint/suspicious/noExplicitAny: the result of a document given as text is any, as in urql
export function watch<Data = any>(source: OperationResultSource<OperationResult<Data>>): Watched<Data> {
  const results: OperationResult<Data>[] = [];
  const waiting = new Set<() => void>();
  let isOver = false;
  let end: (all: OperationResult<Data>[]) => void;
  const ended = new Promise<OperationResult<Data>[]>(resolve => {
    end = resolve;
  });
  const { unsubscribe } = pipe(
    source,
    onEnd(() => {
      isOver = true;
      end(results);
    }),
    subscribe(result => {
      results.push(result);
      for (const check of [...waiting]) check();
    }),
  );
  return {
    results,
    ended,
    get isOver() {
      return isOver;
    },
    has: count =>
      new Promise(resolve => {
        const check = (): void => {
          if (results.length < count) return;
          waiting.delete(check);
          resolve(results);
        };
        waiting.add(check);
        check();
      }),
    stop: unsubscribe,
  };
}

/** The values of one field, event by event. */
export const values = (results: OperationResult[], field: string): unknown[] => results.map(({ data }) => data?.[field]);
