/** State and callbacks of a collection's screen: the view in the URL, the current page, the selection and the open record. */
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { Page } from '../../../schema/collections/paging/page';
import type { RecordRef } from '../../../schema/collections/records';
import { requiredForm } from '../../../schema/collections/requiredForm';
import type { Row } from '../../../schema/documents/documents';
import { filterCapability } from '../../../schema/filters/filterCapability';
import { sortCapability } from '../../../schema/filters/sortCapability';
import { toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import type { RowActionRequest } from '../change/rows/useRowActionRun';
import type { TableView } from '../dataAddress';
import { useLaterEditing } from '../edit/useLaterEditing';
import type { EditedFilter } from '../filter/FilterBar';
import { zonedFilters } from '../filter/zonedFilters';
import { refOfRow, toRecordAddress } from '../record/recordAddress';
import { useRecordLinks } from '../record/useRecordLinks';
import { useRefreshOnSignIn } from '../useRefreshOnSignIn';
import { useColumns, useEmptyLast } from './columns/useColumns';
import { useCollectionPage } from './paging/useCollectionPage';
import { keptSelection } from './selection/keptSelection';
import { useKind } from './useKind';
import { useTableView } from './useTableView';

const NONE: ReadonlySet<number> = new Set();
/** While scrolling, the next page is prefetched this many rows before the end of the current one. */
const NEAR_END = 5;

/** Return value of `useCollectionScreen`. */
export type CollectionScreenState = ReturnType<typeof useCollectionScreen>;

/** Combines the state of the screen. */
export function useCollectionScreen(session: Session, model: SchemaModel, collection: Collection) {
  const state = useTableView(session.navigation);
  const { change, hrefWith } = state;
  const formats = useFormats();
  const chosen = useColumns(session.preferences, model, collection, state);
  const sort = sortCapability(model, collection);
  const filter = filterCapability(model, collection);
  const view = useMemo(
    () =>
      // The first use of the time zone takes a browser some milliseconds.
      filter && state.view.filters.length > 0
        ? { ...state.view, filters: zonedFilters(filter, state.view.filters, formats.timeZone) }
        : state.view,
    [filter, state.view, formats],
  );
  const form = requiredForm(model, collection);
  const required = useMemo(() => toVariables(form, view.args), [form, view.args]);
  // Not in the order shown, which depends on the rows: another order would be another request.
  const shownColumns = useMemo(() => chosen.shown.map(entry => entry.column), [chosen.shown]);
  const kind = useKind(model, collection.rowType, view, shownColumns);
  const editing = useLaterEditing(session, collection.id, model.mutationType !== null);
  const latest = useCollectionPage(model, collection, {
    columns: kind.columns,
    filters: kind.filters,
    sorts: kind.sorts,
    page: view.page,
    size: view.size,
    arguments: required.problems.length === 0 && !kind.isWaiting ? required.variables : null,
  });
  // Rows must not move under the editor of a cell.
  const shown = useRef(latest.value);
  if (!editing.handle.isOpen) shown.current = latest.value;
  const page = shown.current;
  const { isOld, failure, intend, leaveFor, refresh } = latest;
  const result = { ...latest, value: page };
  useRefreshOnSignIn(session, failure, refresh);
  const links = useRecordLinks(session, model, hrefWith);
  const [edited, setEdited] = useState<EditedFilter | null>(null);
  const onFilter = useCallback((field: string) => setEdited({ field }), []);
  const onSort = useCallback((sorts: typeof view.sorts) => change({ sorts }), [change]);

  const [selected, select] = useSelection(model, collection.rowType, page);
  const content = useRef<HTMLDivElement>(null);
  useNewPage(content, collection.label, isOld ? null : page);

  const go = useCallback(
    (to: typeof view.page, options?: { replace: boolean }) => {
      leaveFor(to);
      change({ page: to }, options);
    },
    [leaveFor, change],
  );
  const rows = page?.rows;
  const columns = useEmptyLast(chosen, rows);
  // What was beside the table before `open`.
  const closed = useRef<Partial<typeof view>>({});
  const open = useCallback(
    (at: number) => {
      closed.current = view.row === null ? { record: view.record } : { row: view.row };
      const ref = refOfRow(model, collection.rowType, rows?.[at]);
      const replace = view.record !== null || view.row !== null;
      change(ref ? { record: toRecordAddress(model, ref) } : { row: at }, { replace });
    },
    [model, collection.rowType, rows, view.record, view.row, change],
  );
  // The change itself re-executes the queries of the rows.
  const { want: onChanged } = editing;
  const [acting, setActing] = useState<RowActionRequest | null>(null);
  const onCreated = useCallback(
    (ref: RecordRef | null) => {
      onChanged();
      if (ref !== null) change({ record: toRecordAddress(model, ref) });
    },
    [onChanged, change, model],
  );
  const openRow = useMemo(() => openRowOf(model, collection.rowType, rows, view), [model, collection.rowType, rows, view]);
  const onRange = useCallback(
    (first: number, end: number) => {
      if (page?.next && !isOld && first > 0 && end >= page.rows.length - NEAR_END) intend(page.next);
    },
    [page, isOld, intend],
  );
  return {
    session,
    model,
    collection,
    state,
    /** The view in the URL; times in its filters are in the user's time zone. */
    view,
    /** Navigates to a changed view. */
    change,
    columns,
    shownColumns,
    kind,
    sort,
    filter,
    form,
    result,
    links,
    editing,
    /** Ref of the element that contains the rows; a new page is scrolled to its top. */
    content,
    /** The filter that is being edited. */
    edited,
    setEdited,
    onFilter,
    onSort,
    selected,
    select,
    /** The action to run on the selected rows; null: none. */
    acting,
    setActing,
    /** Index of the open record's row; null: no record is open, or it is not on this page. */
    openRow,
    open,
    /** The state of the drawer before the last call of `open`. */
    closed,
    /** Navigates to another page. */
    go,
    /** Prefetches the next page when the visible rows come near the end. */
    onRange,
    /** Call after records were changed elsewhere on the screen. */
    onChanged,
    onCreated,
  };
}

/** The selected rows of a page. After a reload, the rows with the same keys are selected, at their new positions. */
function useSelection(
  model: SchemaModel,
  rowType: string,
  page: Page | null,
): [selected: ReadonlySet<number>, select: (rows: ReadonlySet<number>) => void] {
  const [selection, setSelection] = useState<{ of: Page | null; rows: ReadonlySet<number> }>({ of: null, rows: NONE });
  const selected = useMemo(() => {
    const { of, rows } = selection;
    if (of === page || rows.size === 0) return rows;
    if (!of || !page) return NONE;
    return keptSelection(model, rowType, { rows: of.rows, places: rows }, page.rows);
  }, [selection, page, model, rowType]);
  const select = useCallback((rows: ReadonlySet<number>) => setSelection({ of: page, rows }), [page]);
  return [selected, select];
}

/** Announces a page when its rows are shown, and scrolls to its top. Null: not shown yet. */
function useNewPage(content: RefObject<HTMLElement | null>, label: string, page: Page | null): void {
  const text = useText();
  const announce = useAnnounce();
  const shown = useRef<Page | null>(null);
  useEffect(() => {
    if (page === null || shown.current === page) return;
    const isFirst = shown.current === null;
    shown.current = page;
    announce.say(text('data.rowsLoaded', { count: page.rows.length, collection: label }));
    // The first page is already scrolled to the top.
    if (!isFirst) content.current?.querySelector('.data-table')?.scrollTo?.({ top: 0 });
  }, [page, announce, text, label, content]);
}

/** Index of the open record's row; null if no record is open, or if it is not on this page. */
function openRowOf(
  model: SchemaModel,
  rowType: string,
  rows: readonly Row[] | undefined,
  { record, row: openRow }: TableView,
): number | null {
  if (!rows || record === null) return openRow;
  const at = rows.findIndex(row => {
    const ref = refOfRow(model, rowType, row);
    const own = ref && toRecordAddress(model, ref);
    return own?.typeName === record.typeName && own.key === record.key;
  });
  return at < 0 ? null : at;
}
