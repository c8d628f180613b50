/**
 * The headers of every response (commonHeaders.json, which the build also writes into `_headers`), and the page's Content-Security-Policy.
 * The policy is JSON (contentSecurityPolicy.json), because the build writes the same policy into the page for hosts that cannot send
 * headers.
 * There is no Strict-Transport-Security: only the proxy that terminates TLS knows whether it applies to the whole host.
 */
import { isAppSync, realtimeAddress } from '../lib/network/appsyncAddress';
import commonHeaders from './commonHeaders.json';
import policy from './contentSecurityPolicy.json';

/** Headers of every response. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = commonHeaders;

/** Policy of responses that are not our pages (API responses, uploaded files): opened as a page, they cannot do anything. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Headers of every API response. */
export const API_HEADERS: Readonly<Record<string, string>> = { ...COMMON_HEADERS, 'content-security-policy': INERT_POLICY };

/**
 * Additional styles of a page: the hash of its style element ('sha256-…'), or style attributes during development. React compares
 * attributes character by character when it hydrates, and a browser does not return them exactly as they were written.
 */
export type StyleSource = `sha256-${string}` | 'attributes' | null;

/**
 * The page's policy as a header value.
 * @param connectSources replaces the default sources of `connect-src`; null keeps them ('self' is always included)
 * @param endpoints the endpoints in the page's configuration; their origins are added, because the page must reach its API
 * @param style additional styles of this page. Default: none
 */
export function pagePolicy(
  connectSources: readonly string[] | null,
  endpoints: readonly string[],
  style: StyleSource = null,
): string {
  const absolute = endpoints.filter(endpoint => URL.canParse(endpoint)).map(endpoint => new URL(endpoint));
  const connect = [
    ...(connectSources === null ? policy['connect-src'] : ["'self'", ...connectSources]),
    // Unless it is set, the websocket's URL is derived from the endpoint, so both protocols of a host are allowed.
    ...absolute.flatMap(url => {
      const websocket = `${url.protocol.replace(/^http/, 'ws')}//${url.host}`;
      return [
        `${url.protocol}//${url.host}`,
        websocket,
        ...(isAppSync(websocket) ? [new URL(realtimeAddress(websocket, true)).origin] : []),
      ];
    }),
  ];
  const more =
    style === 'attributes'
      ? { 'style-src-attr': ["'unsafe-inline'"] }
      : style === null
        ? {}
        : { 'style-src': [...policy['style-src'], `'${style}'`] };
  return Object.entries({ ...policy, ...more, 'connect-src': [...new Set(connect)] })
    .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
    .join('; ');
}
