/** Serializes the error in `CombinedError.networkError`, so that an error of the server render is the same typed error in the browser. */
import type { RetryAfter } from '../http/retryAfter';
import { ServerError, ServerParseError } from '../observe/failure';

/** One of the transport's errors as plain data. */
export type PackedFailure =
  | { kind: 'parse'; status: number; body: string; wait?: RetryAfter | undefined }
  | { kind: 'http'; message: string; status: number; result: unknown; wait?: RetryAfter | undefined };

/** Returns the error as plain data; null if it has nothing but a message, which the stock ssrExchange serializes itself. */
export function packFailure(error: Error | undefined): PackedFailure | null {
  if (error instanceof ServerParseError)
    return { kind: 'parse', status: error.statusCode, body: error.bodyText, ...waitOf(error) };
  if (error instanceof ServerError)
    return { kind: 'http', message: error.message, status: error.statusCode, result: error.result ?? null, ...waitOf(error) };
  return null;
}

/** Restores the error; undefined if nothing was packed. */
export function unpackFailure(packed: PackedFailure | undefined): Error | undefined {
  if (!packed) return undefined;
  const error =
    packed.kind === 'parse'
      ? new ServerParseError(packed.status, packed.body)
      : new ServerError(packed.message, packed.status, packed.result);
  error.wait = packed.wait;
  return error;
}

const waitOf = ({ wait }: ServerError | ServerParseError): { wait?: RetryAfter } => (wait ? { wait } : {});
