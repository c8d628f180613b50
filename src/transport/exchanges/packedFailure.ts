/** What is behind `CombinedError.networkError`, as JSON: errors of the server render have to be the same errors in the browser. */
import type { AskedWait } from '../http/askedWait';
import { ServerError, ServerParseError } from '../observe/failure';

/** One of the transport's errors as plain data. */
export type PackedFailure =
  | { kind: 'parse'; status: number; body: string; wait?: AskedWait | undefined }
  | { kind: 'http'; message: string; status: number; result: unknown; wait?: AskedWait | undefined };

/** The error as data; null for one that is no more than its message, which crosses by itself. */
export function packFailure(error: Error | undefined): PackedFailure | null {
  if (error instanceof ServerParseError)
    return { kind: 'parse', status: error.statusCode, body: error.bodyText, ...waitOf(error) };
  if (error instanceof ServerError)
    return { kind: 'http', message: error.message, status: error.statusCode, result: error.result ?? null, ...waitOf(error) };
  return null;
}

/** The error again; undefined for nothing. */
export function unpackFailure(packed: PackedFailure | undefined): Error | undefined {
  if (!packed) return undefined;
  const error =
    packed.kind === 'parse'
      ? new ServerParseError(packed.status, packed.body)
      : new ServerError(packed.message, packed.status, packed.result);
  error.wait = packed.wait;
  return error;
}

const waitOf = ({ wait }: ServerError | ServerParseError): { wait?: AskedWait } => (wait ? { wait } : {});
