/**
 * An action on one or more rows: its arguments except the key are filled in once for all rows. A deletion is confirmed by the record's
 * name, or by the number of records if there are many. Each row gets its own result.
 */

import type { Client } from '@urql/core';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { dataEdit } from '../../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../../i18n/english/form';
import { useText } from '../../../../i18n/LanguageProvider';
import { DraftForm, focusFirstProblem } from '../../../../parts/form/DraftForm';
import { cellValue, columnAt } from '../../../../schema/collections/columns/columns';
import { defaultColumns } from '../../../../schema/collections/columns/defaultColumns';
import { displayPath } from '../../../../schema/collections/displayField';
import { recordLookup, recordRef } from '../../../../schema/collections/records';
import { recordTitle } from '../../../../schema/collections/recordTitle';
import { recordDocument } from '../../../../schema/documents/recordDocument';
import { type Drafts, emptyDrafts, toVariables } from '../../../../schema/forms/formValues';
import { valueAt } from '../../../../schema/model/argumentPath';
import { type SchemaModel, typeLabel } from '../../../../schema/model/schemaModel';
import type { Row } from '../../../../schema/mutations/changeRequest';
import type { Change } from '../../../../schema/mutations/changes';
import type { Session } from '../../../../session/connections/session';
import { createRecordChoices } from '../../../../session/history/recordChoices';
import { useAnnounce } from '../../../../ui/frame/Announcer';
import { Dialog } from '../../../../ui/frame/Dialog';
import { Button } from '../../../../ui/inputs/Button';
import { Field } from '../../../../ui/inputs/Field';
import { TextInput } from '../../../../ui/inputs/TextInput';
import { saveFile } from '../../../../ui/saveFile';
import { useReadable } from '../../../../ui/useReadable';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import { EditedValue, plainText } from '../../edit/fields/EditedValue';
import { useFocusFallback } from '../../edit/review/useFocusFallback';
import type { StagedEdit } from '../../edit/sending/stagedEdits';
import { tableEdits } from '../../edit/sending/tableEdits';
import { queryNow } from '../../queryNow';
import { seriesOf } from '../../seriesOf';
import { copiedFields, copiedValue, lostLists } from '../editableFields';
import { logCreation } from '../logCreation';
import { readColumns, readCopied } from '../readCopied';
import { refusedOffers } from '../refusedOffers';
import { recordInPlace, sendPrepared } from '../sendChange';
import { useSentWords } from '../useSentWords';
import { isNotFound } from './isNotFound';
import { JobControls, RowResults } from './RowResults';
import { creationOf, type RowAction } from './rowActions';
import { countRows, type RowEnd, type RowJob, type SentState, startRowJob } from './rowJob';
import '../../edit/edit.css';
import '../change.css';

/** A row that the action applies to. */
export interface RowActionTarget {
  readonly id: string;
  readonly title: string;
  readonly row: Row;
  /** True if the action may have run before without a response: the record is looked up before anything is sent. Default false. */
  readonly mayBeDone?: boolean;
}

/** An action, and the rows it applies to. */
export interface RowActionRequest {
  typeName: string;
  rowAction: RowAction;
  rows: readonly RowActionTarget[];
}

/** Props of `RowActionDialog`. */
export interface RowActionDialogProps extends RowActionRequest {
  session: Session;
  model: SchemaModel;
  /** The collection whose change log records the changes. */
  collection: string;
  /** Called before a row is sent and with its outcome at once, because the page can be left before the other rows are finished. */
  onState?: (id: string, state: SentState) => void;
  /** `sent`: ids of the rows that succeeded. */
  onClose: (sent: readonly string[]) => void;
}

/** To delete more rows than this, the user must type their number. */
const MOST_UNCOUNTED = 10;
const MOST_NAMED = 20;

