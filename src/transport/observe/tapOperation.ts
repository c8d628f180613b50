/** What the tap reports about an operation, with all secrets masked. */
import { type Operation, stringifyDocument } from '@urql/core';
import { operationName } from '../pipelineContext';
import { type OperationMask, operationMask } from '../secrets/documentSecrets';
import { mask } from '../secrets/mask';
import type { LazyText, TapOperation, TapSource } from './tap';

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
