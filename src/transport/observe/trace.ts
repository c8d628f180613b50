/**
 * State of one execution of an operation while it passes through the pipeline. The boundary adds it to the operation's context on the way
 * down and removes it on the way up (contract C45), so that nothing above the boundary and no later execution sees it.
 */
import { type Operation, type OperationContext, stringifyDocument } from '@urql/core';
import type { Attempt } from '../http/attempt';
import type { LargeResponses } from '../http/body/largeResponses';
import { type OperationMask, operationMask } from '../secrets/documentSecrets';
import { mask } from '../secrets/mask';
import { operationName } from './operationName';
import type { LazyText, TapOperation, TapSource } from './tap';

/** State of one execution. */
export interface Trace {
  /** The original operation, which the boundary puts back into results. */
  readonly incoming: Operation;
  /** The operation in the tap's events. */
  readonly tapOperation: TapOperation;
}

/** Converts the request body that urql built. */
export type Rewrite = (body: Record<string, unknown>) => Record<string, unknown>;

/** An operation's context between the boundary and the network. */
export interface TracedContext extends OperationContext {
  trace?: Trace;
  /** Set by the caller: no token is attached, for a sign-in after the server has refused the stored token. */
  anonymous?: boolean;
  /** Set by the auth stage: the token of the last attempt, '' if there was none. */
  attached?: { token: string };
  /** Set by the persisted stage: the form of this attempt; absent if the operation is not persisted. */
  persistedForm?: 'hash' | 'text+hash' | 'text';
  /** Changes the body of each attempt. Set by the caller (`onError`) and by the trusted documents stage. */
  rewrite?: Rewrite;
  /** Set by the caller: how to read large responses. */
  large?: LargeResponses;
  /** Set by the caller: the variables contain a secret, so they must not be in a URL. */
  byPost?: boolean;
  /** Set right above the stages that send: the state of the current attempt. */
  attempt?: Attempt;
}

/** The typed context of an operation below the boundary. */
export const contextOf = (operation: Operation): TracedContext => operation.context as TracedContext;

/** The tap's entry for an operation; undefined above the boundary. */
export const tapOperationOf = (operation: Operation): TapOperation | undefined => contextOf(operation).trace?.tapOperation;

/** Creates the tap's entry for a new execution of `operation`. */
export function newTapOperation(tap: TapSource, operation: Operation): TapOperation {
  const { key, kind, query, context } = operation;
  const tapOperation: TapOperation = { id: tap.nextId(), key, kind: kind as TapOperation['kind'], name: operationName(query) };
  if (typeof context.screen === 'string') tapOperation.screen = context.screen;
  return tapOperation;
}

/** The query and variables of an operation for the tap, built and masked when they are read. The query is the text that is sent. */
export function maskedRequest(
  { query, variables, context }: Operation,
  readToken: () => string,
): { query: LazyText; variables: LazyText; hide: OperationMask } {
  const document = (): string => context.rewrite?.({}).query ?? query.loc?.source.body ?? stringifyDocument(query);
  const values = (): string => JSON.stringify(variables ?? {});
  return {
    query: () => mask(document(), readToken()),
    variables: () => mask(values(), readToken()),
    hide: operationMask(document, values),
  };
}
