/** Masks errors: errors meant for clients are passed on; of all others only a reference to the log. */
import { randomBytes } from 'node:crypto';
import { GraphQLError } from 'graphql';

/** @returns `error` itself if it is meant for clients; otherwise an error with a reference number, under which `log` gets the details */
export function maskError(error: unknown, log: (line: string) => void): GraphQLError {
  const located = isGraphQLError(error) ? (error as GraphQLError) : null;
  const original = located ? located.originalError : error;
  // graphql-js wraps a GraphQLError that a resolver throws in one with the location.
  if (located && (!original || isGraphQLError(original))) return located;
  const place = { nodes: located?.nodes, source: located?.source, positions: located?.positions, path: located?.path };
  if (isDataException(original)) {
    return new GraphQLError('The database does not accept one of the values.', {
      ...place,
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
  const reference = randomBytes(4).toString('hex');
  log(`error ${reference}${located?.path ? ` at ${located.path.join('.')}` : ''}: ${describe(original)}`);
  return new GraphQLError(`An internal error occurred (reference ${reference}).`, {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', reference },
  });
}

/** SQLSTATE class 22, such as text with a null character or a date that does not exist. */
const isDataException = (error: unknown): boolean => /^22/.test(String((error as { code?: unknown } | null)?.code ?? ''));

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Only the stack frames: the stack of the embedded database can start with a line of one megabyte.
  const frames = (error.stack ?? '')
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, 8);
  return [`${error.name}: ${error.message.slice(0, 1000)}`, ...frames].join('\n');
}

/** Also compares the name, because a bundle or a test runner can load graphql twice. */
const isGraphQLError = (error: unknown): boolean =>
  error instanceof GraphQLError || (error instanceof Error && error.name === 'GraphQLError');
