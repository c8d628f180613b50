/** The open record, in a drawer beside the table. Loaded when the first one is opened. */
import { type ReactNode, useCallback, useMemo } from 'react';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { useText } from '../../../i18n/LanguageProvider';
import type { Column } from '../../../schema/collections/columns/columns';
import { recordLayout } from '../../../schema/collections/recordLayout';
import type { RecordRef } from '../../../schema/collections/records';
import { readableKey, recordTitle } from '../../../schema/collections/recordTitle';
import type { Row } from '../../../schema/documents/documents';
import { actualType, type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { Drawer } from '../../../ui/frame/Drawer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { IconButton } from '../../../ui/inputs/Button';
import { Icon } from '../../../ui/text/Icon';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { asRequest } from '../asRequest';
import type { CollectionPage } from '../table/paging/useCollectionPage';
import type { ViewState } from '../table/useTableView';
import { RecordBody } from './RecordBody';
import { RecordFields } from './RecordFields';
import { recordHref, toRecordAddress } from './recordAddress';
import { fromRecordAddress } from './recordOfPath';
import { useOpenRecord } from './useOpenRecord';
import { type RecordLinks, useRecordLinks } from './useRecordLinks';
import { useWholeRow } from './useWholeRow';

/** Props of `RecordDrawer`. */
export interface RecordDrawerProps {
  session: Session;
  model: SchemaModel;
  /** The view in the URL: it says which record is open, and navigates to others. */
  state: ViewState;
  /** For a row that has no URL of its own: its values in the table are shown. */
  row: Row | null;
  /** Type of the table's rows. */
  rowType: string;
  /** Prepares the request of a page with other columns. */
  prepare: CollectionPage['prepare'];
  /** Index of the record in the table; null: it is not on the page. */
  openRow: number | null;
  rowCount: number;
  /** Opens the record of the row at an index. */
  onStep: (at: number) => void;
  /** A record was deleted or added: the rows must be requested again. */
  onChanged: () => void;
}

/** Renders the drawer. */
export function RecordDrawer(props: RecordDrawerProps): ReactNode {
  const { session, model, state } = props;
  const links = useRecordLinks(session, model, state.hrefWith);
  const { record } = state.view;
  const ref = useMemo(() => (record ? fromRecordAddress(model, record) : null), [model, record]);
  if (ref) return <LoadedRecord {...props} record={ref} links={links} />;
  return <KnownRow {...props} links={links} />;
}

function LoadedRecord({
  session,
  model,
  state,
  record: ref,
  links,
  openRow,
  rowCount,
  onStep,
  onChanged,
}: RecordDrawerProps & { record: RecordRef; links: RecordLinks }): ReactNode {
  const text = useText();
  const record = useOpenRecord(session, model, ref);
  return (
    <Drawer
      wide
      kind={typeLabel(model, record.typeName)}
      title={
        record.title ??
        text('data.recordOf', { type: typeLabel(model, record.typeName), id: readableKey(state.view.record?.key ?? '') })
      }
      onClose={() => state.change({ record: null })}
      actions={
        <>
          <Steps openRow={openRow} rowCount={rowCount} onStep={onStep} />
          <a
            className="button button-quiet button-icon"
            href={recordHref(model, ref)}
            title={text('data.openRecord')}
            aria-label={text('data.openRecord')}
          >
            <Icon name="arrowEnd" />
          </a>
        </>
      }
      footer={<AsQueryButton request={() => asRequest(record.prepared)} />}
    >
      <RecordBody
        session={session}
        model={model}
        within={ref}
        record={record}
        links={links}
        nested={state.view.nested}
        level={3}
        first={NOTHING_OPEN}
        onNested={nested => state.change({ nested }, { replace: true })}
        onSaved={onChanged}
        onDeleted={() => {
          state.change({ record: null });
          onChanged();
          focusTable();
        }}
        onCreated={made => {
          if (made !== null) state.change({ record: toRecordAddress(model, made) });
          onChanged();
        }}
      />
    </Drawer>
  );
}

/** Moves the focus to the table, once the drawer that had it is closed. */
function focusTable(): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body)
      document.querySelector<HTMLElement>('.data-table [data-cell][tabindex="0"]')?.focus();
  });
}

const NOTHING_OPEN: readonly never[] = [];

/** A record that cannot be requested separately: shows the data of its page. */
function KnownRow({
  model,
  state,
  row: known,
  rowType,
  prepare,
  openRow,
  rowCount,
  onStep,
  links,
}: RecordDrawerProps & { links: RecordLinks }): ReactNode {
  const text = useText();
  const typeName = actualType(model, rowType, known);
  const { page } = state.view;
  const pageWith = useCallback((columns: readonly Column[]) => prepare(page, undefined, columns), [prepare, page]);
  const { row, state: extent } = useWholeRow(model, typeName, known, pageWith);
  const layout = recordLayout(model, typeName);
  // Only columns that the row contains: the others were not requested.
  const groups = layout.groups
    .map(group => ({
      ...group,
      columns: group.columns.filter(column => row !== null && Object.hasOwn(row, column.keys[0] ?? '')),
    }))
    .filter(group => group.columns.length > 0);
  return (
    <Drawer
      kind={typeLabel(model, typeName)}
      title={recordTitle(model, typeName, row) ?? typeLabel(model, typeName)}
      onClose={() => state.change({ row: null })}
      actions={<Steps openRow={openRow} rowCount={rowCount} onStep={onStep} />}
    >
      {row === null ? (
        <EmptyState
          icon="search"
          title={text('data.recordNotFound', { type: typeLabel(model, typeName) })}
          help={text('data.recordNotFoundHelp')}
        />
      ) : (
        <>
          {extent === 'part' || layout.lists.length > 0 ? (
            <p className="quiet">{text('data.recordNotLoadable', { type: typeLabel(model, typeName) })}</p>
          ) : null}
          <RecordFields model={model} typeName={typeName} layout={{ ...layout, groups }} row={row} links={links} level={3} />
        </>
      )}
    </Drawer>
  );
}

/** Buttons for the previous and the next row. */
function Steps({ openRow, rowCount, onStep }: Pick<RecordDrawerProps, 'openRow' | 'rowCount' | 'onStep'>): ReactNode {
  const text = useText();
  if (openRow === null || rowCount < 2) return null;
  return (
    <>
      <IconButton
        icon="chevronUp"
        label={text('data.previousRecord')}
        disabled={openRow === 0}
        onClick={() => onStep(openRow - 1)}
      />
      <IconButton
        icon="chevronDown"
        label={text('data.nextRecord')}
        disabled={openRow >= rowCount - 1}
        onClick={() => onStep(openRow + 1)}
      />
    </>
  );
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: dataMore }, RecordDrawer);
