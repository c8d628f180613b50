/** The frame around every screen: the rail, one screen, and the status line below. In narrow windows the rail is a sheet. */
import { type KeyboardEvent, type MouseEvent, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { painted } from '../../lib/page/painted';
import { DEFAULT_CONNECTION } from '../../session/connections/connections';
import { openAddress } from '../../session/connections/openAddress';
import type { Session } from '../../session/connections/session';
import { withLastView } from '../../session/navigation/lastView';
import { useAnnounce } from '../../ui/frame/Announcer';
import { prepareMenus } from '../../ui/frame/menu/laterMenu';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { IconButton } from '../../ui/inputs/Button';
import { useRenderOnLoad } from '../../ui/lazyPart';
import { useReadable } from '../../ui/useReadable';
import type { App } from '../createApp';
import { splitEndpoint } from '../endpointHistory';
import { Rail } from '../rail/Rail';
import { ErrorBoundary } from './ErrorBoundary';
import { addEndpoint, anchorOf, internalHref, isPlainPress } from './internalLinks';
import { OpenOverlay, type Overlay } from './overlays';
import { Screen } from './Screen';
import { ScreenImages } from './ScreenImages';
import { FrameFoot, screenOf } from './screenParts';
import './Shell.css';
import '../status/StatusLine.css';

/** Delay before the wire log is loaded, in ms after the frame is rendered, so that the first rows come first. */
const WIRE_AFTER_MS = 2000;

/** Delay before the App settles, in ms after the first screen: React hydrates the parts of a server-rendered page one after the other. */
const SETTLE_AFTER_MS = 150;

/** Calls `app.settle` when the first screen is rendered or, on a server-rendered page, hydrated. */
function Arrival({ app, clock }: { app: App; clock: Session['clock'] }): null {
  useEffect(() => {
    const timer = clock.after(SETTLE_AFTER_MS, app.settle);
    return () => clock.cancel(timer);
  }, [app, clock]);
  return null;
}

/** Calls back when the session asks the user to sign in. */
function useSignInRequests(session: Session, onRequest: () => void): void {
  const request = useRef(onRequest);
  request.current = onRequest;
  const requests = useReadable(session.token.asked);
  const handled = useRef(requests);
  useEffect(() => {
    // The counter of a new session after signing out starts from zero.
    const isRequested = requests > handled.current;
    handled.current = requests;
    if (isRequested) request.current();
  }, [requests]);
}

/** Shows why a sign-in failed. */
function useSignInFailure(app: App): void {
  const text = useText();
  const { note } = useAnnounce();
  const signInFailed = useReadable(app.signInFailed);
  useEffect(() => {
    if (signInFailed === null) return;
    app.signInFailed.set(null);
    note({ text: text('shell.signInFailed', { reason: signInFailed.slice(0, 300) }), tone: 'danger' });
  }, [app, signInFailed, note, text]);
}

/** Loads code that the first screen does not need. */
function useLaterCode(session: Session): void {
  // Events are recorded from the start; the log that sorts them is loaded later.
  useEffect(() => {
    const timer = session.clock.after(WIRE_AFTER_MS, () => {
      import(/* webpackChunkName: "wire-log" */ '../../session/wire/wireOf').then(
        ({ wireOf }) => wireOf(session),
        // The Wire screen loads it again.
        () => undefined,
      );
      // Preloaded, so that the first subscription does not have to wait.
      import(/* webpackChunkName: "socket" */ '../../transport/socket/websocketClient').catch(() => undefined);
      prepareMenus();
    });
    return () => session.clock.cancel(timer);
  }, [session]);

  // Loads the code that renews the token before it expires.
  useEffect(() => {
    if (!session.connection.oidc) return;
    import(/* webpackChunkName: "open-id" */ '../../session/signIn/openId').then(
      ({ openIdOf }) => void openIdOf(session),
      () => undefined,
    );
  }, [session]);
}

/** Renders the frame. */
export function Shell({ app, session }: { app: App; session: Session }): ReactNode {
  const text = useText();
  const { note } = useAnnounce();
  const { path } = useReadable(session.navigation.address);
  useRenderOnLoad(screenOf(path));
  const accountChanges = useReadable(app.accountChanges);
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [sheet, setSheet] = useState(false);
  const [pressed, setPressed] = useState<string | null>(null);
  const main = useRef<HTMLElement>(null);
  const close = useCallback(() => setOverlay(null), []);

  useSignInRequests(session, () => setOverlay('signIn'));
  useSignInFailure(app);
  useLaterCode(session);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigating, or opening a dialog, closes the sheet
  useEffect(() => setSheet(false), [path, overlay]);

  const endpoint =
    session.connection.id === DEFAULT_CONNECTION ? null : openAddress(session.connection.httpEndpoint, session.pageUrl);
  const onClick = (event: MouseEvent): void => {
    const anchor = anchorOf(event.target);
    const to = anchor && isPlainPress(event) ? internalHref(anchor, window.location.origin, session.navigation.inner) : null;
    if (to === null) return;
    event.preventDefault();
    const goal = withLastView(session.preferences, splitEndpoint(to).rest, path);
    // The rail shows the pressed link in the next frame. The new screen is rendered after that, because it takes longer.
    setPressed(goal);
    void painted().then(() => {
      setPressed(null);
      session.navigation.go(goal);
    });
  };
  const onPointerDown = (event: MouseEvent): void => {
    const anchor = anchorOf(event.target);
    if (anchor) addEndpoint(anchor, window.location.origin, session.navigation.inner, endpoint);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && sheet) setSheet(false);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it handles events of the links inside it, which support the keyboard themselves
    <div className={sheet ? 'shell shell-sheet' : 'shell'} onClick={onClick} onPointerDown={onPointerDown} onKeyDown={onKeyDown}>
      <button type="button" className="shell-skip" onClick={() => main.current?.focus()}>
        {text('shell.skip')}
      </button>
      <header className="shell-bar">
        <IconButton icon="menu" label={text('shell.menu')} aria-expanded={sheet} onClick={() => setSheet(!sheet)} />
        <span className="shell-bar-name truncate" dir="auto">
          {session.connection.name}
        </span>
        <IconButton icon="search" label={text('shell.find')} onClick={() => setOverlay('find')} />
      </header>
      <Rail
        app={app}
        session={session}
        path={pressed?.split('?')[0] ?? path}
        onFind={() => setOverlay('find')}
        onSignIn={() => setOverlay('signIn')}
      />
      {sheet ? (
        <button type="button" className="shell-veil" aria-label={text('shell.closeMenu')} onClick={() => setSheet(false)} />
      ) : null}
      <main ref={main} id="screen" className="shell-main" tabIndex={-1}>
        <ErrorBoundary resetKey={path}>
          <Suspense fallback={<SkeletonLines lines={8} />}>
            <ScreenImages session={session}>
              {/* The key discards what the previous user saw when the account changes. */}
              <Screen key={accountChanges} app={app} session={session} path={path} />
            </ScreenImages>
            <Arrival app={app} clock={session.clock} />
          </Suspense>
        </ErrorBoundary>
      </main>
      <ErrorBoundary resetKey={path} part="status-line">
        <Suspense fallback={<div className="status-line" />}>
          <FrameFoot
            app={app}
            session={session}
            main={main}
            path={path}
            isCovered={overlay !== null}
            onFind={() => setOverlay('find')}
            onShortcuts={() => setOverlay('shortcuts')}
          />
        </Suspense>
      </ErrorBoundary>
      <ErrorBoundary
        resetKey={String(overlay)}
        onError={() => {
          close();
          note({ text: text('shell.notAvailableHelp'), tone: 'danger' });
        }}
      >
        <OpenOverlay open={overlay} onClose={close} session={session} />
      </ErrorBoundary>
    </div>
  );
}
