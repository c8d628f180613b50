/** The dialogs over the screen, each loaded when it is first opened: Find, sign-in, shortcuts, and the question about a link. */
import { type ComponentType, type ReactNode, Suspense, useLayoutEffect, useRef } from 'react';
import type { Session } from '../../session/connections/session';
import { lazyPart } from '../../ui/lazyPart';
import type { App } from '../createApp';
import type { LinkedEndpoint } from '../createLinkedNavigation';

const FindDialog = lazyPart(() => import(/* webpackChunkName: "find" */ '../find/FindDialog'));
const SignInDialog = lazyPart(() => import(/* webpackChunkName: "sign-in" */ '../signIn/SignInDialog'));
const ShortcutsDialog = lazyPart(() => import(/* webpackChunkName: "shortcuts" */ './ShortcutsDialog'));
const LinkDialog = lazyPart(() => import(/* webpackChunkName: "link" */ './LinkDialog'));

/** The dialog that is open. */
export type Overlay = 'find' | 'shortcuts' | 'signIn';

const OVERLAYS: Readonly<Record<Overlay, ComponentType<{ session: Session; onClose: () => void; typed: { current: string } }>>> =
  {
    find: FindDialog,
    shortcuts: ShortcutsDialog,
    signIn: SignInDialog,
  };

/** Renders the open dialog, if any. */
export function OpenOverlay({
  open,
  session,
  onClose,
}: {
  open: Overlay | null;
  session: Session;
  onClose: () => void;
}): ReactNode {
  const typed = useRef('');
  if (open === null) return null;
  const Dialog = OVERLAYS[open];
  return (
    <Suspense fallback={open === 'find' ? <EarlyKeys typed={typed} onEscape={onClose} /> : null}>
      <Dialog session={session} onClose={onClose} typed={typed} />
    </Suspense>
  );
}

/** Collects what is typed before the dialog's code is loaded. */
function EarlyKeys({ typed, onEscape }: { typed: { current: string }; onEscape: () => void }): null {
  useLayoutEffect(() => {
    typed.current = '';
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') onEscape();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if ([...event.key].length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [typed, onEscape]);
  return null;
}

/** The question about a link's endpoint. */
export function LinkConfirmation({ app, linked }: { app: App; linked: LinkedEndpoint }): ReactNode {
  return (
    <Suspense fallback={null}>
      <LinkDialog app={app} linked={linked} />
    </Suspense>
  );
}
