/** What is noted about one HTTP attempt between the way down and the way up. It travels in the operation's context and ends at the boundary. */
import type { Operation, OperationResult } from '@urql/core';

/** Notes on one attempt, for the stage that judges its result. */
export interface Attempt {
  operation: Operation;
  /** When the answer was read, in ms since the epoch; 0 while it is not. */
  readAt: number;
  /** Status of an answer in parts; 0 for any other. */
  streamStatus: number;
  /** Bytes of an answer in parts that were read since the last report to the tap, and their text while the tap has a listener. */
  streamedBytes: number;
  streamedText: string;
  /** The data of an answer in parts as far as it has come. */
  streamedData: OperationResult['data'];
  /** Id of the trace that the request belongs to. */
  traceId: string | undefined;
  /** Takes out of a text what the request was let in by. */
  masked: ((text: string) => string) | undefined;
}

/** Notes on an attempt that has not begun. */
export const newAttempt = (operation: Operation): Attempt => ({
  operation,
  readAt: 0,
  streamStatus: 0,
  streamedBytes: 0,
  streamedText: '',
  streamedData: undefined,
  traceId: undefined,
  masked: undefined,
});
