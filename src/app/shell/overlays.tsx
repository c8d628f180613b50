/** The windows over the screen, each fetched when it is opened first: find, sign-in, the list of shortcuts, the question about a link. */
import { type ComponentType, type ReactNode, Suspense } from 'react';
import type { Session } from '../../session/connections/session';
import { lazyPart } from '../../ui/lazyPart';
import type { App, LinkedEndpoint } from '../createApp';

const FindDialog = lazyPart(() => import(/* webpackChunkName: "find" */ '../find/FindDialog'));
const SignInDialog = lazyPart(() => import(/* webpackChunkName: "sign-in" */ '../signIn/SignInDialog'));
const ShortcutsDialog = lazyPart(() => import(/* webpackChunkName: "shortcuts" */ './ShortcutsDialog'));
const LinkDialog = lazyPart(() => import(/* webpackChunkName: "link" */ './LinkDialog'));

/** Which of them is open. */
export type Overlay = 'find' | 'shortcuts' | 'signIn';

const OVERLAYS: Readonly<Record<Overlay, ComponentType<{ session: Session; onClose: () => void }>>> = {
  find: FindDialog,
  shortcuts: ShortcutsDialog,
  signIn: SignInDialog,
};

/** The open window, or nothing. */
export function OpenOverlay({
  open,
  session,
  onClose,
}: {
  open: Overlay | null;
  session: Session;
  onClose: () => void;
}): ReactNode {
  if (open === null) return null;
  const Dialog = OVERLAYS[open];
  return (
    <Suspense fallback={null}>
      <Dialog session={session} onClose={onClose} />
    </Suspense>
  );
}

/** The question about a link's endpoint. */
export function LinkQuestion({ app, linked }: { app: App; linked: LinkedEndpoint }): ReactNode {
  return (
    <Suspense fallback={null}>
      <LinkDialog app={app} linked={linked} />
    </Suspense>
  );
}
