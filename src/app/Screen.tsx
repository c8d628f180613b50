/**
 * Which screen an address shows. Each feature is a chunk of its own with its English texts, fetched when its first address is opened; Data
 * is fetched together with the page, for it is what most addresses lead to.
 */
import { lazy, type ReactNode } from 'react';
import { knowing } from '../i18n/knowing';
import { pathParts } from '../session/navigation';
import type { Session } from '../session/session';
import type { App } from './createApp';
import { NotFound } from './NotFound';

const DataScreen = lazy(async () => {
  const [{ DataScreen }, { data }] = await Promise.all([
    import(/* webpackPreload: true, webpackChunkName: "data" */ '../features/data/DataScreen'),
    import(/* webpackPreload: true, webpackChunkName: "data" */ '../i18n/english/data'),
  ]);
  return { default: knowing({ data }, DataScreen) };
});
const ActionsScreen = lazy(async () => {
  const [{ ActionsScreen }, { actions }, { form }] = await Promise.all([
    import(/* webpackChunkName: "actions" */ '../features/actions/ActionsScreen'),
    import(/* webpackChunkName: "actions" */ '../i18n/english/actions'),
    import(/* webpackChunkName: "actions" */ '../i18n/english/form'),
  ]);
  return { default: knowing({ actions, form }, ActionsScreen) };
});
const LiveScreen = lazy(async () => {
  const [{ LiveScreen }, { live }, { form }] = await Promise.all([
    import(/* webpackChunkName: "live" */ '../features/live/LiveScreen'),
    import(/* webpackChunkName: "live" */ '../i18n/english/live'),
    import(/* webpackChunkName: "live" */ '../i18n/english/form'),
  ]);
  return { default: knowing({ live, form }, LiveScreen) };
});
const QueryScreen = lazy(async () => {
  const [{ QueryScreen }, { query }, { form }] = await Promise.all([
    import(/* webpackChunkName: "query" */ '../features/query/QueryScreen'),
    import(/* webpackChunkName: "query" */ '../i18n/english/query'),
    import(/* webpackChunkName: "query" */ '../i18n/english/form'),
  ]);
  return { default: knowing({ query, form }, QueryScreen) };
});
const DocsScreen = lazy(async () => {
  const [{ DocsScreen }, { docs }] = await Promise.all([
    import(/* webpackChunkName: "docs" */ '../features/docs/DocsScreen'),
    import(/* webpackChunkName: "docs" */ '../i18n/english/docs'),
  ]);
  return { default: knowing({ docs }, DocsScreen) };
});
const WireScreen = lazy(async () => {
  const [{ WireScreen }, { wire }] = await Promise.all([
    import(/* webpackChunkName: "wire" */ '../features/wire/WireScreen'),
    import(/* webpackChunkName: "wire" */ '../i18n/english/wire'),
  ]);
  return { default: knowing({ wire }, WireScreen) };
});
const ConnectionsScreen = lazy(async () => {
  const [{ ConnectionsScreen }, { connections }] = await Promise.all([
    import(/* webpackChunkName: "connections" */ '../features/connections/ConnectionsScreen'),
    import(/* webpackChunkName: "connections" */ '../i18n/english/connections'),
  ]);
  return { default: knowing({ connections }, ConnectionsScreen) };
});
const SettingsScreen = lazy(async () => {
  const [{ SettingsScreen }, { settings }] = await Promise.all([
    import(/* webpackChunkName: "settings" */ '../features/settings/SettingsScreen'),
    import(/* webpackChunkName: "settings" */ '../i18n/english/settings'),
  ]);
  return { default: knowing({ settings }, SettingsScreen) };
});

/** The screen of a path. '/' is Data without a collection: it shows the first one. */
export function Screen({ app, session, path }: { app: App; session: Session; path: string }): ReactNode {
  const [area, first, second, ...more] = pathParts(path);
  if (area === 'docs') return <DocsScreen session={session} path={pathParts(path).slice(1)} />;
  if (more.length > 0) return <NotFound />;
  if (area === undefined) return <DataScreen session={session} />;
  if (area === 'data') return <DataScreen session={session} {...named('collection', first)} {...named('recordId', second)} />;
  if (second !== undefined) return <NotFound />;
  if (area === 'actions') return <ActionsScreen session={session} {...named('action', first)} />;
  if (area === 'live') return <LiveScreen session={session} {...named('feed', first)} />;
  if (first !== undefined) return <NotFound />;
  if (area === 'query') return <QueryScreen session={session} />;
  if (area === 'wire') return <WireScreen session={session} />;
  if (area === 'connections') return <ConnectionsScreen session={session} />;
  if (area === 'settings') return <SettingsScreen settings={app} />;
  return <NotFound />;
}

/** A property that is there only when the address names it. */
function named<Name extends string>(name: Name, value: string | undefined): { [K in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [K in Name]?: string };
}
