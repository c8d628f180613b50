/** Receives the body of a run's answer: a small one as text, a large one through a worker (result/large/largeData.ts). */
import { BrokenJsonError } from '../../transport/http/body/jsonBytes';
import type { LargeAnswers } from '../../transport/http/body/largeAnswers';
import { type LargeSink, largeAnswers, type ResultWorker } from './result/large/largeData';
import type { AskedAnswer } from './result/large/resultWorker';
import type { ShownRun } from './shownRun';

/** See the head of the file. */
export interface RunAnswers {
  /** For the context of the operation. */
  large: LargeAnswers;
  /** The pieces of the text so far; changes in place. */
  texts(): string[];
  /** A new request was sent: the text of an earlier answer is dropped. */
  restart(): void;
  /** The run is over: what has arrived of a large answer that is not complete is kept. */
  end(): void;
}

/** Characters kept of the text of an answer in parts, which may go on for as long as the tab is open. */
export const MOST_TEXT = 5_000_000;

/** Receives answers for `run` until `isOver`. Without `startWorker` every answer is parsed in the page. */
export function createRunAnswers(
  run: ShownRun,
  asked: AskedAnswer,
  startWorker: (() => ResultWorker) | undefined,
  isOver: () => boolean,
): RunAnswers {
  let texts: string[] = [];
  let textLength = 0;
  const sinks: LargeSink[] = [];
  const onBytes = (received: number): void => {
    if (isOver()) return;
    run.change({ received });
    run.showSoon();
  };
  /** Keeps an incomplete answer readable, whatever the reason that it is incomplete. */
  const keepCut = (sink: LargeSink): void => {
    if (run.get().large || sink !== sinks.at(-1)) sink.cancel();
    else run.change({ cut: sink.cut() });
  };
  const answers = startWorker && largeAnswers(startWorker, asked, onBytes);
  return {
    large: {
      from: answers?.from ?? Number.POSITIVE_INFINITY,
      onBytes,
      // Also called a moment after the run was stopped, with what had arrived.
      onText(piece) {
        // An answer that arrives whole is one piece, and kept whatever its size.
        const isTooMuch = textLength > 0 && textLength + piece.length > MOST_TEXT;
        textLength = isTooMuch ? Number.POSITIVE_INFINITY : textLength + piece.length;
        if (isTooMuch) texts.length = 0;
        else texts.push(piece);
      },
      open(size) {
        if (!answers) throw new Error('There is nothing to read a large answer with');
        const sink = answers.open(size);
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
