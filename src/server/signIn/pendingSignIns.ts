/**
 * The sign-ins that a browser has started and not finished, in an encrypted cookie: what the return from the provider is compared with, and
 * where it redirects to.
 */
import type { SignInRequest } from '../../session/signIn/oidcClient';
import { type Cookie, LONGEST_PART } from './createCookie';
import type { Seal } from './seal';

/** A sign-in that has been started. */
export interface PendingSignIn extends SignInRequest {
  /** The address to redirect to afterwards. */
  to: string;
  at: number;
}

/** Reads and writes the started sign-ins of a browser. */
export interface PendingSignIns {
  read(cookie: Cookie, header: string | undefined): PendingSignIn[];
  /** Lines for Set-Cookie. Drops the oldest sign-ins if there are too many. */
  write(cookie: Cookie, pending: readonly PendingSignIn[], header: string | undefined): string[];
}

const PURPOSE = 'pending';
/** How long the user may take at the provider. */
export const PENDING_MS = 30 * 60_000;
/** Limit on the started sign-ins per browser; the oldest are dropped. */
const MOST_PENDING = 3;

export function createPendingSignIns(seal: Seal, now: () => number): PendingSignIns {
  /** Stores the newest sign-ins that fit into one cookie, because the request headers must also have space for the session. */
  const writeNewest: PendingSignIns['write'] = (cookie, pending, header) => {
    const sealed = pending.length === 0 ? null : seal.close(pending, PURPOSE);
    if (sealed !== null && sealed.length > LONGEST_PART && pending.length > 1)
      return writeNewest(cookie, pending.slice(1), header);
    return cookie.write(sealed, header) ?? [];
  };

  return {
    read(cookie, header) {
      const found = seal.open(cookie.read(header) ?? '', PURPOSE) as PendingSignIn[] | undefined;
      return (found ?? []).filter(({ at }) => now() - at < PENDING_MS);
    },
    write: (cookie, pending, header) => writeNewest(cookie, pending.slice(-MOST_PENDING), header),
  };
}
