/** Copies an operation as a command or code. Loaded when the menu opens. */
import { type DocumentNode, type OperationDefinitionNode, print } from 'graphql';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { chosenEnvironment, type Environment, readEnvironments } from '../../../session/environments/environments';
import { fillDocument } from '../../../session/environments/fillDocument';
import { fillValue } from '../../../session/environments/fillTemplate';
import { fillVariables } from '../../../session/environments/fillVariables';
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

/**
 * Returns the text to copy. A request has the values of the environment, except secrets, whose variables remain; code has the variables.
 */
export function copiedText(
  format: CopyFormat,
  { model, document, node, ...operation }: CopiedSource,
  { storage, connection }: Pick<Session, 'storage' | 'connection'>,
): string {
  if (format === 'curl' || format === 'fetch')
    return FORMATS[format]({
      ...filled(operation, node, chosenEnvironment(readEnvironments(storage, connection.id))),
      types: null,
    });
  const types = model && operationTypes(model, document, node);
  return format === 'TypeScript' ? `${types?.text ?? ''}\n` : FORMATS[format]({ ...operation, types });
}

function filled<Source extends Pick<CopiedOperation, 'text' | 'variables' | 'headers'>>(
  source: Source,
  { variableDefinitions = [] }: OperationDefinitionNode,
  environment: Environment | null,
): Source {
  const variables = (environment?.variables ?? []).filter(({ secret }) => !secret);
  const values = new Map(variables.map(({ name, value }) => [name, value]));
  const found = { unset: new Set<string>(), used: new Set<string>() };
  const declared = variableDefinitions.map(({ variable, type }) => ({ name: variable.name.value, type: print(type) }));
  return {
    ...source,
    text: fillDocument(source.text, values, found),
    variables: fillVariables(source.variables, declared, values, found),
    headers: source.headers.map(({ name, value }) => ({ name, value: fillValue(value, values, found) as string })),
  };
}

const FORMATS = { curl: asCurl, fetch: asFetch, urql: asUrql, TypedDocumentNode: asTypedDocument, 'gql.tada': asTada };
