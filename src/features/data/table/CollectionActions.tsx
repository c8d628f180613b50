/** The actions on a table, at the end of its header. Each dialog is loaded when it is first opened. */

import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { dataViews } from '../../../i18n/english/data/dataViews';
import { pin } from '../../../i18n/english/data/pin';
import { useText } from '../../../i18n/LanguageProvider';
import type { Text } from '../../../i18n/language';
import { CustomiseDialog } from '../../../parts/customise/Customise';
import type { Collection } from '../../../schema/collections/collections';
import type { RecordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import { sortCapability } from '../../../schema/filters/sortCapability';
import type { SortCapability } from '../../../schema/filters/sorting';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { viewQuery } from '../../../session/navigation/lastView';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Menu } from '../../../ui/frame/menu/Menu';
import type { MenuItem } from '../../../ui/frame/menu/menuItem';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { IconButton } from '../../../ui/inputs/Button';
import { lazyPart } from '../../../ui/lazyPart';
import { copyText } from '../../../ui/text/CopyButton';
import { useIsHydrated } from '../../../ui/useIsHydrated';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { asRequest } from '../asRequest';
import { AddRecord } from '../change/AddRecord';
import { creationOf } from '../change/rows/rowActions';
import { useRefused } from '../change/useRefused';
import { UNGROUPED } from '../dataAddress';
import { updateOf } from '../edit/fields/editableField';
import { useMinorUnits } from '../edit/fields/minorAmounts';
import { useExport } from '../export/useExport';
import { openImport } from '../import/importStore';
import { ViewsMenu } from '../views/ViewsMenu';
import { withSort } from './columns/columnSorting';
import type { ColumnsState } from './columns/useColumns';
import type { CollectionPage } from './paging/useCollectionPage';
import { useCoveredDoubleClick } from './useCoveredDoubleClick';
import type { ViewState } from './useTableView';

const ColumnChooser = lazyPart(() =>
  import(/* webpackChunkName: "columns" */ './columns/ColumnChooser').then(module => ({ default: module.ColumnChooser })),
);
const ExportDialog = lazyPart(() =>
  import(/* webpackChunkName: "export" */ '../export/ExportDialog').then(module => ({ default: module.ExportDialog })),
);
const ImportDialog = lazyPart(() => import(/* webpackChunkName: "import" */ '../import/ImportDialog'));

/** Props of `CollectionActions`. */
export interface CollectionActionsProps {
  session: Session;
  model: SchemaModel;
  collection: Collection;
  columns: ColumnsState;
  state: ViewState;
  result: CollectionPage;
  /** The selected rows of all pages. */
  selected: readonly Row[];
  onCreated: (ref: RecordRef | null) => void;
}

/** Placeholder while no request can be sent; the button that would use it is disabled then. */
const NOTHING = { query: '', variables: {} };

/** The dialog to open from a button or a menu item. */
type OpenDialog = 'columns' | 'export' | 'import' | 'customise';

