/**
 * The table of a collection. All it shows stands in the address (dataAddress.ts); this file puts the parts together: filters above, rows in
 * the middle, pages at the foot, the record in hand beside them.
 */

import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { answerTrouble } from '../../../parts/answerTrouble';
import { StillWaiting } from '../../../parts/StillWaiting';
import type { Collection } from '../../../schema/collections/collections';
import { formatRecordRef, type RecordRef } from '../../../schema/collections/records';
import { requiredForm } from '../../../schema/collections/requiredForm';
import { filterCapability } from '../../../schema/filters/filterCapability';
import { sortCapability } from '../../../schema/filters/sortCapability';
import { toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { filterDocs, formDocs } from '../../../session/navigation/docsLinks';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { useIsTakenOver } from '../../../ui/useIsTakenOver';
import type { Acting } from '../change/RowActionDialog';
import { RowActionDialog } from '../change/recordParts';
import {
  AddLink,
  ArgumentsForm,
  CollectionActions,
  FailureState,
  FilterBar,
  OtherKind,
  Pager,
  RecordDrawer,
  SelectionBar,
  SortChips,
  Summary,
  TableEditing,
} from '../dataParts';
import { useLaterEditing } from '../edit/useLaterEditing';
import type { EditedFilter } from '../filter/FilterBar';
import { zonedFilters } from '../filter/zonedFilters';
import { refOfRow, toRecordAddress } from '../record/recordAddress';
import { useRecordLinks } from '../record/useRecordLinks';
import { useAskAgain } from '../useAskAgain';
import { CollectionTable } from './CollectionTable';
import { useCollectionPage } from './useCollectionPage';
import { useColumns } from './useColumns';
import { useKind } from './useKind';
import { useTableView } from './useTableView';
import '../data.css';

/** Props of `CollectionScreen`. */
export interface CollectionScreenProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
}

const NONE: ReadonlySet<number> = new Set();
/** Rows before the end of a page at which the next one is loaded ahead while scrolling. */
const NEAR_END = 5;

