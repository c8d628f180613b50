/**
 * Reports invalid variables field by field. graphql-js puts the path only into the message. Here each error also has a `variablePath` and,
 * if the whole variable is passed to an argument, an `argumentPath`, so that a form can show it at the right field.
 */
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLSchema,
  isInputType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
} from 'graphql';

const MOST_ERRORS = 50;
/** Thrown to stop after `MOST_ERRORS`: reporting the errors of a very long list would take longer than any other step. */
const ENOUGH = Symbol('enough');
const DEEPEST_VALUE = 64;
const LONGEST_MESSAGE = 500;

/** @returns an error for each invalid value; empty if the variables are valid */
export function explainVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): GraphQLError[] {
  // Coercion is recursive, so extremely deep values must not reach it.
  if (isDeeperThan(variables, DEEPEST_VALUE)) {
    return [badInput(`Variables can be nested at most ${DEEPEST_VALUE} levels deep.`, [])];
  }
  const errors: GraphQLError[] = [];
  for (const definition of operation.variableDefinitions ?? []) {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type as Parameters<typeof typeFromAST>[1]);
    if (!isInputType(type)) continue;
    const argument = argumentTaking(operation, name);
    const refuse = (message: string, path: readonly (string | number)[]): void => {
      errors.push(badInput(message, [name, ...path], argument === undefined ? undefined : [argument, ...path]));
    };
    // Own properties only: every object inherits a `constructor`.
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) {
      if (isNonNullType(type) && !definition.defaultValue) refuse(`The variable $${name} of type ${type} is required.`, []);
      continue;
    }
    try {
      coerceInputValue(value, type, (path, _invalid, error) => {
        // graphql-js reports a missing field at its parent object; this reports it at the field.
        const missing = /^Field "(\w+)" of required type/.exec(error.message)?.[1];
        refuse(error.message.slice(0, LONGEST_MESSAGE), missing ? [...path, missing] : path);
        if (errors.length >= MOST_ERRORS) throw ENOUGH;
      });
    } catch (reason) {
      if (reason !== ENOUGH) throw reason;
    }
    if (errors.length >= MOST_ERRORS) break;
  }
  return errors;
}

const badInput = (
  message: string,
  variablePath: readonly (string | number)[],
  argumentPath?: readonly (string | number)[],
): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code: 'BAD_USER_INPUT', variablePath, ...(argumentPath ? { argumentPath } : {}), http: { status: 400 } },
  });

/** Returns the argument of a root field that has this variable as its value. */
function argumentTaking(operation: OperationDefinitionNode, variable: string): string | undefined {
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind !== Kind.FIELD) continue;
    const argument = selection.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable);
    if (argument) return argument.name.value;
  }
  return undefined;
}

/** Not recursive, because this check protects the recursive code. */
function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
