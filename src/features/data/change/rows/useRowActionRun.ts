/**
 * Runs an action on rows: one mutation per row. If a deletion or creation gets no response, its record is looked up before the row is
 * reported as unknown, and before the mutation is sent again.
 */
import { useEffect } from 'react';
import { useClient } from 'urql';
import { useFormats, useText } from '../../../../i18n/LanguageProvider';
import { defaultColumns } from '../../../../schema/collections/columns/defaultColumns';
import { type RecordRef, recordLookup, recordRef } from '../../../../schema/collections/records';
import { recordDocument } from '../../../../schema/documents/recordDocument';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Row } from '../../../../schema/mutations/changeRequest';
import type { Session } from '../../../../session/connections/session';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { endedWords } from '../../countedList';
import type { ReadResult } from '../../edit/sending/sendChanges';
import type { StagedEdit } from '../../edit/sending/stagedRow';
import { tableEdits } from '../../edit/sending/tableEdits';
import { undoEntries } from '../../edit/sending/undoEntries';
import { readAgain } from '../../edit/sending/updateWorld';
import { queryNow } from '../../queryNow';
import { seriesOf } from '../../seriesOf';
import { logCreation } from '../logCreation';
import { refusedOffers } from '../refusedOffers';
import { sendPrepared } from '../sendChange';
import { useSentWords } from '../useSentWords';
import { isNotFound } from './isNotFound';
import { readBefore } from './readBefore';
import { creationOf, type RowAction } from './rowActions';
import { countRows, type RowEnd, type RowJob, type SentState, startRowJob } from './rowJob';

/** A row that the action applies to. */
export interface RowActionTarget {
  readonly id: string;
  readonly title: string;
  readonly row: Row;
  /** True if only the key and the name are known, and what else the record has is not. Default false. */
  readonly isUnread?: boolean;
  /**
   * True if an earlier run of the action may have been applied without a response: the record is looked up before anything is sent. Default
   * false.
   */
  readonly mayBeDone?: boolean;
}

/** An action, and the rows it applies to. */
export interface RowActionRequest {
  typeName: string;
  rowAction: RowAction;
  rows: readonly RowActionTarget[];
}

/** The action and everything that its run needs. */
export interface RowActionRunOptions extends RowActionRequest {
  session: Session;
  model: SchemaModel;
  /** The collection whose change log records the changes. */
  collection: string;
  /** Called before a row is sent and with its outcome at once, because the page can be left before the other rows are finished. */
  onState?: (id: string, state: SentState) => void;
  /** `sent`: ids of the rows that succeeded. */
  onClose: (sent: readonly string[]) => void;
}

const DONE: RowEnd = { state: 'sent', message: '' };

/** The record by which a row without a response is looked up; null if it cannot be: only a deletion, or a creation with the record's key. */
export const checkedRef = (
  model: SchemaModel,
  typeName: string,
  { isDelete, isCreate }: RowAction,
  row: Row,
): RecordRef | null => (isDelete || isCreate ? recordRef(model, typeName, row) : null);

/** What a run continues. */
export interface EarlierRun {
  /** Outcomes that stay as they are, by the id of the row. */
  readonly ends: ReadonlyMap<string, RowEnd>;
  /** True: the other rows are only looked up, and nothing is sent. */
  readonly isCheck: boolean;
}

/** Runs the action on rows, with the same values for all. `earlier`: the run that it continues; default none. */
export type Run = (rows: readonly RowActionTarget[], values: Readonly<Record<string, unknown>>, earlier?: EarlierRun) => void;

