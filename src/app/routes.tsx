/**
 * Which screen an address shows. Each feature is a chunk of its own, fetched when its first address is opened; Data is fetched together
 * with the page, for it is what most addresses lead to.
 */
import { lazy, type ReactNode } from 'react';
import { pathParts } from '../session/navigation';
import type { Session } from '../session/session';
import type { App } from './createApp';
import { NotFound } from './NotFound';

const DataScreen = lazy(async () => ({
  default: (await import(/* webpackPreload: true, webpackChunkName: "data" */ '../features/data/DataScreen')).DataScreen,
}));
const ActionsScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "actions" */ '../features/actions/ActionsScreen')).ActionsScreen,
}));
const LiveScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "live" */ '../features/live/LiveScreen')).LiveScreen,
}));
const QueryScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "query" */ '../features/query/QueryScreen')).QueryScreen,
}));
const DocsScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "docs" */ '../features/docs/DocsScreen')).DocsScreen,
}));
const WireScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "wire" */ '../features/wire/WireScreen')).WireScreen,
}));
const ConnectionsScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "connections" */ '../features/connections/ConnectionsScreen')).ConnectionsScreen,
}));
const SettingsScreen = lazy(async () => ({
  default: (await import(/* webpackChunkName: "settings" */ '../features/settings/SettingsScreen')).SettingsScreen,
}));

/** The screen of a path. '/' is Data without a collection: it shows the first one. */
export function Screen({ app, session, path }: { app: App; session: Session; path: string }): ReactNode {
  const [area, first, second, ...more] = pathParts(path);
  const given = <Name extends string>(name: Name, value: string | undefined): { [K in Name]?: string } =>
    (value === undefined ? {} : { [name]: value }) as { [K in Name]?: string };
  if (more.length > 0 && area !== 'docs') return <NotFound />;
  switch (area) {
    case undefined:
      return <DataScreen session={session} />;
    case 'data':
      return <DataScreen session={session} {...given('collection', first)} {...given('recordId', second)} />;
    case 'docs':
      return <DocsScreen session={session} path={pathParts(path).slice(1)} />;
  }
  if (second !== undefined) return <NotFound />;
  switch (area) {
    case 'actions':
      return <ActionsScreen session={session} {...given('action', first)} />;
    case 'live':
      return <LiveScreen session={session} {...given('feed', first)} />;
  }
  if (first !== undefined) return <NotFound />;
  switch (area) {
    case 'query':
      return <QueryScreen session={session} />;
    case 'wire':
      return <WireScreen session={session} />;
    case 'connections':
      return <ConnectionsScreen session={session} />;
    case 'settings':
      return <SettingsScreen settings={app} />;
    default:
      return <NotFound />;
  }
}
