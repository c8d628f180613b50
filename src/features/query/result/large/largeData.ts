/** The page side of a large result. It transfers the bytes to a worker as they arrive, and requests the visible parts from it. */

import type { LineDiff } from '../../../../lib/text/lineDiff';
import { BrokenJsonError } from '../../../../transport/http/body/jsonBytes';
import type { LargeResponses, ResponseSink } from '../../../../transport/http/body/largeResponses';
import type { ComparedResult } from '../../compare/diffResults';
import type { LargeOutline, LargeResult } from './largeResult';
import type { ResultRequest, WorkerOrder, WorkerReply } from './resultWorker';

/** The part of the `Worker` interface that is used. */
export interface ResultWorker {
  postMessage(order: WorkerOrder, transfer: Transferable[]): void;
  onmessage: ((event: { data: WorkerReply }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  terminate(): void;
}

/** Results larger than this, in bytes, are parsed in a worker. Below it, starting a worker takes longer than parsing. */
const LARGE_FROM = 1_000_000;

type WorkerMethods = Omit<LargeResult, 'outline'>;

/** Receives the bytes of a result and transfers them to the worker. */
export interface LargeSink extends ResponseSink {
  /**
   * Ends an incomplete response: only its text can be read. After that, no bytes are accepted and `cancel` keeps the text. Returns null if
   * the data was released.
   */
  cut(): LargeData | null;
}

/** A handle of the data of a large result. It contains no data itself. */
export class LargeData {
  readonly #channel: Channel;
  readonly #outline: LargeOutline;
  constructor(channel: Channel, outline: LargeOutline) {
    this.#channel = channel;
    this.#outline = outline;
  }
  /** Properties that are known without a request to the worker. */
  get outline(): LargeOutline {
    return this.#outline;
  }
  /** Calls a method of `LargeResult` in the worker. Never settles after the result was released. */
  ask<Name extends keyof WorkerMethods>(
    name: Name,
    ...given: Parameters<WorkerMethods[Name]>
  ): Promise<ReturnType<WorkerMethods[Name]>> {
    return this.#channel.ask(name, given) as Promise<ReturnType<WorkerMethods[Name]>>;
  }
  /** Releases the result and its memory. */
  close(): void {
    this.#channel.close();
  }
}

/** Returns the option for large responses in an operation's context. `onBytes` is called for each chunk. */
export function largeResponses(
  start: () => ResultWorker,
  request: ResultRequest,
  onBytes: (bytes: number) => void,
): Omit<LargeResponses, 'open'> & { open(size: number | null): LargeSink } {
  return {
    from: LARGE_FROM,
    onBytes,
    open(size) {
      const channel = createChannel(start());
      let bytes = 0;
      let cut: LargeData | undefined;
      channel.tell({ type: 'request', request }, []);
      if (size !== null) channel.tell({ type: 'size', bytes: size }, []);
      return {
        push(piece) {
          if (cut) return;
          bytes += piece.byteLength;
          // A chunk can be a view of a larger buffer, which cannot be transferred by itself.
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

/** Sends requests to a worker and receives the responses. */
export interface Channel {
  tell(order: WorkerOrder, transfer: Transferable[]): void;
  end(): Promise<unknown>;
  ask(name: keyof LargeResult, given: readonly unknown[]): Promise<unknown>;
  /** Null after it was closed. */
  text(bytes: number): Promise<string | null>;
  /** Returns a frame with its event truncated. */
  cutFrame(text: string): Promise<string>;
  /** Returns the difference of two results. */
  compare(first: ComparedResult, second: ComparedResult): Promise<LineDiff>;
  isClosed(): boolean;
  close(): void;
}

/** Creates a channel. Each channel needs its own worker. */
export function createChannel(worker: ResultWorker): Channel {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let last = 0;
  let isClosed = false;
  let tellClosed: () => void = () => undefined;
  const closed = new Promise<null>(resolve => {
    tellClosed = () => resolve(null);
  });
  worker.onmessage = ({ data: reply }) => {
    const pending = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (!pending) return;
    if ('value' in reply) pending.resolve(reply.value);
    else pending.reject(reply.broken ? new BrokenJsonError(reply.broken.at, reply.broken.endsEarly) : new Error(reply.error));
  };
  // Out of memory, or a script that cannot be loaded: all pending requests fail.
  worker.onerror = event => {
    for (const { reject } of waiting.values())
      reject(new Error(event.message ?? 'The worker that reads the response cannot run'));
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
