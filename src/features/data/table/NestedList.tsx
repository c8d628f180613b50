/** One list of a record: its rows, their pages, and the way to add one. */
import { type ReactNode, Suspense, useMemo, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { StillWaiting } from '../../../parts/StillWaiting';
import type { Collection } from '../../../schema/collections/collections';
import { homeCollection } from '../../../schema/collections/homeCollection';
import type { PageRef } from '../../../schema/collections/paging/paging';
import type { RecordRef } from '../../../schema/collections/records';
import { requiredForm } from '../../../schema/collections/requiredForm';
import type { Row } from '../../../schema/documents/documents';
import { sortCapability } from '../../../schema/filters/sortCapability';
import type { Sort } from '../../../schema/filters/sorting';
import { type Drafts, toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { formDocs } from '../../../session/navigation/docsLinks';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { AddingActions } from '../change/AddingActions';
import { AddRecord } from '../change/AddRecord';
import { type ListLink, listLink } from '../change/link/listLink';
import { ListLinks } from '../change/recordParts';
import { useMinorUnits } from '../edit/fields/minorAmounts';
import { ArgumentsForm } from '../filter/ArgumentsForm';
import { refOfRow } from '../record/recordAddress';
import type { RecordLinks } from '../record/useRecordLinks';
import { useRefreshOnSignIn } from '../useRefreshOnSignIn';
import { CollectionTable } from './CollectionTable';
import { type ColumnsState, useColumns, useEmptyLast } from './columns/useColumns';
import { PageFailure } from './content/PageFailure';
import { Pager } from './paging/Pager';
import { type CollectionPage, useCollectionPage } from './paging/useCollectionPage';
import { type Selection, useSelection } from './selection/useSelection';
import type { ViewState } from './useTableView';

/** Props of `NestedList`. */
export interface NestedListProps {
  session: Session;
  model: SchemaModel;
  /** The record whose list is requested. */
  within: RecordRef;
  row: Row;
  links: RecordLinks;
  list: Collection;
  /** The current page; null: the first one. */
  page: PageRef | null;
  onPage: (page: PageRef | null) => void;
  /** A record was added to the list; null: the result does not say which one it is. */
  onCreated?: ((ref: RecordRef | null) => void) | undefined;
}

/** Page size of a list inside a record. */
const NESTED_SIZE = 10;
const NO_FILTERS: readonly never[] = [];

/** Renders the list. */
export function NestedList(props: NestedListProps): ReactNode {
  const { session, model, within, list, page: at, onPage } = props;
  const text = useText();
  useMinorUnits(session, model, list.rowType);
  const [sorts, setSorts] = useState<readonly Sort[]>([]);
  const [drafts, setDrafts] = useState<Drafts>({});
  const chosen = useColumns(session.preferences, model, list, NO_ADDRESS);
  const shown = useMemo(() => chosen.shown.map(entry => entry.column), [chosen.shown]);
  const form = requiredForm(model, list);
  const required = useMemo(() => toVariables(form, drafts), [form, drafts]);
  const withinKey = JSON.stringify(within);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `withinKey` stands for `within`, which is a new object after each change of the URL
  const record = useMemo(() => within, [withinKey]);
  const result = useCollectionPage(session, model, list, {
    columns: shown,
    filters: NO_FILTERS,
    sorts,
    page: at,
    size: NESTED_SIZE,
    arguments: required.problems.length === 0 ? required.variables : null,
    within: record,
  });
  const { value: page, failure, leaveFor } = result;
  const columns = useEmptyLast(chosen, page?.rows);
  useRefreshOnSignIn(session, failure, result.refresh);
  const link = listLink(model, within.typeName, list);
  const place = JSON.stringify([at, sorts]);
  const selection = useSelection(model, list.rowType, { page: page ?? null, place, scope: withinKey });
  const go = (to: PageRef | null): void => {
    leaveFor(to);
    onPage(to);
  };
  return (
    <div className="nested-body">
      {form.length > 0 ? (
        <ArgumentsForm
          model={model}
          fields={form}
          drafts={drafts}
          help={text('data.argumentsHelp', { collection: list.label })}
          docs={formDocs(model, list.parentType, [list.field.name])}
          onShow={next => {
            onPage(null);
            setDrafts(next);
          }}
        />
      ) : null}
      {failure ? <PageFailure session={session} result={result} failure={failure} columns={shown} /> : null}
      <StillWaiting clock={session.clock} isWaiting={result.isLoading} onStop={result.stop} />
      {result.prepared === null || (failure && page === null) ? null : (
        <>
          <NestedTools {...props} within={record} link={link} selection={selection} />
          <NestedRows
            {...props}
            result={result}
            columns={columns}
            selection={link?.canDisconnect ? selection : null}
            sorts={sorts}
            onSort={next => {
              setSorts(next);
              if (at !== null) onPage(null);
            }}
          />
        </>
      )}
      <NestedPager result={result} at={at} onGo={go} />
    </div>
  );
}

/** Buttons above the rows: connect and disconnect records, and add one. The mutation itself refreshes the rows. */
function NestedTools({
  session,
  model,
  within,
  row,
  list,
  link,
  selection,
  onCreated = () => {},
}: NestedListProps & { link: ListLink | null; selection: Selection }): ReactNode {
  return (
    <div className="nested-add">
      {link === null ? null : (
        <Suspense fallback={null}>
          <ListLinks
            session={session}
            model={model}
            link={link}
            rowType={list.rowType}
            within={within}
            row={row}
            selected={selection.chosen}
            onChanged={selection.clear}
          />
        </Suspense>
      )}
      <AddRecord
        session={session}
        model={model}
        typeName={list.rowType}
        collection={homeCollection(model, list.rowType)?.id ?? list.rowType}
        within={within}
        otherwise={<AddingActions model={model} within={within} row={row} list={list} />}
        onCreated={onCreated}
      />
    </div>
  );
}

/** The rows of the current page, or that there are none. */
function NestedRows({
  session,
  model,
  links,
  list,
  result,
  columns,
  selection,
  sorts,
  onSort,
}: NestedListProps & {
  result: CollectionPage;
  columns: ColumnsState;
  /** Null: rows cannot be selected. */
  selection: Selection | null;
  sorts: readonly Sort[];
  onSort: (sorts: readonly Sort[]) => void;
}): ReactNode {
  const text = useText();
  const { value: page, isOld, failure } = result;
  if (page && page.rows.length === 0 && !failure) return <EmptyState title={text('data.noRows', { collection: list.label })} />;
  const height = Math.max(2, page ? page.rows.length : NESTED_SIZE) + 1;
  return (
    <div className="nested-table" style={{ height: `calc(var(--row) * ${height} + 14px)` }}>
      <CollectionTable
        label={list.label}
        model={model}
        rowType={list.rowType}
        columns={columns}
        page={page}
        size={NESTED_SIZE}
        busy={isOld}
        sort={sortCapability(model, list)}
        sorts={sorts}
        onSort={onSort}
        filter={null}
        onFilter={() => {}}
        fieldErrors={result.fieldErrors}
        failure={isOld ? null : failure}
        links={links}
        openRow={null}
        {...(selection === null ? {} : { selected: selection.selected, onSelect: selection.select })}
        onOpen={place => {
          const ref = refOfRow(model, list.rowType, page?.rows[place]);
          if (ref) session.navigation.go(links.to(ref));
        }}
        empty={null}
      />
    </div>
  );
}

/** The pagination of a list that may have several pages. `at`: index of the current page. */
function NestedPager({
  result,
  at,
  onGo,
}: {
  result: CollectionPage;
  at: PageRef | null;
  onGo: (to: PageRef | null) => void;
}): ReactNode {
  const { value: page, back } = result;
  if (!page || !(page.next || page.previous || back || page.total !== null)) return null;
  return (
    <div className="nested-foot">
      <Pager
        position={result.position}
        page={page}
        paging={result.paging}
        at={at}
        size={NESTED_SIZE}
        back={back}
        busy={result.isOld && result.failure === null}
        hasFailed={result.isOld && result.failure !== null}
        onGo={onGo}
        onAgain={result.refresh}
        onIntent={result.intend}
      />
    </div>
  );
}

/** View state for a list inside a record. Its columns are remembered, but not stored in the URL, which belongs to the table beside it. */
const NO_ADDRESS: ViewState = {
  view: {
    name: null,
    kind: 'table',
    by: null,
    month: null,
    group: null,
    columns: null,
    filters: [],
    sorts: [],
    page: null,
    size: NESTED_SIZE,
    record: null,
    row: null,
    args: {},
    nested: null,
  },
  change: () => {},
  hrefWith: () => '',
};
