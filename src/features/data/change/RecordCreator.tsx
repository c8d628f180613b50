/**
 * The form of a new record. It is sent once. If no response arrives, the form says so, and sends again only when the user submits it again.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { dataEdit } from '../../../i18n/english/data/dataEdit';
import { dataMore } from '../../../i18n/english/data/dataMore';
import { form as formTexts } from '../../../i18n/english/form';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm, focusFirstProblem } from '../../../parts/form/DraftForm';
import { isDraftGroup, pathKey } from '../../../parts/form/formDraft';
import { SendingFiles } from '../../../parts/form/upload/SendingFiles';
import { withoutFile } from '../../../parts/form/upload/sentFiles';
import { UploadBar } from '../../../parts/form/upload/UploadBar';
import type { RecordRef } from '../../../schema/collections/records';
import { type Draft, type Drafts, type FieldPath, toVariables } from '../../../schema/forms/formValues';
import { emptyDrafts } from '../../../schema/forms/newDrafts';
import { placeErrors } from '../../../schema/forms/placeErrors';
import { type SchemaModel, typeLabel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import type { Session } from '../../../session/connections/session';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Dialog } from '../../../ui/frame/Dialog';
import { Button } from '../../../ui/inputs/Button';
import { withMessagesAndIcons } from '../../../ui/withMessagesAndIcons';
import { creatableFields } from '../edit/fields/editableField';
import { logCreation } from './logCreation';
import { newAmounts } from './newAmounts';
import { refusedOffers } from './refusedOffers';
import type { SentState } from './rows/rowJob';
import { type SendResult, sendChange } from './sendChange';
import { useFormUpload } from './useFormUpload';
import { useSentWords } from './useSentWords';
import '../edit/edit.css';
import './change.css';

/** Props of `RecordCreator`. */
export interface RecordCreatorProps {
  session: Session;
  model: SchemaModel;
  /** A mutation that certainly creates such a record. */
  change: Change;
  /** The collection whose change log records the creation. */
  collection: string;
  /** Initial values; null: the unsent draft of an earlier visit. */
  initial: Drafts | null;
  /** The record may already exist, because an earlier attempt got no response. Default false. */
  mayBeThere?: boolean;
  onState?: (state: SentState) => void;
  onClose: () => void;
  /** The record was created; null: the result does not say which one it is. */
  onCreated: (ref: RecordRef | null) => void;
}

function RecordCreator({
  session,
  model,
  change,
  collection,
  initial,
  mayBeThere = false,
  onState,
  onClose,
  onCreated,
}: RecordCreatorProps): ReactNode {
  const text = useText();
  // Not `useMutation`: the document depends on the fields that were filled in.
  const client = useClient();
  const announce = useAnnounce();
  const words = useSentWords();
  const box = useRef<HTMLDivElement>(null);
  const { typeName } = change;
  const fields = creatableFields(model, change);
  const type = typeLabel(model, typeName);
  const draftName = `create:${change.action.id}`;
  const [drafts, setDrafts] = useState<Drafts>(
    () => initial ?? keptDrafts(session.drafts.read(draftName)) ?? emptyDrafts(fields),
  );
  const [attempted, setAttempted] = useState(false);
  const [busy, setBusy] = useState(false);
  const { upload, follow, stop } = useFormUpload(session);
  const stopFile = useCallback(
    (file: Blob) => {
      stop();
      setDrafts(now => withoutFile(now, file) as Drafts);
    },
    [stop],
  );
  const [sent, setSent] = useState<{ of: Drafts; result: SendResult } | null>(null);
  const read = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  const placed = useMemo(
    () => (sent?.result.state === 'refused' ? placeErrors(fields, sent.result.errors) : { problems: [], rest: [] }),
    [fields, sent],
  );
  // The server's error for a value disappears when the value changes.
  const serverProblems = placed.problems.filter(problem => sent !== null && same(sent.of, drafts, problem.path));
  const choices = useMemo(() => createRecordChoices(model, typeName, true), [model, typeName]);
  useEffect(() => {
    if (initial === null) session.drafts.keep(draftName, Object.keys(drafts).length === 0 ? null : drafts);
  }, [session, draftName, drafts, initial]);
  const submit = async (): Promise<void> => {
    setAttempted(true);
    if (busy) return;
    if (read.problems.length > 0) {
      requestAnimationFrame(() => focusFirstProblem(box.current));
      return;
    }
    setBusy(true);
    onState?.('sending');
    const result = await follow(() => sendChange(client, model, change, {}, read.variables, words));
    onState?.(result.state === 'done' ? 'sent' : result.state);
    setBusy(false);
    if (result.isForbidden) refusedOffers(session).refuse(change.action.id, result.message);
    setSent({ of: drafts, result });
    if (result.state !== 'done') {
      requestAnimationFrame(() => focusFirstProblem(box.current));
      return;
    }
    session.drafts.keep(draftName, null);
    const { ref, title } = logCreation(session, model, collection, typeName, result.record);
    announce.note({ text: text('data.recordCreated', { record: title }) });
    onCreated(ref);
  };
  const rest = placed.rest.map(error => error.message).join('\n');
  const message =
    sent === null ? (mayBeThere ? words.unknown : '') : sent.result.state === 'refused' ? rest : sent.result.message;
  return (
    <Dialog
      open
      keepOpen
      size="large"
      title={text('data.createTitle', { type })}
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        <>
          {upload === undefined ? null : <UploadBar upload={upload} onStop={stop} />}
          <Button disabled={busy} onClick={onClose}>
            {text('ui.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {text('data.createSend')}
          </Button>
        </>
      }
    >
      <div ref={box} className="record-editor">
        {message === '' ? null : (
          <p className="edit-problem" role="alert">
            {message}
          </p>
        )}
        <SendingFiles upload={upload} values={read.variables} onStop={stopFile}>
          <DraftForm
            label={text('data.createTitle', { type })}
            fields={fields}
            drafts={drafts}
            problems={[...read.problems, ...serverProblems]}
            attempted={attempted}
            disabled={busy}
            onChange={setDrafts}
            choices={choices}
            {...newAmounts(model, change, fields, drafts)}
          />
        </SendingFiles>
      </div>
    </Dialog>
  );
}

function keptDrafts(stored: unknown): Drafts | null {
  return isDraftGroup(stored as Draft) && Object.keys(stored as Drafts).length > 0 ? (stored as Drafts) : null;
}

/** True if two drafts have the same value at a path. */
function same(one: Drafts, other: Drafts, path: FieldPath): boolean {
  const at = (drafts: Drafts): string => {
    let inner: unknown = drafts;
    for (const part of path)
      inner =
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, part)
          ? (inner as Record<string, unknown>)[String(part)]
          : undefined;
    return `${pathKey(path)}${JSON.stringify(inner)}`;
  };
  return at(one) === at(other);
}

/** Default export for lazy loading: the component with its messages and icons. */
export default withMessagesAndIcons({ data: { ...dataMore, ...dataEdit }, form: formTexts }, RecordCreator);
