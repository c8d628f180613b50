/**
 * The protocol side of signing in by OpenID Connect or OAuth 2.1: authorization code with PKCE (RFC 9700, OAuth 2.1), on oauth4webapi, which
 * checks state, issuer (RFC 9207), nonce and ID token. It keeps nothing: what has to outlive the redirect is given to the caller. The browser
 * fetches it when a connection signs in this way, as a public client; the gateway may have a secret (server/signIn/).
 */
import * as oauth from 'oauth4webapi';
import type { OidcSettings } from './oidcSettings';

/** What has to be remembered while the page is at the provider. */
export interface SignInRequest {
  /** The provider that was asked. What it answers goes to no other one. */
  issuer: string;
  state: string;
  codeVerifier: string;
  nonce: string;
  redirectUri: string;
}

/** What the provider gave. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string | null;
  /** Milliseconds since the epoch; null when the provider did not say. */
  expiresAt: number | null;
  /** What the ID token says of the person, checked; null when there was none. */
  claims: Readonly<Record<string, unknown>> | null;
}

/** What lies outside. */
export interface OidcWorld {
  fetch: typeof fetch;
  now(): number;
}

/** The provider, and what is asked of it. */
export interface OidcClientSettings extends Pick<OidcSettings, 'issuer' | 'clientId' | 'scope' | 'resource'> {
  /** Default: a public client, which has none. */
  clientSecret?: string;
  /** Scopes that the provider does not announce are left out. Default: all are asked for. */
  announcedOnly?: boolean;
}

/** The provider refused: the grant is gone, and only signing in again helps. */
export class GrantRefusedError extends Error {
  override name = 'GrantRefusedError';
}

/** A client for one provider. Its metadata is asked for once. */
export interface OidcClient {
  /** The address to go to, and what to remember until the return. */
  begin(redirectUri: string): Promise<{ url: string; request: SignInRequest }>;
  /** Exchanges the parameters of the return for tokens. @throws Error in the provider's words when anything does not fit */
  complete(request: SignInRequest, parameters: URLSearchParams): Promise<TokenSet>;
  /** Gives new tokens. @throws GrantRefusedError when the refresh token is used up or revoked */
  refresh(refreshToken: string): Promise<TokenSet>;
  /** The address at which the provider's own session is ended; null when it has none. Revokes the refresh token on the way. */
  signOut(refreshToken: string | null, returnTo: string): Promise<string | null>;
}

/** Makes a client; nothing is asked before it is used. */
export function createOidcClient(settings: OidcClientSettings, world: OidcWorld): OidcClient {
  const issuer = new URL(settings.issuer);
  const client: oauth.Client = { client_id: settings.clientId };
  const options = {
    [oauth.customFetch]: (url: string, init: RequestInit) => world.fetch(url, init),
    // Settings allow http on this machine only (oidcSettings.ts).
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
  };
  const isOpenId = settings.scope.split(/\s+/).includes('openid');
  const extra: Record<string, string> =
    settings.resource === '' ? {} : { resource: settings.resource, audience: settings.resource };
  let metadata: Promise<oauth.AuthorizationServer> | null = null;

  const discover = async (algorithm: 'oidc' | 'oauth2'): Promise<oauth.AuthorizationServer> =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...options, algorithm }));
  const provider = (): Promise<oauth.AuthorizationServer> => {
    metadata ??= discover('oidc')
      .catch(error => discover('oauth2').catch(() => Promise.reject(error)))
      .catch(error => {
        metadata = null;
        throw error;
      });
    return metadata;
  };
  const setOf = (answer: oauth.TokenEndpointResponse, refreshToken: string | null): TokenSet => {
    if (answer.token_type !== 'bearer') throw new Error(`The provider gave a token of type ${answer.token_type}, not bearer`);
    // The characters of RFC 6749, appendix A.12: a request with another one would fail where it is made.
    if (!/^[\x20-\x7e]+$/.test(answer.access_token)) throw new Error('The provider gave a token that cannot be sent');
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? refreshToken,
      expiresAt: answer.expires_in === undefined ? null : world.now() + answer.expires_in * 1000,
      claims: oauth.getValidatedIdTokenClaims(answer) ?? null,
    };
  };
  const authentication = (server: oauth.AuthorizationServer): oauth.ClientAuth => {
    if (settings.clientSecret === undefined) return oauth.None();
    // Basic is what a provider takes that does not say (OpenID Connect Discovery, section 3).
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
    return (isBasic ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(settings.clientSecret);
  };

  return {
    async begin(redirectUri) {
      const server = await provider();
      if (!server.authorization_endpoint) throw new Error('The provider has no authorization endpoint');
      const request: SignInRequest = {
        issuer: settings.issuer,
        state: oauth.generateRandomState(),
        codeVerifier: oauth.generateRandomCodeVerifier(),
        nonce: oauth.generateRandomNonce(),
        redirectUri,
      };
      const url = new URL(server.authorization_endpoint);
      const scopes = settings.scope.split(/\s+/);
      const announced = settings.announcedOnly ? server.scopes_supported : undefined;
      const scope = scopes.filter(each => each === 'openid' || (announced?.includes(each) ?? true)).join(' ');
      const parameters = {
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state: request.state,
        code_challenge: await oauth.calculatePKCECodeChallenge(request.codeVerifier),
        code_challenge_method: 'S256',
        ...(isOpenId ? { nonce: request.nonce } : {}),
        // OpenID Connect gives a refresh token only to those who were asked.
        ...(scope.split(' ').includes('offline_access') ? { prompt: 'consent' } : {}),
        ...extra,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { url: url.href, request };
    },
    async complete(request, parameters) {
      if (request.issuer !== settings.issuer) throw new Error('This connection has another provider since the sign-in began');
      const server = await provider();
      const checked = oauth.validateAuthResponse(server, client, parameters, request.state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        client,
        authentication(server),
        checked,
        request.redirectUri,
        request.codeVerifier,
        { ...options, additionalParameters: extra },
      );
      const answer = await oauth.processAuthorizationCodeResponse(server, client, response, {
        ...(isOpenId ? { expectedNonce: request.nonce, requireIdToken: true } : {}),
      });
      return setOf(answer, null);
    },
    async refresh(refreshToken) {
      const server = await provider();
      const response = await oauth.refreshTokenGrantRequest(server, client, authentication(server), refreshToken, {
        ...options,
        additionalParameters: extra,
      });
      try {
        return setOf(await oauth.processRefreshTokenResponse(server, client, response), refreshToken);
      } catch (error) {
        const code = error instanceof oauth.ResponseBodyError ? error.error : null;
        if (code === 'invalid_grant' || code === 'invalid_client' || code === 'unauthorized_client')
          throw new GrantRefusedError(`The provider refused to renew the token: ${code}`, { cause: error });
        throw error;
      }
    },
    async signOut(refreshToken, returnTo) {
      const server = await provider();
      if (refreshToken !== null && server.revocation_endpoint)
        await oauth.revocationRequest(server, client, authentication(server), refreshToken, options).catch(() => undefined);
      if (!server.end_session_endpoint) return null;
      const url = new URL(server.end_session_endpoint);
      // Without id_token_hint: no token stands in an address.
      url.searchParams.set('client_id', client.client_id);
      url.searchParams.set('post_logout_redirect_uri', returnTo);
      return url.href;
    },
  };
}
