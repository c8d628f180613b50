/** Selects the screen of an address. */
import type { ReactNode } from 'react';
import { isScreenPath } from '../../lib/page/screenPaths';
import type { Session } from '../../session/connections/session';
import { pathParts } from '../../session/navigation/navigation';
import type { App } from '../createApp';
import { NotFound } from './NotFound';
import {
  ActionsScreen,
  ConnectionsScreen,
  DashboardScreen,
  DataScreen,
  DocsScreen,
  LiveScreen,
  QueryScreen,
  SettingsScreen,
  WireScreen,
} from './screenParts';

/** The screen of a path. '/' is Data without a collection, which shows the first one. */
export function Screen({ app, session, path }: { app: App; session: Session; path: string }): ReactNode {
  if (!isScreenPath(path)) return <NotFound />;
  const [area, first, second] = pathParts(path);
  if (area === 'docs') return <DocsScreen session={session} path={pathParts(path).slice(1)} />;
  if (area === undefined) return <DataScreen session={session} />;
  if (area === 'data') return <DataScreen session={session} {...named('collection', first)} {...named('recordId', second)} />;
  if (area === 'dashboard') return <DashboardScreen session={session} />;
  if (area === 'actions') return <ActionsScreen session={session} {...named('action', first)} />;
  if (area === 'live') return <LiveScreen session={session} {...named('feed', first)} />;
  if (area === 'query') return <QueryScreen session={session} />;
  if (area === 'wire') return <WireScreen session={session} />;
  if (area === 'connections') return <ConnectionsScreen session={session} />;
  return <SettingsScreen settings={app} />;
}

/** An object with the property, or without it if the value is undefined. */
function named<Name extends string>(name: Name, value: string | undefined): { [K in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: string };
}
