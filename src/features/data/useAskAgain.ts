/**
 * Asking again after sign-in: for what was refused without a token, and for what was incomplete without one. Reading alone: nothing
 * that changes data comes here. Signing out begins a session anew (createApp.ts), so nothing is left to ask again.
 */
import { useEffect, useRef } from 'react';
import type { Session } from '../../session/connections/session';
import type { Failure } from '../../transport/observe/failure';
import { useReadable } from '../../ui/text/useReadable';

/** Calls `refresh` at sign-in, here or in another tab, and when a token takes the place of one that was refused. */
export function useAskAgain(session: Session, failure: Failure | null, refresh: () => void): void {
  const { token } = session;
  const change = [useReadable(token.known), useReadable(token.signedIn)];
  const last = useRef<{ known: readonly string[]; signedIn: boolean } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is compared with itself; the rest says when to look
  useEffect(() => {
    // As it is: the first pass over a page of the server sees no one signed in.
    const now = { known: token.known.get(), signedIn: token.signedIn.get() };
    const before = last.current ?? now;
    last.current = now;
    if (!now.signedIn) return;
    // A new token in the place of one that has expired changes nothing but the list of those that were known.
    const isRefused = failure?.tag === 'auth' && failure.signedOut;
    if (!before.signedIn || (isRefused && before.known !== now.known)) refresh();
  }, [...change, failure, refresh]);
}
