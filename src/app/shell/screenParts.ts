/**
 * The lazily loaded parts of the frame. Each feature is a chunk with its English texts, loaded when one of its addresses is first opened.
 * Data is loaded together with the page, because most addresses lead to it.
 */
import { withMessages } from '../../i18n/withMessages';
import { pathParts } from '../../session/navigation/navigation';
import { type LazyPart, lazyPart } from '../../ui/lazyPart';

/** The status line. Loaded after the first rows; its space is reserved. */
export const FrameFoot = lazyPart(() => import(/* webpackChunkName: "offers" */ '../status/FrameFoot'));
/** The rail's groups below the collections. The first rows only need collections, so the rest is loaded after them. */
export const RailOffers = lazyPart(() => import(/* webpackChunkName: "offers" */ '../rail/RailOffers'));
/** The saved views of a collection. Most users have none, and then the code is not loaded. */
export const RailViews = lazyPart(() =>
  import(/* webpackChunkName: "rail-views" */ '../rail/RailViews').then(module => ({ default: module.RailViews })),
);
// The screens, each documented in its file in ../features.

export const DataScreen = lazyPart(async () => {
  const [{ DataScreen }, { prepareData }, { data }] = await Promise.all([
    import(/* webpackChunkName: "data" */ '../../features/data/DataScreen'),
    import(/* webpackChunkName: "data" */ '../../features/data/dataParts'),
    import(/* webpackChunkName: "data" */ '../../i18n/english/data/data'),
  ]);
  return { default: withMessages({ data }, DataScreen), prepare: prepareData };
});
export const DashboardScreen = lazyPart(
  () => import(/* webpackChunkName: "dashboard" */ '../../features/data/dashboard/DashboardScreen'),
);
export const ActionsScreen = lazyPart(() => import(/* webpackChunkName: "actions" */ '../../features/actions/ActionsScreen'));
export const LiveScreen = lazyPart(() => import(/* webpackChunkName: "live" */ '../../features/live/LiveScreen'));
export const QueryScreen = lazyPart(() => import(/* webpackChunkName: "query" */ '../../features/query/QueryScreen'));
export const DocsScreen = lazyPart(() => import(/* webpackChunkName: "docs" */ '../../features/docs/DocsScreen'));
export const WireScreen = lazyPart(() => import(/* webpackChunkName: "wire" */ '../../features/wire/WireScreen'));
export const ConnectionsScreen = lazyPart(
  () => import(/* webpackChunkName: "connections" */ '../../features/connections/ConnectionsScreen'),
);
export const SettingsScreen = lazyPart(() => import(/* webpackChunkName: "settings" */ '../../features/settings/SettingsScreen'));

/** The screens by the first part of their path. */
const SCREENS: Readonly<Record<string, Pick<LazyPart<never>, 'prepare' | 'isReady'>>> = {
  data: DataScreen,
  dashboard: DashboardScreen,
  actions: ActionsScreen,
  live: LiveScreen,
  query: QueryScreen,
  docs: DocsScreen,
  wire: WireScreen,
  connections: ConnectionsScreen,
  settings: SettingsScreen,
};

/** The screen of a path; undefined if there is none. */
export function screenOf(path: string): (typeof SCREENS)[string] | undefined {
  const [area = 'data'] = pathParts(path);
  // Own keys only: a path may start with a name such as `constructor`.
  return Object.hasOwn(SCREENS, area) ? SCREENS[area] : undefined;
}

/** Loads the code of an address's screen. Rejects if a part cannot be loaded. */
export async function prepareScreen(address: string): Promise<void> {
  const screen = screenOf(address.split('?', 1)[0] ?? '');
  await Promise.all([FrameFoot, RailOffers, screen].map(part => part?.prepare(address)));
}

/** Loads only the code that renders table rows. Rejects if it cannot be loaded. */
export function prepareRows(): Promise<void> {
  return DataScreen.prepare(null);
}
