/** Lazily loaded components of the Data screens: loaded after the first rows, or when they are opened. */
import { readAddress } from '../../session/navigation/navigation';
import { lazyPart } from '../../ui/lazyPart';
import { LaterResizeHandle } from '../../ui/table/columns/laterResizeHandle';

// The components that act on rows load after the rows.
/** The toolbar of a table. */
export const CollectionActions = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/CollectionActions'));
/** The filter chips. */
export const FilterBar = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './filter/FilterBar'));
/** The footer of a table. */
export const Pager = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/paging/Pager'));
/** The actions on selected rows. */
export const SelectionBar = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/selection/SelectionBar'));
/** Message for a failed request. */
export const FailureState = lazyPart(() => import(/* webpackChunkName: "table-tools" */ '../../parts/FailureState'));
/** Message for a failed page. */
export const PageFailure = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/content/PageFailure'));
/** Message for a page without rows. */
export const NoRows = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/content/NoRows'));
/** Cell editing and the dialog of an action. */
export const Changing = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/content/Changing'));
/** The sort order of a table. */
export const SortChips = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/columns/SortChips'));

/** Rows in a presentation other than a table. */
export const OtherKind = lazyPart(() => import(/* webpackChunkName: "kinds" */ './kinds/OtherKind'));

/** Aggregates of the rows. */
export const Summary = lazyPart(() => import(/* webpackChunkName: "summary" */ './summary/Summary'));

/** The record drawer beside a table. */
export const RecordDrawer = lazyPart(() => import(/* webpackChunkName: "record" */ './record/RecordDrawer'));
/** Data screens other than a table. */
export const OtherScreen = lazyPart(() => import(/* webpackChunkName: "record" */ './OtherScreen'));

/** Form for the required arguments of a collection. */
export const ArgumentsForm = lazyPart(() => import(/* webpackChunkName: "arguments" */ './filter/ArgumentsForm'));

/** True for a URL that shows a record, on its own page or beside its table. */
export function showsRecord(address: string): boolean {
  const { path, query } = readAddress(address);
  return /^\/data\/[^/]+\/[^/]/.test(path) || query.has('record') || query.has('row');
}

/** Preloads the components that a Data URL needs in addition to the table. */
export async function prepareData(address: string): Promise<void> {
  const parts = showsRecord(address) ? [OtherScreen, RecordDrawer] : [];
  await Promise.all(
    [CollectionActions, FilterBar, Pager, SortChips, NoRows, PageFailure, LaterResizeHandle, ...parts].map(part =>
      part.prepare(address),
    ),
  );
}
