/** The navigation rail: connection menu, Find, the schema's Data, Actions and Live, then the tools. */
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import { collectionById, findCollections } from '../../schema/collections/collections';
import { homeCollection } from '../../schema/collections/homeCollection';
import { showsLittle } from '../../schema/collections/showsLittle';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href, pathParts } from '../../session/navigation/navigation';
import { storedViews, viewedCollections } from '../../session/navigation/storedViews';
import type { SchemaState } from '../../session/schema/shownSchema';
import { SkeletonLines } from '../../ui/frame/Skeleton';
import { Button } from '../../ui/inputs/Button';
import { lazyPart } from '../../ui/lazyPart';
import { Icon, type IconName } from '../../ui/text/Icon';
import { Key } from '../../ui/text/Pill';
import { StatusDot } from '../../ui/text/StatusDot';
import { useIsHydrated } from '../../ui/useIsHydrated';
import { useReadable } from '../../ui/useReadable';
import type { App } from '../createApp';
import { commandKey } from '../shell/commandKey';
import { ErrorBoundary } from '../shell/ErrorBoundary';
import { RailOffers, RailViews } from '../shell/screenParts';
import { ConnectionSwitch } from './ConnectionSwitch';
import { RailGroup, scrollRailTo } from './RailGroup';
import './Rail.css';

const GatewayAccount = lazyPart(
  async () => ({
    default: (await import(/* webpackChunkName: "gateway-account" */ '../signIn/GatewayAccount')).GatewayAccount,
  }),
  // If the code cannot be loaded, the account is not shown.
  () => null,
);

