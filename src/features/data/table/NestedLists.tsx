/** The lists of a record. Each is collapsed until it is opened, and has its own pages. The URL stores which ones are expanded. */

import { type ReactNode, useId, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { StillWaiting } from '../../../parts/StillWaiting';
import type { Collection } from '../../../schema/collections/collections';
import { cellValue } from '../../../schema/collections/columns/columns';
import type { PageRef } from '../../../schema/collections/paging/paging';
import type { RecordLayout } from '../../../schema/collections/recordLayout';
import type { RecordRef } from '../../../schema/collections/records';
import { requiredForm } from '../../../schema/collections/requiredForm';
import type { Row } from '../../../schema/documents/documents';
import { sortCapability } from '../../../schema/filters/sortCapability';
import type { Sort } from '../../../schema/filters/sorting';
import { type Drafts, toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { formDocs } from '../../../session/navigation/docsLinks';
import type { GraphQLFailure } from '../../../transport/observe/failure';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { Icon } from '../../../ui/text/Icon';
import { AddingActions } from '../change/AddingActions';
import { AddRecord } from '../change/AddRecord';
import type { NestedRef } from '../dataAddress';
import { useMinorUnits } from '../edit/fields/minorAmounts';
import { ArgumentsForm } from '../filter/ArgumentsForm';
import { FieldError } from '../record/FieldError';
import { homeCollection, refOfRow } from '../record/recordAddress';
import type { RecordLinks } from '../record/useRecordLinks';
import { valueError } from '../record/valueError';
import { useRefreshOnSignIn } from '../useRefreshOnSignIn';
import { CollectionTable } from './CollectionTable';
import { useColumns, useEmptyLast } from './columns/useColumns';
import { PageFailure } from './content/PageFailure';
import { Pager } from './paging/Pager';
import { type CollectionPage, useCollectionPage } from './paging/useCollectionPage';
import type { ViewState } from './useTableView';
import './NestedLists.css';

/** Props of `NestedLists`. */
export interface NestedListsProps {
  session: Session;
  model: SchemaModel;
  layout: RecordLayout;
  /** The record whose lists are requested. */
  within: RecordRef;
  row: Row;
  links: RecordLinks;
  /** Expanded lists; null: the default. */
  nested: readonly NestedRef[] | null;
  /** Level of the lists' headings: one below the record's own heading. */
  level: 2 | 3;
  /** Lists that are expanded when the URL does not say which. */
  first: readonly NestedRef[];
  /** Errors of the record's result. The error of a list's total is shown at its heading. */
  errors: readonly GraphQLFailure[];
  /** Errors of totals that later requests left out, by column id. */
  fieldErrors?: ReadonlyMap<string, GraphQLFailure> | undefined;
  onChange: (nested: readonly NestedRef[]) => void;
  /** A record was added to one of the lists; null: the result does not say which one it is. */
  onCreated?: ((ref: RecordRef | null) => void) | undefined;
}

/** Renders the lists. */
export function NestedLists(props: NestedListsProps): ReactNode {
  const { layout, row, nested, level, first, errors, fieldErrors, onChange } = props;
  const Heading = `h${level}` as const;
  const text = useText();
  const formats = useFormats();
  const id = useId();
  const open = nested ?? first;
  if (layout.lists.length === 0) return null;
  return layout.lists.map(list => {
    const field = list.field.name;
    const at = open.find(entry => entry.field === field);
    const column = layout.counts.get(field);
    const count = column ? cellValue(row, column) : undefined;
    const error = column && (fieldErrors?.get(column.id) ?? valueError(errors, row, column));
    const toggle = (): void => onChange(at ? open.filter(entry => entry !== at) : [...open, { field, page: null }]);
    return (
      <section key={list.id} className="nested" aria-labelledby={`${id}-${field}`}>
        <Heading className="nested-head">
          <button
            type="button"
            id={`${id}-${field}`}
            className="nested-button"
            aria-expanded={at !== undefined}
            title={[field, list.description].filter(Boolean).join('\n').slice(0, 1000)}
            onClick={toggle}
          >
            <Icon name={at ? 'chevronDown' : 'chevronEnd'} />
            <span dir="auto">{list.label}</span>
            {typeof count === 'number' || typeof count === 'string' ? (
              <span className="nested-count" title={text('data.rowsAll', { count: Number(count) })}>
                {formats.number(count)}
              </span>
            ) : null}
          </button>
          {error ? <FieldError message={error.message} /> : null}
        </Heading>
        {at ? (
          <NestedList
            {...props}
            list={list}
            page={at.page}
            onPage={page => onChange(open.map(entry => (entry === at ? { field, page } : entry)))}
          />
        ) : null}
      </section>
    );
  });
}

/** Page size of a list inside a record. */
const NESTED_SIZE = 10;
const NO_FILTERS: readonly never[] = [];

function NestedList({
  session,
  model,
  within,
  row,
  links,
  list,
  page: at,
  onPage,
  onCreated,
}: NestedListsProps & { list: Collection; page: PageRef | null; onPage: (page: PageRef | null) => void }): ReactNode {
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
  const result = useCollectionPage(model, list, {
    columns: shown,
    filters: NO_FILTERS,
    sorts,
    page: at,
    size: NESTED_SIZE,
    arguments: required.problems.length === 0 ? required.variables : null,
    within: record,
  });
  const { value: page, isOld, failure, leaveFor } = result;
  const columns = useEmptyLast(chosen, page?.rows);
  useRefreshOnSignIn(session, failure, result.refresh);
  const go = (to: PageRef | null): void => {
    leaveFor(to);
    onPage(to);
  };
  const adding = {
    session,
    model,
    typeName: list.rowType,
    collection: homeCollection(model, list.rowType)?.id ?? list.rowType,
    within: record,
    onCreated: (ref: RecordRef | null) => {
      result.refresh();
      onCreated?.(ref);
    },
  };
  const height = Math.max(2, page ? page.rows.length : NESTED_SIZE) + 1;
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
          <div className="nested-add">
            <AddRecord {...adding} otherwise={<AddingActions model={model} within={record} row={row} list={list} />} />
          </div>
          {page && page.rows.length === 0 && !failure ? (
            <EmptyState title={text('data.noRows', { collection: list.label })} />
          ) : (
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
                onSort={next => {
                  setSorts(next);
                  if (at !== null) onPage(null);
                }}
                filter={null}
                onFilter={() => {}}
                fieldErrors={result.fieldErrors}
                failure={isOld ? null : failure}
                links={links}
                openRow={null}
                onOpen={place => {
                  const ref = refOfRow(model, list.rowType, page?.rows[place]);
                  if (ref) session.navigation.go(links.to(ref));
                }}
                empty={null}
              />
            </div>
          )}
        </>
      )}
      <NestedPager result={result} at={at} onGo={go} />
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
