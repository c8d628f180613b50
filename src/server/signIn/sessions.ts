/**
 * The sessions of users who are signed in at the gateway. A session is stored in the browser's cookie, encrypted (seal.ts), so that the
 * server is stateless: it contains tokens, identity, and how often it was renewed. What the server remembers is in sessionStates.ts.
 */
import { randomBytes } from 'node:crypto';
import type { TokenSet } from '../../session/signIn/oidcClient';
import type { GatewayError } from '../gateway/graphqlError';
import type { Cookie } from './createCookie';
import type { Seal } from './seal';
import {
  createSessionStates,
  PROVIDER_DOWN,
  type SessionState,
  type SessionStatesOptions,
  SIGNED_OUT,
  tokensOf,
} from './sessionStates';

/** The session of one request. */
export interface Visit {
  /** The id of the session; null if there is none. It is not secret, but only this server knows it. */
  id: string | null;
  /** The user's name; null if no user is signed in. */
  name: string | null;
  /** The access token; null if no user is signed in. */
  token(): string | null;
  /** Why a request with a session cannot be sent with a token; otherwise null. */
  refusal: GatewayError | null;
  /** Replaces a token that the API has refused; null if there is no other. */
  renewRefused(): Promise<string | null>;
  /** Lines for Set-Cookie if the browser's cookie is not the newest. */
  cookies(): string[];
  /** True once the session has ended, also if that was after the visit began. */
  hasEnded(): boolean;
  /** Ends the session. @returns its refresh token, which should be revoked */
  end(): string | null;
}

/** The sessions of a server. */
export interface Sessions {
  /** Lines for Set-Cookie of a new session; null if its tokens are too long for cookies. */
  begin(set: TokenSet, cookie: Cookie, header: string | undefined): string[] | null;
  /** The id of the session of a request; null if there is none. */
  idOf(cookie: Cookie, header: string | undefined): string | null;
  /** Reads the session of a request, and renews it if it is about to expire. Never rejects. */
  visit(cookie: Cookie, header: string | undefined): Promise<Visit>;
}

const PURPOSE = 'session';
/** Users must sign in again after a week, whatever the provider allows. */
const LONGEST_MS = 7 * 86_400_000;
/** Creates the sessions of a server. */
export function createSessions({ seal, ...options }: SessionStatesOptions & { seal: Seal }): Sessions {
  const states = createSessionStates(options);
  const receivedIn = (cookie: Cookie, header: string | undefined): SessionState | undefined => {
    const sealed = cookie.read(header);
    return sealed === null ? undefined : (seal.open(sealed, PURPOSE) as SessionState | undefined);
  };

  return {
    begin(set, cookie, header) {
      const id = randomBytes(16).toString('base64url');
      const at = options.now();
      const identity = { subject: String(set.claims?.sub ?? ''), name: nameIn(set.claims) };
      const state: SessionState = { id, turn: 0, ...identity, ...tokensOf(set, at), endsAt: at + LONGEST_MS };
      return cookie.write(seal.close(state, PURPOSE), header);
    },
    idOf: (cookie, header) => receivedIn(cookie, header)?.id ?? null,
    async visit(cookie, header) {
      const received = receivedIn(cookie, header);
      if (received === undefined) {
        // Not one of our cookies, or sealed with an earlier secret.
        return { ...NO_ONE, cookies: () => (cookie.isIn(header) ? (cookie.write(null, header) ?? []) : []) };
      }
      const known = states.current(received);
      const found = known === null ? SIGNED_OUT : await states.timely(known);
      const refusal = 'status' in found ? found : null;
      let state = 'status' in found ? null : found;
      return {
        id: received.id,
        name: state?.name ?? null,
        token: () => state?.accessToken ?? null,
        refusal,
        async renewRefused() {
          if (state === null) return null;
          const newer = states.current(state);
          // Another request has renewed the token already.
          if (newer === null || newer.turn > state.turn) state = newer;
          else {
            const renewed = await states.renewRefused(state);
            if (renewed === null) return null;
            state = renewed;
          }
          return state?.accessToken ?? null;
        },
        cookies() {
          if (refusal === PROVIDER_DOWN) return [];
          // Checked again, because another request may have renewed the session in the meantime.
          const latest = refusal ? null : states.current(received);
          if (latest?.turn === received.turn) return [];
          const written = latest && cookie.write(seal.close(latest, PURPOSE), header);
          return written ?? cookie.write(null, header) ?? [];
        },
        hasEnded: () => states.current(received) === null,
        end() {
          const { refreshToken } = states.current(received) ?? received;
          states.end(received.id);
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
  hasEnded: () => false,
  end: () => null,
};

/** The user's display name from the claims of the ID token (OpenID Connect Core, section 5.1). */
function nameIn(claims: TokenSet['claims']): string {
  const own = new Map<string, unknown>(Object.entries(claims ?? {}));
  const found = ['name', 'preferred_username', 'email', 'sub'].map(key => own.get(key));
  const text = found.find(value => typeof value === 'string' && value.trim() !== '');
  return typeof text === 'string' ? text.trim().slice(0, 200) : '';
}
