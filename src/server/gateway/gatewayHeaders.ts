/**
 * Selects the headers that the gateway forwards, as RFC 9110 (section 7.6) and RFC 6265 require.
 *
 * Browsers store cookies by host and ignore the port, so on 127.0.0.1 they would send the gateway the cookies of all other programs on the
 * machine. Therefore an upstream's cookie gets a name with our prefix, and only cookies with that prefix are forwarded.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { fillHeaders, splitHeaders } from '../../lib/network/tokenHeaders';
import { isForwardedOverHttps } from '../guard/requestGuard';
import type { CookieAllowance } from './cookieBudget';

/** Headers by lower-case name. */
export type Headers = Record<string, string | string[] | undefined>;

/** Hop-by-hop headers, which are for one connection only. */
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

/**
 * Request headers that are replaced or not forwarded: `origin` and `referer` contain our page's URL, our server has handled `expect`, and
 * some servers take another path, method or client address from a header than from the request.
 */
const NOT_FORWARDED = new Set([
  'host',
  'origin',
  'referer',
  'expect',
  'forwarded',
  'x-forwarded-host',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
  'fastly-client-ip',
  'x-forwarded',
  'x-forwarded-scheme',
  'x-forwarded-ssl',
  'front-end-https',
  'x-forwarded-port',
  'x-forwarded-server',
  'x-forwarded-prefix',
  'x-forwarded-path',
  'x-forwarded-uri',
  'x-original-uri',
  'x-original-url',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'cookie',
]);

/** Request headers that the gateway sets or completes, or that describe the body. */
const SET_BY_GATEWAY = ['x-forwarded-for', 'x-forwarded-proto', 'x-request-id', 'content-length', 'content-type'];

/**
 * Response headers that are not forwarded, because they would apply to our origin (CORS, transport security, storage, client hints), open
 * the browser's own password dialog in our name (`WWW-Authenticate: Basic`), or give orders to a proxy in front of us (`X-Accel-Redirect` of
 * nginx, `X-Sendfile` of Apache and `X-LiteSpeed-Location` of LiteSpeed send files of that host).
 */
const NOT_RETURNED = new Set([
  'set-cookie',
  'www-authenticate',
  'authentication-info',
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
  'accept-ch',
  'critical-ch',
  'activate-storage-access',
  'attribution-reporting-register-source',
  'attribution-reporting-register-trigger',
  'observe-browsing-topics',
  'origin-trial',
  'set-login',
  'speculation-rules',
  'use-as-dictionary',
  'x-sendfile',
  'x-lighttpd-send-file',
  'x-litespeed-location',
  'x-litespeed-cache-control',
  'x-lsadc-cache-control',
  'x-lighttpd-send-tempfile',
  'x-reproxy-url',
  'x-accel-redirect',
  'x-accel-expires',
  'x-accel-charset',
  'x-accel-limit-rate',
]);

/** Policies that only report. They would send reports about our page's requests to the upstream. */
const REPORT_ONLY = '-report-only';

/** The context in which a request passes the gateway. */
export interface GatewayContext {
  /** Prefix of the names of the upstream's cookies, different for each upstream. */
  cookiePrefix: string;
  /** The IP address of the client. */
  remoteAddress: string | undefined;
  /** This gateway's name in the `Via` header, by which loops are detected. */
  via: string;
  requestId: string;
  /** Headers that the operator adds. They override the client's. `{token}` in a value is replaced by the request's bearer token. */
  added: Readonly<Record<string, string>>;
  /** The user's token if the gateway handles the sign-in; null if no user is signed in. Undefined: the client's header is forwarded. */
  token?: string | null | undefined;
  /** Whether to trust the protocol that a proxy in front reports. */
  trustProxy: boolean;
}

/** The names that a Connection header marks as hop-by-hop. */
function connectionNames(headers: IncomingHttpHeaders | Headers): Set<string> {
  const value = headers.connection;
  const text = Array.isArray(value) ? value.join(',') : (value ?? '');
  return new Set(text.split(',').map(name => name.trim().toLowerCase()));
}

const FORGERY_GUARD = 'apollo-require-preflight';

