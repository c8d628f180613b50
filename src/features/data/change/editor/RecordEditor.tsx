/**
 * The form of a record, shown in place of its fields. It starts with the current values, marks the changed fields, and sends only those.
 * Unsent input survives leaving the screen and a reload. Sending works as for table cells: the record is read again first.
 */
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef } from 'react';
import { dataEdit } from '../../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../../i18n/english/form';
import { useText } from '../../../../i18n/LanguageProvider';
import { FailureState } from '../../../../parts/FailureState';
import { failureProps } from '../../../../parts/failureProps';
import { DraftForm, FILLED_IN, focusFirstProblem } from '../../../../parts/form/DraftForm';
import { SendingFiles } from '../../../../parts/form/upload/SendingFiles';
import { UploadBar } from '../../../../parts/form/upload/UploadBar';
import type { FormField } from '../../../../schema/forms/formModel';
import type { Drafts, FieldPath, FieldProblem } from '../../../../schema/forms/formValues';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import { createRecordChoices } from '../../../../session/history/recordChoices';
import { SkeletonLines } from '../../../../ui/frame/Skeleton';
import { Button } from '../../../../ui/inputs/Button';
import { useReadable } from '../../../../ui/useReadable';
import { withMessagesAndIcons } from '../../../../ui/withMessagesAndIcons';
import type { EditableField } from '../../edit/fields/editableField';
import { ReviewedRow } from '../../edit/review/ReviewPanel';
import type { StagedRow } from '../../edit/sending/stagedRow';
import { tableEdits } from '../../edit/sending/tableEdits';
import { useChangeAid } from './useChangeAid';
import { useRecordDraft } from './useRecordDraft';
import { isMany, useRecordFields } from './useRecordFields';
import { type EditedRecord, useSaveRecord } from './useSaveRecord';
import '../../edit/edit.css';
import '../change.css';

function RecordEditor(props: EditedRecord): ReactNode {
  const { session, model, record, collection } = props;
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const { staged } = tableEdits(session, collection);
  const row = useReadable(staged).find(entry => entry.id === record.id);
  const recordFields = useRecordFields(model, record);
  const { places, fields, present, result } = recordFields;
  const draft = useRecordDraft(session, record.id, fields, present, row);
  const { changed, shown } = draft;
  const focusProblem = (): void => void requestAnimationFrame(() => focusFirstProblem(form.current));
  const { files, attempted, busy, save, close, discard } = useSaveRecord(props, recordFields, draft, row, focusProblem);
  const count = draft.count + files.count;
  const isConflict = row?.state === 'conflict';
  useConflictEnd(isConflict, () => {
    draft.reset();
    result.refresh();
  });

  const sent = useMemo(() => sentProblems(row, fields), [row, fields]);
  const problems = useMemo(
    () => [...draft.problems, ...sent.problems, ...files.problems],
    [draft.problems, sent, files.problems],
  );
  const failedRow = attempted && !busy && (isConflict || sent.problems.length > 0) ? row : undefined;
  useFailureFocus(form, failedRow);
  useFirstFocus(form, props.takesFocus && present !== null);
  const messages = [files.message, attempted ? sent.rest : ''].filter(message => message !== '');
  const choices = useMemo(() => choicesOf(model, record.typeName, places), [model, record.typeName, places]);
  const beside = useChangeAid({ model, places, present, changed, shown, onDiscard: draft.restore });
  const onChange = (next: Drafts, [head]: FieldPath): void => {
    const name = String(head);
    if (files.fields.some(field => field.name === name)) files.choose(name, next);
    else draft.set(name, Object.hasOwn(next, name) ? next[name] : undefined);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // The key must not discard unsent input.
    event.preventDefault();
    if (count === 0) close(false);
  };
  if (result.failure && present === null) return <FailureState {...failureProps(session, result.failure, result)} />;
  if (present === null) return <SkeletonLines lines={6} />;
  return (
    <form
      ref={form}
      className="record-editor"
      noValidate
      aria-label={text('data.editRecord', { record: record.title })}
      onKeyDown={onKeyDown}
      onSubmit={event => {
        event.preventDefault();
        save();
      }}
    >
      <SendingFiles upload={files.upload} values={files.drafts} onStop={files.stop}>
        <DraftForm
          label={text('data.editRecord', { record: record.title })}
          fields={[...fields, ...files.fields]}
          drafts={{ ...shown, ...files.drafts }}
          problems={problems}
          attempted={attempted}
          disabled={busy}
          onChange={onChange}
          choices={choices}
          {...beside}
        />
      </SendingFiles>
      <div className="record-editor-buttons">
        {attempted && row?.state === 'conflict' ? (
          <ul className="edit-rows">
            <ReviewedRow model={model} staged={staged} row={row} />
          </ul>
        ) : null}
        {messages.map(message => (
          <p key={message} className="edit-problem" role="alert" dir="auto">
            {message}
          </p>
        ))}
        {files.upload === undefined ? null : <UploadBar upload={files.upload} onStop={() => files.stop()} />}
        <Button type="submit" kind="primary" busy={busy} disabled={count === 0 || isConflict}>
          {count === 0 ? text('data.editSave') : text('data.editSend', { count })}
        </Button>
        <Button disabled={busy} onClick={discard}>
          {text(count === 0 ? 'ui.close' : 'data.editDiscardAll')}
        </Button>
      </div>
    </form>
  );
}

