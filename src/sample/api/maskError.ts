/** What the outside gets to see of an error: what was meant for it; of everything else a reference into the log. */
import { randomBytes } from 'node:crypto';
import { GraphQLError } from 'graphql';

/**
 * @returns `error` itself when it was made for the client, else one with only a reference number, under which `log` has the details.
 */
export function maskError(error: unknown, log: (line: string) => void): GraphQLError {
  const located = isGraphQLError(error) ? (error as GraphQLError) : null;
  const original = located ? located.originalError : error;
  // A GraphQLError thrown by a resolver comes wrapped in one that knows the place.
  if (located && (!original || isGraphQLError(original))) return located;
  const place = { nodes: located?.nodes, source: located?.source, positions: located?.positions, path: located?.path };
  if (isDataException(original)) {
    return new GraphQLError('One of the values cannot be used by the database.', {
      ...place,
      extensions: { code: 'BAD_USER_INPUT' },
    });
  }
  const reference = randomBytes(4).toString('hex');
  log(`error ${reference}${located?.path ? ` at ${located.path.join('.')}` : ''}: ${describe(original)}`);
  return new GraphQLError(`Something went wrong in the harbour (reference ${reference}).`, {
    ...place,
    extensions: { code: 'INTERNAL_SERVER_ERROR', reference },
  });
}

/** SQLSTATE class 22: text with a zero byte, a day that does not exist. */
const isDataException = (error: unknown): boolean => /^22/.test(String((error as { code?: unknown } | null)?.code ?? ''));

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // Only the frames: an embedded database's stack begins with a line of a megabyte.
  const frames = (error.stack ?? '')
    .split('\n')
    .filter(line => line.startsWith('    at '))
    .slice(0, 8);
  return [`${error.name}: ${error.message.slice(0, 1000)}`, ...frames].join('\n');
}

/** By name as well: a bundle or a test runner can hold graphql twice. */
const isGraphQLError = (error: unknown): boolean =>
  error instanceof GraphQLError || (error instanceof Error && error.name === 'GraphQLError');
