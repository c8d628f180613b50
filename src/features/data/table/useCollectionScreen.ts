/** State and callbacks of a collection's screen: the view in the URL, the current page, the selection and the open record. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { Page } from '../../../schema/collections/paging/page';
import type { PageRef } from '../../../schema/collections/paging/paging';
import type { RecordRef } from '../../../schema/collections/records';
import { filterCapability } from '../../../schema/filters/filterCapability';
import { sortCapability } from '../../../schema/filters/sortCapability';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { RowActionRequest } from '../change/rows/useRowActionRun';
import { useLaterEditing } from '../edit/useLaterEditing';
import type { EditedFilter } from '../filter/FilterBar';
import { useRecordLinks } from '../record/useRecordLinks';
import { useRefreshOnSignIn } from '../useRefreshOnSignIn';
import { useColumns, useEmptyLast } from './columns/useColumns';
import type { CollectionPage } from './paging/useCollectionPage';
import { useSelection } from './selection/useSelection';
import { useOpenRecord } from './useOpenRecord';
import { useTableRows } from './useTableRows';
import { useTableView, type ViewState } from './useTableView';

/** While scrolling, the next page is prefetched this many rows before the end of the current one. */
const NEAR_END = 5;

/** Return value of `useCollectionScreen`. */
export type CollectionScreenState = ReturnType<typeof useCollectionScreen>;

/** Combines the state of the screen. */
export function useCollectionScreen(session: Session, model: SchemaModel, collection: Collection) {
  const state = useTableView(session.navigation);
  const { change, hrefWith } = state;
  const chosen = useColumns(session.preferences, model, collection, state);
  const sort = sortCapability(model, collection);
  const filter = filterCapability(model, collection);
  const editing = useLaterEditing(session, collection.id, model.mutationType !== null);
  const table = useTableRows(session, model, collection, {
    view: state.view,
    filter,
    chosen: chosen.shown,
    isHeld: editing.handle.isOpen === true,
  });
  const { view, result } = table;
  const { value: page } = result;
  useRefreshOnSignIn(session, result.failure, result.refresh);
  const links = useRecordLinks(session, model, hrefWith);
  const [edited, setEdited] = useState<EditedFilter | null>(null);
  const onFilter = useCallback((field: string) => setEdited({ field }), []);
  const onSort = useCallback((sorts: typeof view.sorts) => change({ sorts }), [change]);

  const selection = useSelection(model, collection.rowType, {
    page,
    place: JSON.stringify([view.page, view.sorts, view.size]),
    scope: JSON.stringify([view.filters, view.args, table.shownColumns.map(({ id }) => id)]),
  });
  const content = useRef<HTMLDivElement>(null);
  useNewPage(content, collection.label, result.isOld ? null : page);
  const pageChange = usePageChange(result, change);
  const rows = page?.rows;
  const columns = useEmptyLast(chosen, rows);
  // The change itself re-executes the queries of the rows.
  const { want: onChanged } = editing;
  const [acting, setActing] = useState<RowActionRequest | null>(null);
  const record = useOpenRecord(model, collection.rowType, rows, view, change);
  const { show } = record;
  const onCreated = useCallback(
    (ref: RecordRef | null) => {
      onChanged();
      show(ref);
    },
    [onChanged, show],
  );
  return {
    session,
    model,
    collection,
    state,
    /** Navigates to a changed view. */
    change,
    columns,
    sort,
    filter,
    ...table,
    links,
    editing,
    /** Ref of the element that contains the rows; a new page is scrolled to its top. */
    content,
    /** The filter that is being edited. */
    edited,
    setEdited,
    onFilter,
    onSort,
    ...selection,
    /** The action to run on the selected rows; null: none. */
    acting,
    setActing,
    ...record,
    ...pageChange,
    /** Call after records were changed elsewhere on the screen. */
    onChanged,
    onCreated,
  };
}

/** The ways to another page. */
function usePageChange({ value: page, isOld, intend, leaveFor }: CollectionPage, change: ViewState['change']) {
  return {
    /** Navigates to another page. */
    go: useCallback(
      (to: PageRef | null, options?: { replace: boolean }) => {
        leaveFor(to);
        change({ page: to }, options);
      },
      [leaveFor, change],
    ),
    /** Prefetches the next page when the visible rows come near the end. */
    onRange: useCallback(
      (first: number, end: number) => {
        if (page?.next && !isOld && first > 0 && end >= page.rows.length - NEAR_END) intend(page.next);
      },
      [page, isOld, intend],
    ),
  };
}

/** Announces a page when its rows are shown, and scrolls to its top. Null: not shown yet. */
function useNewPage(content: RefObject<HTMLElement | null>, label: string, page: Page | null): void {
  const text = useText();
  const announce = useAnnounce();
  const shown = useRef<Page['rows'] | null>(null);
  useEffect(() => {
    if (page === null || shown.current === page.rows) return;
    const isFirst = shown.current === null;
    shown.current = page.rows;
    announce.say(text('data.rowsLoaded', { count: page.rows.length, collection: label }));
    // The first page is already scrolled to the top.
    if (!isFirst) content.current?.querySelector('.data-table')?.scrollTo?.({ top: 0 });
  }, [page, announce, text, label, content]);
}
