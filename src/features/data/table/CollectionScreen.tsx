/**
 * The table of a collection. Its state is in the URL (dataAddress.ts). Filters are above the rows (CollectionContent.tsx), the pager is
 * below them, and the open record beside them.
 */
import { type ReactNode, Suspense } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { Collection } from '../../../schema/collections/collections';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { filterDocs } from '../../../session/navigation/docsLinks';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { CollectionActions, FilterBar, Pager, RecordDrawer, SelectionBar, SortChips } from '../dataParts';
import { CollectionContent } from './CollectionContent';
import { type CollectionScreenState, useCollectionScreen } from './useCollectionScreen';
import '../data.css';

/** Props of `CollectionScreen`. */
export interface CollectionScreenProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
}

interface Props {
  screen: CollectionScreenState;
}

/** Renders the screen. */
export function CollectionScreen({ session, model, collection }: CollectionScreenProps): ReactNode {
  const text = useText();
  const screen = useCollectionScreen(session, model, collection);
  const { value: page, failure, prepared } = screen.result;
  const { sorts, record, row } = screen.view;
  // The first rows have loaded or failed, or there is nothing to load. A calendar requests nothing before it knows its days.
  const isSettled = page !== null || failure !== null || (prepared === null && !screen.kind.isWaiting);
  const hasToolbar = screen.filter !== null || sorts.length > 0;
  // A calendar that requests its own days shows all their rows and pages by month, so it needs no pager.
  const hasFooter = prepared !== null && !screen.kind.isOfDays;
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
        <Suspense fallback={null}>
          {isSettled ? (
            <CollectionActions
              session={session}
              model={model}
              collection={collection}
              columns={screen.columns}
              state={screen.state}
              result={screen.result}
              selected={screen.chosen}
              onCreated={screen.onCreated}
            />
          ) : null}
        </Suspense>
      }
      toolbar={hasToolbar ? <Suspense fallback={null}>{isSettled ? <Toolbar screen={screen} /> : null}</Suspense> : null}
      footer={hasFooter ? <Suspense fallback={null}>{isSettled ? <Footer screen={screen} /> : null}</Suspense> : null}
      drawer={record || row !== null ? <Drawer screen={screen} /> : null}
    >
      <CollectionContent screen={screen} />
    </ScreenFrame>
  );
}

/** Filters and sort order. */
function Toolbar({ screen }: Props): ReactNode {
  const { model, collection, view, change, filter, requested, shownColumns, result } = screen;
  return (
    <>
      {filter ? (
        <FilterBar
          model={model}
          label={collection.label}
          capability={filter}
          filters={view.filters}
          requested={requested}
          columns={shownColumns}
          rows={result.value?.rows ?? []}
          docs={field => filterDocs(model, collection, field)}
          onChange={filters => change({ filters })}
          edited={screen.edited}
          onEdit={screen.setEdited}
        />
      ) : null}
      {view.sorts.length > 0 ? (
        <SortChips capability={screen.sort} sorts={view.sorts} columns={shownColumns} onSort={screen.onSort} />
      ) : null}
    </>
  );
}

/** Pager and actions on selected rows. */
function Footer({ screen }: Props): ReactNode {
  const { session, model, collection, view, change, result } = screen;
  // A failed request does not show whether there are rows.
  const isUnknown = result.failure !== null && result.value?.rows.length === 0;
  const page = isUnknown ? null : result.value;
  return (
    <Pager
      position={result.position}
      page={page}
      paging={result.paging}
      at={view.page}
      size={view.size}
      back={result.back}
      busy={result.isOld && result.failure === null}
      hasFailed={result.failure !== null && (page === null || result.isOld)}
      onGo={screen.go}
      onAgain={result.refresh}
      onSize={size => change({ size })}
      onIntent={result.intend}
      aside={
        screen.chosen.length > 0 && page ? (
          <SelectionBar
            session={session}
            model={model}
            collection={collection}
            rows={screen.chosen}
            elsewhere={screen.elsewhere}
            columns={screen.columns.shown.map(({ column }) => column)}
            onClear={screen.clear}
            onAct={screen.setActing}
          />
        ) : undefined
      }
    />
  );
}

/** The open record. */
function Drawer({ screen }: Props): ReactNode {
  const { session, model, collection, state, result, openRow } = screen;
  const { record, row } = screen.view;
  const rows = result.value?.rows;
  return (
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
        row={record ? null : (rows?.[row ?? -1] ?? null)}
        rowType={collection.rowType}
        prepare={result.prepare}
        openRow={openRow}
        rowCount={rows?.length ?? 0}
        onStep={screen.open}
        onChanged={screen.onChanged}
      />
    </Suspense>
  );
}
