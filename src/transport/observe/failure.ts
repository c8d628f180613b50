/**
 * Errors as data. Every transport error can be converted to a `Failure`. Screens choose their texts by `tag`, so the compiler checks that
 * every language covers every tag. The transport shows no messages itself. The error classes in this file occur in urql's
 * `CombinedError.networkError`. Their names are set explicitly, so that a minified build reports them too.
 *
 * This file does not decide about retries and resends; the exchanges do.
 */
import { CombinedError } from '@urql/core';
import type { RetryAfter } from '../http/retryAfter';
import { masked } from '../secrets/mask';
import { sentenceIn } from './sentenceIn';

/** How much of a non-JSON body is kept (contract C13). */
const BODY_TEXT_LIMIT = 1000;

/** Names the final URL of a redirected request in an error message. */
export const afterRedirect = (redirectedTo: string | undefined): string =>
  redirectedTo === undefined ? '' : ` (after a redirect to ${redirectedTo})`;

/** The response body was not JSON, whatever its content type (C13). `bodyText` is cut to 1000 characters. */
export class ServerParseError extends Error {
  override name = 'ServerParseError';
  readonly statusCode: number;
  readonly bodyText: string;
  /** The final URL, if the request was redirected. */
  readonly redirectedTo: string | undefined;
  /** How long the server asks to wait. */
  wait?: RetryAfter | undefined;
  /** True if the message describes the problem; otherwise the body is not JSON. */
  readonly isExplained: boolean;
  /** @param problem what is wrong with the response, in a few words. Default: its body is not JSON */
  constructor(statusCode: number, bodyText: string, problem?: string, redirectedTo?: string) {
    super(
      `The endpoint answered with status ${statusCode} ${problem ?? 'and a body that is not JSON'}${afterRedirect(redirectedTo)}`,
    );
    this.isExplained = problem !== undefined;
    this.statusCode = statusCode;
    this.bodyText = bodyText.slice(0, BODY_TEXT_LIMIT);
    this.redirectedTo = redirectedTo;
  }
}

/** The status was 300 or above (C14), or the JSON was not a GraphQL response (C15). `result` is the parsed body. */
export class ServerError extends Error {
  override name = 'ServerError';
  readonly statusCode: number;
  readonly result: unknown;
  /** How long the server asks to wait. */
  wait?: RetryAfter | undefined;
  constructor(message: string, statusCode: number, result: unknown) {
    super(message);
    this.statusCode = statusCode;
    this.result = result;
  }
}

/** The connection ended before the response was complete. Treated as a network failure, but the endpoint was reached. */
export class BrokenResponseError extends Error {
  override name = 'BrokenResponseError';
  readonly statusCode: number;
  constructor(statusCode: number, cause: unknown) {
    super(`The endpoint answered with status ${statusCode}, but the response broke off`, { cause });
    this.statusCode = statusCode;
  }
}

/** No response, or no more of its body, within the timeout (C52). A mutation may have run nevertheless. */
export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** A part of a response that must not be merged: it would modify a prototype, does not fit, or announces a part that never came (C51). */
export class BrokenPartError extends Error {
  override name = 'BrokenPartError';
  constructor(problem: string) {
    super(`The response is broken: its parts contain ${problem}`);
  }
}

/** The websocket closed with a code that is not retried, or could not be used at all (`code` 0). */
export class SocketError extends Error {
  override name = 'SocketError';
  readonly code: number;
  readonly reason: string;
  /** False if a retry cannot help: no address, no WebSocket implementation, a server render. */
  readonly retryable: boolean;
  constructor(message: string, code = 0, reason = '', retryable = true) {
    super(message);
    this.code = code;
    this.reason = reason;
    this.retryable = retryable;
  }
}

/** The operation was not sent, because it is invalid (C9) or the transport is closed. */
export class RefusedError extends Error {
  override name = 'RefusedError';
}

/** The message of a RefusedError after the transport was closed (contract C42). */
export const CONNECTION_CLOSED = 'This connection is closed, so nothing more is sent over it';

/** The user cancelled the operation while it was in flight. A mutation may have run nevertheless. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

/** One GraphQL error as plain data, reduced to what screens need. */
export interface GraphQLFailure {
  message: string;
  path?: readonly (string | number)[];
  code?: string;
  extensions: Record<string, unknown>;
}

