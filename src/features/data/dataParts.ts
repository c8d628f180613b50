/** The parts of the Data screens whose code comes after the first rows, or when somebody opens them. */
import { knowingLater } from '../../i18n/knowing';
import type { CatalogueSource } from '../../i18n/language';
import { readAddress } from '../../session/navigation';
import { LaterResizeHandle } from '../../ui/laterResizeHandle';
import { lazyPart } from '../../ui/lazyPart';
import { withTools } from './withTools';

const moreTexts = async (): Promise<CatalogueSource> => ({
  data: (await import(/* webpackChunkName: "table-tools" */ '../../i18n/english/dataMore')).dataMore,
});

// What works on the rows comes after them.
/** The buttons above a table. */
export const CollectionActions = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "table-tools" */ './CollectionActions').then(({ CollectionActions }) => CollectionActions),
  ),
);
/** The chips of a filter. */
export const FilterBar = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "table-tools" */ './FilterBar').then(({ FilterBar }) => FilterBar),
  ),
);
/** The foot of a table. */
export const Pager = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "table-tools" */ './Pager').then(({ Pager }) => Pager),
  ),
);
/** What can be done with the rows that are selected. */
export const SelectionBar = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "table-tools" */ './SelectionBar').then(({ SelectionBar }) => SelectionBar),
  ),
);
/** What went wrong. */
export const FailureState = lazyPart(async () => ({
  default: (await import(/* webpackChunkName: "table-tools" */ '../../ui/FailureState')).FailureState,
}));
/** What a table is sorted by. */
export const SortChips = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "table-tools" */ './SortChips').then(({ SortChips }) => SortChips),
  ),
);

/** The record beside a table. */
export const RecordDrawer = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "record" */ './RecordDrawer').then(({ RecordDrawer }) => withTools(RecordDrawer)),
  ),
);
/** What an address shows that is no table. */
export const OtherScreen = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "record" */ './OtherScreen').then(({ OtherScreen }) => withTools(OtherScreen)),
  ),
);

/** What a collection cannot do without, to be filled in. */
export const ArgumentsForm = lazyPart(() =>
  knowingLater(
    moreTexts(),
    import(/* webpackChunkName: "arguments" */ './ArgumentsForm').then(({ ArgumentsForm }) => ArgumentsForm),
  ),
);

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