/** The records that a field offers. Items of a list are records of the list's type, whatever the name of the field. */
function choicesOf(
  model: SchemaModel,
  typeName: string,
  places: readonly EditableField[],
): ReturnType<typeof createRecordChoices> {
  const choices = createRecordChoices(model, typeName);
  const types = new Map(
    places.flatMap(({ field, column }) => (isMany(column) && column.relation ? [[field.name, column.relation.typeName]] : [])),
  );
  return (field, path) => {
    const type = path.length === 2 && field.name === '' ? types.get(String(path[0])) : undefined;
    return type === undefined ? choices(field, path) : choices({ ...field, name: `${type}Id` }, [`${type}Id`]);
  };
}

/** Focuses the first input as soon as it is rendered, unless the user has moved the focus meanwhile. */
function useFirstFocus(form: RefObject<HTMLFormElement | null>, isWanted: boolean): void {
  useEffect(() => {
    if (isWanted && document.activeElement === document.body) form.current?.querySelector<HTMLElement>(FILLED_IN)?.focus();
  }, [form, isWanted]);
}

/** Moves the focus to the problem of a row whose change failed: it may be out of view, and a conflict disables the focused button. */
function useFailureFocus(form: RefObject<HTMLFormElement | null>, failed: StagedRow | undefined): void {
  useEffect(() => {
    if (failed === undefined) return;
    requestAnimationFrame(() => {
      if (failed.state !== 'conflict') focusFirstProblem(form.current);
      else form.current?.querySelector<HTMLElement>('.edit-conflict button')?.focus();
    });
  }, [form, failed]);
}

/** Calls back after the user has resolved a conflict. */
function useConflictEnd(isConflict: boolean, onEnd: () => void): void {
  const was = useRef(false);
  useEffect(() => {
    if (isConflict) was.current = true;
    else if (was.current) {
      was.current = false;
      onEnd();
    }
  });
}

/** The problems of the last send: those of visible fields, and the text of all others. */
function sentProblems(row: StagedRow | undefined, fields: readonly FormField[]): { problems: FieldProblem[]; rest: string } {
  if (row === undefined || row.problem === null || row.state === 'conflict') return { problems: [], rest: '' };
  const { message, field } = row.problem;
  const parts = row.problem.parts ?? [{ field, message, line: message }];
  const isShown = (name: string | null): name is string => row.state === 'refused' && fields.some(own => own.name === name);
  return {
    problems: parts.flatMap((part): FieldProblem[] =>
      isShown(part.field) ? [{ path: [part.field], code: 'server', message: part.message }] : [],
    ),
    rest: parts.flatMap(part => (isShown(part.field) ? [] : [part.line])).join('\n'),
  };
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, RecordEditor);