/** The headers of the upstream request. The caller sets `host` and, for a websocket, the upgrade headers. */
export function requestHeaders(headers: IncomingHttpHeaders, passage: GatewayContext): Headers {
  const named = connectionNames(headers);
  const up: Headers = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !HOP_BY_HOP.has(name) && !NOT_FORWARDED.has(name) && !named.has(name)) up[name] = value;
  }
  const { fixed, withToken } = splitHeaders(passage.added);
  // Servers with CGI's variables (PHP, WSGI) do not distinguish `x_api_key` from `x-api-key`.
  const ours = new Set([...NOT_FORWARDED, ...SET_BY_GATEWAY, ...Object.keys(passage.added)]);
  for (const name of Object.keys(up)) if (name.includes('_') && ours.has(name.replaceAll('_', '-'))) delete up[name];
  if (passage.token !== undefined) {
    for (const name of ['authorization', ...Object.keys(withToken)]) delete up[name];
    if (passage.token !== null) up.authorization = `Bearer ${passage.token}`;
  }
  const cookies = ownCookies(headers.cookie, passage.cookiePrefix);
  if (cookies.length > 0) up.cookie = cookies.map(pair => pair.slice(passage.cookiePrefix.length)).join('; ');
  const came = [headers['x-forwarded-for'], passage.remoteAddress].flat().filter(Boolean).join(', ');
  if (came !== '') up['x-forwarded-for'] = came;
  if (headers.host !== undefined) up['x-forwarded-host'] = headers.host;
  up['x-forwarded-proto'] = passage.trustProxy && isForwardedOverHttps(headers) ? 'https' : 'http';
  up.via = [headers.via, `1.1 ${passage.via}`].filter(Boolean).join(', ');
  up['x-request-id'] = passage.requestId;
  // For Apollo's CSRF protection. It is safe to set, because requests from pages of other origins have been refused before.
  if (/^multipart\//i.test(headers['content-type'] ?? '')) up[FORGERY_GUARD] ??= 'true';
  return { ...up, ...fixed, ...fillHeaders(withToken, passage.token === undefined ? bearerOf(headers) : (passage.token ?? '')) };
}

function bearerOf({ authorization = '' }: IncomingHttpHeaders): string {
  return /^bearer /i.test(authorization) ? authorization.slice('bearer '.length).trim() : '';
}

/** Removes the headers that describe the original body. */
export function withoutBody(headers: Headers): Headers {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('content-')));
}

/**
 * The headers of the response to the client.
 * @param allowance the cookies that the upstream may set
 */
export function responseHeaders(
  headers: IncomingHttpHeaders | Headers,
  cookiePrefix: string,
  allowance: CookieAllowance,
): Headers {
  const named = connectionNames(headers);
  const down: Headers = Object.create(null);
  for (const [name, value] of Object.entries(headers)) {
    // On the headers object, `__proto__` would not be an ordinary key.
    const crosses =
      name !== '__proto__' &&
      !HOP_BY_HOP.has(name) &&
      !NOT_RETURNED.has(name) &&
      !named.has(name) &&
      !name.startsWith('access-control-') &&
      !name.endsWith(REPORT_ONLY);
    if (crosses) down[name] = value;
  }
  const cookies = headers['set-cookie'];
  if (cookies !== undefined)
    down['set-cookie'] = allowance.filter([cookies].flat().map(cookie => browserCookie(cookie, cookiePrefix)));
  return down;
}

/** True if a request has already passed the gateway with this name. */
export function isLoop(headers: IncomingHttpHeaders, via: string): boolean {
  return (headers.via ?? '').split(',').some(part => part.trim().split(/\s+/)[1] === via);
}

/** The cookies of an upstream, with its prefix. */
export const ownCookies = (header: string | undefined, prefix: string): string[] =>
  (header ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith(prefix));

/**
 * Rewrites a Set-Cookie line for our host. The browser would reject the upstream's Domain, and its Path would hide the cookie. Without a
 * Path, the cookie belongs to the gateway's folder under any prefix. Partitioned and not, two cookies could have the same name, and our page
 * is in no frame.
 */
function browserCookie(cookie: string, prefix: string): string {
  const [pair = '', ...attributes] = cookie.split(';');
  const rest = attributes
    .map(attribute => attribute.trim())
    .filter(attribute => !/^(?:(?:domain|path)\s*=|partitioned$)/i.test(attribute));
  return [`${prefix}${pair.trim()}`, ...rest].join('; ');
}
