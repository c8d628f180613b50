/**
 * Errors as data. Everything that can go wrong on the wire ends as one `Failure`; the screen picks its words by `tag`, so that the
 * compiler sees that every language covers every tag. The transport never shows a message. The error classes here are what urql's
 * `CombinedError.networkError` holds; their names are set by hand so that a minified build still reports them.
 *
 * It does not decide about retrying or resending: the exchanges do.
 */
import { CombinedError } from '@urql/core';
import type { AskedWait } from '../http/askedWait';
import { mask } from '../secrets/mask';

/** How much of a body that is not JSON is kept (contract C13). */
const BODY_TEXT_LIMIT = 1000;

/** The response body was not JSON, whatever its content type said (C13). `bodyText` is cut to 1000 characters. */
export class ServerParseError extends Error {
  override name = 'ServerParseError';
  readonly statusCode: number;
  readonly bodyText: string;
  /** Where the answer came from, if the request was redirected. */
  redirectedTo?: string | undefined;
  /** How long the server asks to wait. */
  wait?: AskedWait | undefined;
  /** @param what is wrong with the answer, in a few words */
  constructor(statusCode: number, bodyText: string, what = 'and a body that is not JSON') {
    super(`The endpoint answered with status ${statusCode} ${what}`);
    this.statusCode = statusCode;
    this.bodyText = bodyText.slice(0, BODY_TEXT_LIMIT);
  }
  /** @param redirectedTo where the answer came from, if the request was redirected */
  static notJson(statusCode: number, bodyText: string, redirectedTo?: string): ServerParseError {
    const after = redirectedTo === undefined ? '' : ` (after a redirect to ${redirectedTo})`;
    const error = new ServerParseError(statusCode, bodyText, `and a body that is not JSON${after}`);
    error.redirectedTo = redirectedTo;
    return error;
  }
}

/** The status was 300 or above (C14), or the JSON was no GraphQL response (C15). `result` is the parsed body. */
export class ServerError extends Error {
  override name = 'ServerError';
  readonly statusCode: number;
  readonly result: unknown;
  /** How long the server asks to wait. */
  wait?: AskedWait | undefined;
  constructor(message: string, statusCode: number, result: unknown) {
    super(message);
    this.statusCode = statusCode;
    this.result = result;
  }
}

/** The answer began and the connection ended before all of it was there. A failed request like any other, but the endpoint was reached. */
export class BrokenAnswerError extends Error {
  override name = 'BrokenAnswerError';
  readonly statusCode: number;
  constructor(statusCode: number, cause: unknown) {
    super(`The endpoint answered with status ${statusCode}, and the answer broke off`, { cause });
    this.statusCode = statusCode;
  }
}

/** No answer within the time allowed, or none of its body (C52). A mutation may have run all the same. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** A part of an answer that must not be merged into it: it reaches for a prototype, does not fit, or announced one that never came (C51). */
export class BrokenPartError extends Error {
  override name = 'BrokenPartError';
  constructor(what: string) {
    super(`The answer is broken: its parts hold ${what}`);
  }
}

/** The websocket closed with a code that is not retried, or could not be used at all (`code` 0). */
export class SocketError extends Error {
  override name = 'SocketError';
  readonly code: number;
  readonly reason: string;
  /** False where trying again cannot help: no address, no implementation, a server render. */
  readonly retryable: boolean;
  constructor(message: string, code = 0, reason = '', retryable = true) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.retryable = retryable;
  }
}

/** The operation was not sent, because it could not be sent as it stood (C9) or the transport is closed. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The person stopped it while it was under way. A mutation may have run all the same. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

/** One GraphQL error in plain data: what screens need of it. */
export interface GraphQLFailure {
  message: string;
  path?: readonly (string | number)[];
  code?: string;
  extensions: Record<string, unknown>;
}

/** An error of a request that belongs to a trace (http/traceContext.ts). */
export type TracedError = CombinedError & { traceId?: string };

/** What went wrong. `wait`: how long the server asks to wait before it is asked again; `traceId`: under which its own logs may have it. */
export type Failure = TaggedFailure & { wait?: AskedWait; traceId?: string };

/** What went wrong, in one tagged union. `message` is for developers and logs; screens choose words by `tag`. */
type TaggedFailure =
  /** `broke`: an answer of that status began, and broke off. */
  | { tag: 'network'; message: string; broke?: { status: number } }
  | { tag: 'http'; message: string; status: number; errors: GraphQLFailure[] }
  | { tag: 'parse'; message: string; status: number; bodyText: string; redirectedTo?: string | undefined }
  | { tag: 'graphql'; message: string; errors: GraphQLFailure[] }
  /** Not signed in, or not allowed: status 401 or 403, or an error that is coded or worded so. */
  | {
      tag: 'auth';
      message: string;
      signedOut: boolean;
      status: number | null;
      errors: GraphQLFailure[];
    }
  | { tag: 'socket'; message: string; code: number; reason: string }
  | { tag: 'refused'; message: string }
  /** No answer within the time allowed; what was asked for may have been done. */
  | { tag: 'timeout'; message: string }
  | { tag: 'cancelled'; message: string };

