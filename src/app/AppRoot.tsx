/** The root component: language, announcements and urql's Provider around the shell. Used by the browser and by the server render. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Provider } from 'urql';
import { LanguageProvider, useLanguage } from '../i18n/LanguageProvider';
import { SignedInContext } from '../parts/useIsAnonymous';
import { Announcer } from '../ui/frame/Announcer';
import { useReadable } from '../ui/useReadable';
import type { App } from './createApp';
import { ErrorBoundary } from './shell/ErrorBoundary';
import { LinkConfirmation } from './shell/overlays';
import { Shell } from './shell/Shell';
import '../ui/tokens.css';
import '../ui/base.css';

export function AppRoot({ app }: { app: App }): ReactNode {
  const session = useReadable(app.session);
  const linked = useReadable(app.linked);
  const id = session?.connection.id ?? null;
  const before = useRef(id);
  useEffect(() => {
    if (before.current === id) return;
    before.current = id;
    // The focused element was removed with the screens of the previous connection.
    if (document.activeElement === document.body) document.getElementById('screen')?.focus();
  }, [id]);
  return (
    <LanguageProvider language={app.language.current}>
      <PageAttributes app={app} />
      <Announcer>
        {session ? (
          <Provider value={session.transport.client}>
            <SignedInContext.Provider value={session.token}>
              {/* The key discards all component state when the connection changes. */}
              <ErrorBoundary key={session.connection.id} resetKey="">
                <Shell app={app} session={session} />
              </ErrorBoundary>
            </SignedInContext.Provider>
          </Provider>
        ) : null}
        {linked ? (
          <ErrorBoundary resetKey={linked.endpoint}>
            <LinkConfirmation app={app} linked={linked} />
          </ErrorBoundary>
        ) : null}
      </Announcer>
    </LanguageProvider>
  );
}

/** Sets the attributes of the <html> element: language, direction, theme, density. */
function PageAttributes({ app }: { app: App }): ReactNode {
  const { tag, direction } = useLanguage();
  const { theme, density } = useReadable(app.appearance);
  useEffect(() => {
    const root = document.documentElement;
    root.lang = tag;
    root.dir = direction;
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
    root.dataset.density = density;
  }, [tag, direction, theme, density]);
  return null;
}
