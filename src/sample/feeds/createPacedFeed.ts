/**
 * Events at a steady rate, taken by the reader: what is due follows from the clock, so that 10,000 a second need no timer each. A reader who
 * falls more than two seconds behind loses the oldest; their numbers are left out. A feed whose reader is always ready waits for its turn
 * (createTurns.ts), so that no reader can hold the thread.
 */
import type { Turns } from './createTurns';

const MOST_BEHIND_SECONDS = 2;

/**
 * Starts a feed that makes the event of number n (0, 1, 2…) n / `perSecond` seconds after the start.
 * @param make given the number and the event's moment in milliseconds since 1970.
 * @param stopping ends the feed.
 * @param turns shared by all feeds of the process.
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
