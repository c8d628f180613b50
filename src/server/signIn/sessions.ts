/**
 * The sessions of users who are signed in at the gateway. A session is stored in the browser's cookie, encrypted (seal.ts), so that the
 * server is stateless: it contains tokens, identity, and how often it was renewed. The server only remembers the newest state of sessions
 * that were renewed or ended while the browser may still send an older cookie, because a refresh token can be used once.
 */
import { randomBytes } from 'node:crypto';
import { GrantRefusedError, type OidcClient, type TokenSet } from '../../session/signIn/oidcClient';
import type { GatewayError } from '../graphqlError';
import type { Cookie } from './createCookie';
import type { Seal } from './seal';

/** A session, as stored in the cookie. */
interface SessionState {
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

/** The session of one request. */
export interface Visit {
  /** The id of the session; null if there is none. It is not secret, but only this server knows it. */
  id: string | null;
  /** The user's name; null if nobody is signed in. */
  name: string | null;
  /** The access token; null if nobody is signed in. */
  token(): string | null;
  /** Why a request with a session cannot be sent with a token; otherwise null. */
  refusal: GatewayError | null;
  /** Replaces a token that the API has refused; null if there is no other. */
  renewRefused(): Promise<string | null>;
  /** Lines for Set-Cookie if the browser's cookie is not the newest. */
  cookies(): string[];
  /** Ends the session. @returns its refresh token, which should be revoked */
  end(): string | null;
}

/** The sessions of a server. */
export interface Sessions {
  /** Lines for Set-Cookie of a new session; null if its tokens are too long for cookies. */
  begin(set: TokenSet, cookie: Cookie, header: string | undefined): string[] | null;
  /** Reads the session of a request, and renews it if it is about to expire. Never rejects. */
  visit(cookie: Cookie, header: string | undefined): Promise<Visit>;
}

const PURPOSE = 'session';
/** Users must sign in again after a week, whatever the provider allows. */
const LONGEST_MS = 7 * 86_400_000;
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

const SIGNED_OUT: GatewayError = {
  status: 401,
  code: 'GATEWAY_SIGNED_OUT',
  message: 'This sign-in has ended. Sign in again.',
};
const PROVIDER_DOWN: GatewayError = {
  status: 502,
  code: 'GATEWAY_PROVIDER_UNREACHABLE',
  message: 'The sign-in has to be renewed, and the identity provider cannot be reached.',
};

/** Creates the sessions of a server. */
export function createSessions({
  client,
  seal,
  now,
  onTrouble,
}: {
  client: Pick<OidcClient, 'refresh'>;
  seal: Seal;
  now: () => number;
  /** Called with the reason why a session was not renewed. */
  onTrouble(error: unknown): void;
}): Sessions {
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
    const known = running.get(old.id);
    if (known) return known;
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
  /** The newest state of a session from a cookie; null if it has ended. */
  const current = (state: SessionState): SessionState | null => {
    if (ended.has(state.id) || now() >= state.endsAt) return null;
    const known = newest.get(state.id);
    return known && known.turn > state.turn ? known : state;
  };
  /** Renews a session if it is about to expire. */
  const timely = async (state: SessionState): Promise<SessionState | GatewayError> => {
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
  };

  return {
    begin(set, cookie, header) {
      const id = randomBytes(16).toString('base64url');
      const at = now();
      const identity = { subject: String(set.claims?.sub ?? ''), name: nameIn(set.claims) };
      const state: SessionState = { id, turn: 0, ...identity, ...tokensOf(set, at), endsAt: at + LONGEST_MS };
      return cookie.write(seal.close(state, PURPOSE), header);
    },
    async visit(cookie, header) {
      const sealed = cookie.read(header);
      const received = sealed === null ? undefined : (seal.open(sealed, PURPOSE) as SessionState | undefined);
      if (received === undefined) {
        // Not one of our cookies, or sealed with an earlier secret.
        return { ...NO_ONE, cookies: () => (cookie.isIn(header) ? (cookie.write(null, header) ?? []) : []) };
      }
      const known = current(received);
      const found = known === null ? SIGNED_OUT : await timely(known);
      const refusal = 'status' in found ? found : null;
      let state = 'status' in found ? null : found;
      return {
        id: received.id,
        name: state?.name ?? null,
        token: () => state?.accessToken ?? null,
        refusal,
        async renewRefused() {
          if (state === null) return null;
          const newer = current(state);
          // Another request has renewed the token already.
          if (newer === null || newer.turn > state.turn) {
            state = newer;
            return state?.accessToken ?? null;
          }
          if (state.refreshToken === null || now() - (refused.get(state.id) ?? Number.NEGATIVE_INFINITY) < REPEATED_MS)
            return null;
          try {
            state = await renew(state);
            put(refused, state.id, now(), MOST_REMEMBERED);
            return state.accessToken;
          } catch (error) {
            onTrouble(error);
            return null;
          }
        },
        cookies() {
          if (refusal === PROVIDER_DOWN) return [];
          // Checked again, because another request may have renewed the session in the meantime.
          const latest = refusal ? null : current(received);
          if (latest?.turn === received.turn) return [];
          const written = latest && cookie.write(seal.close(latest, PURPOSE), header);
          return written ?? cookie.write(null, header) ?? [];
        },
        end() {
          const { refreshToken } = current(received) ?? received;
          end(received.id);
          return refreshToken;
        },
      };
    },
  };
}

const NO_ONE: Omit<Visit, 'cookies'> = {
  id: null,
  name: null,
  token: () => null,
  refusal: null,
  renewRefused: async () => null,
  end: () => null,
};

/** Adds or moves an entry to the end, and removes the oldest entries above the limit. */
function put<T>(map: Map<string, T>, id: string, value: T, most: number): void {
  map.delete(id);
  map.set(id, value);
  for (const oldest of map.keys()) {
    if (map.size <= most) break;
    map.delete(oldest);
  }
}

function tokensOf(set: TokenSet, givenAt: number) {
  return { accessToken: set.accessToken, refreshToken: set.refreshToken, givenAt, expiresAt: set.expiresAt };
}

/** The user's display name from the claims of the ID token (OpenID Connect Core, section 5.1). */
function nameIn(claims: TokenSet['claims']): string {
  const own = new Map<string, unknown>(Object.entries(claims ?? {}));
  const found = ['name', 'preferred_username', 'email', 'sub'].map(key => own.get(key));
  const text = found.find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim().slice(0, 200) : '';
}
