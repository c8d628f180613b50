/** Undoes changes other than updates: creates deleted records again, or deletes created ones. */
import { type ReactNode, Suspense, useMemo, useRef } from 'react';
import { displayPath } from '../../../schema/collections/displayField';
import { recordRef } from '../../../schema/collections/records';
import { toVariables } from '../../../schema/forms/formValues';
import { withValueAt } from '../../../schema/model/argumentPath';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Row } from '../../../schema/mutations/changeRequest';
import type { Change } from '../../../schema/mutations/changes';
import type { Session } from '../../../session/connections/session';
import { draftsOf } from '../change/editableFields';
import { RecordCreator, RowActionDialog } from '../change/recordParts';
import { creationOf, deletionOf, preparedChange, type RowAction } from '../change/rows/rowActions';
import type { SentState } from '../change/rows/rowJob';
import { creatableFields } from './fields/editableField';
import type { ChangeEntry } from './review/changeEntry';
import type { UndoState } from './review/changeLog';

/** Props of `UndoDialog`. */
export interface UndoDialogProps {
  session: Session;
  model: SchemaModel;
  collection: string;
  rowType: string;
  /** Newest first. All are creations, or all are deletions. */
  entries: readonly ChangeEntry[];
  /** Called with an entry's id, before its undo is sent and as soon as its outcome is known. */
  onUndo: (id: string, state: UndoState) => void;
  onClose: () => void;
}

/** Renders the form of a single deleted record, or a confirmation before several records are created or deleted. */
export function UndoDialog({ session, model, collection, rowType, entries, onUndo, onClose }: UndoDialogProps): ReactNode {
  const creation = creationOf(model, rowType);
  // If a record was created or deleted several times, only the last time counts.
  const byRow = useMemo(() => new Map(entries.toReversed().map(entry => [entry.row, entry])), [entries]);
  const unknown = useRef(new Set<string>());
  const [last] = entries;
  if (last === undefined) return null;
  const isDeleted = last.kind === 'delete';
  const onState = (entry: ChangeEntry, state: SentState): void => {
    // A refusal does not show whether an earlier attempt without a response was applied, in this dialog or before.
    if (state === 'unknown') unknown.current.add(entry.id);
    const isOpen = (state === 'refused' || state === 'notSent') && entry.undoing !== true && !unknown.current.has(entry.id);
    onUndo(entry.id, state === 'sent' ? 'done' : isOpen ? 'open' : 'begun');
  };
  const rowAction = !isDeleted ? deletionOf(model, rowType) : creation === null ? null : recreation(model, creation);
  return (
    <Suspense fallback={null}>
      {isDeleted && creation !== null && entries.length === 1 ? (
        <RecordCreator
          session={session}
          model={model}
          change={creation}
          collection={collection}
          initial={draftsOf(creatableFields(model, creation), valuesOf(last))}
          mayBeThere={last.undoing === true}
          onState={state => onState(last, state)}
          onClose={onClose}
          onCreated={onClose}
        />
      ) : rowAction === null ? null : (
        <RowActionDialog
          session={session}
          model={model}
          typeName={last.typeName}
          collection={collection}
          rowAction={rowAction}
          rows={[...byRow.values()].toReversed().map(entry => ({
            id: entry.row,
            title: entry.title,
            row: isDeleted ? valuesOf(entry) : namedRow(model, entry),
            isUnread: !isDeleted,
            mayBeDone: entry.undoing === true,
          }))}
          onState={(row, state) => {
            const entry = byRow.get(row);
            if (entry !== undefined) onState(entry, state);
          }}
          onClose={onClose}
        />
      )}
    </Suspense>
  );
}

/**
 * False if the undo may have run and only the user can tell. The record of an undone deletion is looked up by its previous key, so the
 * creation has to take that key.
 */
export const isUndoKnown = (model: SchemaModel, entry: ChangeEntry): boolean =>
  entry.undoing !== true || entry.kind !== 'delete' || recordRef(model, entry.typeName, valuesOf(entry)) !== null;

/** A created record with its keys and its name at that time. */
function namedRow(model: SchemaModel, { typeName, keys, title }: ChangeEntry): Row {
  const path = title === typeLabel(model, typeName) ? [] : (displayPath(model, typeName) ?? []);
  return { ...withValueAt({}, path, title), ...Object.fromEntries(keys) };
}

/** The previous values of a deleted record. */
const valuesOf = ({ edits }: ChangeEntry): Readonly<Record<string, unknown>> =>
  Object.fromEntries(edits.map(edit => [edit.field, edit.before]));

/** Creates records from values. A record that lacks a required value is not created. */
function recreation(model: SchemaModel, creation: Change): RowAction {
  const fields = creatableFields(model, creation);
  return {
    action: creation.action,
    isDelete: false,
    isCreate: true,
    fields: [],
    prepare(row) {
      const { variables, problems } = toVariables(fields, draftsOf(fields, row));
      if (problems.length > 0) return { missing: [...new Set(problems.map(({ path }) => String(path[0])))] };
      return preparedChange(model, creation, {}, variables);
    },
  };
}
