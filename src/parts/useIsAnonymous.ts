/** Whether no user is signed in: a refusal then asks for a sign-in, whatever its code. */
import { createContext, useContext } from 'react';
import type { SessionToken } from '../session/connections/sessionToken';
import { useReadable } from '../ui/text/useReadable';

/** What identifies the signed-in user. */
export type SignedInState = Pick<SessionToken, 'signedIn' | 'cookie'>;

const UNKNOWN: SignedInState = {
  signedIn: { get: () => true, subscribe: () => () => {} },
  cookie: { get: () => null, subscribe: () => () => {} },
};

/** The token of the session that the screens below are of. */
export const SignedInContext = createContext<SignedInState>(UNKNOWN);

/** True while neither a token nor a cookie identifies the user; false where that is not known. */
export function useIsAnonymous(): boolean {
  const { signedIn, cookie } = useContext(SignedInContext);
  const hasToken = useReadable(signedIn);
  const account = useReadable(cookie);
  return !hasToken && account === null;
}
