/** Buttons that change a record in place: edit, duplicate, delete. Only actions that are certain for the type are offered. */
import { type ReactNode, Suspense, useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../i18n/LanguageProvider';
import type { RecordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import type { Session } from '../../../session/connections/session';
import { Button } from '../../../ui/inputs/Button';
import { updateOf } from '../edit/fields/editableField';
import type { RowHead } from '../edit/sending/stagedRow';
import { copiedDrafts, copiesLists, editableFields } from './editableFields';
import { fileFields } from './editor/useRecordFiles';
import { readCopied } from './readCopied';
import { RecordCreator, RowActionDialog } from './recordParts';
import { isDeniedByRecord } from './refusedOffers';
import { creationOf, deletionOf } from './rows/rowActions';
import { useRefused } from './useRefused';

/** Props of `RecordTools`. */
export interface RecordToolsProps {
  session: Session;
  model: SchemaModel;
  record: RowHead;
  row: Row;
  /** The collection whose change log records the change. */
  collection: string;
  onEdit: () => void;
  /** The record was deleted. */
  onDeleted: () => void;
  /** A record was created; null: the result does not say which one it is. */
  onCreated: (ref: RecordRef | null) => void;
}

/** True if the fields of such records can be edited in place. */
export function isEditable(model: SchemaModel, typeName: string): boolean {
  const change = updateOf(model, typeName);
  return change !== null && (editableFields(model, change).length > 0 || fileFields(change).length > 0);
}

/** Renders the buttons; nothing if no action is certain. */
export function RecordTools({
  session,
  model,
  record,
  row,
  collection,
  onEdit,
  onDeleted,
  onCreated,
}: RecordToolsProps): ReactNode {
  const text = useText();
  // Not `useQuery`: the record to copy is read when a duplicate is requested.
  const client = useClient();
  const [open, setOpen] = useState<'delete' | { readonly copied: Row } | 'reading' | null>(null);
  const { typeName } = record;
  const refused = useRefused(session, model);
  const offerOf = (action: string | undefined) => {
    const reason = action === undefined ? undefined : refused.get(action);
    return reason === undefined ? {} : { disabled: true, title: text('data.offerRefused', { reason }) };
  };
  const creation = creationOf(model, typeName);
  const deletion = deletionOf(model, typeName);
  const duplicate = (change: Change): void => {
    if (open !== null) return;
    if (!copiesLists(model, change)) {
      setOpen({ copied: row });
      return;
    }
    // The lists of the record are not loaded yet. If that fails, they are left out of the form.
    setOpen('reading');
    void readCopied(client, model, change, row)
      .catch(() => null)
      .then(fresh => setOpen(now => (now === 'reading' ? { copied: fresh ?? row } : now)));
  };
  return (
    <>
      {isEditable(model, typeName) && !isDeniedByRecord(row, 'update') ? (
        <Button icon="edit" {...offerOf(updateOf(model, typeName)?.action.id)} onClick={onEdit}>
          {text('data.edit')}
        </Button>
      ) : null}
      {creation === null ? null : (
        <Button icon="copy" {...offerOf(creation.action.id)} aria-haspopup="dialog" onClick={() => duplicate(creation)}>
          {text('data.duplicate')}
        </Button>
      )}
      {deletion === null || isDeniedByRecord(row, 'delete') ? null : (
        <Button
          icon="trash"
          {...offerOf(deletion.action.id)}
          aria-haspopup="dialog"
          className="record-action-danger"
          onClick={() => setOpen('delete')}
        >
          {text('data.delete')}
        </Button>
      )}
      <Suspense fallback={null}>
        {typeof open === 'object' && open !== null && creation !== null ? (
          <RecordCreator
            session={session}
            model={model}
            change={creation}
            collection={collection}
            initial={copiedDrafts(model, creation, open.copied)}
            onClose={() => setOpen(null)}
            onCreated={ref => {
              setOpen(null);
              onCreated(ref);
            }}
          />
        ) : null}
        {open === 'delete' && deletion !== null ? (
          <RowActionDialog
            session={session}
            model={model}
            typeName={typeName}
            collection={collection}
            rowAction={deletion}
            rows={[{ id: record.id, title: record.title, row }]}
            onClose={sent => {
              setOpen(null);
              if (sent.length > 0) onDeleted();
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}