/** An error of a request that belongs to a trace (http/traceContext.ts). */
export type TracedError = CombinedError & { traceId?: string };

/** What went wrong. `wait`: how long the server asks to wait; `traceId`: the id under which the server's logs may contain the request. */
export type Failure = TaggedFailure & { wait?: RetryAfter; traceId?: string };

/** A tagged union of all failures. `message` is for developers and logs; screens choose their texts by `tag`. */
type TaggedFailure =
  /** `broke`: a response with that status started but was not completed. */
  | { tag: 'network'; message: string; broke?: { status: number } }
  | { tag: 'http'; message: string; status: number; errors: GraphQLFailure[] }
  /** `isExplained`: the message says what is wrong; else the body is not JSON. */
  | { tag: 'parse'; message: string; status: number; bodyText: string; redirectedTo?: string | undefined; isExplained?: boolean }
  | { tag: 'graphql'; message: string; errors: GraphQLFailure[] }
  /** Not signed in or not permitted: status 401, 403 without a requested wait, or an error whose code or message says so. */
  | {
      tag: 'auth';
      message: string;
      signedOut: boolean;
      status: number | null;
      errors: GraphQLFailure[];
    }
  | { tag: 'socket'; message: string; code: number; reason: string }
  | { tag: 'refused'; message: string }
  /** No response within the timeout; the operation may have been executed. */
  | { tag: 'timeout'; message: string }
  | { tag: 'cancelled'; message: string };

const plainErrors = (error: CombinedError): GraphQLFailure[] =>
  error.graphQLErrors.map(e => {
    const extensions = (e.extensions ?? {}) as Record<string, unknown>;
    const code = codeOf(extensions, e.originalError);
    return {
      message: withUpstream(e.message, extensions),
      ...(e.path ? { path: e.path } : {}),
      ...(code === undefined ? {} : { code }),
      extensions,
    };
  });

/**
 * The message of a GraphQL error together with what the server behind it said. Apollo's REST data source and GraphQL Mesh keep that response
 * in `extensions.response`, openapi-to-graphql its body in `extensions.responseBody`, and their own message names only its status.
 */
function withUpstream(message: string, { response, responseBody }: Record<string, unknown>): string {
  const said = sentenceIn((response as { body?: unknown } | null | undefined)?.body ?? responseBody).slice(0, 300);
  return said === '' || message.includes(said) ? message : `${said} (${message})`;
}

/**
 * The code of an error. Java servers, Magento and GitHub use other keys, which also hold words that are not codes; of these, only refusals
 * count.
 */
function codeOf({ code, errorType, classification, category }: Record<string, unknown>, sent: unknown): string | undefined {
  if (typeof code === 'string') return code;
  const { type, errorType: aws } = (sent ?? {}) as { type?: unknown; errorType?: unknown };
  // AppSync reports refused credentials as an exception. `Unauthorized` concerns only one field.
  const refused = typeof aws === 'string' && /exception$/i.test(aws) ? aws : undefined;
  const words = [errorType, classification, category, type, refused];
  return words.filter(word => typeof word === 'string').find(word => SIGNED_OUT.test(word) || REFUSAL.test(word));
}

/** Error codes of Oriel's own gateway. They mean that no response of the endpoint arrived, so it is unknown whether a mutation ran. */
const GATEWAY_FAILED = /^GATEWAY_(UNREACHABLE|TIMEOUT|REDIRECT|LOOP)$/;

/** Error codes that mean "not signed in", from many kinds of servers. */
const SIGNED_OUT = /(un|not_)authenticated|^unauthorized$|jwt|^(unrecognizedclient|expiredtoken|\w+signature)e/i;

/** The same for codes and complete messages about an expired token or session. Messages about a password reset must not match. */
const EXPIRED = /^((your|the|access|auth|jwt) ){0,2}(jwt|token|session|signature)[ _](is |has )?expired\W*$/i;

/**
 * Matches codes of refusals, the start of their messages, and requests to sign in. It must not match a mere mention: a field may be named
 * login, and a bank may not authorize a payment.
 */
