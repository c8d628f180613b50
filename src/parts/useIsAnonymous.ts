/** Whether no user is signed in. If so, any refusal offers to sign in, whatever its error code. */
import { createContext, useContext } from 'react';
import type { SessionToken } from '../session/connections/sessionToken';
import { useReadable } from '../ui/useReadable';

/** The stores that identify the signed-in user. */
export type SignedInState = Pick<SessionToken, 'signedIn' | 'cookie'>;

const UNKNOWN: SignedInState = {
  signedIn: { get: () => true, subscribe: () => () => {} },
  cookie: { get: () => null, subscribe: () => () => {} },
};

/** The token of the session that the screens below belong to. */
export const SignedInContext = createContext<SignedInState>(UNKNOWN);

/** True while neither a token nor a cookie identifies the user; false if that is unknown. */
export function useIsAnonymous(): boolean {
  const { signedIn, cookie } = useContext(SignedInContext);
  const hasToken = useReadable(signedIn);
  const account = useReadable(cookie);
  return !hasToken && account === null;
}
