/** Fills environment variables into a request. Used by Query and `oriel run`. Imports graphql-js, so it is loaded on demand. */
import { type OperationDefinitionNode, print } from 'graphql';
import type { DeclaredInput, InputFields } from '../operations/parseExactJson';
import { fillDocument } from './fillDocument';
import { fillValue } from './fillTemplate';
import { fillVariables } from './fillVariables';

/** The parts of a request that can contain environment variables. */
export interface RequestParts {
  /** The document. */
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

/** A request with its environment variables filled in. */
export interface FilledRequest {
  text: string;
  variables: Record<string, unknown>;
  headers: { name: string; value: string }[];
  /** Names of the variables without a value, which remain. */
  unset: ReadonlySet<string>;
  /** Names of the variables without quotes whose values are not JSON. They remain too. */
  notJson: ReadonlySet<string>;
  /** Names of the variables that were filled into the document and its variables. Headers do not count: they are in no URL. */
  used: ReadonlySet<string>;
}

/**
 * Fills in the variables.
 * @param declared the operation's variable definitions, with types in GraphQL syntax
 * @param fieldsOf the input types that are known
 * @throws GraphQLError if the document has a syntax error
 */
export function fillRequest(
  { text, variables, headers }: RequestParts,
  declared: readonly DeclaredInput[],
  fieldsOf: InputFields,
  values: ReadonlyMap<string, string>,
): FilledRequest {
  const found = { unset: new Set<string>(), used: new Set<string>(), notJson: new Set<string>() };
  const foundInHeaders = { unset: found.unset, used: new Set<string>() };
  return {
    variables: fillVariables(variables, declared, fieldsOf, values, found),
    text: fillDocument(text, values, found),
    headers: headers.map(({ name, value }) => ({ name, value: fillValue(value, values, foundInHeaders) as string })),
    ...found,
  };
}

/** A variable because of which a request cannot be sent: it has no value, or it has no quotes and its value is not JSON. */
export interface UnfilledVariable {
  code: 'unset' | 'notJson';
  name: string;
}

/** The first variable because of which the request cannot be sent; null if there is none. */
export function unfilledVariable({ unset, notJson }: FilledRequest): UnfilledVariable | null {
  for (const name of unset) return { code: 'unset', name };
  for (const name of notJson) return { code: 'notJson', name };
  return null;
}

/** The variable definitions of an operation, with types in GraphQL syntax. */
export const declaredVariables = ({ variableDefinitions = [] }: OperationDefinitionNode): DeclaredInput[] =>
  variableDefinitions.map(({ variable, type }) => ({ name: variable.name.value, type: print(type) }));
