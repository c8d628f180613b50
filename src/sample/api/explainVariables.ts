/**
 * Tells what is wrong with an operation's variables field by field. graphql-js writes the place only into the message; here every error
 * also carries `variablePath` and, where the variable is passed to an argument as a whole, `argumentPath`, so that a form can show it where
 * it belongs.
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
/** Thrown to leave a value that is wrong in very many places: telling all of them would take longer than anything else here. */
const ENOUGH = Symbol('enough');
const DEEPEST_VALUE = 64;
const LONGEST_MESSAGE = 500;

/** @returns an error for everything that does not fit, empty when the variables are fine. */
export function explainVariables(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): GraphQLError[] {
  // Reading values goes down by recursion: an endless nest of them must not get that far.
  if (isDeeperThan(variables, DEEPEST_VALUE)) {
    return [badInput(`Variables can be nested ${DEEPEST_VALUE} levels deep at most.`, [])];
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
    // Own ones only: every object has a `constructor`.
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value === undefined) {
      if (isNonNullType(type) && !definition.defaultValue) refuse(`The variable $${name} of type ${type} is required.`, []);
      continue;
    }
    try {
      coerceInputValue(value, type, (path, _invalid, error) => {
        // graphql-js reports a missing field at the object that lacks it, but a form has a place for the field itself.
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

/** The argument of a root field that is this variable. */
function argumentTaking(operation: OperationDefinitionNode, variable: string): string | undefined {
  for (const selection of operation.selectionSet.selections) {
    if (selection.kind !== Kind.FIELD) continue;
    const argument = selection.arguments?.find(({ value }) => value.kind === Kind.VARIABLE && value.name.value === variable);
    if (argument) return argument.name.value;
  }
  return undefined;
}

/** Without recursion, since it is what stands between the request and recursion. */
function isDeeperThan(value: unknown, most: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > most) return true;
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}
