/** The parts of the Data screens whose code comes after the first rows, or when somebody opens them. */
import { knowing } from '../../i18n/knowing';
import { readAddress } from '../../session/navigation';
import { LaterResizeHandle } from '../../ui/laterResizeHandle';
import { lazyPart } from '../../ui/lazyPart';
import { withTools } from './withTools';

// What works on the rows comes after them.
/** The buttons above a table. */
export const CollectionActions = lazyPart(async () => {
  const [{ CollectionActions }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "table-tools" */ './CollectionActions'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, CollectionActions) };
});
/** The chips of a filter. */
export const FilterBar = lazyPart(async () => {
  const [{ FilterBar }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "table-tools" */ './FilterBar'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, FilterBar) };
});
/** The foot of a table. */
export const Pager = lazyPart(async () => {
  const [{ Pager }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "table-tools" */ './Pager'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, Pager) };
});
/** What can be done with the rows that are selected. */
export const SelectionBar = lazyPart(async () => {
  const [{ SelectionBar }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "table-tools" */ './SelectionBar'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, SelectionBar) };
});
/** What went wrong. */
export const FailureState = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ '../../ui/FailureState')).FailureState,
}));
/** What a table is sorted by. */
export const SortChips = lazyPart(async () => {
  const [{ SortChips }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "table-tools" */ './SortChips'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, SortChips) };
});

/** The record beside a table. */
export const RecordDrawer = lazyPart(async () => {
  const [{ RecordDrawer }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "record" */ './RecordDrawer'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, withTools(RecordDrawer)) };
});
/** What an address shows that is no table. */
export const OtherScreen = lazyPart(async () => {
  const [{ OtherScreen }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "record" */ './OtherScreen'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, withTools(OtherScreen)) };
});

/** What a collection cannot do without, to be filled in. */
export const ArgumentsForm = lazyPart(async () => {
  const [{ ArgumentsForm }, { dataMore }] = await Promise.all([
    import(/* webpackChunkName: "arguments" */ './ArgumentsForm'),
    import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore'),
  ]);
  return { default: knowing({ data: dataMore }, ArgumentsForm) };
});

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
