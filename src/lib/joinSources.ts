/**
 * A cheaper version of wonka's `merge` for the push sources between exchanges. The stock `merge` pulls from each source after every value,
 * through all stages below, which is a large part of the cost of an event.
 */
import type { Sink, Source } from 'wonka';

/** The function a sink signals its source with: PULL or CLOSE. */
type Talkback = (signal: never) => void;

/** The numbers of wonka's signals; wonka does not export its enums. */
const PULL = 0;
const CLOSE = 1;
const END = 0;
const START = 0;

/** Merges two sources; ends when both have ended. Pulls only once, so it does not suit sources that emit on pull. */
export function joinSources<T>(first: Source<T>, second: Source<T>): Source<T> {
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
