/**
 * Takes secrets out of what the tap and errors show: what is secret by its name or its form (`secrets/`), the token in use, and what a
 * request submitted to be let in.
 */
import { isSecretHeader } from './isSecretName';
import { maskLoose } from './maskLoose';
import { MASK } from './maskSign';
import { maskStructure } from './maskStructure';
import { secretValues } from './secretValues';

export { MASK };

/** Returns `text` without `token` and without the value of anything that is named like a secret. */
export function mask(text: string, token: string): string {
  return masked(text, token === '' ? [] : [token]);
}

/** `text` without the values of anything named like a secret, and without each of `secrets` (`secretsOf`). */
export function masked(text: string, secrets: readonly string[]): string {
  return maskStructure(text, { values: secretValues(secrets) });
}

/** Takes a secret out in each form it may have: as it is, and as it stands in JSON, in JSON in JSON, and in an address. '' takes nothing out. */
export function withoutSecret(text: string, secret: string): string {
  return secret === '' ? text : secretValues([secret]).remove(text);
}

/** Headers whose values are no secrets; of all others only the name is shown. */
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

/** True for a header whose value lets its sender in. */
export function letsIn(name: string): boolean {
  return isSecretHeader(name) && !isOpenHeader(name);
}

/** The token in the Authorization header of a request, without its scheme; '' when there is none. A user's name and password are no token. */
export function bearerOf(headers: Record<string, string>): string {
  const { authorization = '' } = headers;
  return /^basic\s/i.test(authorization) ? '' : withoutScheme(authorization);
}

function withoutScheme(value: string): string {
  return value.replace(/^[a-z]{2,12}\s{1,9}/i, '');
}

/** What a request sends to be let in, so that it can be taken out where a server repeats it: the token and the values of secret headers. */
export function secretsOf(headers: Record<string, string>, token: string): string[] {
  const values = Object.entries(headers)
    .filter(([name, value]) => letsIn(name) && value.length >= SHORTEST_SECRET)
    .map(([, value]) => withoutScheme(value));
  return [...new Set([token, ...values])];
}

/** A shorter value is a word that may stand anywhere. */
const SHORTEST_SECRET = 6;

/** Headers for the tap. */
export function maskHeaders(headers: Record<string, string>, token: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, isOpenHeader(name) ? mask(value, token) : MASK]),
  );
}

/** An address without user, password and the values of its query string, among which keys and tokens travel. */
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