const REFUSAL =
  /(^|_)(permission|access).{0,4}denied|^(graphql-authorization$|insufficient.scope|forbidden(.resource)?\W*$|you (are not|do not|don't).* (allow|permi)|(auth_|(you|user|.*action) (are|is) )?(not.|un)auth(or|ent)i|authentication.(req|cred|fail|err))|(need to|have to|must|please|be|not) (log|sign)(g?ed)? ?in\b/i;

/** Matches errors of CSRF protection. They are about a missing header, not about who sends the request. */
const FORGERY_GUARD = /csrf|preflight/i;

/** True if an error says "not permitted": by its code or, for an error at the root without a specific code, by its message. */
export const isRefusal = (error: GraphQLFailure): boolean => REFUSAL.test(wordsOf(error));

/** The code of an error, or the start of its message if it is at the root without a specific code. */
const wordsOf = ({ code = 'INTERNAL_SERVER_ERROR', message, path = [] }: GraphQLFailure): string =>
  code !== 'INTERNAL_SERVER_ERROR' ? code : path.length > 1 ? '' : message.slice(0, 100);

/** The error of a response that is not a GraphQL response with a status below 300; null for other errors. */
export const responseErrorOf = (cause: unknown): ServerError | ServerParseError | null =>
  cause instanceof ServerError || cause instanceof ServerParseError ? cause : null;

/** True if the endpoint requires a token, or another one. */
export function isSignedOut(error: CombinedError): boolean {
  const cause = error.networkError;
  const status = responseErrorOf(cause)?.statusCode ?? null;
  return status === 401 || plainErrors(error).some(each => SIGNED_OUT.test(each.code ?? '') || EXPIRED.test(wordsOf(each)));
}

/** Converts the error of an operation's result to a `Failure`. Never throws. */
export function failureOf(error: unknown): Failure {
  const cause: unknown = error instanceof CombinedError ? error.networkError : error;
  const failure = taggedFailure(error, cause);
  const wait = responseErrorOf(cause)?.wait;
  const traceId = error instanceof CombinedError ? (error as TracedError).traceId : undefined;
  return { ...failure, ...(wait && { wait }), ...(traceId && { traceId }) };
}

function taggedFailure(error: unknown, cause: unknown): TaggedFailure {
  const combined = error instanceof CombinedError ? error : undefined;
  const errors = combined ? plainErrors(combined) : [];
  const status = responseErrorOf(cause)?.statusCode ?? null;
  const message = (cause instanceof Error && cause.message) || errors[0]?.message || String(cause ?? error);
  const serverMessage = errors[0]?.message ?? message;
  if (status !== null && status >= 500 && errors.some(e => GATEWAY_FAILED.test(e.code ?? ''))) {
    return { tag: 'network', message: serverMessage };
  }
  const signedOut = status === 401 || (combined !== undefined && isSignedOut(combined));
  // A request that is to wait is over a limit; a sign-in would not help.
  if (
    signedOut ||
    (status === 403 && !responseErrorOf(cause)?.wait && !FORGERY_GUARD.test(serverMessage)) ||
    errors.some(isRefusal)
  ) {
    return {
      tag: 'auth',
      message: serverMessage,
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
      ...(cause.isExplained && { isExplained: true }),
    };
  if (cause instanceof ServerError) return { tag: 'http', message, status: cause.statusCode, errors };
  if (cause instanceof SocketError) return { tag: 'socket', message, code: cause.code, reason: cause.reason };
  if (cause instanceof RefusedError) return { tag: 'refused', message };
  if (cause instanceof CancelledError) return { tag: 'cancelled', message };
  if (cause instanceof TimeoutError) return { tag: 'timeout', message };
  if (!cause && combined) return { tag: 'graphql', message, errors };
  if (cause instanceof BrokenResponseError) return { tag: 'network', message, broke: { status: cause.statusCode } };
  return { tag: 'network', message };
}

/** Masks `secrets` and values with secret names in a failure: a server's message may contain the token that it refuses. */
export function maskFailure(failure: Failure, secrets: readonly string[]): Failure {
  return JSON.parse(masked(JSON.stringify(failure), secrets)) as Failure;
}
