/**
 * The headers that every answer carries (commonHeaders.json, which the build writes into `_headers` as well), and the page's Content-Security-Policy. The policy itself is data
 * (contentSecurityPolicy.json), because the build writes the same one into the page for hosts that cannot send headers.
 * No Strict-Transport-Security: only the proxy that terminates TLS knows whether it applies to the whole host.
 */
import { isAppSync, realtimeAddress } from '../lib/appsyncAddress';
import commonHeaders from './commonHeaders.json';
import policy from './contentSecurityPolicy.json';

/** Sent with everything. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = commonHeaders;

/** For answers that are no page of ours (an API's answer, an uploaded file): whatever they hold, as a page it could do nothing. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** What an answer of the API carries. */
export const API_HEADERS: Readonly<Record<string, string>> = { ...COMMON_HEADERS, 'content-security-policy': INERT_POLICY };

/**
 * What else styles a page: one style element ('sha256-…'), or, while developing, attributes: React compares them with what it would have
 * set itself, character by character, and a browser does not give them back as they came.
 */
export type StyleSource = `sha256-${string}` | 'attributes' | null;

/**
 * The page's policy as one header value.
 * @param connectSources replaces the default sources of `connect-src`; null leaves them ('self' is always among them)
 * @param endpoints endpoints in the page's configuration; their origins are added, as a page that may not reach its API is of no use
 * @param style what else this page alone may be styled by. Default: nothing
 */
export function pagePolicy(
  connectSources: readonly string[] | null,
  endpoints: readonly string[],
  style: StyleSource = null,
): string {
  const absolute = endpoints.filter(endpoint => URL.canParse(endpoint)).map(endpoint => new URL(endpoint));
  const connect = [
    ...(connectSources === null ? policy['connect-src'] : ["'self'", ...connectSources]),
    // The websocket's address is derived from the endpoint's unless it is set, so both protocols of a host are allowed.
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
