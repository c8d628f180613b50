/**
 * What the stages of the pipeline read from an operation's context and write to it. A stage that writes adds a copy of the context on the
 * way down. On the way up the boundary puts the original operation back (contract C45), so that nothing above the boundary and no later
 * execution sees what the stages have added.
 */
import type { Operation, OperationContext, OperationResult } from '@urql/core';
import type { LargeResponses } from './http/body/largeResponses';
import { hasFiles } from './http/files';
import type { TapOperation } from './observe/tap';

/** One execution of an operation. */
export interface Execution {
  /** The original operation, which the boundary puts back into results. */
  readonly incoming: Operation;
  /** The operation in the tap's events. */
  readonly tapOperation: TapOperation;
  /** Set while the tap is observed: the credentials of the last request, which are masked where the server repeats them. */
  secrets?: readonly string[];
}

/** State of one HTTP attempt, shared by the stages on the way down and up. */
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

/** Converts the request body that urql built. */
export type Rewrite = (body: Record<string, unknown>) => Record<string, unknown>;

/** An operation's context between the boundary and the network. */
export interface PipelineContext extends OperationContext {
  /** Set by the boundary. */
  execution?: Execution;
  /** Set by the caller: no token is attached, for a sign-in after the server has refused the stored token. */
  anonymous?: boolean;
  /** Set by the auth stage: the token of the last attempt, '' if there was none. */
  attached?: { token: string };
  /** Set by the persisted stage: the form of this attempt; absent if the operation is not persisted. */
  persistedForm?: 'hash' | 'text+hash' | 'text';
  /** Changes the body of each attempt. Set by the caller, for example to add `onError`, and by the trusted documents stage. */
  rewrite?: Rewrite;
  /** Set by the caller: how to read large responses. */
  large?: LargeResponses;
  /** Set by the caller: the variables contain a secret, so they must not be in a URL. */
  byPost?: boolean;
  /** Set right above the stages that send: the state of the current attempt. */
  attempt?: Attempt;
}

/** The typed context of an operation below the boundary. */
export const contextOf = (operation: Operation): PipelineContext => operation.context as PipelineContext;

/** The entry of an operation in the tap; undefined above the boundary. */
export const tapOperationOf = (operation: Operation): TapOperation | undefined => contextOf(operation).execution?.tapOperation;

/** The name of the first operation in a document; null if it is anonymous. The boundary refuses documents with several operations. */
export function operationName(document: Operation['query']): string | null {
  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition') return definition.name?.value ?? null;
  }
  return null;
}

/** The number of operations in a document. */
export function countOperations(document: Operation['query']): number {
  let count = 0;
  for (const definition of document.definitions) if (definition.kind === 'OperationDefinition') count++;
  return count;
}

/**
 * True for an operation that must be sent as text, not as a hash or id: one with files, which would be uploaded twice after a miss (C20), or
 * one whose text is rewritten before it is sent, because the hash or id would be that of another text (C23).
 */
export const needsText = (operation: Operation): boolean =>
  hasFiles(operation.variables) || contextOf(operation).rewrite?.({}).query !== undefined;
