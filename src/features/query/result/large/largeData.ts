/** The page's end of a large answer: its bytes go to a worker as they come, and what is to be seen of them is asked back. */

import type { LineDiff } from '../../../../lib/lineDiff';
import { BrokenJsonError } from '../../../../transport/http/body/jsonBytes';
import type { AnswerSink, LargeAnswers } from '../../../../transport/http/body/largeAnswers';
import type { ComparedAnswer } from '../../compare/compareAnswers';
import type { LargeOutline, LargeResult } from './largeResult';
import type { AskedAnswer, WorkerOrder, WorkerReply } from './resultWorker';

/** As much of a Worker as is needed. */
export interface ResultWorker {
  postMessage(order: WorkerOrder, transfer: Transferable[]): void;
  onmessage: ((event: { data: WorkerReply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  terminate(): void;
}

/** Answers of more bytes than this are read by a worker: below it, starting one costs more than the reading. */
const LARGE_FROM = 1_000_000;

type Asked = Omit<LargeResult, 'outline'>;

/** An answer being handed over. */
export interface LargeSink extends AnswerSink {
  /**
   * What has come of one that does not come to its end: only its text can be asked for. Nothing is taken after that, and `cancel` leaves it
   * there. null once all of it was let go.
   */
  cut(): LargeData | null;
}

/** Stands for the data of a large answer. It holds nothing itself. */
export class LargeData {
  readonly #channel: Channel;
  readonly #outline: LargeOutline;
  constructor(channel: Channel, outline: LargeOutline) {
    this.#channel = channel;
    this.#outline = outline;
  }
  /** What is known at once. */
  get outline(): LargeOutline {
    return this.#outline;
  }
  /** Asks the worker. Never settles once the answer was let go. */
  ask<Name extends keyof Asked>(name: Name, ...given: Parameters<Asked[Name]>): Promise<ReturnType<Asked[Name]>> {
    return this.#channel.ask(name, given) as Promise<ReturnType<Asked[Name]>>;
  }
  /** Lets the answer go, and its memory with it. */
  close(): void {
    this.#channel.close();
  }
}

/** What an operation's context says about large answers. `onBytes` is called for each piece. */
export function largeAnswers(
  start: () => ResultWorker,
  asked: AskedAnswer,
  onBytes: (bytes: number) => void,
): Omit<LargeAnswers, 'open'> & { open(size: number | null): LargeSink } {
  return {
    from: LARGE_FROM,
    onBytes,
    open(size) {
      const channel = createChannel(start());
      let bytes = 0;
      let cut: LargeData | undefined;
      channel.tell({ type: 'asked', asked }, []);
      if (size !== null) channel.tell({ type: 'size', bytes: size }, []);
      return {
        push(piece) {
          if (cut) return;
          bytes += piece.byteLength;
          // A piece may be a part of a larger memory, which cannot be handed over by itself.
          const own = piece.byteLength === piece.buffer.byteLength ? piece : piece.slice();
          channel.tell({ type: 'piece', piece: own }, [own.buffer as ArrayBuffer]);
          onBytes(bytes);
        },
        async end() {
          const outline = (await channel.end()) as LargeOutline;
          const { data, errors, extensions } = outline;
          if (data !== 'there') channel.close();
          return {
            ...(data === 'none' ? {} : { data: data === 'null' ? null : new LargeData(channel, outline) }),
            ...(errors === undefined ? {} : { errors }),
            ...(extensions === undefined ? {} : { extensions }),
          };
        },
        text: length => channel.text(length),
        cut() {
          const nothing = { data: 'none', errors: undefined, extensions: undefined, lines: 0, lists: [] } as const;
          if (!channel.isClosed()) cut ??= new LargeData(channel, { ...nothing, bytes });
          return cut ?? null;
        },
        cancel() {
          if (!cut) channel.close();
        },
      };
    },
  };
}

/** Questions to a worker, and their answers. */
export interface Channel {
  tell(order: WorkerOrder, transfer: Transferable[]): void;
  end(): Promise<unknown>;
  ask(name: keyof LargeResult, given: readonly unknown[]): Promise<unknown>;
  /** null once it was closed. */
  text(bytes: number): Promise<string | null>;
  /** A frame with its event cut short. */
  cutFrame(text: string): Promise<string>;
  /** The difference of two answers. */
  compare(first: ComparedAnswer, second: ComparedAnswer): Promise<LineDiff>;
  isClosed(): boolean;
  close(): void;
}

/** Makes one. It has the worker for itself. */
export function createChannel(worker: ResultWorker): Channel {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let isClosed = false;
  let tellClosed: () => void = () => undefined;
  const closed = new Promise<null>(resolve => {
    tellClosed = () => resolve(null);
  });
  worker.onmessage = ({ data: reply }) => {
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (!asked) return;
    if ('value' in reply) asked.resolve(reply.value);
    else asked.reject(reply.broken ? new BrokenJsonError(reply.broken.at, reply.broken.endsEarly) : new Error(reply.error));
  };
  // No memory left, or a script that cannot be fetched: all that wait fail.
  worker.onerror = event => {
    for (const { reject } of waiting.values()) reject(new Error(event.message ?? 'The worker that reads the answer cannot run'));
    waiting.clear();
  };
  const question = (make: (id: number) => WorkerOrder): Promise<unknown> => {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage(make(id), []);
    });
  };
  const ask = (name: keyof LargeResult, given: readonly unknown[]): Promise<unknown> =>
    question(id => ({ type: 'ask', id, name, given }));
  return {
    tell: (order, transfer) => worker.postMessage(order, transfer),
    end: () => question(id => ({ type: 'end', id })),
    ask,
    text: async bytes => Promise.race([closed, ask('text', [0, bytes]) as Promise<string>]),
    cutFrame: text => question(id => ({ type: 'frame', id, text })) as Promise<string>,
    compare: (first, second) => question(id => ({ type: 'compare', id, first, second })) as Promise<LineDiff>,
    isClosed: () => isClosed,
    close() {
      isClosed = true;
      worker.terminate();
      waiting.clear();
      tellClosed();
    },
  };
}