function RowActionDialog(props: RowActionDialogProps): ReactNode {
  const { model, typeName, rowAction, rows, onClose } = props;
  const { action, fields, isDelete } = rowAction;
  const text = useText();
  const box = useRef<HTMLDivElement>(null);
  const [drafts, setDrafts] = useState<Drafts>(() => emptyDrafts(fields));
  const [typed, setTyped] = useState('');
  const [attempted, setAttempted] = useState(false);
  const [job, setJob] = useState<RowJob | null>(null);
  const run = useRun(props, job, setJob);
  const read = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  const choices = useMemo(() => createRecordChoices(model, typeName), [model, typeName]);
  const isLoss = isDelete || action.danger;
  const mustCount = isLoss && rows.length > MOST_UNCOUNTED;
  const isCounted = !mustCount || typed.trim() === String(rows.length);
  const type = inSentence(typeLabel(model, typeName));
  const [only] = rows;
  const submit = (): void => {
    setAttempted(true);
    if (read.problems.length > 0) requestAnimationFrame(() => focusFirstProblem(box.current));
    else if (isCounted) run(rows, read.variables);
  };
  const title =
    rows.length === 1 && only !== undefined
      ? text(isDelete ? 'data.deleteTitle' : 'data.runTitleOne', { record: only.title, action: action.label })
      : text('data.runTitle', { action: action.label, count: rows.length });
  if (job !== null) return <RunningJob job={job} title={title} run={run} rows={rows} values={read.variables} onClose={onClose} />;
  return (
    <Dialog
      open
      size={fields.length > 0 ? 'large' : 'small'}
      keepOpen
      title={title}
      onClose={() => onClose([])}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={() => onClose([])} {...(isLoss ? { 'data-autofocus': true } : {})}>
            {/* Beside an action named "Cancel visit", a button "Cancel" would be ambiguous. */}
            {isLoss ? (rows.length === 1 ? text('data.keepOne', { type }) : text('data.keepAll')) : text('ui.cancel')}
          </Button>
          <Button type="submit" kind={isLoss ? 'danger' : 'primary'} disabled={!isCounted}>
            {rows.length === 1 ? action.label : text('data.runTitle', { action: action.label, count: rows.length })}
          </Button>
        </>
      }
    >
      <div ref={box} className="record-editor">
        {rows.length === 1 && only !== undefined ? (
          <Facts model={model} typeName={typeName} row={only.row} />
        ) : (
          <p className="quiet" dir="auto">
            {rows
              .slice(0, MOST_NAMED)
              .map(row => row.title)
              .join(', ')}
            {rows.length > MOST_NAMED ? ` +${rows.length - MOST_NAMED}` : ''}
          </p>
        )}
        {isDelete ? <UndoWords {...props} /> : null}
        {fields.length > 0 ? (
          <DraftForm
            label={title}
            fields={fields}
            drafts={drafts}
            problems={read.problems}
            attempted={attempted}
            onChange={setDrafts}
            choices={choices}
          />
        ) : null}
        {mustCount ? (
          <Field label={text('data.typeCount', { count: rows.length })} required>
            {control => <TextInput {...control} className="change-count" inputMode="numeric" value={typed} onChange={setTyped} />}
          </Field>
        ) : null}
      </div>
    </Dialog>
  );
}

const DONE: RowEnd = { state: 'sent', message: '' };

type Run = (rows: readonly RowActionTarget[], values: Readonly<Record<string, unknown>>) => void;

/**
 * Starts the job: one mutation per row. The record of a deletion or creation without a response is looked up, before the row is reported as
 * unknown and before it is sent once more.
 */
