/** The parts of the Data screens whose code comes after the first rows, or when they are opened. */
import { readAddress } from '../../session/navigation/navigation';
import { LaterResizeHandle } from '../../ui/frame/laterResizeHandle';
import { lazyPart } from '../../ui/lazyPart';

// What works on the rows comes after them.
/** The buttons above a table. */
export const CollectionActions = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/CollectionActions'));
/** Leads to the form that adds a record. */
export const AddLink = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/AddLink'));
/** The chips of a filter. */
export const FilterBar = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './filter/FilterBar'));
/** The foot of a table. */
export const Pager = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/Pager'));
/** What can be done with the rows that are selected. */
export const SelectionBar = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/SelectionBar'));
/** What went wrong. */
export const FailureState = lazyPart(() => import(/* webpackChunkName: "table-tools" */ '../../parts/FailureState'));
/** What a table is sorted by. */
export const SortChips = lazyPart(() => import(/* webpackChunkName: "table-tools" */ './table/columns/SortChips'));

/** Rows in another form than a table. */
export const OtherKind = lazyPart(() => import(/* webpackChunkName: "kinds" */ './kinds/OtherKind'));

/** Figures of the rows. */
export const Summary = lazyPart(() => import(/* webpackChunkName: "summary" */ './summary/Summary'));

/** Editing in the cells of a table. */
export const TableEditing = lazyPart(() => import(/* webpackChunkName: "edit" */ './edit/TableEditing'));

/** The record beside a table. */
export const RecordDrawer = lazyPart(() => import(/* webpackChunkName: "record" */ './record/RecordDrawer'));
/** What an address shows that is no table. */
export const OtherScreen = lazyPart(() => import(/* webpackChunkName: "record" */ './OtherScreen'));

/** What a collection cannot do without, to be filled in. */
export const ArgumentsForm = lazyPart(() => import(/* webpackChunkName: "arguments" */ './filter/ArgumentsForm'));

/** True for an address that shows a record: on a page of its own, or beside its table. */
export function showsRecord(address: string): boolean {
  const { path, query } = readAddress(address);
  return /^\/data\/[^/]+\/[^/]/.test(path) || query.has('record') || query.has('row');
}

/** Makes ready what an address of Data shows besides the table itself. */
export async function prepareData(address: string): Promise<void> {
  const parts = showsRecord(address) ? [OtherScreen, RecordDrawer] : [];
  await Promise.all(
    [CollectionActions, FilterBar, Pager, SortChips, FailureState, LaterResizeHandle, ...parts].map(part =>
      part.prepare(address),
    ),
  );
}
