/** The cookies of the sign-in: one of the session, one of the started sign-ins, for HTTPS and for this machine's own addresses. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isLoopbackHost, type RequestGuard } from '../guard/requestGuard';
import { type Cookie, createCookie } from './createCookie';
import { PENDING_MS } from './pendingSignIns';
import type { SignInSettings } from './readSignIn';

/** The cookies for one scheme. */
export interface Cookies {
  scheme: 'http' | 'https';
  session: Cookie;
  pending: Cookie;
}

/** The cookies of a gateway. */
export interface SignInCookies {
  /** With the attribute `Secure`. */
  secure: Cookies;
  /** The cookies of a request; null if its connection is not safe: without HTTPS a cookie could be read on the network. */
  of(request: IncomingMessage): Cookies | null;
}

/** The name of a gateway's session cookie. Browsers store cookies by host, not by port, so each gateway on a machine needs its own names. */
export function cookieName({ issuer, clientId }: SignInSettings, upstream: URL): string {
  return `oriel-${createHash('sha256').update(`${issuer}\0${clientId}\0${upstream.href}`).digest('hex').slice(0, 8)}`;
}

/** Creates the cookies of a gateway. */
export function signInCookies(name: string, guard: RequestGuard): SignInCookies {
  const secure = cookiesOf(name, true);
  const plain = cookiesOf(name, false);
  return {
    secure,
    of(request) {
      if (guard.isSecure(request.headers)) return secure;
      return isLoopbackHost(guard.outerHost(request.headers)) ? plain : null;
    },
  };
}

function cookiesOf(name: string, isSecure: boolean): Cookies {
  return {
    scheme: isSecure ? 'https' : 'http',
    session: createCookie(name, isSecure),
    pending: createCookie(`${name}-pending`, isSecure, PENDING_MS / 1000),
  };
}