export function Rail({
  app,
  session,
  path,
  onFind,
  onSignIn,
}: {
  app: App;
  session: Session;
  path: string;
  onFind: () => void;
  onSignIn: () => void;
}): ReactNode {
  const text = useText();
  const isHydrated = useIsHydrated();
  const state = useReadable(session.schema);
  const [area] = pathParts(path);
  const tools: [string, string, IconName][] = [
    ['dashboard', text('shell.dashboard'), 'dashboard'],
    ['query', text('shell.query'), 'query'],
    ['docs', text('shell.docs'), 'docs'],
    ['wire', text('shell.wire'), 'wire'],
    ['connections', text('shell.connections'), 'connection'],
    ['settings', text('shell.settings'), 'settings'],
  ];
  return (
    <nav className="rail" aria-label={text('shell.navigation')}>
      <div className="rail-head">
        <ConnectionSwitch app={app} session={session} state={state} />
        <button type="button" className="rail-find" onClick={onFind}>
          <Icon name="search" />
          <span className="rail-find-words">{text('shell.find')}</span>
          <span className="rail-find-keys" aria-hidden="true" dir="ltr">
            <Key>{isHydrated && commandKey() === '⌘' ? '⌘K' : 'Ctrl K'}</Key>
          </span>
        </button>
      </div>
      <div className="rail-body">
        <ErrorBoundary resetKey={path} part="rail-failed">
          <SchemaGroups state={state} session={session} path={path} onSignIn={onSignIn} />
        </ErrorBoundary>
        <section className="rail-group">
          <h2 className="rail-group-head">{text('shell.tools')}</h2>
          <ul>
            {tools.map(([name, label, icon]) => (
              <li key={name}>
                <a
                  className="rail-link"
                  href={href([name])}
                  aria-current={area === name ? 'page' : undefined}
                  ref={area === name ? scrollRailTo : undefined}
                >
                  <Icon name={icon} />
                  <span className="truncate">{label}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      </div>
      {session.connection.signIn ? (
        <div className="rail-foot">
          {isHydrated ? (
            <Suspense fallback={null}>
              <GatewayAccount session={session} />
            </Suspense>
          ) : null}
        </div>
      ) : (
        <SignInState session={session} onSignIn={onSignIn} />
      )}
    </nav>
  );
}

/** The groups Data, Actions and Live of a schema. Empty groups are left out. */
function SchemaGroups({
  state,
  session,
  path,
  onSignIn,
}: {
  state: SchemaState;
  session: Session;
  path: string;
  onSignIn: () => void;
}): ReactNode {
  const text = useText();
  const signedIn = useReadable(session.token.signedIn);
  const cookie = useReadable(session.token.cookie);
  const schema = state.status === 'ready' ? state.schema : null;
  const data = useMemo(
    () => schema && findCollections(schema).filter(collection => collection.alternateOf === null && !collection.isSystem),
    [schema],
  );
  const views = useReadable(storedViews(session.preferences));
  const kept = useMemo(
    () => new Set([views, session.connection.views].flatMap(viewedCollections)),
    [views, session.connection.views],
  );
  if (state.status === 'loading') return <SkeletonLines lines={6} />;
  if (!schema || !data) {
    return (
      <div className="rail-failed">
        <p>
          <StatusDot tone="danger" /> {text('shell.schemaFailed')}
        </p>
        <Button icon="refresh" onClick={() => void session.schema.refresh()}>
          {text('errors.retry')}
        </Button>
      </div>
    );
  }
  // Some servers show little to users who are not signed in.
  const isLittle = !signedIn && cookie === null && showsLittle(schema);
  // '/' shows the first collection.
  const here = path !== '/' ? listedPath(schema, path) : data[0] ? href(['data', data[0].id]) : path;
  return (
    <>
      {isLittle ? (
        <div className="rail-failed">
          <p>{text('shell.signInForMore')}</p>
          <Button icon="signIn" onClick={onSignIn}>
            {text('shell.signIn')}
          </Button>
        </div>
      ) : null}
      <RailGroup
        name={text('shell.data')}
        icon="table"
        area="data"
        offers={data}
        path={here}
        session={session}
        id="data"
        kept={kept}
        beneath={({ id }) =>
          kept.has(id) ? (
            <Suspense fallback={null}>
              <RailViews session={session} collection={href(['data', id])} />
            </Suspense>
          ) : null
        }
      />
      <ErrorBoundary resetKey={path} part="rail-failed">
        <Suspense fallback={<SkeletonLines lines={4} />}>
          <RailOffers schema={schema} session={session} path={path} />
        </Suspense>
      </ErrorBoundary>
    </>
  );
}

/** The path of the rail entry for `path`: an alternate form of a collection, or a record under its type's name, maps to the collection. */
function listedPath(schema: SchemaModel, path: string): string {
  const [area, name] = pathParts(path);
  if (area !== 'data' || name === undefined) return path;
  const listed = collectionById(schema, name);
  const id = listed ? listed.alternateOf : homeCollection(schema, name)?.id;
  return id ? href(['data', id]) : path;
}

function SignInState({ session, onSignIn }: { session: Session; onSignIn: () => void }): ReactNode {
  const text = useText();
  const { token } = session;
  const signedIn = useReadable(token.signedIn);
  const verified = useReadable(token.verified);
  const cookie = useReadable(token.cookie);
  const foot = useRef<HTMLDivElement>(null);
  const pressed = useRef(false);
  const isIn = signedIn || cookie !== null;
  // The pressed button was removed; focus the one that replaced it.
  useEffect(() => {
    if (pressed.current && !isIn) foot.current?.querySelector('button')?.focus();
    pressed.current = false;
  }, [isIn]);
  const signOut = async (): Promise<void> => {
    pressed.current = true;
    if (signedIn && session.connection.oidc) {
      const openId = await import(/* webpackChunkName: "open-id" */ '../../session/signIn/openId').catch(() => null);
      // Without the code, the token is at least removed here.
      await openId?.openIdOf(session)?.signOut();
    }
    if (signedIn) token.clear();
    if (cookie === null) return;
    const { signOutAtServer } = await import(/* webpackChunkName: "sign-out" */ '../../session/signIn/fetchAccount');
    await signOutAtServer(session);
    token.setCookie(null);
  };
  const words = signedIn
    ? text(verified ? 'shell.signedIn' : 'shell.tokenSaved')
    : text(cookie?.verified ? 'shell.byCookie' : 'shell.perhapsByCookie');
  return (
    <div ref={foot} className="rail-foot">
      {isIn ? (
        <>
          <Icon name="person" />
          <span className="rail-foot-words" title={cookie?.name || undefined}>
            {words}
          </span>
          <Button kind="quiet" onClick={() => void signOut()}>
            {text('shell.signOut')}
          </Button>
        </>
      ) : (
        <Button icon="signIn" className="rail-sign-in" onClick={onSignIn}>
          {text('shell.signIn')}
        </Button>
      )}
    </div>
  );
}
