/**
 * The form of a record, shown in place of its fields. It starts with the current values, marks the changed fields, and sends only those.
 * Unsent input survives leaving the screen and a reload. Sending works as for table cells: the record is read again first.
 */
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useText } from '../../../i18n/LanguageProvider';
import type { Readable } from '../../../lib/store';
import { answerTrouble } from '../../../parts/answerTrouble';
import { FailureState } from '../../../parts/FailureState';
import { DraftForm, focusFirstProblem } from '../../../parts/form/DraftForm';
import { isDraftGroup } from '../../../parts/form/formDraft';
import { usePrepared } from '../../../parts/usePrepared';
import { fittingFields } from '../../../schema/forms/fittingField';
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldPath, type FieldProblem, toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import { manyInput } from '../../../schema/mutations/manyInput';
import type { Session } from '../../../session/connections/session';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/text/useReadable';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { AmountHelp } from '../edit/fields/AmountHelp';
import { EditedValue } from '../edit/fields/EditedValue';
import { type EditableField, keyList, readAgain, updateOf, type Values } from '../edit/fields/editableField';
import { isSameInAnyOrder } from '../edit/fields/isSameValue';
import { currencyOf, typedCurrency } from '../edit/fields/minorAmounts';
import { ReviewedRow } from '../edit/review/ReviewPanel';
import { newEdit } from '../edit/sending/newEdit';
import type { SendJob } from '../edit/sending/sendChanges';
import { isUnderWay, type RowHead, type StagedRow } from '../edit/sending/stagedEdits';
import { tableEdits } from '../edit/sending/tableEdits';
import { useSending } from '../edit/sending/useSending';
import { draftsOf, editableFields, shownField } from './editableFields';
import { editorDraft } from './editorDraft';
import { useRecordFiles } from './useRecordFiles';
import { useSentWords } from './useSentWords';
import '../edit/edit.css';
import './change.css';

/** Props of `RecordEditor`. */
export interface RecordEditorProps {
  session: Session;
  model: SchemaModel;
  record: RowHead;
  /** The collection whose staged edits include those of this form. */
  collection: string;
  /** `saved` is true if the record was changed. */
  onClose: (saved: boolean) => void;
}

/** Placeholder before the first send. */
const NO_JOB: Readable<ReturnType<SendJob['get']>> = { get: () => 'ended', subscribe: () => () => undefined };

