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

/** Options of `createTokenRenewer`. */
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
/** Shortest pause between two renewals by time, in ms, also if the provider gives tokens that expire at once. */
const PAUSE_MS = 5_000;
/** The access token is renewed this long before it expires, in ms; at most a quarter of its lifetime. */
const MARGIN_MS = 60_000;

/** Starts to renew the token of a connection. */
export function createTokenRenewer(options: TokenRenewerOptions): TokenRenewer {
  const { connectionId, grants, token, clock, world } = options;
  const name = `oriel:oidc:${connectionId}`;
  const channel = world.channel?.(name);
  const post = (message: TabMessage): void => channel?.postMessage(message);
  const end = new AbortController();
  const renewal = createRenewal(options, grant => post({ type: 'grant', grant }));
  const requests = createRequests(options, post);
  let isLeader = world.locks === undefined;
  let running: Promise<boolean> | null = null;
  let timer: ReturnType<Clock['after']> | undefined;

  const schedule = (): void => {
    clock.cancel(timer);
    const due = isLeader && !end.signal.aborted ? renewal.due() : null;
    if (due === null) return;
    const wait = Math.max(0, due - clock.now());
    if (wait > TIMER_MAX_MS) return;
    // `requestRenewal` schedules the next attempt when it has finished.
    timer = clock.after(wait, () => void requestRenewal());
  };
  const requestRenewal = (): Promise<boolean> => {
    running ??= (isLeader ? renewal.renew() : requests.send()).finally(() => {
      running = null;
      schedule();
    });
    return running;
  };

  const onMessage = (data: unknown): void => {
    const own = ownValues(data);
    switch (own?.get('type')) {
      case 'ask':
        if (isLeader && grants.read() !== null) post({ type: 'grant', grant: grants.read() });
        break;
      case 'refresh':
        // A token that has been renewed in the meantime is not renewed again.
        if (isLeader)
          void (own?.get('stale') === token.current() ? requestRenewal() : Promise.resolve(true)).then(renewed =>
            post({ type: 'done', renewed }),
          );
        break;
      case 'done':
        requests.answer(own?.get('renewed') === true);
        break;
      case 'grant':
        grants.write(readOidcGrant(own?.get('grant')));
        schedule();
        break;
    }
  };
  channel?.addEventListener('message', event => onMessage(event.data));
  post({ type: 'ask' });
  world.locks
    ?.request(name, { signal: end.signal }, async () => {
      isLeader = true;
      schedule();
      // Requests that the previous leader did not answer are now answered by this tab.
      if (requests.areWaiting()) void renewal.renew().then(requests.answer);
      await new Promise<void>(resolve => end.signal.addEventListener('abort', () => resolve()));
    })
    .catch(() => undefined);
  schedule();

  return {
    refresh: requestRenewal,
    share(grant) {
      grants.write(grant);
      post({ type: 'grant', grant });
      schedule();
    },
    dispose() {
      end.abort();
      clock.cancel(timer);
      requests.answer(false);
      channel?.close();
    },
  };
}

/**
 * The messages between the tabs: `ask` for the leader's grant, which it sends as `grant`; `refresh` asks for a new token unless the
 * leader's token already differs from `stale`; `done` answers it.
 */
type TabMessage =
  | { type: 'ask' }
  | { type: 'grant'; grant: OidcGrant | null }
  | { type: 'refresh'; stale: string }
  | { type: 'done'; renewed: boolean };

/** Renews the token at the provider. Used by the leader. */
interface Renewal {
  /** When the next attempt is due, ms since the epoch; null if the token cannot be renewed or does not expire. */
  due(): number | null;
  /** Concurrent calls share one attempt, because the refresh token can be used once. Resolves to false if there is no new token. */
  renew(): Promise<boolean>;
}

/** `publish` sends a changed grant to the other tabs. */
function createRenewal({ client, grants, token, clock }: TokenRenewerOptions, publish: (grant: OidcGrant) => void): Renewal {
  let triedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<boolean> | null = null;

  /** The grant of the stored token; null if the token has another source. */
  const current = (): OidcGrant | null => {
    const grant = grants.read();
    return grant !== null && grant.grant === token.source().grant ? grant : null;
  };
  const change = (grant: OidcGrant): void => {
    grants.write(grant);
    publish(grant);
  };
  const storeTokens = (grant: OidcGrant, { refreshToken, expiresAt, accessToken }: TokenSet): void => {
    change({ ...grant, refreshToken, expiresAt, lifetime: expiresAt === null ? null : expiresAt - clock.now() });
    token.set(accessToken, { grant: grant.grant, verified: true });
  };
  const attempt = async (): Promise<boolean> => {
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
      if (error instanceof GrantRefusedError) change({ ...grant, refreshToken: null });
      return false;
    }
  };
  return {
    due() {
      const grant = current();
      if (!grant?.refreshToken || grant.expiresAt === null) return null;
      const margin = Math.min(MARGIN_MS, (grant.lifetime ?? MARGIN_MS * 4) / 4);
      return Math.max(grant.expiresAt - margin, triedAt + PAUSE_MS);
    },
    renew() {
      running ??= attempt().finally(() => {
        running = null;
      });
      return running;
    },
  };
}

/** The requests of this tab to the leader. */
interface Requests {
  /** Asks the leader to renew, and waits for its reply. */
  send(): Promise<boolean>;
  /** Ends all requests that wait for a reply. */
  answer(renewed: boolean): void;
  areWaiting(): boolean;
}

function createRequests({ token, clock }: TokenRenewerOptions, post: (message: TabMessage) => void): Requests {
  const waiting = new Set<(renewed: boolean) => void>();
  return {
    send: () =>
      new Promise(resolve => {
        const done = (renewed: boolean): void => {
          waiting.delete(done);
          clock.cancel(limit);
          token.reload();
          resolve(renewed);
        };
        const limit = clock.after(REPLY_LIMIT_MS, () => done(false));
        waiting.add(done);
        post({ type: 'refresh', stale: token.current() });
      }),
    answer(renewed) {
      for (const done of [...waiting]) done(renewed);
    },
    areWaiting: () => waiting.size > 0,
  };
}