const plainErrors = (error: CombinedError): GraphQLFailure[] =>
  error.graphQLErrors.map(e => {
    const extensions = (e.extensions ?? {}) as Record<string, unknown>;
    return {
      message: e.message,
      ...(e.path ? { path: e.path } : {}),
      ...(typeof extensions.code === 'string' ? { code: extensions.code } : {}),
      extensions,
    };
  });

/** Codes of Oriel's own gateway for an answer that is not the endpoint's: with them it is unknown whether a mutation ran. */
const GATEWAY_FAILED = /^GATEWAY_(UNREACHABLE|TIMEOUT|REDIRECT|LOOP)$/;

/** Codes of servers of many kinds. */
const SIGNED_OUT = /(un|not_)authenticated|^unauthorized$|jwt/i;

/**
 * Codes of refusals, how their messages begin, and what they ask for. What only mentions it is none: a field may be named login, and a bank
 * may not authorize a payment.
 */
const REFUSAL =
  /(^|_)(permission|access).{0,4}denied|^(forbidden(.resource)?\W*$|you (are not|do not|don't).* (allow|permi)|(auth_|(you|user|.*action) (are|is) )?(not.|un)auth(or|ent)i|authentication.(req|cred|fail|err))|(need to|have to|must|please|be|not) (log|sign)(g?ed)? ?in\b/i;

/** A guard against forged requests that wants a header: who sends it does not matter. */
const FORGERY_GUARD = /csrf|preflight/i;

/** True for an error that says one is not allowed: by its code, or at the root by its words where its code says nothing. */
export function isRefusal({ code = 'INTERNAL_SERVER_ERROR', message, path = [] }: GraphQLFailure): boolean {
  return REFUSAL.test(code !== 'INTERNAL_SERVER_ERROR' ? code : path.length > 1 ? '' : message.slice(0, 100));
}

/** True when the endpoint wants another token, or one at all. */
export function isSignedOut(error: CombinedError): boolean {
  const cause = error.networkError;
  const status = cause instanceof ServerError || cause instanceof ServerParseError ? cause.statusCode : null;
  return status === 401 || error.graphQLErrors.some(({ extensions }) => SIGNED_OUT.test(String(extensions?.code)));
}

/** Turns whatever an operation's result carries as error into a `Failure`. Never throws. */
export function failureOf(error: unknown): Failure {
  const cause: unknown = error instanceof CombinedError ? error.networkError : error;
  const failure = taggedFailure(error, cause);
  const wait = cause instanceof ServerError || cause instanceof ServerParseError ? cause.wait : undefined;
  const traceId = error instanceof CombinedError ? (error as TracedError).traceId : undefined;
  return { ...failure, ...(wait && { wait }), ...(traceId && { traceId }) };
}

function taggedFailure(error: unknown, cause: unknown): TaggedFailure {
  const combined = error instanceof CombinedError ? error : undefined;
  const errors = combined ? plainErrors(combined) : [];
  const status = cause instanceof ServerError || cause instanceof ServerParseError ? cause.statusCode : null;
  const message = (cause instanceof Error && cause.message) || errors[0]?.message || String(cause ?? error);
  const said = errors[0]?.message ?? message;
  if (status !== null && status >= 500 && errors.some(e => GATEWAY_FAILED.test(e.code ?? ''))) {
    return { tag: 'network', message: said };
  }
  const signedOut = status === 401 || (combined !== undefined && isSignedOut(combined));
  if (signedOut || (status === 403 && !FORGERY_GUARD.test(said)) || errors.some(isRefusal)) {
    return {
      tag: 'auth',
      message: said,
      signedOut,
      status,
      errors,
    };
  }
  if (cause instanceof ServerParseError)
    return {
      tag: 'parse',
      message,
      status: cause.statusCode,
      bodyText: cause.bodyText,
      redirectedTo: cause.redirectedTo,
    };
  if (cause instanceof ServerError) return { tag: 'http', message, status: cause.statusCode, errors };
  if (cause instanceof SocketError) return { tag: 'socket', message, code: cause.code, reason: cause.reason };
  if (cause instanceof RefusedError) return { tag: 'refused', message };
  if (cause instanceof CancelledError) return { tag: 'cancelled', message };
  if (cause instanceof TimeoutError) return { tag: 'timeout', message };
  if (!cause && combined) return { tag: 'graphql', message, errors };
  if (cause instanceof BrokenAnswerError) return { tag: 'network', message, broke: { status: cause.statusCode } };
  return { tag: 'network', message };
}

/** A failure without secrets in what the server said: a message may echo the token it refuses. */
export function maskFailure(failure: Failure, token: string): Failure {
  return JSON.parse(mask(JSON.stringify(failure), token)) as Failure;
}
