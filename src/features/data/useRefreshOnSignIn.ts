/**
 * Repeats queries after sign-in: those that were refused without a token, and those whose results were incomplete without one. Only
 * queries, never mutations. Signing out starts a new session (createApp.ts), so no query is left to repeat.
 */
import { useEffect, useRef } from 'react';
import type { Session } from '../../session/connections/session';
import type { Failure } from '../../transport/observe/failure';
import { useReadable } from '../../ui/useReadable';

/** Calls `refresh` on sign-in, in this tab or another, and when a new token replaces one that was refused. */
export function useRefreshOnSignIn(session: Session, failure: Failure | null, refresh: () => void): void {
  const { token } = session;
  const change = [useReadable(token.known), useReadable(token.signedIn)];
  const last = useRef<{ known: readonly string[]; signedIn: boolean } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores are read inside and compared with their last values; the dependencies only trigger the check
  useEffect(() => {
    // Read directly from the stores: during hydration, the hooks return the server's state, in which no user is signed in.
    const now = { known: token.known.get(), signedIn: token.signedIn.get() };
    const before = last.current ?? now;
    last.current = now;
    if (!now.signedIn) return;
    // A new token that replaces an expired one changes only the list of known tokens.
    const isRefused = failure?.tag === 'auth' && failure.signedOut;
    if (!before.signedIn || (isRefused && before.known !== now.known)) refresh();
  }, [...change, failure, refresh]);
}
