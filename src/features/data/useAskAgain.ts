/** Asking again for what was refused to somebody who was not signed in, once they are. Reading alone: nothing that changes data comes here. */
import { useEffect, useRef } from 'react';
import type { Session } from '../../session/session';
import type { Failure } from '../../transport/failure';
import { useReadable } from '../../ui/useReadable';

/** Calls `refresh` when somebody signs in, here or in another tab, while `failure` says that nobody is. */
export function useAskAgain(session: Session, failure: Failure | null, refresh: () => void): void {
  const { token } = session;
  const known = useReadable(token.known);
  const signedIn = useReadable(token.signedIn);
  const last = useRef({ known, signedIn });
  useEffect(() => {
    const before = last.current;
    // A new token in the place of one that has expired changes nothing but the list of those that were known.
    if (before.known === known && before.signedIn === signedIn) return;
    last.current = { known, signedIn };
    if (signedIn && failure?.tag === 'auth' && failure.signedOut) refresh();
  }, [known, signedIn, failure, refresh]);
}
