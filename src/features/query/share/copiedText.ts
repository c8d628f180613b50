/** Copies an operation as a command or code. Loaded when the menu opens. */
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { chosenEnvironment, type Environment, readEnvironments } from '../../../session/environments/environments';
import { declaredVariables, fillRequest } from '../../../session/environments/fillRequest';
import { operationTypes } from '../editor/document/operationTypes';
import { inputFieldsOf } from '../variables/variablesCheck';
import { asCurl, asFetch, asTada, asTypedDocument, asUrql, type CopiedOperation } from './copyAs';

/** The formats in which an operation can be copied. TypeScript formats have their proper names. */
export type CopyFormat = 'curl' | 'fetch' | 'urql' | 'TypeScript' | 'TypedDocumentNode' | 'gql.tada';

/** The selected operation, and the input for its types. */
export type CopiedSource = Omit<CopiedOperation, 'types'> & {
  /** Null while the schema is not loaded. */
  model: SchemaModel | null;
  document: DocumentNode;
  node: OperationDefinitionNode;
};

/**
 * Returns the text to copy. Requests contain the values of the environment, except secrets, whose variables remain; code contains the
 * variables.
 */
export function copiedText(
  format: CopyFormat,
  { model, document, node, ...operation }: CopiedSource,
  { storage, connection }: Pick<Session, 'storage' | 'connection'>,
): string {
  if (format === 'curl' || format === 'fetch')
    return FORMATS[format]({
      ...filled(operation, model, node, chosenEnvironment(readEnvironments(storage, connection.id))),
      types: null,
    });
  const types = model && operationTypes(model, document, node);
  if (format === 'TypeScript') return `${types?.text ?? ''}\n`;
  return FORMATS[format]({ ...filled(operation, model, node, null), types });
}

function filled<Source extends Pick<CopiedOperation, 'text' | 'variables' | 'headers'>>(
  source: Source,
  model: SchemaModel | null,
  node: OperationDefinitionNode,
  environment: Environment | null,
): Source {
  const shareable = (environment?.variables ?? []).filter(({ secret }) => !secret);
  const values = new Map(shareable.map(({ name, value }) => [name, value]));
  const { text, variables, headers } = fillRequest(source, declaredVariables(node), inputFieldsOf(model), values);
  return { ...source, text, variables, headers };
}

const FORMATS = { curl: asCurl, fetch: asFetch, urql: asUrql, TypedDocumentNode: asTypedDocument, 'gql.tada': asTada };
