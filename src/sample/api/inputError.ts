/**
 * The error that a client gets for wrong input. Every such error has a code, and where one argument is to blame its path
 * (`argumentPath`, for example `['input', 'eta']`), so that a form can show it at the field.
 */
import { GraphQLError } from 'graphql';

/** Where in a field's arguments something stands: the argument's name, then input fields and list positions. */
export type ArgumentPath = readonly (string | number)[];

/** A value that was refused; `argumentPath` names it. Further `extensions` say what would be accepted. */
export const inputError = (message: string, argumentPath: ArgumentPath, extensions: Record<string, unknown> = {}): GraphQLError =>
  new GraphQLError(message, { extensions: { ...extensions, code: 'BAD_USER_INPUT', argumentPath } });

/** Throws what was found: nothing, the one error, or all of them together (the answer then lists each). */
export function throwErrors(errors: readonly GraphQLError[]): void {
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, errors.map(error => error.message).join(' '));
}