/** Renders the buttons. */
export function CollectionActions(props: CollectionActionsProps): ReactNode {
  const { session, model, collection, columns, state, result, selected, onCreated } = props;
  const text = useText();
  const isHydrated = useIsHydrated();
  const [open, setOpen] = useState<OpenDialog | null>(null);
  const close = (): void => setOpen(null);
  const exporting = useExport();
  const isAfterRows = useAfterRows();
  useMinorUnits(session, model, collection.rowType);
  useCoveredDoubleClick();
  const items = useMoreItems(props, isAfterRows, setOpen);
  useUnfinishedImport(session, collection, isAfterRows, setOpen);
  const { prepared } = result;
  return (
    <>
      <ViewsMenu
        session={session}
        model={model}
        collection={collection}
        columns={columns}
        state={state}
        rows={result.value?.rows ?? []}
      />
      {isAfterRows ? (
        <AddRecord
          compact
          session={session}
          model={model}
          typeName={collection.rowType}
          collection={collection.id}
          onCreated={onCreated}
        />
      ) : null}
      <AsQueryButton disabled={prepared === null} request={() => asRequest(prepared ?? NOTHING)} />
      <IconButton icon="columns" label={text('data.columns')} aria-haspopup="dialog" onClick={() => setOpen('columns')} />
      <IconButton
        icon="download"
        label={text('data.export')}
        aria-haspopup="dialog"
        disabled={!result.value?.rows.length && !exporting.running}
        pressed={exporting.running ? true : undefined}
        onClick={() => setOpen('export')}
      />
      <IconButton
        icon="refresh"
        label={text('data.refresh')}
        busy={isHydrated && result.isLoading}
        disabled={prepared === null}
        onClick={result.refresh}
      />
      <Menu items={items} align="end">
        {trigger => <IconButton icon="more" label={text('data.more')} {...trigger} />}
      </Menu>
      <Suspense fallback={null}>
        {open === 'columns' ? <ColumnChooser model={model} collection={collection} columns={columns} onClose={close} /> : null}
        {open === 'import' ? (
          <ImportDialog
            session={session}
            model={model}
            collection={collection}
            onClose={changed => {
              close();
              if (changed) result.refresh();
            }}
          />
        ) : null}
        {open === 'customise' ? (
          <CustomiseDialog
            session={session}
            model={model}
            subject={{ offer: { area: 'collections', id: collection.id }, typeName: collection.rowType }}
            name={collection.label}
            view={presentState(session)}
            onClose={close}
            onReopen={() => setOpen('customise')}
          />
        ) : null}
        {open === 'export' && result.value ? (
          <ExportDialog
            session={session}
            model={model}
            collection={collection}
            columns={columns.shown.map(entry => entry.column)}
            result={result}
            selected={selected}
            control={exporting}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}

/** Tells the user once that an import was started and is not finished, for example after a reload. */
function useUnfinishedImport(
  session: Session,
  { id, label }: Collection,
  isAfterRows: boolean,
  onOpen: (dialog: OpenDialog) => void,
): void {
  const text = useText();
  const announce = useAnnounce();
  const note = useEffectEvent(() =>
    announce.note({
      text: text('data.importOpen', { collection: label }),
      tone: 'refused',
      action: { label: text('data.exportResume'), onSelect: () => onOpen('import') },
    }),
  );
  useEffect(() => {
    if (!isAfterRows) return;
    let isLeft = false;
    const { told } = session.part('unfinished imports', () => ({ told: new Set<string>(), dispose() {} }));
    const head = openImport(session.documents, session.documentKey, id).head();
    head.then(
      found => {
        if (isLeft || found?.plan == null || told.has(id)) return;
        told.add(id);
        note();
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [session, id, isAfterRows]);
}

/** The items of the menu with further actions. */
function useMoreItems(
  { session, model, collection, columns, state }: CollectionActionsProps,
  isAfterRows: boolean,
  onOpen: (dialog: OpenDialog) => void,
): MenuItem[] {
  const text = useText();
  const announce = useAnnounce();
  const { view, change } = state;
  const copyLink = async (): Promise<void> => {
    const copied = await copyText(window.location.href);
    announce.note(copied ? { text: text('data.linkCopied') } : { text: text('ui.copyFailed'), tone: 'danger' });
  };
  const refused = useRefused(session, model);
  const changes = [creationOf(model, collection.rowType), updateOf(model, collection.rowType)].filter(each => each !== null);
  const reasons = changes.map(each => refused.get(each.action.id));
  const why = reasons.includes(undefined)
    ? {}
    : { disabled: true, hint: text('data.offerRefused', { reason: reasons[0] ?? '' }) };
  return [
    ...(isAfterRows && changes.length > 0
      ? [{ label: text('data.import'), icon: 'upload', ...why, onSelect: () => onOpen('import') } as const]
      : []),
    { label: text('ui.customise'), icon: 'settings', onSelect: () => onOpen('customise') },
    { label: text('data.copyLink'), icon: 'link', onSelect: () => void copyLink() },
    {
      label: text('data.summary'),
      icon: 'table',
      checked: view.group !== null,
      onSelect: () => change({ group: view.group === null ? UNGROUPED : null }, { replace: true }),
    },
    ...(columns.isChanged ? [{ label: text('data.resetColumns'), icon: 'undo', onSelect: columns.reset } as const] : []),
    ...(collection.alternateOf === null
      ? []
      : [
          {
            label: text('data.otherForm', { name: collection.alternateOf }),
            icon: 'table',
            href: `/data/${collection.alternateOf}`,
          } as const,
        ]),
    ...sortItems(sortCapability(model, collection), state, text),
  ];
}

/** Maximum number of sort fields in the menu. */
const MOST_SORT_FIELDS = 30;

/**
 * Menu items that sort by a field, which need not be a column. Choosing one again changes from ascending to descending, then to no sorting.
 */
function sortItems(sort: SortCapability | null, { view, change }: ViewState, text: Text): MenuItem[] {
  if (!sort || sort.fields.length === 0) return [];
  const items = sort.fields.slice(0, MOST_SORT_FIELDS).map((field): MenuItem => {
    const direction = view.sorts.find(entry => entry.field === field.id)?.direction;
    const next = direction === undefined ? 'ascending' : direction === 'ascending' ? 'descending' : null;
    return {
      label: field.label,
      checked: direction !== undefined,
      ...(direction ? { hint: text(direction === 'ascending' ? 'data.ascending' : 'data.descending') } : {}),
      onSelect: () => change({ sorts: withSort(sort, view.sorts, field, next) }),
    };
  });
  return [{ line: true }, { head: text('data.sortOther') }, ...items];
}

/** The state of the screen, without the name of a saved view. */
function presentState({ navigation }: Session): URLSearchParams {
  const state = new URLSearchParams(viewQuery(navigation.address.get().query));
  state.delete('view');
  return state;
}

/** True shortly after the rows are shown: finding the mutations in a schema takes time and must not delay the rows. */
function useAfterRows(): boolean {
  const [isAfterRows, setAfterRows] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAfterRows(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isAfterRows;
}

const REST_MS = 300;

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataViews }, dashboard: pin }, CollectionActions);
