/**
 * Redirects (contract C5a). They are followed, as by any other browser client: 307 and 308 keep method and body, and the browser drops Authorization
 * on the way to another origin. But files, and custom headers that let somebody in, would reach that origin too: such operations keep to the
 * configured address and are refused with a clear error.
 */
import { letsIn } from '../secrets/mask';

/** Why a redirect was not followed. */
export const REDIRECT_REFUSED =
  'The endpoint answered with a redirect, which is not followed: the request carries files or a secret header, and they would go there too';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** True for a request that must not be redirected. */
export function keepsToAddress(
  form: FormData | undefined,
  configured: { headers: Record<string, string>; uploadHeaders: Record<string, string> },
  headers: Record<string, string>,
): boolean {
  if (form) return true;
  // Authorization is dropped by the platform.
  return Object.keys({ ...configured.headers, ...headers }).some(name => name !== 'authorization' && letsIn(name));
}

/** True for an answer that would have led elsewhere, to a request that was not to be redirected. */
export function isRedirect(response: Response, { redirect }: RequestInit): boolean {
  if (redirect !== 'manual') return false;
  // Browsers hide what a redirect says; Node shows it.
  return response.type === 'opaqueredirect' || (REDIRECTS.has(response.status) && Boolean(response.headers?.get?.('location')));
}

/** Where an answer came from in the end, without its query string; undefined where it was not redirected. */
export function redirectedTo(response: Response): string | undefined {
  return response.redirected && response.url ? response.url.split(/[?#]/, 1)[0] : undefined;
}
