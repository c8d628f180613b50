/**
 * State of one HTTP attempt, shared by the stages on the way down and up. It travels in the operation's context; the boundary removes it.
 */
import type { Operation, OperationResult } from '@urql/core';

/** State of one attempt, for the stage that interprets its result. */
export interface Attempt {
  operation: Operation;
  /** When the body was read, in ms since the epoch; 0 until then. */
  readAt: number;
  /** Status of a streamed response; 0 for any other. */
  streamStatus: number;
  /** Bytes of a streamed response since the last report to the tap, and their text while the tap has a listener. */
  streamedBytes: number;
  streamedText: string;
  /** The data of a streamed response so far. */
  streamedData: OperationResult['data'];
  /** Id of the trace that the request is part of. */
  traceId: string | undefined;
  /** Masks the request's credentials in a text. */
  masked: ((text: string) => string) | undefined;
}

/** The state before an attempt starts. */
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