function useRun(
  { session, model, typeName, collection, rowAction, rows: all, onState, onClose }: RowActionDialogProps,
  job: RowJob | null,
  setJob: (job: RowJob) => void,
): Run {
  const client = useClient();
  const words = useSentWords();
  const text = useText();
  const announce = useAnnounce();
  const { isDelete, isCreate = false } = rowAction;
  useEffect(() => () => job?.stop(), [job]);
  return (rows, values) => {
    const { log } = tableEdits(session, collection);
    /** Whether the action was applied to a row; null: unknown. Only a deletion, or a creation with the record's key, can be looked up. */
    const isApplied = async (row: Row): Promise<boolean | null> => {
      const ref = isDelete || isCreate ? recordRef(model, typeName, row) : null;
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
      const before = acted.mayBeDone ? await lookUp(acted.row) : false;
      const end = before === false ? await sendOne(acted) : before ? DONE : { state: 'unknown' as const, message: words.unknown };
      onState?.(acted.id, end.state);
      return end;
    };
    const beforehand = async (row: Row): Promise<Before> => {
      if (isDelete) return beforeDeletion(client, model, typeName, row);
      const creation = isCreate ? creationOf(model, typeName) : null;
      return creation === null ? NOTHING : { ...NOTHING, name: await recordInPlace(client, model, creation, row) };
    };
    const sendOne = async (acted: RowActionTarget): Promise<RowEnd> => {
      const { copied, name, isMissing } = await beforehand(acted.row).catch(() => NOTHING);
      if (name !== null) return { state: 'notSent', message: words.conflict(name) };
      const prepared = rowAction.prepare(acted.row, values);
      if ('missing' in prepared) return { state: 'notSent', message: words.missing(prepared.missing.join(', ')) };
      onState?.(acted.id, 'sending');
      const sent = await sendPrepared(client, prepared, words, {}, series());
      if (sent.isForbidden) refusedOffers(session).refuse(rowAction.action.id, sent.message);
      // Null for a deletion, without an error, means a refusal to some servers and an empty answer to others.
      const isOpen = sent.state === 'unknown' || (isDelete && sent.state === 'refused' && sent.message === '');
      const isFound = isOpen && !isMissing && (await lookUp(acted.row)) === true;
      const state = isFound || sent.state === 'done' ? 'sent' : sent.state;
      if (state === 'sent' && isCreate) logCreation(session, model, collection, typeName, isFound ? acted.row : sent.record);
      if (state !== 'notSent' && isDelete) logDeletion(state, acted, sent.message, copied);
      return state === 'sent' ? DONE : { state, message: sent.message };
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
        announce.note({ text: text(isDelete ? 'data.recordDeleted' : 'data.recordSaved', { record: only.title }) });
        onClose([only.id]);
        return;
      }
      const { sent, refused, unknown, notSent } = countRows(started.get().rows);
      announce.say(text('data.editEnded', { sent, refused, unknown, open: notSent }));
    });
  };
}

/** What is known of a record before it is deleted or created. */
interface Before {
  /** The values that its creation mutation takes, so that the deletion can be undone. */
  readonly copied: readonly StagedEdit[];
  /** Its name if this is another one than the user has confirmed, or that of the record that a creation would replace; otherwise null. */
  readonly name: string | null;
  /** It could not be read, so not finding it after the deletion proves nothing. */
  readonly isMissing: boolean;
}

const NOTHING: Before = { copied: [], name: null, isMissing: false };

/** Reads a record before it is deleted. Servers give the key of a deleted record to a new one. */
async function beforeDeletion(client: Client, model: SchemaModel, typeName: string, row: Row): Promise<Before> {
  const creation = creationOf(model, typeName);
  const path = displayPath(model, typeName) ?? [];
  const column = path.length === 0 ? null : columnAt(model, typeName, path);
  const columns = column === null ? [] : [column];
  if (creation === null && column === null) return NOTHING;
  const fresh = await (creation === null
    ? readColumns(client, model, typeName, row, columns)
    : readCopied(client, model, creation, row, columns));
  if (fresh === null) return { ...NOTHING, isMissing: true };
  const [old, present] = [valueAt(row, path), valueAt(fresh, path)];
  const title = recordTitle(model, typeName, fresh);
  // A list can leave the name out, and its field can fail.
  const isRenamed = isName(old) && isName(present) && String(old) !== String(present) && old !== title;
  const copied = creation === null ? [] : copiedValues(model, creation, fresh);
  return { copied, name: isRenamed ? (title ?? String(present)) : null, isMissing: false };
}

