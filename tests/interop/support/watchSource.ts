/** Subscribes to a source, collects its results and lets a test wait for them. */
import type { OperationResult, OperationResultSource } from '@urql/core';
import { onEnd, pipe, subscribe } from 'wonka';
import { createConditions } from '../../support/servers/host/conditions';
import { within } from '../../support/servers/host/within';

/** A watched subscription. */
export interface Watched<Data> {
  results: OperationResult<Data>[];
  /** Resolves to the results once there are at least `count`. */
  has(count: number): Promise<OperationResult<Data>[]>;
  /** Resolves to the results once the source has ended; the wait starts when this is read. */
  readonly ended: Promise<OperationResult<Data>[]>;
  stop(): void;
}

/** Subscribes and collects. */
// biome-ignore lint/suspicious/noExplicitAny: the result of a document given as text is any, as in urql
export function watch<Data = any>(source: OperationResultSource<OperationResult<Data>>): Watched<Data> {
  const results: OperationResult<Data>[] = [];
  const { changed, until } = createConditions();
  let isOver = false;
  const { unsubscribe } = pipe(
    source,
    onEnd(() => {
      isOver = true;
      changed();
    }),
    subscribe(result => {
      results.push(result);
      changed();
    }),
  );
  const found = (): string => `there are ${JSON.stringify(results.map(({ data, error }) => ({ data, error: error?.message })))}`;
  return {
    results,
    get ended() {
      const end = until(() => isOver).then(() => results);
      return within(end, () => `an end; ${found()}`);
    },
    has(count) {
      const enough = until(() => results.length >= count).then(() => results);
      return within(enough, () => `${count} results; ${found()}`);
    },
    stop: unsubscribe,
  };
}

/** The values of one field, one per event. */
export const values = (results: OperationResult[], field: string): unknown[] => results.map(({ data }) => data?.[field]);
