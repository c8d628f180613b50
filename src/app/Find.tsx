/** Find (Ctrl/⌘ K): opens a window that goes to anything by name. The window and its index are fetched when it is opened first. */
import { lazy, type ReactNode, Suspense } from 'react';
import type { Session } from '../session/session';

const FindDialog = lazy(async () => ({ default: (await import(/* webpackChunkName: "find" */ './FindDialog')).FindDialog }));

/** The window, fetched at first use. */
export function Find({ open, onClose, session }: { open: boolean; onClose: () => void; session: Session }): ReactNode {
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <FindDialog onClose={onClose} session={session} />
    </Suspense>
  );
}
