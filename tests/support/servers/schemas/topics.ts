/** Lets a test cause events: values published to a topic reach its subscribers. Nothing depends on time. */
import { createConditions } from '../host/conditions';

/** The topics of one server process. */
export interface Topics {
  /** The next value published to the topic. */
  next(topic: string): Promise<number>;
  /** All values published from now on. Leaving the loop unsubscribes. */
  listen(topic: string): AsyncIterableIterator<number>;
  /** Hands `value` to all listeners, as soon as there are at least `listeners` of them. */
  publish(topic: string, value: number, listeners: number): Promise<void>;
  /** Resolves when exactly `count` listen to the topic. */
  listening(topic: string, count: number): Promise<void>;
}

type Listener = (value: number) => void;

/** Creates topics without subscribers. */
export function createTopics(): Topics {
  const listenersOf = new Map<string, Set<Listener>>();
  const { changed, until } = createConditions();

  const of = (topic: string): Set<Listener> => {
    const known = listenersOf.get(topic) ?? new Set();
    listenersOf.set(topic, known);
    return known;
  };
  const add = (topic: string, listener: Listener): (() => void) => {
    of(topic).add(listener);
    changed();
    return () => {
      of(topic).delete(listener);
      changed();
    };
  };

  return {
    next: topic =>
      new Promise(resolve => {
        const remove = add(topic, value => {
          remove();
          resolve(value);
        });
      }),
    listen(topic) {
      const values: number[] = [];
      let wake: (() => void) | undefined;
      let ended = false;
      const remove = add(topic, value => {
        values.push(value);
        wake?.();
      });
      const iterator: AsyncIterableIterator<number> = {
        [Symbol.asyncIterator]: () => iterator,
        async next() {
          while (!ended && values.length === 0) {
            await new Promise<void>(resolve => {
              wake = resolve;
            });
          }
          const value = values.shift();
          return value === undefined ? { done: true, value: undefined } : { done: false, value };
        },
        async return() {
          ended = true;
          remove();
          wake?.();
          return { done: true, value: undefined };
        },
      };
      return iterator;
    },
    async publish(topic, value, listeners) {
      await until(() => of(topic).size >= listeners);
      for (const listener of [...of(topic)]) listener(value);
    },
    listening: (topic, count) => until(() => of(topic).size === count),
  };
}
