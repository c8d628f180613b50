/**
 * Renews the access token of a connection before it expires, and at once when the server refuses it. Only one tab, the leader, sends requests
 * to the provider: it holds a Web Lock while it is open. The other tabs ask it over a BroadcastChannel and read the new token from storage.
 * A refresh token can be used once (rotation), so two tabs must never send the same one.
 */
import { type Clock, TIMER_MAX_MS } from '../../lib/clock';
import { ownValues } from '../../lib/ownValues';
import type { TokenSource } from '../connections/tokenStorage';
import { GrantRefusedError, type OidcClient, type TokenSet } from './oidcClient';
import { type OidcGrant, type OidcGrantStorage, readOidcGrant } from './oidcGrant';

/** The part of BroadcastChannel that is used. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/** Platform functions. */
export interface TabWorld {
  /** Web Locks; undefined if the platform has none: then every tab renews by itself. */
  locks?:
    | { request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<unknown> }
    | undefined;
  /** BroadcastChannel; undefined if the platform has none. */
  channel?: ((name: string) => TabChannel) | undefined;
}

/** Options of `createOidcKeeper`. */
export interface TokenRenewerOptions {
  connectionId: string;
  client: Pick<OidcClient, 'refresh'>;
  grants: OidcGrantStorage;
  token: { set(token: string, source?: TokenSource): boolean; current(): string; source(): TokenSource; reload(): void };
  clock: Clock;
  world: TabWorld;
}

/** Renews the token of one connection. */
export interface TokenRenewer {
  /** Gets a new access token; concurrent calls share one attempt. Resolves to false if there is none. Never rejects. */
  refresh(): Promise<boolean>;
  /** Stores the grant of a new sign-in and sends it to the other tabs; null removes it everywhere. */
  share(grant: OidcGrant | null): void;
  dispose(): void;
}

/** Time limit for the leader's reply, in ms. */
const REPLY_LIMIT_MS = 15_000;
/** Pause between two attempts before the token expires, in ms; at most a quarter of the margin. */
const RETRY_PAUSE_MS = 5_000;
/** The access token is renewed this long before it expires, in ms; at most a quarter of its lifetime. */
const MARGIN_MS = 60_000;

/** Starts to renew the token of a connection. */
export function createTokenRenewer(options: TokenRenewerOptions): TokenRenewer {
  const { connectionId, client, grants, token, clock, world } = options;
  const name = `oriel:oidc:${connectionId}`;
  const channel = world.channel?.(name);
  const end = new AbortController();
  let isLeader = world.locks === undefined;
  let running: Promise<boolean> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<Clock['after']> | undefined;
  const waiting = new Set<(renewed: boolean) => void>();

  /** The grant of the stored token; null if the token has another source. */
  const current = (): OidcGrant | null => {
    const grant = grants.read();
    return grant !== null && grant.grant === token.source().grant ? grant : null;
  };
  const schedule = (): void => {
    clock.cancel(timer);
    const grant = isLeader && !end.signal.aborted ? current() : null;
    if (!grant?.refreshToken || grant.expiresAt === null) return;
    const margin = Math.min(MARGIN_MS, (grant.lifetime ?? MARGIN_MS * 4) / 4);
    const due = Math.max(grant.expiresAt - margin, triedAt + Math.min(RETRY_PAUSE_MS, margin / 4));
    const wait = Math.max(0, due - clock.now());
    if (wait > TIMER_MAX_MS) return;
    // `requestRenewal` schedules the next attempt when it has finished.
    timer = clock.after(wait, () => void requestRenewal());
  };
  const storeTokens = (grant: OidcGrant, set: TokenSet): void => {
    const now = clock.now();
    const next: OidcGrant = {
      ...grant,
      refreshToken: set.refreshToken,
      expiresAt: set.expiresAt,
      lifetime: set.expiresAt === null ? null : set.expiresAt - now,
    };
    grants.write(next);
    channel?.postMessage({ type: 'grant', grant: next });
    token.set(set.accessToken, { grant: grant.grant, verified: true });
  };
  let leading: Promise<boolean> | null = null;
  /** Renews as the leader. Concurrent calls share one attempt, because the refresh token can be used once. */
  const lead = (): Promise<boolean> => {
    leading ??= renew().finally(() => {
      leading = null;
    });
    return leading;
  };
  const renew = async (): Promise<boolean> => {
    const grant = current();
    if (!grant?.refreshToken) return false;
    triedAt = clock.now();
    try {
      const set = await client.refresh(grant.refreshToken);
      // The user has signed out in the meantime: the new token is dropped.
      if (current()?.refreshToken !== grant.refreshToken) return false;
      storeTokens(grant, set);
      return true;
    } catch (error) {
      if (error instanceof GrantRefusedError) {
        const without = { ...grant, refreshToken: null };
        grants.write(without);
        channel?.postMessage({ type: 'grant', grant: without });
      }
      return false;
    }
  };
  /** Asks the leader to renew, and waits for its reply. */
  const follow = (): Promise<boolean> =>
    new Promise(resolve => {
      const done = (renewed: boolean): void => {
        waiting.delete(done);
        clock.cancel(limit);
        token.reload();
        resolve(renewed);
      };
      const limit = clock.after(REPLY_LIMIT_MS, () => done(false));
      waiting.add(done);
      channel?.postMessage({ type: 'refresh', stale: token.current() });
    });
  const requestRenewal = (): Promise<boolean> => {
    running ??= (isLeader ? lead() : follow()).finally(() => {
      running = null;
      schedule();
    });
    return running;
  };

  const onMessage = (data: unknown): void => {
    const own = ownValues(data);
    switch (own?.get('type')) {
      case 'ask':
        if (isLeader && grants.read() !== null) channel?.postMessage({ type: 'grant', grant: grants.read() });
        break;
      case 'refresh':
        // A token that has been renewed in the meantime is not renewed again.
        if (isLeader)
          void (own?.get('stale') === token.current() ? requestRenewal() : Promise.resolve(true)).then(renewed =>
            channel?.postMessage({ type: 'done', renewed }),
          );
        break;
      case 'done':
        for (const done of [...waiting]) done(own?.get('renewed') === true);
        break;
      case 'grant':
        grants.write(readOidcGrant(own?.get('grant')));
        schedule();
        break;
    }
  };
  channel?.addEventListener('message', event => onMessage(event.data));
  channel?.postMessage({ type: 'ask' });
  world.locks
    ?.request(name, { signal: end.signal }, async () => {
      isLeader = true;
      schedule();
      // Requests that the previous leader did not answer are now answered by this tab.
      if (waiting.size > 0) void lead().then(renewed => [...waiting].forEach(done => void done(renewed)));
      await new Promise<void>(resolve => end.signal.addEventListener('abort', () => resolve()));
    })
    .catch(() => undefined);
  schedule();

  return {
    refresh: requestRenewal,
    share(grant) {
      grants.write(grant);
      channel?.postMessage({ type: 'grant', grant });
      schedule();
    },
    dispose() {
      end.abort();
      clock.cancel(timer);
      for (const done of [...waiting]) done(false);
      channel?.close();
    },
  };
}
