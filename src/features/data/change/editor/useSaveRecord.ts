/**
 * Saves the form of a record: sends its files (useRecordFiles.ts) and its changed fields. The record is read again before that, as for
 * edited cells of a table.
 */
import { useCallback, useEffect, useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../../i18n/LanguageProvider';
import type { Readable } from '../../../../lib/store';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Change } from '../../../../schema/mutations/changes';
import { manyInput } from '../../../../schema/mutations/manyInput';
import type { Session } from '../../../../session/connections/session';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { useReadable } from '../../../../ui/useReadable';
import { keyList, type Values } from '../../edit/fields/editableField';
import { isSameInAnyOrder, isSameValue } from '../../edit/fields/isSameValue';
import { newEdit } from '../../edit/sending/newEdit';
import type { SendJob } from '../../edit/sending/sendChanges';
import type { StagedEdits } from '../../edit/sending/stagedEdits';
import { isUnderWay, type RowHead, type StagedRow } from '../../edit/sending/stagedRow';
import { tableEdits } from '../../edit/sending/tableEdits';
import { useSending } from '../../edit/sending/useSending';
import { useSentWords } from '../useSentWords';
import type { RecordDraft } from './useRecordDraft';
import { isMany, type RecordFields } from './useRecordFields';
import { type RecordFiles, useRecordFiles } from './useRecordFiles';

/** The record that a form edits. */
export interface EditedRecord {
  session: Session;
  model: SchemaModel;
  record: RowHead;
  /** The collection whose staged edits include those of the form. */
  collection: string;
  /** True if the user has opened the form now: its first input gets the focus. */
  takesFocus: boolean;
  /** `saved` is true if the record was changed. */
  onClose: (saved: boolean) => void;
}

/** State of saving a record. */
export interface SaveRecord {
  readonly files: RecordFiles;
  /** True after the first attempt to save. */
  readonly attempted: boolean;
  readonly busy: boolean;
  /** Sends the changes and closes the form, or shows why that is not possible. */
  readonly save: () => void;
  /** Closes the form and deletes its draft. */
  readonly close: (saved: boolean) => void;
  /** Like `close`, but also discards the changes of a failed attempt. */
  readonly discard: () => void;
}

/** Placeholder before the first send. */
const NO_JOB: Readable<ReturnType<SendJob['get']>> = { get: () => 'ended', subscribe: () => () => undefined };

/** Saves the changes of a draft. `row` holds the staged edits of the record; `onProblem` is called if an input is not valid. */
export function useSaveRecord(
  { session, model, record, collection, onClose }: EditedRecord,
  fields: RecordFields,
  draft: RecordDraft,
  row: StagedRow | undefined,
  onProblem: () => void,
): SaveRecord {
  const text = useText();
  const announce = useAnnounce();
  const edits = tableEdits(session, collection);
  const { staged } = edits;
  const job = useReadable(useReadable(edits.job) ?? NO_JOB);
  const { send } = useSending(session, model, collection, edits, () => undefined);
  const words = { ...useSentWords(), gone: text('data.editGone') };
  // Not `useMutation`: the document depends on the fields with a selected file.
  const files = useRecordFiles(session, useClient(), model, fields.change, record.keys, words);
  const [attempted, setAttempted] = useState(false);
  const busy = (row !== undefined && isUnderWay(row)) || job !== 'ended' || files.busy;
  const { forget } = draft;
  const close = useCallback(
    (saved: boolean): void => {
      forget();
      onClose(saved);
    },
    [forget, onClose],
  );
  const end = (): void => {
    announce.note({ text: text('data.recordSaved', { record: record.title }) });
    close(true);
  };
  const sendFiles = (present: Values, then: () => void): void =>
    void files.send(present).then(state => (state === 'done' ? then() : onProblem()));
  const wasSent = attempted && row?.state === 'sent';
  useEffect(() => {
    if (!wasSent || files.busy) return;
    staged.discard([record.id]);
    if (files.areLast && files.count > 0) sendFiles(fields.present ?? {}, end);
    else end();
  });
  const saveChanges = (present: Values): void => {
    const hasRoom = stageChanges(staged, record, fields, present, draft);
    if (!hasRoom) announce.note({ text: text('data.editFull'), tone: 'danger' });
    else if (staged.row(record.id) === undefined) close(false);
    else send([record.id]);
  };
  const save = (): void => {
    const { present } = fields;
    if (busy || present === null) return;
    setAttempted(true);
    const isChanged = draft.count > 0;
    if (draft.problems.length > 0 || files.problems.some(problem => problem.code !== 'server')) onProblem();
    else if (files.count > 0 && !(isChanged && files.areLast)) sendFiles(present, isChanged ? () => saveChanges(present) : end);
    else if (isChanged) saveChanges(present);
    else close(false);
  };
  const discard = (): void => {
    if (attempted) staged.discard([record.id]);
    close(false);
  };
  return { files, attempted, busy, save, close, discard };
}

/** Replaces the staged edits of a record by its changed fields. Returns false if there is no space left. */
function stageChanges(
  staged: StagedEdits,
  record: RowHead,
  { change, places }: RecordFields,
  present: Values,
  { changed, values, edits }: RecordDraft,
): boolean {
  // Remove staged edits of fields that have their original value again.
  staged.update(record.id, now => ({ ...now, edits: now.edits.filter(edit => Object.hasOwn(changed, edit.field)) }));
  return places.every(({ field, column }) => {
    if (!Object.hasOwn(changed, field.name)) return true;
    const typed = Object.hasOwn(values, field.name) ? values[field.name] : null;
    const now = Object.hasOwn(present, field.name) ? present[field.name] : null;
    const { begun: first = now } = edits.get(field.name) ?? {};
    // The user typed the initial value again: it replaces the value that the record has now.
    const before = isSameValue(first, typed) ? now : first;
    const listed = isMany(column) && Array.isArray(typed) ? (keyList(typed) ?? typed) : typed;
    // If only added and removed keys are sent, a different order is not a change.
    const isAsBefore = isUnordered(change, field.name) && isSameInAnyOrder(before, listed);
    const after = isAsBefore ? before : listed;
    return staged.stage(record, newEdit({ field, column }, { row: present, before, after }));
  });
}

const isUnordered = (change: Change | null, name: string): boolean => {
  const field = change?.fields.find(own => own.name === name);
  return field !== undefined && manyInput(field)?.way === 'difference';
};
