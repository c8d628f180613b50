/**
 * Who is signed in at the gateway. A session lies in the browser's cookie, encrypted (seal.ts), so that the server keeps no state: its tokens, who
 * it is, and how often it was renewed. What is remembered here is only the newest form of sessions that were renewed or ended while the browser
 * may still send an older cookie, because a refresh token can be used once.
 */
import { randomBytes } from 'node:crypto';
import { GrantRefusedError, type OidcClient, type TokenSet } from '../../session/signIn/oidcClient';
import type { GatewayError } from '../graphqlError';
import type { Cookie } from './createCookie';
import type { Seal } from './seal';

/** A session, as it lies in the cookie. */
interface SessionState {
  id: string;
  /** How often it was renewed. */
  turn: number;
  /** Subject of the ID token, which stays the same. */
  subject: string;
  name: string;
  accessToken: string;
  refreshToken: string | null;
  /** When it was given, when it expires; milliseconds since the epoch. */
  givenAt: number;
  expiresAt: number | null;
  /** When one has to sign in again. */
  endsAt: number;
}

/** One request's look at its session. */
export interface Visit {
  /** Names the session; null: there is none. Not secret, but known here only. */
  id: string | null;
  /** Name of the person; null: no one is signed in. */
  name: string | null;
  /** The access token; null: no one is signed in. */
  token(): string | null;
  /** Why the request cannot be sent with a token although it came with a session; null otherwise. */
  refusal: GatewayError | null;
  /** A token in place of the one that the API has refused; null when there is none. */
  renewRefused(): Promise<string | null>;
  /** Lines for Set-Cookie, where the browser's cookie is no longer the newest. */
  cookies(): string[];
  /** Ends the session. @returns its refresh token, to be revoked */
  end(): string | null;
}

/** The sessions of a server. */
export interface Sessions {
  /** Lines for Set-Cookie of a new session; null when its tokens are too long for cookies. */
  begin(set: TokenSet, cookie: Cookie, header: string | undefined): string[] | null;
  /** Reads the session of a request and renews it where it is about to expire. Never rejects. */
  visit(cookie: Cookie, header: string | undefined): Promise<Visit>;
}

const PURPOSE = 'session';
/** One signs in again after a week, whatever the provider allows. */
const LONGEST_MS = 7 * 86_400_000;
/** An access token is renewed so long before it expires, or at the last quarter of its life where that is less. */
const AHEAD_MS = 60_000;
/** While the provider is down it is asked once in that time on behalf of tokens that are still valid. */
const PAUSE_MS = 5000;
/** A token that replaced a refused one and is refused itself within that time is not replaced again: the API takes no token of this person. */
const REPEATED_MS = 5000;
/** Sessions whose newest form is remembered. */
const MOST_REMEMBERED = 2000;
/** Sessions that have ended: only their ids are remembered. */
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

/** Makes them. */
export function createSessions({
  client,
  seal,
  now,
  onTrouble,
}: {
  client: Pick<OidcClient, 'refresh'>;
  seal: Seal;
  now: () => number;
  /** Hears why a session was not renewed. */
  onTrouble(error: unknown): void;
}): Sessions {
  /** By id. */
  const newest = new Map<string, SessionState>();
  const ended = new Map<string, true>();
  const running = new Map<string, Promise<SessionState>>();
  /** Sessions renewed because the API refused a token, and when. */
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
        // OpenID Connect Core, section 12.2: a renewed ID token is of the same person.
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
  /** The newest form of a session that came in a cookie; null: it has ended. */
  const current = (state: SessionState): SessionState | null => {
    if (ended.has(state.id) || now() >= state.endsAt) return null;
    const known = newest.get(state.id);
    return known && known.turn > state.turn ? known : state;
  };
  /** Renewed where it is time. */
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
      const came = sealed === null ? undefined : (seal.open(sealed, PURPOSE) as SessionState | undefined);
      if (came === undefined) {
        // Not ours, or of an earlier secret.
        return { ...NO_ONE, cookies: () => (cookie.isIn(header) ? (cookie.write(null, header) ?? []) : []) };
      }
      const known = current(came);
      const found = known === null ? SIGNED_OUT : await timely(known);
      const refusal = 'status' in found ? found : null;
      let state = 'status' in found ? null : found;
      return {
        id: came.id,
        name: state?.name ?? null,
        token: () => state?.accessToken ?? null,
        refusal,
        async renewRefused() {
          if (state === null) return null;
          const newer = current(state);
          // Another request has been through this already.
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
          // Again: while this answer was on its way another request may have renewed it.
          const latest = refusal ? null : current(came);
          if (latest?.turn === came.turn) return [];
          const written = latest && cookie.write(seal.close(latest, PURPOSE), header);
          return written ?? cookie.write(null, header) ?? [];
        },
        end() {
          const { refreshToken } = current(came) ?? came;
          end(came.id);
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

/** As the newest entry; the oldest ones are forgotten. */
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

/** What the person is called, from the claims of the ID token (OpenID Connect Core, section 5.1). */
function nameIn(claims: TokenSet['claims']): string {
  const own = new Map<string, unknown>(Object.entries(claims ?? {}));
  const found = ['name', 'preferred_username', 'email', 'sub'].map(key => own.get(key));
  const text = found.find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim().slice(0, 200) : '';
}
