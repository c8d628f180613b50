/** Copies an operation as a command or code. Loaded when the menu opens. */
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { operationTypes } from '../editor/document/operationTypes';
import { asCurl, asFetch, asUrql, type CopiedOperation } from './copyAs';

/** The formats in which an operation can be copied. */
export type CopyFormat = 'curl' | 'fetch' | 'urql';

/** The selected operation, and the input for its types. */
export type CopiedSource = Omit<CopiedOperation, 'types'> & {
  /** Null while the schema is not loaded. */
  model: SchemaModel | null;
  document: DocumentNode;
  node: OperationDefinitionNode;
};

/** Returns the text to copy. */
export function copiedText(format: CopyFormat, { model, document, node, ...operation }: CopiedSource): string {
  if (format !== 'urql') return (format === 'curl' ? asCurl : asFetch)({ ...operation, types: null });
  return asUrql({ ...operation, types: model && operationTypes(model, document, node) });
}
