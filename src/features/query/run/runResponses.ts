/** Receives the response body of a run: a small one as text, a large one through a worker (result/large/largeData.ts). */
import { BrokenJsonError } from '../../../transport/http/body/jsonBytes';
import type { LargeResponses } from '../../../transport/http/body/largeResponses';
import { type LargeSink, largeResponses, type ResultWorker } from '../result/large/largeData';
import type { ResultRequest } from '../result/large/resultWorker';
import type { ShownRun } from './shownRun';

/** A receiver of response bodies. */
export interface RunResponses {
  /** Option for the operation context. */
  large: LargeResponses;
  /** The chunks of the text so far; modified in place. */
  texts(): string[];
  /** Call this when a new request is sent: drops the text of an earlier response. */
  restart(): void;
  /** Call this when the run ends: keeps the received text of an incomplete large response. */
  end(): void;
}

/** Maximum number of characters that are kept of an incremental response, which can continue as long as the tab is open. */
export const MOST_TEXT = 5_000_000;

/** Receives responses for `run` until `isOver` returns true. Without `startWorker`, every response is parsed in the page. */
export function createRunResponses(
  run: ShownRun,
  request: ResultRequest,
  startWorker: (() => ResultWorker) | undefined,
  isOver: () => boolean,
): RunResponses {
  let texts: string[] = [];
  let textLength = 0;
  const sinks: LargeSink[] = [];
  const onBytes = (received: number): void => {
    if (isOver()) return;
    run.change({ received });
    run.showSoon();
  };
  /** Keeps an incomplete response readable, whatever the reason. */
  const keepCut = (sink: LargeSink): void => {
    if (run.get().large || sink !== sinks.at(-1)) sink.cancel();
    else run.change({ cut: sink.cut() });
  };
  const responses = startWorker && largeResponses(startWorker, request, onBytes);
  return {
    large: {
      from: responses?.from ?? Number.POSITIVE_INFINITY,
      onBytes,
      // Also called shortly after the run was stopped, with the text that had arrived.
      onText(piece) {
        // A response that is not incremental is one chunk, which is kept at any size.
        const isTooMuch = textLength > 0 && textLength + piece.length > MOST_TEXT;
        textLength = isTooMuch ? Number.POSITIVE_INFINITY : textLength + piece.length;
        if (isTooMuch) texts.length = 0;
        else texts.push(piece);
      },
      open(size) {
        if (!responses) throw new Error('There is nothing to read a large response with');
        const sink = responses.open(size);
        run.get().cut?.close();
        run.change({ cut: null });
        sinks.push(sink);
        return {
          ...sink,
          end: () =>
            sink.end().catch((error: unknown) => {
              if (error instanceof BrokenJsonError) run.change({ broken: { at: error.at, endsEarly: error.endsEarly } });
              throw error;
            }),
          cancel: () => keepCut(sink),
        };
      },
    },
    texts: () => texts,
    restart() {
      texts = [];
      textLength = 0;
    },
    end() {
      const last = sinks.at(-1);
      if (last && !run.get().large) keepCut(last);
    },
  };
}
