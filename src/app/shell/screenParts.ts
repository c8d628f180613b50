/**
 * The parts of the frame whose code comes later. Each feature is a chunk of its own with its English texts, fetched when its first address
 * is opened; Data is fetched together with the page, for it is what most addresses lead to.
 */
import { withMessages } from '../../i18n/withMessages';
import { pathParts } from '../../session/navigation/navigation';
import { type LazyPart, lazyPart } from '../../ui/lazyPart';

/** With what else comes beside the first rows; its place is kept. */
export const FrameFoot = lazyPart(() => import(/* webpackChunkName: "offers" */ '../status/FrameFoot'));
/** The rows of the first screen need only collections; what else there is comes beside them. */
export const RailOffers = lazyPart(() => import(/* webpackChunkName: "offers" */ '../rail/RailOffers'));
/** The saved views of a collection: most people have none, and then their code is not fetched. */
export const RailViews = lazyPart(() =>
  import(/* webpackChunkName: "rail-views" */ '../rail/RailViews').then(module => ({ default: module.RailViews })),
);
/** See ../features. */
export const DataScreen = lazyPart(async () => {
  const [{ DataScreen }, { prepareData }, { data }] = await Promise.all([
    import(/* webpackChunkName: "data" */ '../../features/data/DataScreen'),
    import(/* webpackChunkName: "data" */ '../../features/data/dataParts'),
    import(/* webpackChunkName: "data" */ '../../i18n/english/data/data'),
  ]);
  return { default: withMessages({ data }, DataScreen), prepare: prepareData };
});
/** See ../features. */
export const DashboardScreen = lazyPart(
  () => import(/* webpackChunkName: "dashboard" */ '../../features/data/dashboard/DashboardScreen'),
);
/** See ../features. */
export const ActionsScreen = lazyPart(() => import(/* webpackChunkName: "actions" */ '../../features/actions/ActionsScreen'));
/** See ../features. */
export const LiveScreen = lazyPart(() => import(/* webpackChunkName: "live" */ '../../features/live/LiveScreen'));
/** See ../features. */
export const QueryScreen = lazyPart(() => import(/* webpackChunkName: "query" */ '../../features/query/QueryScreen'));
/** See ../features. */
export const DocsScreen = lazyPart(() => import(/* webpackChunkName: "docs" */ '../../features/docs/DocsScreen'));
/** See ../features. */
export const WireScreen = lazyPart(() => import(/* webpackChunkName: "wire" */ '../../features/wire/WireScreen'));
/** See ../features. */
export const ConnectionsScreen = lazyPart(
  () => import(/* webpackChunkName: "connections" */ '../../features/connections/ConnectionsScreen'),
);
/** See ../features. */
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

/** The part that shows a path; undefined for one that is no screen. */
export function screenOf(path: string): (typeof SCREENS)[string] | undefined {
  const [area = 'data'] = pathParts(path);
  // A name such as `constructor` is just a name.
  return Object.hasOwn(SCREENS, area) ? SCREENS[area] : undefined;
}

/** Loads the code for what an address shows. Rejects when a part cannot be loaded. */
export async function prepareScreen(address: string): Promise<void> {
  const screen = screenOf(address.split('?', 1)[0] ?? '');
  await Promise.all([FrameFoot, RailOffers, screen].map(part => part?.prepare(address)));
}

/** Loads only the code that renders the rows of a table. Rejects when it cannot be loaded. */
export function prepareRows(): Promise<void> {
  return DataScreen.prepare(null);
}
