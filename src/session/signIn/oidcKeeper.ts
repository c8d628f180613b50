/**
 * Keeps the access token of a connection fresh: before it expires, and at once when the server refuses it. Of all tabs exactly one, which
 * holds a Web Lock as long as it lives, talks to the provider; the others ask it by BroadcastChannel and find the new token in storage.
 * A refresh token is used once (rotation), so two tabs must never send the same one.
 */
import type { Clock } from '../../lib/clock';
import { ownValues } from '../../lib/ownValues';
import type { TokenSource } from '../connections/tokenStorage';
import { GrantRefusedError, type OidcClient, type TokenSet } from './oidcClient';
import { type OidcGrant, type OidcGrantStorage, readOidcGrant } from './oidcGrant';

/** The part of BroadcastChannel that is needed. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  close(): void;
}

/** What lies outside. */
export interface TabWorld {
  /** Web Locks; undefined where the platform has none: then this tab acts alone. */
  locks?:
    | { request(name: string, options: { signal: AbortSignal }, callback: () => Promise<void>): Promise<unknown> }
    | undefined;
  /** undefined where the platform has none. */
  channel?: ((name: string) => TabChannel) | undefined;
}

/** What `createOidcKeeper` is made from. */
export interface OidcKeeperOptions {
  connectionId: string;
  client: Pick<OidcClient, 'refresh'>;
  grants: OidcGrantStorage;
  token: { set(token: string, source?: TokenSource): boolean; current(): string; source(): TokenSource; reload(): void };
  clock: Clock;
  world: TabWorld;
}

/** See the head of the file. */
export interface OidcKeeper {
  /** Gets a new access token; all who ask meanwhile share one attempt. Resolves to false when there is none. Never rejects. */
  refresh(): Promise<boolean>;
  /** Gives the grant to the other tabs, after a sign-in; null takes it from them. */
  share(grant: OidcGrant | null): void;
  dispose(): void;
}

/** How long another tab is waited for, in ms. */
const ANSWER_MS = 15_000;
/** Between two attempts before the token is refused, in ms: this long, or a quarter of the margin where that is less. */
const AGAIN_MS = 5_000;
/** The access token is renewed this long before it expires, in ms, or a quarter of its lifetime before where that is less. */
const MARGIN_MS = 60_000;
/** The longest time a timer can hold. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Begins to keep the token. */
export function createOidcKeeper(options: OidcKeeperOptions): OidcKeeper {
  const { connectionId, client, grants, token, clock, world } = options;
  const name = `oriel:oidc:${connectionId}`;
  const channel = world.channel?.(name);
  const end = new AbortController();
  let isLeader = world.locks === undefined;
  let running: Promise<boolean> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<Clock['after']> | undefined;
  const waiting = new Set<(renewed: boolean) => void>();

  /** The grant of the token that is stored; null when the token came from elsewhere. */
  const current = (): OidcGrant | null => {
    const grant = grants.read();
    return grant !== null && grant.grant === token.source().grant ? grant : null;
  };
  const plan = (): void => {
    clock.cancel(timer);
    const grant = isLeader && !end.signal.aborted ? current() : null;
    if (!grant?.refreshToken || grant.expiresAt === null) return;
    const margin = Math.min(MARGIN_MS, (grant.lifetime ?? MARGIN_MS * 4) / 4);
    const due = Math.max(grant.expiresAt - margin, triedAt + Math.min(AGAIN_MS, margin / 4));
    const wait = Math.max(0, due - clock.now());
    if (wait > TIMER_MAX_MS) return;
    // Afterwards the next attempt is planned.
    timer = clock.after(wait, () => void once());
  };
  const keep = (grant: OidcGrant, set: TokenSet): void => {
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
  /** Whoever asks meanwhile shares the attempt: the refresh token is used once. */
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
      // Signed out meanwhile: the new token is dropped.
      if (current()?.refreshToken !== grant.refreshToken) return false;
      keep(grant, set);
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
  /** Asks the tab that holds the lock. */
  const follow = (): Promise<boolean> =>
    new Promise(resolve => {
      const done = (renewed: boolean): void => {
        waiting.delete(done);
        clock.cancel(limit);
        token.reload();
        resolve(renewed);
      };
      const limit = clock.after(ANSWER_MS, () => done(false));
      waiting.add(done);
      channel?.postMessage({ type: 'refresh', stale: token.current() });
    });
  const once = (): Promise<boolean> => {
    running ??= (isLeader ? lead() : follow()).finally(() => {
      running = null;
      plan();
    });
    return running;
  };

  const hear = (data: unknown): void => {
    const own = ownValues(data);
    switch (own?.get('type')) {
      case 'ask':
        if (isLeader && grants.read() !== null) channel?.postMessage({ type: 'grant', grant: grants.read() });
        break;
      case 'refresh':
        // One that has been renewed meanwhile is not renewed again.
        if (isLeader)
          void (own?.get('stale') === token.current() ? once() : Promise.resolve(true)).then(renewed =>
            channel?.postMessage({ type: 'done', renewed }),
          );
        break;
      case 'done':
        for (const done of [...waiting]) done(own?.get('renewed') === true);
        break;
      case 'grant':
        grants.write(readOidcGrant(own?.get('grant')));
        plan();
        break;
    }
  };
  channel?.addEventListener('message', event => hear(event.data));
  channel?.postMessage({ type: 'ask' });
  world.locks
    ?.request(name, { signal: end.signal }, async () => {
      isLeader = true;
      plan();
      // Those who asked the tab that had the lock before ask this one.
      if (waiting.size > 0) void lead().then(renewed => [...waiting].forEach(done => void done(renewed)));
      await new Promise<void>(resolve => end.signal.addEventListener('abort', () => resolve()));
    })
    .catch(() => undefined);
  plan();

  return {
    refresh: once,
    share(grant) {
      grants.write(grant);
      channel?.postMessage({ type: 'grant', grant });
      plan();
    },
    dispose() {
      end.abort();
      clock.cancel(timer);
      for (const done of [...waiting]) done(false);
      channel?.close();
    },
  };
}
