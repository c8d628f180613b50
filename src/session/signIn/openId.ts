/** OpenID Connect as a part of a session: the redirect, its return, renewing the token, signing out. Loaded on demand. */
import { openAddress } from '../connections/openAddress';
import type { Session } from '../connections/session';
import { isExampleAddress } from '../exampleData/isExampleAddress';
import { createOidcClient, type OidcClient } from './oidcClient';
import { createOidcGrant, type OidcGrant, type OidcGrantStorage } from './oidcGrant';
import type { OpenIdWorld } from './openIdWorld';
import { type PendingSignIn, rememberSignIn } from './pendingSignIn';
import { createTokenRenewer, type TokenRenewer } from './tokenRenewer';

/** OpenID Connect of one session. */
export interface OpenId {
  /** Navigates to the provider. @throws Error when the provider cannot be reached */
  begin(): Promise<void>;
  /** Handles the return from the provider: stores the token. @throws Error that names the failed check */
  complete(pending: PendingSignIn, parameters: URLSearchParams): Promise<void>;
  /** Gets a new access token; resolves to false if there is none. Never rejects. */
  refresh(): Promise<boolean>;
  /** Signs out in all tabs, then at the provider, to which the page may navigate. */
  signOut(): Promise<void>;
  dispose(): void;
}

/** Returns the OpenID Connect part of a session; null if its connection does not use OpenID Connect. */
export function openIdOf(session: Session): OpenId | null {
  const { oidc } = session.connection;
  const world = session.openIdWorld;
  if (!oidc || !world || isExampleAddress(session.connection.httpEndpoint)) return null;
  return session.part('openId', () => {
    const client = createOidcClient(oidc, { fetch: world.fetch, now: session.clock.now });
    const storage = oidc.keep === 'browser' ? session.storage : world.tabStorage;
    const endpoint = openAddress(session.connection.httpEndpoint, session.pageUrl);
    const grants = createOidcGrant(storage, session.connection.id, { ...oidc, endpoint });
    const tokens = session.connections.tokens(session.connection);
    const keeper = createTokenRenewer({
      connectionId: session.connection.id,
      client,
      grants,
      token: { set: session.token.set, reload: session.token.reload, current: tokens.read, source: tokens.source },
      clock: session.clock,
      world,
    });
    session.provideRenewal(keeper.refresh);
    return createOpenId({ session, world, endpoint, client, grants, keeper });
  });
}

interface OpenIdParts {
  session: Session;
  world: OpenIdWorld;
  /** The endpoint that the token is for, without credentials. */
  endpoint: string;
  client: OidcClient;
  grants: OidcGrantStorage;
  keeper: TokenRenewer;
}

function createOpenId({ session, world, endpoint, client, grants, keeper }: OpenIdParts): OpenId {
  const { connection, clock, token } = session;
  return {
    async begin() {
      const { url, request } = await client.begin(world.redirectUri);
      rememberSignIn(world.tabStorage, {
        ...request,
        connectionId: connection.id,
        endpoint,
        returnTo: world.here(),
        at: clock.now(),
      });
      world.go(url);
    },
    async complete(pending, parameters) {
      // The endpoint can change while the user is at the provider: in another tab, by another environment, or by the configuration.
      if (pending.endpoint !== endpoint) throw new Error('This connection has another endpoint since the sign-in began');
      const set = await client.complete(pending, parameters);
      const now = clock.now();
      const grant: OidcGrant = {
        // The nonce is random and belongs to this sign-in only, so it also serves as the grant's id.
        grant: pending.nonce,
        issuer: connection.oidc?.issuer ?? '',
        clientId: connection.oidc?.clientId ?? '',
        refreshToken: set.refreshToken,
        expiresAt: set.expiresAt,
        lifetime: set.expiresAt === null ? null : set.expiresAt - now,
      };
      grants.write(grant);
      token.set(set.accessToken, { grant: grant.grant, verified: true });
      keeper.share(grant);
    },
    refresh: keeper.refresh,
    async signOut() {
      const refreshToken = grants.read()?.refreshToken ?? null;
      keeper.share(null);
      token.clear();
      const url = await client.signOut(refreshToken, world.redirectUri).catch(() => null);
      if (url !== null) world.go(url);
    },
    dispose: keeper.dispose,
  };
}
