/** The windows over the screen, each fetched when it is opened first: find, sign-in, the list of shortcuts, the question about a link. */
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { knowing, knowingLater } from '../i18n/knowing';
import type { Session } from '../session/session';
import type { App, LinkedEndpoint } from './createApp';
import { shellTexts } from './shellTexts';

const FindDialog = lazy(async () => {
  const [{ FindDialog }, { settings }, { shellMore }] = await Promise.all([
    import(/* webpackChunkName: "find" */ './FindDialog'),
    import(/* webpackChunkName: "find" */ '../i18n/english/settings'),
    import(/* webpackChunkName: "offers" */ '../i18n/english/shellMore'),
  ]);
  return { default: knowing({ settings, shell: shellMore }, FindDialog) };
});
const SignInDialog = lazy(() =>
  knowingLater(
    shellTexts(),
    import(/* webpackChunkName: "sign-in" */ './SignInDialog').then(({ SignInDialog }) => SignInDialog),
  ),
);
const ShortcutsDialog = lazy(() =>
  knowingLater(
    Promise.all([shellTexts(), import(/* webpackChunkName: "shortcuts" */ '../i18n/english/query')]).then(
      ([shell, { query }]) => ({ ...shell, query }),
    ),
    import(/* webpackChunkName: "shortcuts" */ './ShortcutsDialog').then(({ ShortcutsDialog }) => ShortcutsDialog),
  ),
);
const LinkDialog = lazy(() =>
  knowingLater(
    shellTexts(),
    import(/* webpackChunkName: "link" */ './LinkDialog').then(({ LinkDialog }) => LinkDialog),
  ),
);

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