function RecordEditor({ session, model, record, collection, onClose }: RecordEditorProps): ReactNode {
  const text = useText();
  const announce = useAnnounce();
  const form = useRef<HTMLFormElement>(null);
  const edits = tableEdits(session, collection);
  const { staged } = edits;
  const row = useReadable(staged).find(entry => entry.id === record.id);
  const job = useReadable(useReadable(edits.job) ?? NO_JOB);
  const change = updateOf(model, record.typeName);
  const places = useMemo(() => (change === null ? [] : editableFields(model, change)), [model, change]);
  const editable = useMemo(() => places.map(shownField), [places]);
  const keys = JSON.stringify(record.keys);
  const prepared = useMemo(() => {
    const names = editable.map(field => field.name);
    return change === null ? null : readAgain(model, change, Object.fromEntries(JSON.parse(keys) as [string, unknown][]), names);
  }, [model, change, editable, keys]);
  const answer = usePrepared<Values | null>(prepared);
  const present = answer.isOld ? null : answer.value;
  const fields = useMemo(() => fittingFields(offeredFields(editable, places, present), present), [editable, places, present]);
  const base = useMemo(() => (present === null ? {} : draftsOf(fields, present)), [fields, present]);
  const [edited, setEdited] = useState<Edited>(() => initialEdits(session, fields, record, row));
  const changed = useMemo(() => changedOf(fields, base, edited), [fields, base, edited]);
  const [attempted, setAttempted] = useState(false);
  const { send } = useSending(session, model, collection, edits, () => undefined);
  const files = useRecordFiles(useClient(), model, change, useSentWords());
  useEffect(
    () =>
      session.drafts.keep(
        editorDraft(record.id),
        edited.size === 0 ? null : Object.fromEntries([...edited].map(([name, draft]) => [name, draft ?? null])),
      ),
    [session, record.id, edited],
  );
  const close = useCallback(
    (saved: boolean): void => {
      session.drafts.keep(editorDraft(record.id), null);
      onClose(saved);
    },
    [session, record.id, onClose],
  );
  const wasSent = attempted && row?.state === 'sent';
  useEffect(() => {
    if (!wasSent) return;
    staged.discard([record.id]);
    announce.note({ text: text('data.recordSaved', { record: record.title }) });
    close(true);
  }, [wasSent, staged, record, announce, text, close]);
  useConflictEnd(row?.state === 'conflict', () => {
    setEdited(stagedDrafts(fields, row));
    answer.refresh();
  });

  const shown = useMemo((): Drafts => {
    const all = new Map<string, Draft>([...Object.entries(base), ...edited]);
    return Object.fromEntries([...all].filter(([, draft]) => draft !== undefined));
  }, [base, edited]);
  const own = useMemo(() => fields.filter(field => Object.hasOwn(changed, field.name)), [fields, changed]);
  const read = useMemo(() => toVariables(own, changed), [own, changed]);
  const sent = useMemo(() => sentProblems(row, fields), [row, fields]);
  const problems = useMemo(() => [...read.problems, ...sent.problems, ...files.problems], [read.problems, sent, files.problems]);
  const messages = [files.message, attempted ? sent.rest : ''].filter(message => message !== '');
  const choices = useMemo(() => choicesOf(model, record.typeName, places), [model, record.typeName, places]);
  const onChange = (next: Drafts, [head]: FieldPath): void => {
    const name = String(head);
    if (files.fields.some(field => field.name === name)) files.choose(name, next);
    else setEdited(new Map(edited).set(name, Object.hasOwn(next, name) ? next[name] : undefined));
  };
  const busy = (row !== undefined && isUnderWay(row)) || job !== 'ended' || files.busy;
  const isConflict = row?.state === 'conflict';
  const failedRow = attempted && !busy && (isConflict || sent.problems.length > 0) ? row : null;
  useEffect(() => {
    if (failedRow == null) return;
    // The field with the error may be out of view, and a conflict disables the button that had the focus.
    requestAnimationFrame(() => {
      if (failedRow.state !== 'conflict') focusFirstProblem(form.current);
      else form.current?.querySelector<HTMLElement>('.edit-conflict button')?.focus();
    });
  }, [failedRow]);
  const save = (): void => {
    if (busy || present === null) return;
    setAttempted(true);
    if (read.problems.length > 0 || files.problems.some(problem => problem.code !== 'server')) {
      requestAnimationFrame(() => focusFirstProblem(form.current));
      return;
    }
    if (files.count === 0) saveChanges(present, false);
    else
      void files.send(present).then(state => {
        if (state === 'done') saveChanges(present, true);
        else requestAnimationFrame(() => focusFirstProblem(form.current));
      });
  };
  const saveChanges = (present: Values, withFiles: boolean): void => {
    if (own.length === 0) {
      if (withFiles) announce.note({ text: text('data.recordSaved', { record: record.title }) });
      close(withFiles);
      return;
    }
    // Remove staged edits of fields that have their original value again.
    staged.update(record.id, now => ({ ...now, edits: now.edits.filter(edit => Object.hasOwn(changed, edit.field)) }));
    const hasRoom = places.every(({ field, column }) => {
      if (!Object.hasOwn(changed, field.name)) return true;
      const typed = Object.hasOwn(read.variables, field.name) ? read.variables[field.name] : null;
      const before = Object.hasOwn(present, field.name) ? present[field.name] : null;
      const listed = isMany(column) && Array.isArray(typed) ? (keyList(typed) ?? typed) : typed;
      // If only added and removed keys are sent, a different order is not a change.
      const isAsBefore = isUnordered(change, field.name) && isSameInAnyOrder(before, listed);
      const after = isAsBefore ? before : listed;
      return staged.stage(record, newEdit({ field, column }, { row: present, before, after }));
    });
    if (!hasRoom) announce.note({ text: text('data.editFull'), tone: 'danger' });
    else if (!staged.get().some(entry => entry.id === record.id)) close(false);
    else send([record.id]);
  };
  const count = own.length + files.count;
  const discard = (): void => {
    if (attempted) staged.discard([record.id]);
    close(false);
  };
  const aid = useChangeAid(changed, shown, present, places, model, ([head]) =>
    setEdited(new Map([...edited].filter(([name]) => name !== String(head)))),
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // The key must not discard unsent input.
    event.preventDefault();
    if (count === 0) close(false);
  };
  if (answer.failure && present === null) return <FailureState {...answerTrouble(session, answer.failure, answer)} />;
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
      <DraftForm
        label={text('data.editRecord', { record: record.title })}
        fields={[...fields, ...files.fields]}
        drafts={{ ...shown, ...files.drafts }}
        problems={problems}
        attempted={attempted}
        disabled={busy}
        onChange={onChange}
        choices={choices}
        aid={aid}
      />
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

/** Maximum number of related records that are shown individually. */
const MOST_LINKS = 100;

const isUnordered = (change: Change | null, name: string): boolean => {
  const field = change?.fields.find(own => own.name === name);
  return field !== undefined && manyInput(field)?.way === 'difference';
};

const isMany = ({ relation }: EditableField['column']): boolean => relation?.many === true;

/** The fields except lists of related records that the result does not contain or that are too long to show. */
function offeredFields(
  fields: readonly FormField[],
  places: readonly EditableField[],
  present: Values | null,
): readonly FormField[] {
  return fields.filter(({ name }) => {
    const place = places.find(({ field }) => field.name === name);
    if (present === null || place === undefined || !isMany(place.column)) return true;
    const keys = Object.hasOwn(present, name) ? present[name] : undefined;
    return Array.isArray(keys) && keys.length <= MOST_LINKS;
  });
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

/** Edited values by field name; undefined: the input was emptied. */
type Edited = ReadonlyMap<string, Draft>;

/** Initial edits: the edits staged in the table, overridden by the draft of an earlier visit. */
function initialEdits(session: Session, fields: readonly FormField[], record: RowHead, row: StagedRow | undefined): Edited {
  const kept = session.drafts.read(editorDraft(record.id));
  const typed = isDraftGroup(kept as Draft) ? Object.entries(kept as Drafts) : [];
  const known = typed.filter(([name]) => fields.some(field => field.name === name));
  return new Map([...stagedDrafts(fields, row), ...known.map(([name, draft]) => [name, draft ?? undefined] as const)]);
}

function stagedDrafts(fields: readonly FormField[], row: StagedRow | undefined): Edited {
  const edits = row?.edits ?? [];
  const drafts = draftsOf(fields, Object.fromEntries(edits.map(edit => [edit.field, edit.after])));
  const names = edits.map(edit => edit.field).filter(name => fields.some(field => field.name === name));
  return new Map(names.map(name => [name, Object.hasOwn(drafts, name) ? drafts[name] : undefined]));
}

/** The fields that differ from the record. An emptied input means null if the field is nullable, otherwise an empty string. */
function changedOf(fields: readonly FormField[], base: Drafts, edited: Edited): Drafts {
  const changed: [string, Draft][] = [];
  for (const field of fields) {
    if (!edited.has(field.name)) continue;
    const draft = edited.get(field.name);
    const present = Object.hasOwn(base, field.name) ? base[field.name] : undefined;
    if (JSON.stringify(draft) === JSON.stringify(present)) continue;
    const isText = field.control.kind === 'scalar' && /^(text|longText)$/.test(field.control.scalar.kind);
    const empty = isText && !field.required ? '' : undefined;
    const value = draft !== undefined ? draft : Array.isArray(present) && !field.nullable ? [] : field.nullable ? null : empty;
    if (value === null && present === undefined) continue;
    if (JSON.stringify(value) === JSON.stringify(present)) continue;
    changed.push([field.name, value]);
  }
  return Object.fromEntries(changed);
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

/** Help for a field: its amount as money, its previous value if it is changed, and a button that restores it. */
function useChangeAid(
  changed: Drafts,
  shown: Drafts,
  present: Values | null,
  places: ReturnType<typeof editableFields>,
  model: SchemaModel,
  discard: (path: FieldPath) => void,
): (field: FormField, path: FieldPath) => ReactNode {
  const text = useText();
  return (field, path) => {
    if (path.length !== 1 || present === null) return null;
    const column = places.find(place => place.field.name === field.name)?.column ?? null;
    const currency = column === null ? undefined : currencyOf(column, present);
    const typed = typedCurrency(column, name => (Object.hasOwn(changed, name) ? { after: changed[name] } : undefined), currency);
    const own = Object.hasOwn(shown, field.name) ? shown[field.name] : undefined;
    const help = column?.format?.digits ? <AmountHelp column={column} value={own} currency={typed} /> : null;
    if (!Object.hasOwn(changed, field.name)) return help;
    const value = Object.hasOwn(present, field.name) ? present[field.name] : null;
    return (
      <>
        {help}
        <div className="field-present">
          <span>{text('data.editBefore')}</span>
          <EditedValue model={model} column={column} value={value} currency={currency} />
          <Button kind="quiet" onClick={() => discard(path)}>
            {text('form.discard')}
          </Button>
        </div>
      </>
    );
  };
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, RecordEditor);
