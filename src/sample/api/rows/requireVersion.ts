/** Compares the version of a row with the one that a change is based on. */
import { GraphQLError } from 'graphql';
import type { ArgumentPath } from '../inputError';

/** The error of a change that is based on an older version. @param subject the start of the message, such as `The visit` */
export const conflict = (subject: string, argumentPath: ArgumentPath): GraphQLError =>
  new GraphQLError(`${subject} has been changed in the meantime. Read it again before you change it.`, {
    extensions: { code: 'CONFLICT', argumentPath },
  });

/** @throws GraphQLError with code CONFLICT if `version` is neither missing nor that of the row */
export function requireVersion(
  subject: string,
  row: { readonly version: number },
  version: number | null | undefined,
  argumentPath: ArgumentPath,
): void {
  if (version != null && version !== row.version) throw conflict(subject, argumentPath);
}
