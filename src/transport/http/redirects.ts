/**
 * Redirects (contract C5a). They are followed, as in any other browser client: 307 and 308 keep method and body, and the browser drops Authorization
 * on the way to another origin. Files and custom headers with secrets would reach that origin too, so requests that carry them are not
 * redirected: they fail with a clear error.
 */
import { bearerOf, letsIn } from '../secrets/mask';

/** Why a redirect was not followed. */
export const REDIRECT_REFUSED =
  'The endpoint answered with a redirect, which is not followed: the request carries files or a secret header, and they would go there too';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers of every request. The platform drops Authorization on the way to another origin; the others hold no secret. */
const HARMLESS = new Set(['authorization', 'accept', 'content-type']);

/** True for a request that must not be redirected. */
export function keepsToAddress(form: FormData | undefined, headers: Record<string, string>): boolean {
  const token = bearerOf(headers);
  return (
    form !== undefined ||
    Object.entries(headers).some(
      ([name, value]) => !HARMLESS.has(name) && (letsIn(name) || (token !== '' && value.includes(token))),
    )
  );
}

/** True for a redirect as the answer to a request that must not be redirected. */
export function isRedirect(response: Response, { redirect }: RequestInit): boolean {
  if (redirect !== 'manual') return false;
  // Browsers hide the redirect's status and headers; Node shows them.
  return response.type === 'opaqueredirect' || (REDIRECTS.has(response.status) && Boolean(response.headers?.get?.('location')));
}

/** The final address of a redirected answer, without its query string; undefined where it was not redirected. */
export function redirectedTo(response: Response): string | undefined {
  return response.redirected && response.url ? response.url.split(/[?#]/, 1)[0] : undefined;
}
