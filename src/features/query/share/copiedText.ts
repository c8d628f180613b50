/** What the menu copies: an operation as a command or code. Loaded when the menu opens. */
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { operationTypes } from '../editor/document/operationTypes';
import { asCurl, asFetch, asUrql, type CopiedOperation } from './copyAs';

/** What an operation can be copied as. */
export type CopyFormat = 'curl' | 'fetch' | 'urql';

/** The selected operation, and what its types are made from. */
export type CopiedSource = Omit<CopiedOperation, 'types'> & {
  /** null while the schema is not known. */
  model: SchemaModel | null;
  document: DocumentNode;
  node: OperationDefinitionNode;
};

/** The text. */
export function copiedText(format: CopyFormat, { model, document, node, ...operation }: CopiedSource): string {
  if (format !== 'urql') return (format === 'curl' ? asCurl : asFetch)({ ...operation, types: null });
  return asUrql({ ...operation, types: model && operationTypes(model, document, node) });
}
