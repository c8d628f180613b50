/**
 * A pull-based feed of events at a steady rate: the clock determines which events are due, so that 10,000 events a second do not need a
 * timer each. If the reader falls more than two seconds behind, the oldest events are dropped, and their sequence numbers are missing. A
 * feed whose reader is always ready waits for its turn (createTurns.ts), so that no reader can block the thread.
 */
import type { Turns } from './createTurns';

const MOST_BEHIND_SECONDS = 2;

/**
 * Starts a feed. Event n (0, 1, 2…) is due n / `perSecond` seconds after the start.
 * @param make creates an event from its number and its time in milliseconds since 1970
 * @param stopping ends the feed when it aborts
 * @param turns shared by all feeds of the process
 */
export function createPacedFeed<T>(
  perSecond: number,
  make: (sequence: number, time: number) => T,
  stopping: AbortSignal,
  turns: Turns,
): AsyncIterableIterator<T> {
  const start = Date.now();
  const started = performance.now();
  let sequence = 0;
  let ended = stopping.aborted;
  let timer: NodeJS.Timeout | undefined;
  let wake: (() => void) | undefined;

  const end = (): void => {
    ended = true;
    clearTimeout(timer);
    stopping.removeEventListener('abort', end);
    wake?.();
  };
  stopping.addEventListener('abort', end);

  return {
    async next() {
      while (!ended) {
        const turn = turns.pass();
        if (turn) {
          await turn;
          continue;
        }
        const due = Math.floor(((performance.now() - started) / 1000) * perSecond) + 1;
        sequence = Math.max(sequence, due - Math.ceil(perSecond * MOST_BEHIND_SECONDS) - 1);
        if (sequence < due) {
          const value = make(sequence, start + (sequence / perSecond) * 1000);
          sequence++;
          return { done: false, value };
        }
        await new Promise<void>(resolve => {
          wake = resolve;
          timer = setTimeout(resolve, started + (sequence / perSecond) * 1000 - performance.now());
        });
      }
      return { done: true, value: undefined };
    },
    async return() {
      end();
      return { done: true, value: undefined };
    },
    async throw(error) {
      end();
      throw error;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
