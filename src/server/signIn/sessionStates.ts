/**
 * The newest states of the sessions that were renewed or ended while the browser may still send an older cookie, and their renewal at the
 * provider. A refresh token can be used once, so requests at the same time share one renewal.
 */
import { GrantRefusedError, type OidcClient, type TokenSet } from '../../session/signIn/oidcClient';
import type { GatewayError } from '../gateway/graphqlError';

/** A session, as stored in the cookie. */
export interface SessionState {
  id: string;
  /** How often it was renewed. */
  turn: number;
  /** The subject of the ID token, which never changes. */
  subject: string;
  name: string;
  accessToken: string;
  refreshToken: string | null;
  /** When the tokens were issued and when they expire, in ms since the epoch. */
  givenAt: number;
  expiresAt: number | null;
  /** When the user must sign in again. */
  endsAt: number;
}

/** The states that this server remembers. */
export interface SessionStates {
  /** The newest state of a session from a cookie; null if it has ended. */
  current(state: SessionState): SessionState | null;
  /** Renews a session if it is about to expire. */
  timely(state: SessionState): Promise<SessionState | GatewayError>;
  /** Renews a session whose token the API has refused; null if that was done a moment ago, or is not possible. */
  renewRefused(state: SessionState): Promise<SessionState | null>;
  /** Ends a session: its cookies are no longer accepted. */
  end(id: string): void;
}

/** Options of `createSessionStates`. */
export interface SessionStatesOptions {
  client: Pick<OidcClient, 'refresh'>;
  now: () => number;
  /** Called with the reason why a session was not renewed. */
  onTrouble(error: unknown): void;
}

/** How long before its expiry an access token is renewed, in ms; for short-lived tokens, at the last quarter of their life. */
const AHEAD_MS = 60_000;
/** While the provider is unreachable, renewals of tokens that are still valid are attempted at most this often, in ms. */
const PAUSE_MS = 5000;
/** A renewed token that is refused within this time is not renewed again: the API accepts no token of this user. */
const REPEATED_MS = 5000;
/** Limit on the sessions whose newest state is remembered. */
const MOST_REMEMBERED = 2000;
/** Limit on the ended sessions, of which only the ids are remembered. */
const MOST_ENDED = 100_000;

/** Refuses a request of a session that has ended. */
export const SIGNED_OUT: GatewayError = {
  status: 401,
  code: 'GATEWAY_SIGNED_OUT',
  message: 'This sign-in has ended. Sign in again.',
};
/** Refuses a request of a session that cannot be renewed now. */
export const PROVIDER_DOWN: GatewayError = {
  status: 502,
  code: 'GATEWAY_PROVIDER_UNREACHABLE',
  message: 'The sign-in has to be renewed, and the identity provider cannot be reached.',
};

export function createSessionStates({ client, now, onTrouble }: SessionStatesOptions): SessionStates {
  /** The newest states, by session id. */
  const newest = new Map<string, SessionState>();
  const ended = new Map<string, true>();
  const running = new Map<string, Promise<SessionState>>();
  /** When a session was renewed because the API refused its token, by session id. */
  const refused = new Map<string, number>();
  let downAt = Number.NEGATIVE_INFINITY;

  const end = (id: string): void => {
    newest.delete(id);
    put(ended, id, true, MOST_ENDED);
  };
  const renew = (old: SessionState): Promise<SessionState> => {
    const pending = running.get(old.id);
    if (pending) return pending;
    const renewal = client.refresh(old.refreshToken ?? '').then(
      set => {
        // OpenID Connect Core, section 12.2: a renewed ID token must have the same subject.
        if (set.claims && set.claims.sub !== old.subject)
          throw new GrantRefusedError('The provider renewed the sign-in of another person');
        const next = { ...old, ...tokensOf(set, now()), turn: old.turn + 1 };
        if (ended.has(old.id)) throw new GrantRefusedError('The session was ended meanwhile');
        put(newest, old.id, next, MOST_REMEMBERED);
        return next;
      },
      error => {
        if (error instanceof GrantRefusedError) end(old.id);
        else downAt = now();
        throw error;
      },
    );
    running.set(old.id, renewal);
    const done = (): void => void running.delete(old.id);
    renewal.then(done, done);
    return renewal;
  };

  return {
    current(state) {
      if (ended.has(state.id) || now() >= state.endsAt) return null;
      const latest = newest.get(state.id);
      return latest && latest.turn > state.turn ? latest : state;
    },
    async timely(state) {
      const { expiresAt, givenAt, refreshToken } = state;
      if (expiresAt === null || now() < expiresAt - Math.min(AHEAD_MS, (expiresAt - givenAt) / 4)) return state;
      const isValid = now() < expiresAt;
      if (isValid && (refreshToken === null || now() - downAt < PAUSE_MS)) return state;
      if (refreshToken === null) return SIGNED_OUT;
      try {
        return await renew(state);
      } catch (error) {
        onTrouble(error);
        if (error instanceof GrantRefusedError) return SIGNED_OUT;
        return isValid ? state : PROVIDER_DOWN;
      }
    },
    async renewRefused(state) {
      if (state.refreshToken === null || now() - (refused.get(state.id) ?? Number.NEGATIVE_INFINITY) < REPEATED_MS) return null;
      try {
        const renewed = await renew(state);
        put(refused, state.id, now(), MOST_REMEMBERED);
        return renewed;
      } catch (error) {
        onTrouble(error);
        return null;
      }
    },
    end,
  };
}

/** The part of a state that comes from a token response. */
export function tokensOf(set: TokenSet, givenAt: number) {
  return { accessToken: set.accessToken, refreshToken: set.refreshToken, givenAt, expiresAt: set.expiresAt };
}

/** Adds or moves an entry to the end, and removes the oldest entries above the limit. */
function put<T>(map: Map<string, T>, id: string, value: T, most: number): void {
  map.delete(id);
  map.set(id, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}