/** Returns the function that starts the job. The job stops when the component is removed. */
export function useRowActionRun(
  { session, model, typeName, collection, rowAction, rows: all, onState, onClose }: RowActionRunOptions,
  job: RowJob | null,
  setJob: (job: RowJob) => void,
): Run {
  // Not `useMutation`: the rows are read and changed one after the other, any number of them.
  const client = useClient();
  const words = useSentWords();
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { isDelete, isCreate = false } = rowAction;
  useEffect(() => () => job?.stop(), [job]);
  return (rows, values, earlier) => {
    const { log, staged } = tableEdits(session, collection);
    /** Whether the action was applied to a row; null: unknown. */
    const isApplied = async (row: Row): Promise<boolean | null> => {
      const ref = checkedRef(model, typeName, rowAction, row);
      if (ref === null) return null;
      const prepared = recordDocument(model, ref, defaultColumns(model, ref.typeName).slice(0, 1));
      const result = await queryNow(client, prepared);
      if (isDelete && isNotFound(result.error, recordLookup(model, ref.typeName)?.path.length ?? 0)) return true;
      if (result.error || result.data == null || prepared.problem(result.data) !== null) return null;
      return (prepared.read(result.data) === null) === isDelete;
    };
    const lookUp = (row: Row): Promise<boolean | null> => isApplied(row).catch(() => null);
    const runOne = async (at: number): Promise<RowEnd> => {
      const acted = rows[at] as RowActionTarget;
      const known = earlier?.ends.get(acted.id);
      if (known) return known;
      const isCheck = earlier?.isCheck === true;
      const before = isCheck || acted.mayBeDone ? await lookUp(acted.row) : false;
      const end = before === false && !isCheck ? await sendOne(acted) : foundEnd(before);
      // What was staged for a deleted record could never be sent.
      if (isDelete && end.state === 'sent') staged.discard([acted.id]);
      onState?.(acted.id, end.state);
      return end;
    };
    const foundEnd = (isDone: boolean | null): RowEnd => {
      if (isDone === null) return { state: 'unknown', message: words.unknown };
      return isDone ? DONE : { state: 'notSent', message: isDelete ? text('data.deleteKept') : '' };
    };
    const sendOne = async (acted: RowActionTarget): Promise<RowEnd> => {
      const { copied, name, isMissing } = await readBefore(client, model, typeName, rowAction, acted.row);
      if (name !== null)
        return { state: 'notSent', message: isCreate ? words.present(name) : text('data.editConflict', { value: name }) };
      const read = await withUnchanged(acted.row, values);
      if ('failed' in read) return { state: 'notSent', message: read.failed };
      const prepared = rowAction.prepare(read.row, values);
      if ('missing' in prepared) return { state: 'notSent', message: words.missing(prepared.missing.join(', ')) };
      onState?.(acted.id, 'sending');
      const sent = await sendPrepared(client, prepared, words, {}, series());
      if (sent.isForbidden) refusedOffers(session).refuse(rowAction.action.id, sent.message);
      // Some servers return null without an error when they refuse a deletion, others when it succeeds.
      const isOpen = sent.state === 'unknown' || (isDelete && sent.isSilent === true);
      const found = isOpen && !isMissing ? await lookUp(acted.row) : null;
      const isFound = found === true;
      const state = isFound || sent.state === 'done' ? 'sent' : sent.state;
      if (state === 'sent' && isCreate) logCreation(session, model, collection, typeName, isFound ? acted.row : sent.record);
      const isKept = isDelete && sent.isSilent === true && found === false;
      const message = isKept ? `${sent.message} ${text('data.deleteKept')}` : sent.message;
      if (state !== 'notSent' && isDelete) logDeletion(state, acted, message, copied);
      return state === 'sent' ? DONE : { state, message, isLost: state === 'unknown' && sent.isUnproven !== true };
    };
    /** The row with the newest values that an update sends unchanged: those in the table may be old. */
    const withUnchanged = async (row: Row, changed: Row): Promise<ReadResult> => {
      const { update, needsCurrent } = rowAction;
      if (!update || !needsCurrent) return { row };
      const keys = Object.entries(recordRef(model, typeName, row)?.keys ?? {});
      return readAgain(client, model, update, keys, Object.keys(changed), text('data.editGone'));
    };
    const logDeletion = (
      result: 'sent' | 'refused' | 'unknown',
      { id, title, row }: RowActionTarget,
      message: string,
      edits: readonly StagedEdit[],
    ): void => {
      const ref = recordRef(model, typeName, row);
      log.add({
        at: session.clock.now(),
        collection,
        typeName,
        row: id,
        keys: Object.entries(ref?.keys ?? {}),
        title,
        edits,
        result,
        message: result === 'sent' ? null : message,
        kind: 'delete',
      });
    };
    const started = startRowJob(rows, runOne);
    const series = seriesOf(started, ({ phase }) => phase === 'running');
    setJob(started);
    void started.ended.then(() => {
      const [only] = all;
      // For a single successful row there is nothing more to show.
      if (all.length === 1 && only !== undefined && started.get().rows[0]?.state === 'sent') {
        const record = only.title;
        const deleted =
          isDelete && creationOf(model, typeName) !== null ? log.get().find(({ row }) => row === only.id) : undefined;
        announce.note({
          ...(deleted && {
            action: { label: text('data.changeUndo'), onSelect: () => undoEntries(session, collection, [deleted]) },
          }),
          text: isDelete
            ? text('data.recordDeleted', { record })
            : isCreate
              ? text('data.recordCreated', { record })
              : text('data.runTitleOne', { action: rowAction.action.label, record }),
        });
        onClose([only.id]);
        return;
      }
      const { sent, refused, unknown, notSent } = countRows(started.get().rows);
      announce.say(endedWords(text, formats, { sent, refused, unknown, open: notSent }));
    });
  };
}
