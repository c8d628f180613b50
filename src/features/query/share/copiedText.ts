/** Copies an operation as a command or code. Loaded when the menu opens. */
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { operationTypes } from '../editor/document/operationTypes';
import { asCurl, asFetch, asTada, asTypedDocument, asUrql, type CopiedOperation } from './copyAs';

/** The formats in which an operation can be copied. Those of TypeScript are called by their proper names. */
export type CopyFormat = 'curl' | 'fetch' | 'urql' | 'TypeScript' | 'TypedDocumentNode' | 'gql.tada';

/** The selected operation, and the input for its types. */
export type CopiedSource = Omit<CopiedOperation, 'types'> & {
  /** Null while the schema is not loaded. */
  model: SchemaModel | null;
  document: DocumentNode;
  node: OperationDefinitionNode;
};

/** Returns the text to copy. */
export function copiedText(format: CopyFormat, { model, document, node, ...operation }: CopiedSource): string {
  if (format === 'curl' || format === 'fetch') return FORMATS[format]({ ...operation, types: null });
  const types = model && operationTypes(model, document, node);
  return format === 'TypeScript' ? `${types?.text ?? ''}\n` : FORMATS[format]({ ...operation, types });
}

const FORMATS = { curl: asCurl, fetch: asFetch, urql: asUrql, TypedDocumentNode: asTypedDocument, 'gql.tada': asTada };
