import type { Operation } from '@urql/core';

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
