/** The rows of a collection, with the form for required arguments, errors, editing, and the summary. */
import { type ReactNode, Suspense, useMemo } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { StillWaiting } from '../../../parts/StillWaiting';
import { formDocs } from '../../../session/navigation/docsLinks';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { useIsHydrated } from '../../../ui/useIsHydrated';
import { ArgumentsForm, Changing, NoRows, OtherKind, PageFailure, Summary } from '../dataParts';
import { CollectionTable } from './CollectionTable';
import type { CollectionScreenState } from './useCollectionScreen';

interface Props {
  screen: CollectionScreenState;
}

/** Renders the content. */
export function CollectionContent({ screen }: Props): ReactNode {
  const text = useText();
  const { session, model, collection, view, change, kind, form, result, content, shownColumns } = screen;
  const { value: page, failure, prepared } = result;
  const failed = failure ? (
    <Suspense fallback={page === null ? <SkeletonLines lines={3} /> : null}>
      <PageFailure session={session} result={result} failure={failure} columns={view.kind === 'table' ? shownColumns : []} />
    </Suspense>
  ) : null;
  return (
    <div ref={content} className="data-content">
      {collection.mustFill.length > 0 ? (
        <Suspense fallback={<SkeletonLines lines={2} />}>
          <ArgumentsForm
            key={collection.id}
            model={model}
            fields={form}
            drafts={view.args}
            help={text('data.argumentsHelp', { collection: collection.label })}
            docs={formDocs(model, model.queryType.name, collection.path)}
            onShow={args => change({ args })}
          />
        </Suspense>
      ) : null}
      {prepared === null && !kind.isWaiting ? (
        <EmptyState icon="table" title={text('data.argumentsWaiting', { collection: collection.label })} />
      ) : failed && page === null ? (
        failed
      ) : (
        <>
          {failed}
          <StillWaiting
            key={prepared === null ? '' : prepared.query + JSON.stringify(prepared.variables)}
            clock={session.clock}
            isWaiting={result.isLoading}
            onStop={result.stop}
          />
          {page && page.missing > 0 && !failed ? (
            <p className="data-note">{text('data.missingRows', { count: page.missing })}</p>
          ) : null}
          <Rows screen={screen} />
          {view.group !== null && page !== null && page.rows.length > 0 ? (
            <Suspense fallback={null}>
              <Summary screen={screen} page={page} />
            </Suspense>
          ) : null}
          {screen.editing.isWanted || screen.acting ? (
            <Suspense fallback={null}>
              <Changing screen={screen} />
            </Suspense>
          ) : null}
        </>
      )}
    </div>
  );
}

/** The rows as a table, or in the presentation of the view. */
function Rows({ screen }: Props): ReactNode {
  const { model, collection, view, change, result, filter, links, openRow, editing } = screen;
  const isHydrated = useIsHydrated();
  const { value } = result;
  const present = isHydrated ? editing.handle.present : undefined;
  const page = useMemo(
    () => (value === null || present === undefined ? value : { ...value, rows: present(value.rows) }),
    [value, present],
  );
  const shared = {
    label: collection.label,
    model,
    rowType: collection.rowType,
    page,
    busy: result.isOld && result.isLoading,
    filter,
    links,
    openRow,
    onOpen: screen.open,
    // A failed request does not show whether there are rows, and rows that cannot be shown are there.
    empty:
      result.failure || (value && value.missing > 0) ? null : (
        <Suspense fallback={null}>
          <NoRows screen={screen} />
        </Suspense>
      ),
    editing: isHydrated ? editing.handle : null,
  };
  if (view.kind !== 'table')
    return (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <OtherKind {...shared} screen={screen} />
      </Suspense>
    );
  return (
    <CollectionTable
      {...shared}
      columns={screen.columns}
      size={view.size}
      sort={screen.sort}
      sorts={view.sorts}
      onSort={screen.onSort}
      onFilter={screen.onFilter}
      fieldErrors={result.fieldErrors}
      failure={result.isOld ? null : result.failure}
      onClose={() => change({ record: null, row: null })}
      selected={screen.selected}
      onSelect={screen.select}
      onRange={screen.onRange}
    />
  );
}
