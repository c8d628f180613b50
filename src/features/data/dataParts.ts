/** The parts of the Data screens whose code comes after the first rows, or when somebody opens them. */
import { readAddress } from '../../session/navigation';
import { lazyPart } from '../../ui/lazyPart';
import { withTools } from './withTools';

// What works on the rows comes after them.
/** The buttons above a table. */
export const CollectionActions = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ './CollectionActions')).CollectionActions,
}));
/** The chips of a filter. */
export const FilterBar = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ './FilterBar')).FilterBar,
}));
/** The foot of a table. */
export const Pager = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ './Pager')).Pager,
}));
/** What a table is sorted by. */
export const SortChips = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ './SortChips')).SortChips,
}));

/** The record beside a table. */
export const RecordDrawer = lazyPart(async () => ({
  default: withTools((await import(/* webpackChunkName: "record" */ './RecordDrawer')).RecordDrawer),
}));
/** The page of a record. */
export const RecordScreen = lazyPart(async () => ({
  default: withTools((await import(/* webpackChunkName: "record" */ './RecordScreen')).RecordScreen),
}));
/** The page of a query that gives one record. */
export const LookupById = lazyPart(async () => ({
  default: withTools((await import(/* webpackChunkName: "record" */ './LookupById')).LookupById),
}));

/** What a collection cannot do without, to be filled in. */
export const ArgumentsForm = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "arguments" */ './ArgumentsForm')).ArgumentsForm,
}));

/** True for an address that shows a record: on a page of its own, or beside its table. */
export function showsRecord(address: string): boolean {
  const { path, query } = readAddress(address);
  return /^\/data\/[^/]+\/[^/]/.test(path) || query.has('record') || query.has('row');
}

/** Makes ready what an address of Data shows besides the table itself. */
export async function prepareData(address: string): Promise<void> {
  const parts = showsRecord(address) ? [RecordScreen, RecordDrawer] : [];
  await Promise.all([CollectionActions, FilterBar, Pager, SortChips, ...parts].map(part => part.prepare(address)));
}
