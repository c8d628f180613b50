/** What changes a record where it stands: editing its fields, making another like it, deleting it. Only what is certain is offered. */
import { type ReactNode, Suspense, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import type { RecordRef } from '../../../schema/collections/records';
import type { Row } from '../../../schema/documents/documents';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { Button } from '../../../ui/inputs/Button';
import { updateOf } from '../edit/editableField';
import type { RowHead } from '../edit/stagedEdits';
import { copiedDrafts, editableFields } from './editableFields';
import { RecordCreator, RowActionDialog } from './recordParts';
import { creationOf, deletionOf } from './rowActions';

/** Props of `RecordTools`. */
export interface RecordToolsProps {
  session: Session;
  model: SchemaModel;
  record: RowHead;
  row: Row;
  /** Whose list of changes it is written to. */
  collection: string;
  onEdit: () => void;
  /** It was deleted. */
  onDeleted: () => void;
  /** Another was made; null: it is not known which. */
  onCreated: (ref: RecordRef | null) => void;
}

/** True when the fields of such records are edited in place. */
export function isEditable(model: SchemaModel, typeName: string): boolean {
  const change = updateOf(model, typeName);
  return change !== null && editableFields(model, change).length > 0;
}

/** The buttons; nothing where nothing is certain. */
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
  const [open, setOpen] = useState<'duplicate' | 'delete' | null>(null);
  const { typeName } = record;
  const creation = creationOf(model, typeName);
  const deletion = deletionOf(model, typeName);
  return (
    <>
      {isEditable(model, typeName) ? (
        <Button icon="edit" onClick={onEdit}>
          {text('data.edit')}
        </Button>
      ) : null}
      {creation === null ? null : (
        <Button icon="copy" aria-haspopup="dialog" onClick={() => setOpen('duplicate')}>
          {text('data.duplicate')}
        </Button>
      )}
      {deletion === null ? null : (
        <Button icon="trash" aria-haspopup="dialog" className="record-action-danger" onClick={() => setOpen('delete')}>
          {text('data.delete')}
        </Button>
      )}
      <Suspense fallback={null}>
        {open === 'duplicate' && creation !== null ? (
          <RecordCreator
            session={session}
            model={model}
            change={creation}
            collection={collection}
            initial={copiedDrafts(model, creation, row)}
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
