/**
 * Which headers cross the gateway, by the book (RFC 9110 section 7.6, RFC 6265).
 *
 * Cookies: a browser keeps cookies by host, not by port, so on 127.0.0.1 it would send the gateway the cookies of every other program on
 * the machine. A cookie of the upstream is therefore kept under a name of our own, and only cookies with such a name go up again.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { fillHeaders, splitHeaders } from '../lib/tokenHeaders';
import { saysSecure } from './guard/requestGuard';

/** Headers by lower-case name. */
export type Headers = Record<string, string | string[] | undefined>;

/** Meant for one connection only. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
]);

/** Written anew, or not the upstream's business: `origin` and `referer` name our page, and `expect` was answered by our own server. */
const NOT_UP = new Set([
  'host',
  'origin',
  'referer',
  'expect',
  'forwarded',
  'x-forwarded-host',
  'x-real-ip',
  'x-forwarded-port',
  'x-forwarded-server',
  'cookie',
]);

/** Would speak for our origin: the upstream may decide about its own cross-origin rules, transport security and storage, not about ours. */
const NOT_DOWN = new Set([
  'set-cookie',
  'strict-transport-security',
  'alt-svc',
  'clear-site-data',
  'public-key-pins',
  'nel',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'sourcemap',
  'refresh',
  'link',
]);

/** Who asks, and through which gateway. */
export interface Passage {
  /** Put before the names of the upstream's cookies; another upstream has another one. */
  cookiePrefix: string;
  /** The address the request came from. */
  remoteAddress: string | undefined;
  /** This gateway's name in `Via`, by which a loop is found. */
  via: string;
  requestId: string;
  /** What the operator adds; it wins over what came. A header that holds `{token}` is sent with the bearer token of the request. */
  added: Readonly<Record<string, string>>;
  /** Where the gateway signs in: the person's token; null: no one is signed in. undefined: what came goes up. */
  token?: string | null | undefined;
  /** Whether what a proxy before us says of the protocol holds. */
  trustProxy: boolean;
}

/** The names that a Connection header declares to be for this connection only. */
function connectionNames(headers: IncomingHttpHeaders | Headers): Set<string> {
  const value = headers.connection;
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return new Set(text.split(',').map(name => name.trim().toLowerCase()));
}

const FORGERY_GUARD = 'apollo-require-preflight';

/** What goes up. `host` is left to the caller, who knows the upstream; a websocket's caller adds the upgrade. */
export function requestHeaders(headers: IncomingHttpHeaders, passage: Passage): Headers {
  const named = connectionNames(headers);
  const up: Headers = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && !NOT_UP.has(name) && !named.has(name)) up[name] = value;
  }
  const { fixed, withToken } = splitHeaders(passage.added);
  if (passage.token !== undefined) {
    for (const name of ['authorization', ...Object.keys(withToken)]) delete up[name];
    if (passage.token !== null) up.authorization = `Bearer ${passage.token}`;
  }
  const cookie = cookiesUp(headers.cookie, passage.cookiePrefix);
  if (cookie !== '') up.cookie = cookie;
  const came = [headers['x-forwarded-for'], passage.remoteAddress].flat().filter(Boolean).join(', ');
  if (came !== '') up['x-forwarded-for'] = came;
  if (headers.host !== undefined) up['x-forwarded-host'] = headers.host;
  up['x-forwarded-proto'] = passage.trustProxy && saysSecure(headers) ? 'https' : 'http';
  up.via = [headers.via, `1.1 ${passage.via}`].filter(Boolean).join(', ');
  up['x-request-id'] = passage.requestId;
  // Apollo's guard against forged requests: pages of other origins are refused before they come this far.
  if (/^multipart\//i.test(headers['content-type'] ?? '')) up[FORGERY_GUARD] ??= 'true';
  return { ...up, ...fixed, ...fillHeaders(withToken, passage.token === undefined ? bearerOf(headers) : (passage.token ?? '')) };
}

function bearerOf({ authorization = '' }: IncomingHttpHeaders): string {
  return /^bearer /i.test(authorization) ? authorization.slice('bearer '.length).trim() : '';
}

/** Without what is said about the body that came. */
export function withoutBody(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

/** What comes down. */
export function answerHeaders(headers: IncomingHttpHeaders | Headers, cookiePrefix: string): Headers {
  const named = connectionNames(headers);
  const down: Headers = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    // As a key of the answer's headers `__proto__` would be no header.
    const crosses =
      name !== '__proto__' &&
      !HOP_BY_HOP.has(name) &&
      !NOT_DOWN.has(name) &&
      !named.has(name) &&
      !name.startsWith('access-control-');
    if (crosses) down[name] = value;
  }
  const cookies = headers['set-cookie'];
  if (cookies !== undefined) down['set-cookie'] = [cookies].flat().map(cookie => cookieDown(cookie, cookiePrefix));
  return down;
}

/** True when a request has already passed the gateway of this name. */
export function hasPassed(headers: IncomingHttpHeaders, via: string): boolean {
  return (headers.via ?? '').split(',').some(part => part.trim().split(/\s+/)[1] === via);
}

/** Ours lose their prefix, all others stay here. */
function cookiesUp(header: string | undefined, prefix: string): string {
  return (header ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(prefix))
    .map(pair => pair.slice(prefix.length))
    .join('; ');
}

/**
 * The cookie belongs to our host now. The upstream's Domain would make the browser drop it and its Path hide it; without one a cookie
 * belongs to the folder of the gateway, whatever prefix that is seen under.
 */
function cookieDown(cookie: string, prefix: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const kept = attributes.map(attribute => attribute.trim()).filter(attribute => !/^(?:domain|path)\s*=/i.test(attribute));
  return [`${prefix}${pair.trim()}`, ...kept].join('; ');
}
