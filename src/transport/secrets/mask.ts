/**
 * Masks secrets in what the tap and errors show: values that are secret by name or form (other files of this folder), the current token,
 * and credentials that a request sent.
 */
import { isSecretHeader } from './isSecretName';
import { maskLoose } from './maskLoose';
import { MASK } from './maskSign';
import { maskStructure } from './maskStructure';
import { secretValues } from './secretValues';

export { MASK };

/** Masks `token` and all values with secret names in `text`. */
export function mask(text: string, token: string): string {
  return masked(text, token === '' ? [] : [token]);
}

/** Masks all values with secret names and each of `secrets` (see `secretsOf`) in `text`. */
export function masked(text: string, secrets: readonly string[]): string {
  return maskStructure(text, { values: secretValues(secrets) });
}

/** Masks a secret in every form it may have: plain, escaped in JSON, in JSON within JSON, percent-encoded, and in Base64. '' masks nothing. */
export function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : secretValues([secret]).remove(text);
}

/** Headers whose values are not secret. Of all other headers only the name is shown. */
const OPEN_HEADERS: ReadonlySet<string> = new Set(
  'accept age allow cache-control connection content date etag expires last-modified retry-after server server-timing vary via apollo-require-preflight ratelimit x-ratelimit x-request-id x-powered-by transfer-encoding keep-alive traceparent'.split(
    ' ',
  ),
);
const OPEN_BEGINNINGS = /^(?:accept-|content-|access-control-|ratelimit|x-ratelimit)/;

function isOpenHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return OPEN_HEADERS.has(lower) || OPEN_BEGINNINGS.test(lower) || lower.endsWith('-request-preflight');
}

/** True for a header whose value grants access. */
export function grantsAccess(name: string): boolean {
  return isSecretHeader(name) && !isOpenHeader(name);
}

/** The token in a request's Authorization header, without its scheme; '' if there is none, or if it contains user name and password. */
export function bearerOf(headers: Record<string, string>): string {
  const { authorization = '' } = headers;
  return /^basic\s/i.test(authorization) ? '' : withoutScheme(authorization);
}

function withoutScheme(value: string): string {
  return value.replace(/^[a-z]{2,12}\s{1,9}/i, '');
}

/** The credentials of a request, which are masked where a server repeats them: the token and the values of secret headers. */
export function secretsOf(headers: Record<string, string>, token: string): string[] {
  const values = Object.entries(headers)
    .filter(([name, value]) => grantsAccess(name) && value.length >= SHORTEST_SECRET)
    .map(([, value]) => withoutScheme(value));
  return [...new Set([token, ...values])];
}

/** A shorter value may be an ordinary word that occurs anywhere. */
const SHORTEST_SECRET = 6;

/** Masks headers for the tap. */
export function maskHeaders(headers: Record<string, string>, token: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isOpenHeader(name) ? mask(value, token) : MASK]),
  );
}

/** Masks user name, password and the query string values of a URL, because keys and tokens are often sent in them. */
export function maskUrl(url: string, token: string): string {
  const [before = '', ...queries] = url.split('?');
  const query = queries.map(part => part.split('&').map(maskValue).join('&'));
  return mask(maskLoose([before, ...query].join('?')), token);
}

function maskValue(parameter: string): string {
  const at = parameter.indexOf('=');
  const hash = parameter.indexOf('#');
  if (at < 0 || (hash >= 0 && hash < at)) return parameter;
  return `${parameter.slice(0, at + 1)}${MASK}${hash < 0 ? '' : parameter.slice(hash)}`;
}
