/**
 * Redirects (contract C5a). They are followed, as in other browser clients: 307 and 308 keep method and body, and the browser drops
 * Authorization when the origin changes. Files and secret custom headers would reach the other origin too. Therefore requests with them are
 * not redirected but fail with a clear error.
 */
import { bearerOf, grantsAccess } from '../secrets/mask';

/** The error message of a redirect that was not followed. */
export const REDIRECT_REFUSED =
  'The endpoint answered with a redirect, which is not followed: the request carries files or a secret header, and they would go there too';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers of every request. The platform drops Authorization when the origin changes; the others contain no secret. */
const HARMLESS = new Set(['authorization', 'accept', 'content-type']);

/** True for a request that must not be redirected. `secrets`: values that make any header secret. */
export function mustNotBeRedirected(
  form: FormData | undefined,
  headers: Record<string, string>,
  secrets: readonly string[],
): boolean {
  const all = [bearerOf(headers), ...secrets];
  return (
    form !== undefined ||
    Object.entries(headers).some(
      ([name, value]) => !HARMLESS.has(name) && (grantsAccess(name) || all.some(secret => carries(value, secret))),
    )
  );
}

/** True if a header contains the secret. A very short secret can be part of other values, so it must be a separate word. */
const carries = (value: string, secret: string): boolean =>
  secret !== '' && (secret.length > 3 ? value.includes(secret) : value.split(' ').includes(secret));

/** True if the response to a request that must not be redirected is a redirect. */
export function isRedirect(response: Response, { redirect }: RequestInit): boolean {
  if (redirect !== 'manual') return false;
  // Browsers hide the status and headers of the redirect; Node does not.
  return response.type === 'opaqueredirect' || (REDIRECTS.has(response.status) && Boolean(response.headers?.get?.('location')));
}

/** The final URL of a redirected response, without its query string; undefined if it was not redirected. */
export function redirectedTo(response: Response): string | undefined {
  return response.redirected && response.url ? response.url.split(/[?#]/, 1)[0] : undefined;
}
