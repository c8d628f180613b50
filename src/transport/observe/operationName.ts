import type { Operation } from '@urql/core';

/** Name of the first operation in a document, null when it is anonymous; the boundary lets no document with two of them pass. */
export function operationName(document: Operation['query']): string | null {
  for (const definition of document.definitions) {
    if (definition.kind === 'OperationDefinition') return definition.name?.value ?? null;
  }
  return null;
}

/** How many operations a document holds. */
export function countOperations(document: Operation['query']): number {
  let count = 0;
  for (const definition of document.definitions) if (definition.kind === 'OperationDefinition') count++;
  return count;
}
