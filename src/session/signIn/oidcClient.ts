/**
 * The protocol of signing in by OpenID Connect or OAuth 2.1: authorization code with PKCE (RFC 9700, OAuth 2.1). Uses oauth4webapi, which
 * checks state, issuer (RFC 9207), nonce and ID token. Stores nothing: the caller keeps the data that must survive the redirect. The browser
 * loads it on demand and acts as a public client; the gateway can have a client secret (server/signIn/).
 */
import * as oauth from 'oauth4webapi';
import { boundedResponse } from '../../lib/network/boundedResponse';
import type { OidcSettings } from './oidcSettings';

/** Data that must be kept while the user is at the provider's page. */
export interface SignInRequest {
  /** The provider of this request. Its response is never sent to another provider. */
  issuer: string;
  state: string;
  codeVerifier: string;
  nonce: string;
  redirectUri: string;
}

/** The tokens from the provider. */
export interface TokenSet {
  accessToken: string;
  refreshToken: string | null;
  /** Milliseconds since the epoch; null if the provider did not say. */
  expiresAt: number | null;
  /** The validated claims of the ID token; null without an ID token. */
  claims: Readonly<Record<string, unknown>> | null;
}

/** Platform functions. */
export interface OidcWorld {
  fetch: typeof fetch;
  now(): number;
}

/** The provider and the parameters of the requests to it. */
export interface OidcClientSettings extends Pick<OidcSettings, 'issuer' | 'clientId' | 'scope' | 'resource'> {
  /** Default: none (a public client). */
  clientSecret?: string;
  /** Request only scopes that the provider announces, besides `openid`. Default false: request all. */
  announcedOnly?: boolean;
}

/** The provider refused the grant: the user must sign in again. */
export class GrantRefusedError extends Error {
  override name = 'GrantRefusedError';
}

/** A client for one provider. The provider's metadata is requested once. */
export interface OidcClient {
  /** Returns the authorization URL, and the request data to keep until the return. */
  begin(redirectUri: string): Promise<{ url: string; request: SignInRequest }>;
  /** Exchanges the parameters of the return for tokens. @throws Error, with the provider's message, when a check fails */
  complete(request: SignInRequest, parameters: URLSearchParams): Promise<TokenSet>;
  /** Requests new tokens. @throws GrantRefusedError when the refresh token was already used or revoked */
  refresh(refreshToken: string): Promise<TokenSet>;
  /** Revokes the refresh token. Returns the URL that ends the provider's own session; null if the provider has none. */
  signOut(refreshToken: string | null, returnTo: string): Promise<string | null>;
}

/**
 * Difference between this clock and the provider's, in seconds. A browser's clock can be wrong by hours. The nonce shows that an ID token is
 * new, so its dates do not have to.
 */
const CLOCK_TOLERANCE = 2 * 86_400;

/** Longest response of a provider: a small compressed one can become gigabytes, also in the gateway. */
const MOST_BYTES = 1024 * 1024;

/** Creates a client. The first request is sent by the first call of a method. */
export function createOidcClient(settings: OidcClientSettings, world: OidcWorld): OidcClient {
  const issuer = new URL(settings.issuer);
  const client: oauth.Client = { client_id: settings.clientId, [oauth.clockTolerance]: CLOCK_TOLERANCE };
  const options = {
    [oauth.customFetch]: async (url: string, init: RequestInit) => boundedResponse(await world.fetch(url, init), MOST_BYTES),
    // The settings allow http for localhost only (oidcSettings.ts).
    [oauth.allowInsecureRequests]: issuer.protocol === 'http:',
  };
  const isOpenId = settings.scope.split(/\s+/).includes('openid');
  const extra: Record<string, string> =
    settings.resource === '' ? {} : { resource: settings.resource, audience: settings.resource };
  const provider = providerOf(issuer, options);
  return {
    async begin(redirectUri) {
      const server = await provider();
      const url = pageOf(server.authorization_endpoint, issuer);
      if (url === null) throw new Error('The provider has no authorization endpoint with a usable address');
      const request: SignInRequest = {
        issuer: settings.issuer,
        state: oauth.generateRandomState(),
        codeVerifier: oauth.generateRandomCodeVerifier(),
        nonce: oauth.generateRandomNonce(),
        redirectUri,
      };
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
        // OpenID Connect issues a refresh token only after the user's consent.
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
        authenticationOf(settings, server),
        checked,
        request.redirectUri,
        request.codeVerifier,
        { ...options, additionalParameters: extra },
      );
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        ...(isOpenId ? { expectedNonce: request.nonce, requireIdToken: true } : {}),
      });
      return tokenSetOf(tokens, null, world.now());
    },
    async refresh(refreshToken) {
      const server = await provider();
      const response = await oauth.refreshTokenGrantRequest(server, client, authenticationOf(settings, server), refreshToken, {
        ...options,
        additionalParameters: extra,
      });
      try {
        return tokenSetOf(await oauth.processRefreshTokenResponse(server, client, response), refreshToken, world.now());
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
        await oauth
          .revocationRequest(server, client, authenticationOf(settings, server), refreshToken, options)
          .catch(() => undefined);
      const url = pageOf(server.end_session_endpoint, issuer);
      if (url === null) return null;
      // Without id_token_hint: tokens are never put into URLs.
      url.searchParams.set('client_id', client.client_id);
      url.searchParams.set('post_logout_redirect_uri', returnTo);
      return url.href;
    },
  };
}

/** A page of the provider that the browser may open; null for any other address, such as a script. Without https, only on this machine. */
function pageOf(address: string | undefined, issuer: URL): URL | null {
  if (address === undefined || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.protocol === 'https:' || (url.protocol === 'http:' && issuer.protocol === 'http:') ? url : null;
}

/** Returns a function that requests the metadata of the provider, once; after a failure, the next call requests it again. */
function providerOf(issuer: URL, options: oauth.DiscoveryRequestOptions): () => Promise<oauth.AuthorizationServer> {
  let metadata: Promise<oauth.AuthorizationServer> | null = null;
  const discover = async (algorithm: 'oidc' | 'oauth2'): Promise<oauth.AuthorizationServer> =>
    oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, { ...options, algorithm }));
  return () => {
    metadata ??= discover('oidc')
      .catch(error => discover('oauth2').catch(() => Promise.reject(error)))
      .catch(error => {
        metadata = null;
        throw error;
      });
    return metadata;
  };
}

/** The tokens of a response. `refreshToken`: the one to keep if the response has no new one. */
function tokenSetOf(tokens: oauth.TokenEndpointResponse, refreshToken: string | null, now: number): TokenSet {
  if (tokens.token_type !== 'bearer') throw new Error(`The provider gave a token of type ${tokens.token_type}, not bearer`);
  // The characters that RFC 6749, appendix A.12 allows: with any other, `fetch` would throw for every later request.
  if (!/^[\x20-\x7e]+$/.test(tokens.access_token)) throw new Error('The provider gave a token that cannot be sent');
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? refreshToken,
    expiresAt: tokens.expires_in === undefined ? null : now + tokens.expires_in * 1000,
    claims: oauth.getValidatedIdTokenClaims(tokens) ?? null,
  };
}

/** How the client authenticates at the token endpoint. */
function authenticationOf({ clientSecret }: OidcClientSettings, server: oauth.AuthorizationServer): oauth.ClientAuth {
  if (clientSecret === undefined) return oauth.None();
  // client_secret_basic is the default if the provider does not say (OpenID Connect Discovery, section 3).
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post');
  return (isBasic ? oauth.ClientSecretBasic : oauth.ClientSecretPost)(clientSecret);
}
