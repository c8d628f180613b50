/**
 * Recognizes refusals of a server render's requests, which carry no credentials. The browser, which may be signed in, then sends the queries
 * itself, and the page does not show the refusal.
 */
import { READER_COOKIE } from '../lib/page/reader';
import type { InitialSchema } from '../session/schema/shownSchema';

/** Error codes of a request without credentials. */
const REFUSED = /"(UNAUTHENTICATED|UNAUTHORIZED|(AUTH_)?NOT_AUTHENTICATED|invalid-jwt)"/;
/** How many characters of a response are searched. */
const MOST_SEARCHED = 20_000;

/**
 * True if a response requires a sign-in. Many servers refuse without one of the known codes, so for a user with cookies every error counts.
 */
export async function isRefusal(response: Response, mayBeSignedIn: boolean): Promise<boolean> {
  if (response.status === 401 || (mayBeSignedIn && response.status === 403)) return true;
  if (!/json/i.test(response.headers.get('content-type') ?? '')) return false;
  const text = await response.clone().text();
  if (!text.includes('"errors"')) return false;
  return REFUSED.test(text.slice(0, MOST_SEARCHED)) || (mayBeSignedIn && response.status < 500 && hasErrors(text));
}

function hasErrors(text: string): boolean {
  try {
    const { errors } = JSON.parse(text) as { errors?: unknown };
    return Array.isArray(errors) && errors.length > 0;
  } catch {
    return false;
  }
}

/** The same for the schema's request. */
export function isPerhapsRefusal({ failure }: Extract<InitialSchema, { failure: unknown }>, mayBeSignedIn: boolean): boolean {
  if (failure.tag === 'auth') return true;
  return mayBeSignedIn && (failure.tag === 'graphql' || (failure.tag === 'http' && failure.status < 500));
}

/** True if the request has a cookie that Oriel did not write: it may be that of a session at the API. */
export const hasOtherCookie = (cookies: string | undefined): boolean =>
  (cookies ?? '').split(';').some(part => part.trim() !== '' && part.trim().split('=', 1)[0] !== READER_COOKIE);
