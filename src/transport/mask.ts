/**
 * Takes secrets out of what the tap shows. A token is known by its value (the one in storage) or by the name it travels under
 * (a sign-in answers with one that nobody has stored yet); both are replaced before anybody sees the text.
 */

/** What stands in place of a secret. */
export const MASK = '•••';

const NAME = '(?:token|password|passwd|secret|api_?key|access_?code|authorization)';

/** `"accessToken": "…"` in JSON and `password: "…"` in a document. */
const PLAIN = new RegExp(`(${NAME}\\w*"?\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'gi');

/** The same inside a JSON string, where each quote is escaped. */
const ESCAPED = new RegExp(`(${NAME}\\w*(?:\\\\")?\\s*:\\s*\\\\")((?:[^"\\\\]|\\\\(?!"))*)`, 'gi');

/** A JSON Web Token, under whatever name it travels. */
const JWT = /\beyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?/g;

/** Returns `text` without `token` and without the value of anything that is named like a secret. */
export function mask(text: string, token: string): string {
  const put = (_: string, lead: string): string => lead + MASK;
  const named = text.replace(PLAIN, put).replace(ESCAPED, put).replace(JWT, MASK);
  return token.length > 0 ? named.replaceAll(token, MASK) : named;
}

/** Headers whose values are no secrets; of all others only the name is shown. */
const OPEN_HEADERS =
  /^(accept|accept-.*|age|allow|cache-control|connection|content-.*|date|etag|expires|last-modified|retry-after|server|server-timing|vary|via|apollo-require-preflight|access-control-.*|.*-request-preflight|ratelimit.*|x-ratelimit.*|x-request-id|x-powered-by|transfer-encoding|keep-alive)$/i;

/** Headers for the tap. */
export function maskHeaders(headers: Record<string, string>, token: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, OPEN_HEADERS.test(name) ? mask(value, token) : MASK]),
  );
}

/** An address without user, password and the values of its query string, among which keys and tokens travel. */
export function maskUrl(url: string, token: string): string {
  const open = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#@]*@/i, `$1${MASK}@`).replace(/([?&][^=&#]*=)[^&#]*/g, `$1${MASK}`);
  return mask(open, token);
}
