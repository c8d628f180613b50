/** Settings of a connection for signing in by OpenID Connect or OAuth 2.1 (authorization code with PKCE). They contain no secrets. */
import { ownValues } from '../../lib/ownValues';

/** Settings of the identity provider. */
export interface OidcSettings {
  /** URL of the provider; its metadata is below `/.well-known/`. */
  issuer: string;
  /** Id of this public client at the provider. */
  clientId: string;
  /** Scopes, separated by spaces. Default 'openid offline_access'. */
  scope: string;
  /** The API that the access token is for (RFC 8707 `resource`, also sent as `audience`); '' leaves it to the provider. */
  resource: string;
  /** Where the refresh token is stored: in the tab (default), or in this browser until it expires. */
  keep: 'tab' | 'browser';
}

export const DEFAULT_SCOPE = 'openid offline_access';

/** Reads settings from untrusted JSON, own keys only; undefined if they are unusable. */
export function readOidcSettings(value: unknown): OidcSettings | undefined {
  const own = ownValues(value);
  if (own === null) return undefined;
  const text = (name: string, otherwise: string): string => {
    const found = own.get(name);
    return typeof found === 'string' ? found.trim() : otherwise;
  };
  const issuer = text('issuer', '');
  const clientId = text('clientId', '');
  if (!isIssuer(issuer) || clientId === '') return undefined;
  return {
    issuer,
    clientId,
    scope: text('scope', '') || DEFAULT_SCOPE,
    resource: text('resource', ''),
    keep: own.get('keep') === 'browser' ? 'browser' : 'tab',
  };
}

/** True for an https URL without credentials, query and fragment (RFC 8414, section 2). http is allowed for localhost only. */
export function isIssuer(address: string): boolean {
  try {
    const url = new URL(address);
    const isHere = url.hostname === 'localhost' || url.hostname === '127.0.0.1' || url.hostname === '[::1]';
    const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isHere);
    return isSafe && url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  } catch {
    return false;
  }
}