const isName = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function copiedValues(model: SchemaModel, creation: Change, fresh: Row): StagedEdit[] {
  return copiedFields(model, creation).flatMap(entry => {
    const before = copiedValue(model, creation.typeName, entry, fresh);
    const column = entry.places[0]?.column;
    if (before === null || column === undefined) return [];
    const isWhole = entry.places.length > 1 || column.relation?.many === true;
    return [
      { field: entry.field.name, column: column.id, label: isWhole ? entry.field.label : column.label, before, after: null },
    ];
  });
}

function RunningJob({
  job,
  title,
  run,
  rows,
  values,
  onClose,
}: {
  job: RowJob;
  title: string;
  run: Run;
  rows: readonly RowActionTarget[];
  values: Readonly<Record<string, unknown>>;
  onClose: RowActionDialogProps['onClose'];
}): ReactNode {
  const text = useText();
  const state = useReadable(job);
  const close = useFocusFallback();
  const sentBefore = useRef<readonly string[]>([]);
  const sent = [...sentBefore.current, ...state.rows.flatMap(row => (row.state === 'sent' ? [row.id] : []))];
  const open = state.rows.flatMap(row => (row.state === 'notSent' ? [row.id] : []));
  const isEnded = state.phase === 'ended';
  const save = (): void =>
    saveFile('results.json', 'application/json', [
      JSON.stringify(
        state.rows.map(({ id, title: name, state: result, message }) => ({ id, name, result, message })),
        null,
        2,
      ),
    ]);
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={title}
      onClose={() => (isEnded ? onClose(sent) : job.stop())}
      footer={
        isEnded ? (
          <>
            <Button onClick={save}>{text('data.saveReport')}</Button>
            {open.length > 0 ? (
              <Button
                onClick={() => {
                  sentBefore.current = sent;
                  run(
                    rows.filter(row => open.includes(row.id)),
                    values,
                  );
                }}
              >
                {text('data.sendRest', { count: open.length })}
              </Button>
            ) : null}
            <Button ref={close} kind="primary" onClick={() => onClose(sent)}>
              {text('ui.close')}
            </Button>
          </>
        ) : (
          <JobControls job={job} />
        )
      }
    >
      <RowResults job={job} />
    </Dialog>
  );
}

/** Says whether the deletion can be undone, and which lists of the records are lost nevertheless. */
function UndoWords({ model, typeName, rows }: RowActionDialogProps): ReactNode {
  const text = useText();
  const creation = creationOf(model, typeName);
  if (creation === null) return <p>{text('data.deleteNoUndo')}</p>;
  const lost = [...new Set(rows.flatMap(({ row }) => lostLists(model, creation, row)))];
  return (
    <>
      <p>{text('data.deleteUndo')}</p>
      {lost.length === 0 ? null : (
        <p>
          <bdi>{lost.join(', ')}</bdi>: {text('data.deleteNoUndo')}
        </p>
      )}
    </>
  );
}

/** Facts that identify the record: its first values. */
function Facts({ model, typeName, row }: { model: SchemaModel; typeName: string; row: Row }): ReactNode {
  const known = defaultColumns(model, typeName).filter(column => {
    const value = cellValue(row, column);
    return value !== undefined && value !== null && plainText(value) !== '';
  });
  return (
    <dl className="record-facts-short">
      {known.slice(0, 5).map(column => (
        <div key={column.id}>
          <dt>{column.label}</dt>
          <dd>
            <EditedValue model={model} column={column} value={cellValue(row, column)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A name in the middle of a sentence: its first letter in lower case, unless it is an acronym. */
function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, RowActionDialog);
