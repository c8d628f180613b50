/**
 * What the pipeline notes about one execution of an operation while it passes. It travels in the operation's context from the boundary
 * down, and ends there on the way up (contract C45): nothing above the boundary, and no later execution, ever sees it.
 */
import { type Operation, type OperationContext, stringifyDocument } from '@urql/core';
import type { Attempt } from '../http/attempt';
import type { LargeAnswers } from '../http/body/largeAnswers';
import { type OperationMask, operationMask } from '../secrets/documentSecrets';
import { mask } from '../secrets/mask';
import { operationName } from './operationName';
import type { LazyText, TapOperation, TapSource } from './tap';

/** Notes on one execution. */
export interface Trace {
  /** The operation as it came in: what results go up with. */
  readonly incoming: Operation;
  /** Who the tap's events are about. */
  readonly tapOperation: TapOperation;
}

/** Makes the body of a request from the one that urql built. */
export type Rewrite = (body: Record<string, unknown>) => Record<string, unknown>;

/** An operation context between boundary and network. */
export interface TracedContext extends OperationContext {
  trace?: Trace;
  /** Set by the auth stage: the token of the last attempt, '' for none. */
  attached?: { token: string };
  /** Set by the persisted stage: the form in which this attempt goes out; absent where persisting has nothing to do with it. */
  persistedForm?: 'hash' | 'text+hash' | 'text';
  /** Changes the body of each attempt. Set by the caller (`onError`), and by the stage of trusted documents. */
  rewrite?: Rewrite;
  /** Set by the caller: where large answers are read. */
  large?: LargeAnswers;
  /** Set by the caller: its variables hold a secret, which must not be in an address. */
  byPost?: boolean;
  /** Set right above the stages that send: notes on the attempt under way. */
  attempt?: Attempt;
}

/** The context of an operation below the boundary. */
export const contextOf = (operation: Operation): TracedContext => operation.context as TracedContext;

/** The tap's name for an operation; undefined above the boundary. */
export const tapOperationOf = (operation: Operation): TapOperation | undefined => contextOf(operation).trace?.tapOperation;

/** The tap's name for a new execution of `operation`. */
export function newTapOperation(tap: TapSource, operation: Operation): TapOperation {
  const { key, kind, query, context } = operation;
  const tapOperation: TapOperation = { id: tap.nextId(), key, kind: kind as TapOperation['kind'], name: operationName(query) };
  if (typeof context.screen === 'string') tapOperation.screen = context.screen;
  return tapOperation;
}

/** What an operation asks, for the tap: made and masked only when it is looked at. The text is the one that is sent. */
export function askedBy(
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
