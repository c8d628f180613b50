/**
 * Errors for invalid input. Each has a code and, if one argument is the cause, its path (`argumentPath`, for example `['input', 'eta']`),
 * so that a form can show the error at its field.
 */
import { GraphQLError } from 'graphql';

/** A path in the arguments of a field: the argument's name, then input fields and list indices. */
export type ArgumentPath = readonly (string | number)[];

/** Returns the error for the value at `argumentPath`. Other `extensions` say which values are accepted. */
export const inputError = (message: string, argumentPath: ArgumentPath, extensions: Record<string, unknown> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { ...extensions, code: 'BAD_USER_INPUT', argumentPath } });

/** Throws the errors, if there are any: a single one as it is, several as one AggregateError (the response then lists each). */
export function throwErrors(errors: readonly GraphQLError[]): void {
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(error => error.message).join(' '));
}