/** The screen. */
export function CollectionScreen({ session, model, collection }: CollectionScreenProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const state = useTableView(session.navigation);
  const { change, hrefWith } = state;
  const { timeZone } = useFormats();
  const columns = useColumns(session.preferences, model, collection, state);
  const sort = sortCapability(model, collection);
  const filter = filterCapability(model, collection);
  const view = useMemo(
    () => (filter ? { ...state.view, filters: zonedFilters(filter, state.view.filters, timeZone) } : state.view),
    [filter, state.view, timeZone],
  );
  const form = requiredForm(model, collection);
  const required = useMemo(() => toVariables(form, view.args), [form, view.args]);
  const shownColumns = useMemo(() => columns.shown.map(entry => entry.column), [columns.shown]);
  const kind = useKind(model, collection.rowType, view, shownColumns);
  const answer = useCollectionPage(model, collection, {
    columns: kind.columns,
    filters: kind.filters,
    sorts: view.sorts,
    page: view.page,
    size: view.size,
    arguments: required.problems.length === 0 && !kind.isWaiting ? required.variables : null,
  });
  const { value: page, isOld, isLoading, failure, wireHref, prepared, intend, leaveFor, refresh } = answer;
  useAskAgain(session, failure, refresh);
  const links = useRecordLinks(session, model, hrefWith);
  const [edited, setEdited] = useState<EditedFilter | null>(null);
  const onFilter = useCallback((field: string) => setEdited({ field }), []);
  const onSort = useCallback((sorts: typeof view.sorts) => change({ sorts }), [change]);

  // A selection is of the rows in view: other rows, another selection.
  const [selection, setSelection] = useState<{ of: unknown; rows: ReadonlySet<number> }>({ of: null, rows: NONE });
  const selected = selection.of === page ? selection.rows : NONE;
  const select = useCallback((rows: ReadonlySet<number>) => setSelection({ of: page, rows }), [page]);

  const isTakenOver = useIsTakenOver();
  const editing = useLaterEditing(session, collection.id);
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef<unknown>(null);
  useEffect(() => {
    if (page === null || isOld || shown.current === page) return;
    const isFirst = shown.current === null;
    shown.current = page;
    announce.say(text('data.rowsLoaded', { count: page.rows.length, collection: collection.label }));
    // Another page is read from its top; the first one is there already.
    if (!isFirst) content.current?.querySelector('.data-table')?.scrollTo?.({ top: 0 });
  }, [page, isOld, announce, text, collection.label]);

  const go = useCallback(
    (to: typeof view.page) => {
      leaveFor(to);
      change({ page: to });
    },
    [leaveFor, change],
  );
  const rows = page?.rows;
  const open = useCallback(
    (at: number) => {
      const ref = refOfRow(model, collection.rowType, rows?.[at]);
      const replace = view.record !== null || view.row !== null;
      change(ref ? { record: toRecordAddress(model, ref) } : { row: at }, { replace });
    },
    [model, collection.rowType, rows, view.record, view.row, change],
  );
  const { want } = editing;
  const [acting, setActing] = useState<Acting | null>(null);
  const onChanged = useCallback(() => {
    want();
    refresh();
  }, [want, refresh]);
  const onCreated = useCallback(
    (ref: RecordRef | null) => {
      onChanged();
      if (ref !== null) change({ record: toRecordAddress(model, ref) });
    },
    [onChanged, change, model],
  );
  const openRow = useMemo(() => {
    const { record } = view;
    if (!rows || record === null) return view.row;
    const at = rows.findIndex(row => {
      const ref = refOfRow(model, collection.rowType, row);
      return ref !== null && ref.typeName === record.typeName && formatRecordRef(model, ref) === record.key;
    });
    return at < 0 ? null : at;
  }, [model, collection.rowType, rows, view]);
  const onRange = useCallback(
    (first: number, end: number) => {
      if (page?.next && !isOld && first > 0 && end >= page.rows.length - NEAR_END) intend(page.next);
    },
    [page, isOld, intend],
  );

  const failed = failure ? (
    <Suspense fallback={page === null ? <SkeletonLines lines={3} /> : null}>
      <FailureState {...answerTrouble(session, failure, { refresh, wireHref })} inline={page !== null} />
    </Suspense>
  ) : null;
  const isFiltered = view.filters.length > 0;
  const collectionName = collection.label;
  // A failed load says nothing about whether there are rows.
  const empty = failure ? null : isFiltered ? (
    <EmptyState
      icon="filter"
      title={text('data.noRowsFiltered')}
      help={text('data.noRowsFilteredHelp', { collection: collectionName })}
      actions={<Button onClick={() => change({ filters: [] })}>{text('data.clearFilters')}</Button>}
    />
  ) : view.page !== null ? (
    <EmptyState
      icon="table"
      title={text('data.noRowsPage')}
      help={text('data.noRowsPageHelp')}
      actions={<Button onClick={() => go(null)}>{text('data.firstPage')}</Button>}
    />
  ) : (
    <EmptyState
      icon="table"
      title={text('data.noRows', { collection: collectionName })}
      help={text('data.noRowsHelp')}
      actions={
        <Suspense fallback={null}>
          <AddLink
            session={session}
            model={model}
            typeName={collection.rowType}
            collection={collection.id}
            onCreated={onCreated}
          />
        </Suspense>
      }
    />
  );
  const isRequired = collection.mustFill.length > 0;
  // The first rows, or nothing to wait for.
  const isSettled = page !== null || failure !== null || prepared === null;
  return (
    <ScreenFrame
      crumbs={[
        { label: text('data.title'), href: '/' },
        ...(collection.group === null ? [] : [{ label: collection.group }]),
        { label: collection.label },
      ]}
      description={
        collection.deprecationReason === null
          ? collection.description
          : text('data.deprecated', { reason: collection.deprecationReason })
      }
      actions={
        isSettled ? (
          <Suspense fallback={null}>
            <CollectionActions
              session={session}
              model={model}
              collection={collection}
              columns={columns}
              state={state}
              answer={answer}
              selected={selected}
              onCreated={onCreated}
            />
          </Suspense>
        ) : null
      }
      toolbar={
        filter || view.sorts.length > 0 ? (
          <Suspense fallback={null}>
            {filter && isSettled ? (
              <FilterBar
                model={model}
                label={collectionName}
                capability={filter}
                filters={view.filters}
                columns={shownColumns}
                rows={rows ?? []}
                docs={field => filterDocs(model, collection, field)}
                onChange={filters => change({ filters })}
                edited={edited}
                onEdit={setEdited}
              />
            ) : null}
            {isSettled && view.sorts.length > 0 ? (
              <SortChips capability={sort} sorts={view.sorts} columns={shownColumns} onSort={onSort} />
            ) : null}
          </Suspense>
        ) : null
      }
      footer={
        prepared && !(failure && page === null) ? (
          <Suspense fallback={null}>
            {isSettled ? (
              <Pager
                position={answer.position}
                page={page}
                paging={answer.paging}
                at={view.page}
                size={view.size}
                back={answer.back}
                busy={isOld}
                onGo={go}
                onSize={size => change({ size })}
                onIntent={intend}
                aside={
                  selected.size > 0 && page ? (
                    <SelectionBar
                      session={session}
                      model={model}
                      collection={collection}
                      rows={page.rows}
                      selected={selected}
                      columns={shownColumns}
                      onClear={() => select(NONE)}
                      onAct={setActing}
                    />
                  ) : undefined
                }
              />
            ) : null}
          </Suspense>
        ) : null
      }
      drawer={
        view.record || view.row !== null ? (
          <Suspense
            fallback={
              <aside className="drawer data-drawer-loading">
                <SkeletonLines lines={6} />
              </aside>
            }
          >
            <RecordDrawer
              session={session}
              model={model}
              state={state}
              row={view.record ? null : (rows?.[view.row ?? -1] ?? null)}
              rowType={collection.rowType}
              openRow={openRow}
              rowCount={rows?.length ?? 0}
              onStep={open}
              onChanged={onChanged}
            />
          </Suspense>
        ) : null
      }
    >
      <div ref={content} className="data-content">
        {isRequired ? (
          <Suspense fallback={<SkeletonLines lines={2} />}>
            <ArgumentsForm
              key={collection.id}
              model={model}
              fields={form}
              drafts={view.args}
              help={text('data.argumentsHelp', { collection: collectionName })}
              docs={formDocs(model, model.queryType.name, collection.path)}
              onShow={args => change({ args })}
            />
          </Suspense>
        ) : null}
        {prepared === null && !kind.isWaiting ? (
          <EmptyState icon="table" title={text('data.argumentsWaiting', { collection: collectionName })} />
        ) : failed && page === null ? (
          failed
        ) : (
          <>
            {failed}
            <StillWaiting
              key={prepared === null ? '' : prepared.query + JSON.stringify(prepared.variables)}
              clock={session.clock}
              isWaiting={isLoading}
              onStop={answer.stop}
            />
            {page && page.missing > 0 && !failed ? (
              <p className="data-note">{text('data.missingRows', { count: page.missing })}</p>
            ) : null}
            {editing.isWanted && page ? (
              <Suspense fallback={null}>
                <TableEditing
                  key={collection.id}
                  session={session}
                  model={model}
                  collection={collection}
                  rows={page.rows}
                  columns={kind.columns}
                  onHandle={editing.onHandle}
                  onSent={refresh}
                />
              </Suspense>
            ) : null}
            {acting ? (
              <Suspense fallback={null}>
                <RowActionDialog
                  {...acting}
                  session={session}
                  model={model}
                  collection={collection.id}
                  onClose={sent => {
                    setActing(null);
                    if (sent.length > 0) onChanged();
                  }}
                />
              </Suspense>
            ) : null}
            {view.kind === 'table' ? null : (
              <Suspense fallback={<SkeletonLines lines={6} />}>
                <OtherKind
                  session={session}
                  label={collectionName}
                  model={model}
                  rowType={collection.rowType}
                  columns={shownColumns}
                  page={page}
                  busy={isOld && isLoading}
                  filter={filter}
                  onDays={kind.onDays}
                  links={links}
                  state={state}
                  openRow={openRow}
                  onOpen={open}
                  empty={empty}
                  editing={isTakenOver ? editing.handle : null}
                />
              </Suspense>
            )}
            {view.kind !== 'table' ? null : (
              <CollectionTable
                label={collectionName}
                model={model}
                rowType={collection.rowType}
                columns={columns}
                page={page}
                size={view.size}
                busy={isOld && isLoading}
                sort={sort}
                sorts={view.sorts}
                onSort={onSort}
                filter={filter}
                onFilter={onFilter}
                fieldErrors={answer.fieldErrors}
                links={links}
                openRow={openRow}
                onOpen={open}
                onClose={() => change({ record: null, row: null })}
                selected={selected}
                onSelect={select}
                onRange={onRange}
                empty={empty}
                editing={isTakenOver ? editing.handle : null}
              />
            )}
            {view.group !== null && page !== null && page.rows.length > 0 ? (
              <Suspense fallback={null}>
                <Summary
                  page={page}
                  columns={shownColumns}
                  group={view.group}
                  onGroup={group => change({ group }, { replace: true })}
                />
              </Suspense>
            ) : null}
          </>
        )}
      </div>
    </ScreenFrame>
  );
}
