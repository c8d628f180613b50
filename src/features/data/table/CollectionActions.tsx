/** The actions on a table, at the end of its header. Each dialog is loaded when it is first opened. */

import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { dataViews } from '../../../i18n/english/data/dataViews';
import { pin } from '../../../i18n/english/data/pin';
import { useText } from '../../../i18n/LanguageProvider';
import { CustomiseDialog } from '../../../parts/customise/Customise';
import type { Collection } from '../../../schema/collections/collections';
import type { RecordRef } from '../../../schema/collections/records';
import { sortCapability } from '../../../schema/filters/sortCapability';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { viewQuery } from '../../../session/navigation/lastView';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Menu } from '../../../ui/frame/Menu';
import type { MenuItem } from '../../../ui/frame/menuItem';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { IconButton } from '../../../ui/inputs/Button';
import { lazyPart } from '../../../ui/lazyPart';
import { copyText } from '../../../ui/text/CopyButton';
import { useIsTakenOver } from '../../../ui/useIsTakenOver';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { asRequest } from '../asRequest';
import { AddRecord } from '../change/AddRecord';
import { creationOf } from '../change/rowActions';
import { UNGROUPED } from '../dataAddress';
import { updateOf } from '../edit/fields/editableField';
import { useMinorUnits } from '../edit/fields/minorAmounts';
import { useExport } from '../export/useExport';
import { ViewsMenu } from '../views/ViewsMenu';
import { withSort } from './columns/columnSorting';
import type { ColumnsState } from './columns/useColumns';
import type { CollectionPage } from './useCollectionPage';
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
  answer: CollectionPage;
  selected: ReadonlySet<number>;
  onCreated: (ref: RecordRef | null) => void;
}

/** Placeholder while no request can be sent; the button that would use it is disabled then. */
const NOTHING = { query: '', variables: {} };

/** Renders the buttons. */
export function CollectionActions({
  session,
  model,
  collection,
  columns,
  state,
  answer,
  selected,
  onCreated,
}: CollectionActionsProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const isTakenOver = useIsTakenOver();
  const [open, setOpen] = useState<'columns' | 'export' | 'import' | 'customise' | null>(null);
  const close = (): void => setOpen(null);
  const exporting = useExport();
  const isAfterRows = useAfterRows();
  useMinorUnits(session, model, collection.rowType);
  const { view, change } = state;
  const sort = sortCapability(model, collection);
  const copyLink = async (): Promise<void> => {
    const copied = await copyText(window.location.href);
    announce.note(copied ? { text: text('data.linkCopied') } : { text: text('ui.copyFailed'), tone: 'danger' });
  };
  const canImport =
    isAfterRows && (creationOf(model, collection.rowType) !== null || updateOf(model, collection.rowType) !== null);
  const items: MenuItem[] = [
    ...(canImport ? [{ label: text('data.import'), icon: 'upload', onSelect: () => setOpen('import') } as const] : []),
    { label: text('ui.customise'), icon: 'settings', onSelect: () => setOpen('customise') },
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
  ];
  if (sort && sort.fields.length > 0) {
    items.push({ line: true }, { head: text('data.sortOther') });
    for (const field of sort.fields.slice(0, 30)) {
      const current = view.sorts.find(entry => entry.field === field.id);
      items.push({
        label: field.label,
        checked: current !== undefined,
        ...(current ? { hint: text(current.direction === 'ascending' ? 'data.ascending' : 'data.descending') } : {}),
        onSelect: () =>
          change({
            sorts: withSort(
              sort,
              view.sorts,
              field,
              current?.direction === 'ascending' ? 'descending' : current ? null : 'ascending',
            ),
          }),
      });
    }
  }
  const { prepared } = answer;
  return (
    <>
      <ViewsMenu session={session} model={model} collection={collection} columns={columns} state={state} />
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
        disabled={!answer.value?.rows.length && !exporting.running}
        pressed={exporting.running ? true : undefined}
        onClick={() => setOpen('export')}
      />
      <IconButton
        icon="refresh"
        label={text('data.refresh')}
        busy={isTakenOver && answer.isLoading}
        disabled={prepared === null}
        onClick={answer.refresh}
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
              if (changed) answer.refresh();
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
          />
        ) : null}
        {open === 'export' && answer.value ? (
          <ExportDialog
            session={session}
            model={model}
            collection={collection}
            columns={columns.shown.map(entry => entry.column)}
            answer={answer}
            selected={selected}
            control={exporting}
            onClose={close}
          />
        ) : null}
      </Suspense>
    </>
  );
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
