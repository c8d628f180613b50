/** Undoes a change that was no update: creates a deleted record again, or deletes a created one. */
import { type ReactNode, Suspense } from 'react';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { draftsOf } from '../change/editableFields';
import { RecordCreator, RowActionDialog } from '../change/recordParts';
import { creationOf, deletionOf } from '../change/rowActions';
import { creatableFields } from './fields/editableField';
import type { ChangeEntry } from './review/changeLog';

/** Props of `UndoDialog`. */
export interface UndoDialogProps {
  session: Session;
  model: SchemaModel;
  collection: string;
  rowType: string;
  entry: ChangeEntry;
  onClose: (isUndone: boolean) => void;
}

/** Renders the form of the record, or the question before its deletion. */
export function UndoDialog({ session, model, collection, rowType, entry, onClose }: UndoDialogProps): ReactNode {
  const creation = entry.kind === 'delete' ? creationOf(model, rowType) : null;
  const deletion = entry.kind === 'create' ? deletionOf(model, rowType) : null;
  return (
    <Suspense fallback={null}>
      {creation === null ? null : (
        <RecordCreator
          session={session}
          model={model}
          change={creation}
          collection={collection}
          initial={draftsOf(
            creatableFields(model, creation),
            Object.fromEntries(entry.edits.map(edit => [edit.field, edit.before])),
          )}
          onClose={() => onClose(false)}
          onCreated={() => onClose(true)}
        />
      )}
      {deletion === null ? null : (
        <RowActionDialog
          session={session}
          model={model}
          typeName={entry.typeName}
          collection={collection}
          rowAction={deletion}
          rows={[{ id: entry.row, title: entry.title, row: Object.fromEntries(entry.keys) }]}
          onClose={ids => onClose(ids.length > 0)}
        />
      )}
    </Suspense>
  );
}
