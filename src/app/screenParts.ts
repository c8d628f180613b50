/**
 * The parts of the frame whose code comes later. Each feature is a chunk of its own with its English texts, fetched when its first address
 * is opened; Data is fetched together with the page, for it is what most addresses lead to.
 */
import { knowing, knowingLater } from '../i18n/knowing';
import { pathParts } from '../session/navigation';
import { type LazyPart, lazyPart } from '../ui/lazyPart';
import { shellTexts } from './shellTexts';

/** With what else comes beside the first rows; its place is kept. */
export const StatusLine = lazyPart(() =>
  knowingLater(
    shellTexts(),
    import(/* webpackChunkName: "offers" */ './StatusLine').then(({ StatusLine }) => StatusLine),
  ),
);
/** The rows of the first screen need only collections; what else there is comes beside them. */
export const RailOffers = lazyPart(() =>
  knowingLater(
    shellTexts(),
    import(/* webpackChunkName: "offers" */ './RailOffers').then(({ RailOffers }) => RailOffers),
  ),
);
/** See ../features. */
export const DataScreen = lazyPart(async () => {
  const [{ DataScreen }, { prepareData }, { data }] = await Promise.all([
    import(/* webpackChunkName: "data" */ '../features/data/DataScreen'),
    import(/* webpackChunkName: "data" */ '../features/data/dataParts'),
    import(/* webpackChunkName: "data" */ '../i18n/english/data'),
  ]);
  return { default: knowing({ data }, DataScreen), prepare: prepareData };
});
/** See ../features. */
export const ActionsScreen = lazyPart(async () => {
  const [{ ActionsScreen }, { actions }, { form }] = await Promise.all([
    import(/* webpackChunkName: "actions" */ '../features/actions/ActionsScreen'),
    import(/* webpackChunkName: "actions" */ '../i18n/english/actions'),
    import(/* webpackChunkName: "actions" */ '../i18n/english/form'),
  ]);
  return { default: knowing({ actions, form }, ActionsScreen) };
});
/** See ../features. */
export const LiveScreen = lazyPart(async () => {
  const [{ LiveScreen }, { live }, { form }] = await Promise.all([
    import(/* webpackChunkName: "live" */ '../features/live/LiveScreen'),
    import(/* webpackChunkName: "live" */ '../i18n/english/live'),
    import(/* webpackChunkName: "live" */ '../i18n/english/form'),
  ]);
  return { default: knowing({ live, form }, LiveScreen) };
});
/** See ../features. */
export const QueryScreen = lazyPart(async () => {
  const [{ QueryScreen }, { query }, { form }] = await Promise.all([
    import(/* webpackChunkName: "query" */ '../features/query/QueryScreen'),
    import(/* webpackChunkName: "query" */ '../i18n/english/query'),
    import(/* webpackChunkName: "query" */ '../i18n/english/form'),
  ]);
  return { default: knowing({ query, form }, QueryScreen) };
});
/** See ../features. */
export const DocsScreen = lazyPart(async () => {
  const [{ DocsScreen }, { docs }] = await Promise.all([
    import(/* webpackChunkName: "docs" */ '../features/docs/DocsScreen'),
    import(/* webpackChunkName: "docs" */ '../i18n/english/docs'),
  ]);
  return { default: knowing({ docs }, DocsScreen) };
});
/** See ../features. */
export const WireScreen = lazyPart(async () => {
  const [{ WireScreen }, { wire }] = await Promise.all([
    import(/* webpackChunkName: "wire" */ '../features/wire/WireScreen'),
    import(/* webpackChunkName: "wire" */ '../i18n/english/wire'),
  ]);
  return { default: knowing({ wire }, WireScreen) };
});
/** See ../features. */
export const ConnectionsScreen = lazyPart(async () => {
  const [{ ConnectionsScreen }, { connections }] = await Promise.all([
    import(/* webpackChunkName: "connections" */ '../features/connections/ConnectionsScreen'),
    import(/* webpackChunkName: "connections" */ '../i18n/english/connections'),
  ]);
  return { default: knowing({ connections }, ConnectionsScreen) };
});
/** See ../features. */
export const SettingsScreen = lazyPart(async () => {
  const [{ SettingsScreen }, { settings }] = await Promise.all([
    import(/* webpackChunkName: "settings" */ '../features/settings/SettingsScreen'),
    import(/* webpackChunkName: "settings" */ '../i18n/english/settings'),
  ]);
  return { default: knowing({ settings }, SettingsScreen) };
});

/** The screens by the first part of their path. */
const SCREENS: Readonly<Record<string, Pick<LazyPart<never>, 'prepare' | 'isReady'>>> = {
  data: DataScreen,
  actions: ActionsScreen,
  live: LiveScreen,
  query: QueryScreen,
  docs: DocsScreen,
  wire: WireScreen,
  connections: ConnectionsScreen,
  settings: SettingsScreen,
};

/** The part that shows a path; undefined for one that is no screen. */
export function screenOf(path: string): (typeof SCREENS)[string] | undefined {
  const [area = 'data'] = pathParts(path);
  // A name such as `constructor` is just a name.
  return Object.hasOwn(SCREENS, area) ? SCREENS[area] : undefined;
}

/** Makes ready what an address shows. Rejects when a part cannot be had. */
export async function prepareScreen(address: string): Promise<void> {
  const screen = screenOf(address.split('?', 1)[0] ?? '');
  await Promise.all([StatusLine, RailOffers, screen].map(part => part?.prepare(address)));
}

/** Fetches what the rows of a table are made of, and no more. Rejects when it cannot be had. */
export function prepareRows(): Promise<void> {
  return DataScreen.prepare(null);
}
