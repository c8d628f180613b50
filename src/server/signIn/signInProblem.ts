/** Describes the failure of a sign-in: as a reason for the log, and as the page for the browser. Neither contains texts of the provider. */
import {
  AuthorizationResponseError,
  OperationProcessingError,
  ResponseBodyError,
  WWWAuthenticateChallengeError,
} from 'oauth4webapi';
import type { SignInPage } from './signInPage';

/** The reason for the log. Error codes only, because messages and causes may contain data from the provider. */
export function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) return plainCode(error.error);
  if (error instanceof WWWAuthenticateChallengeError) return REFUSED_CLIENT;
  const { name, code, cause } = error as Error & { code?: unknown };
  const inner = (cause as NodeJS.ErrnoException | undefined)?.code;
  return [name, code, inner].filter(part => typeof part === 'string').join(' ');
}

/** A token endpoint sends a challenge to an unknown client or after a wrong secret (RFC 6749, section 5.2). */
const REFUSED_CLIENT = 'invalid_client';

/** An RFC 6749 error code, if it is safe to show. */
const plainCode = (code: unknown): string => (/^[\w.-]{1,60}$/.test(String(code)) ? String(code) : 'unknown error');

/** The content of the page about the failure. */
export function problemOf(error: unknown): Omit<SignInPage, 'retry'> {
  if (error instanceof AuthorizationResponseError) return { status: 403, problem: 'refused', detail: plainCode(error.error) };
  if (error instanceof ResponseBodyError || error instanceof WWWAuthenticateChallengeError)
    return { status: 502, problem: 'notCompleted', detail: reasonOf(error) };
  if (error instanceof OperationProcessingError) return { status: 400, problem: 'mismatch' };
  return { status: 502, problem: 'unreachable' };
}
