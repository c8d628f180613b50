/**
 * Serializes what the stock ssrExchange leaves out of a CombinedError, so that an error of the server render is the same failure in the
 * browser. Otherwise the browser would render other words than the server, and the page would not hydrate.
 */
import { CombinedError } from '@urql/core';
import type { RetryAfter } from '../http/retryAfter';
import { BrokenResponseError, ServerError, ServerParseError, TimeoutError } from '../observe/failure';

/** One of the transport's errors as plain data. */
type PackedCause =
  | {
      kind: 'parse';
      status: number;
      body: string;
      message: string;
      isExplained: boolean;
      redirectedTo?: string | undefined;
      wait?: RetryAfter | undefined;
    }
  | { kind: 'http'; message: string; status: number; result: unknown; wait?: RetryAfter | undefined }
  | { kind: 'broken'; status: number }
  | { kind: 'timeout' | 'network'; message: string };

/** What some servers say about an error beside its message instead of in its extensions. */
interface Kind {
  type?: unknown;
  errorType?: unknown;
}

/** An error as plain data. */
export interface PackedFailure {
  cause?: PackedCause;
  /** One for each GraphQL error. */
  kinds?: readonly Kind[];
}

/** Returns the error as plain data; null if the stock ssrExchange serializes all of it. */
export function packFailure(error: CombinedError | undefined): PackedFailure | null {
  if (!error) return null;
  const { networkError, graphQLErrors } = error;
  const kinds = graphQLErrors.map(({ originalError }): Kind => {
    const { type, errorType } = (originalError ?? {}) as Kind;
    return { ...(typeof type === 'string' && { type }), ...(typeof errorType === 'string' && { errorType }) };
  });
  const hasKinds = kinds.some(kind => Object.keys(kind).length > 0);
  if (!networkError && !hasKinds) return null;
  return { ...(networkError && { cause: packCause(networkError) }), ...(hasKinds && { kinds }) };
}

function packCause(error: Error): PackedCause {
  const { message } = error;
  if (error instanceof ServerParseError) {
    const { statusCode: status, bodyText: body, isExplained, redirectedTo } = error;
    return { kind: 'parse', status, body, message, isExplained, ...(redirectedTo && { redirectedTo }), ...waitOf(error) };
  }
  if (error instanceof ServerError)
    return { kind: 'http', message, status: error.statusCode, result: error.result ?? null, ...waitOf(error) };
  if (error instanceof BrokenResponseError) return { kind: 'broken', status: error.statusCode };
  return { kind: error instanceof TimeoutError ? 'timeout' : 'network', message };
}

/** Restores what was packed. */
export function withPacked(error: CombinedError, { cause, kinds = [] }: PackedFailure): CombinedError {
  const networkError = cause === undefined ? error.networkError : unpackCause(cause);
  const graphQLErrors = error.graphQLErrors.map((each, at) => ({
    message: each.message,
    path: each.path,
    extensions: each.extensions,
    originalError: kinds[at],
  }));
  return new CombinedError({ ...(networkError && { networkError }), graphQLErrors: graphQLErrors as never });
}

function unpackCause(packed: PackedCause): Error {
  switch (packed.kind) {
    case 'parse': {
      const error = new ServerParseError(packed.status, packed.body, packed.isExplained ? '' : undefined, packed.redirectedTo);
      return Object.assign(error, { message: packed.message, wait: packed.wait });
    }
    case 'http':
      return Object.assign(new ServerError(packed.message, packed.status, packed.result), { wait: packed.wait });
    case 'broken':
      return new BrokenResponseError(packed.status, undefined);
    case 'timeout':
      return new TimeoutError(packed.message);
    case 'network':
      return new Error(packed.message);
  }
}

const waitOf = ({ wait }: ServerError | ServerParseError): { wait?: RetryAfter } => (wait ? { wait } : {});
