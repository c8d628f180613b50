/**
 * wonka's `merge` for the sources between exchanges, which push of themselves: the stock one asks each source for more after every value,
 * down through all stages below, which is a good part of what an event costs.
 */
import type { Sink, Source } from 'wonka';

/** How a sink speaks to its source: PULL or CLOSE. */
type Talkback = (signal: never) => void;

/** wonka's signals by their numbers; its enums are not exported. */
const PULL = 0;
const CLOSE = 1;
const END = 0;
const START = 0;

/** One source of all values of two; it ends when both have ended. Not for sources that wait to be asked. */
export function join<T>(first: Source<T>, second: Source<T>): Source<T> {
  return sink => {
    const talkbacks: Talkback[] = [];
    let running = 2;
    let isClosed = false;
    const listen: Sink<T> = (signal: unknown) => {
      if (isClosed) return;
      if (signal === END) {
        running--;
        if (running === 0) sink(END as never);
      } else if (isStart(signal)) {
        talkbacks.push(signal[0]);
        signal[0](PULL as never);
      } else sink(signal as never);
    };
    const talkback = (signal: unknown): void => {
      if (signal !== CLOSE) return;
      isClosed = true;
      for (const close of talkbacks) close(CLOSE as never);
    };
    sink(Object.assign([talkback], { tag: START }) as never);
    first(listen);
    second(listen);
  };
}

function isStart(signal: unknown): signal is [Talkback] {
  return (signal as { tag?: number }).tag === START;
}
