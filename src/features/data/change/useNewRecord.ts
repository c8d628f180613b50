/** The values of the form of a new record, and its only mutation. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from 'urql';
import { useText } from '../../../i18n/LanguageProvider';
import { focusFirstProblem } from '../../../parts/form/DraftForm';
import { isDraftGroup, pathKey } from '../../../parts/form/formDraft';
import { collectionById } from '../../../schema/collections/collections';
import type { RecordRef } from '../../../schema/collections/records';
import type { FormField } from '../../../schema/forms/formModel';
import { type Draft, type Drafts, type FieldPath, type FieldProblem, toVariables } from '../../../schema/forms/formValues';
import { emptyDrafts } from '../../../schema/forms/newDrafts';
import { placeErrors } from '../../../schema/forms/placeErrors';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Change } from '../../../schema/mutations/changes';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { creatableFields } from '../edit/fields/editableField';
import { undoEntries } from '../edit/sending/undoEntries';
import { logCreation } from './logCreation';
import { refusedOffers } from './refusedOffers';
import { deletionOf } from './rows/rowActions';
import type { SentState } from './rows/rowJob';
import { type SendResult, sendChange } from './sendChange';
import { type FormUpload, useFormUpload } from './useFormUpload';
import { useSentWords } from './useSentWords';

/** Options of `useNewRecord`. */
export interface NewRecordOptions {
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
  /** The record was created; null: the result does not say which one it is. */
  onCreated: (ref: RecordRef | null) => void;
}

/** State of the form. */
export interface NewRecord extends Pick<FormUpload, 'upload' | 'stop'> {
  /** The element of the form. The first problem in it is focused. */
  readonly box: RefObject<HTMLDivElement | null>;
  readonly fields: readonly FormField[];
  readonly drafts: Drafts;
  readonly setDrafts: (drafts: Drafts) => void;
  /** The values as they are sent. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly problems: readonly FieldProblem[];
  /** Message that belongs to no field; '' for none. */
  readonly message: string;
  /** True once the user has tried to send the form. */
  readonly attempted: boolean;
  readonly busy: boolean;
  /** Sends the form unless it is incomplete or already being sent. */
  submit(): Promise<void>;
}

/** The form of one new record. */
export function useNewRecord({
  session,
  model,
  change,
  collection,
  initial,
  mayBeThere = false,
  onState,
  onCreated,
}: NewRecordOptions): NewRecord {
  const text = useText();
  // Not `useMutation`: the document depends on the fields that were filled in.
  const client = useClient();
  const announce = useAnnounce();
  const words = useSentWords();
  const box = useRef<HTMLDivElement>(null);
  const { typeName } = change;
  const fields = creatableFields(model, change);
  const draftName = `create:${change.action.id}`;
  const [drafts, setDrafts] = useState<Drafts>(
    () => initial ?? keptDrafts(session.drafts.read(draftName)) ?? emptyDrafts(fields),
  );
  const [attempted, setAttempted] = useState(false);
  const [busy, setBusy] = useState(false);
  const { upload, follow, stop } = useFormUpload(session, setDrafts);
  const [sent, setSent] = useState<{ of: Drafts; result: SendResult } | null>(null);
  const read = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  const placed = useMemo(
    () => (sent?.result.state === 'refused' ? placeErrors(fields, sent.result.errors) : { problems: [], rest: [] }),
    [fields, sent],
  );
  // The server's error for a value disappears when the value changes.
  const serverProblems = placed.problems.filter(problem => sent !== null && same(sent.of, drafts, problem.path));
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
    const { ref, title, entry } = logCreation(session, model, collection, typeName, result.record);
    const isUndone = entry !== null && canUndo(model, collection, typeName);
    announce.note({
      ...(isUndone && { action: { label: text('data.changeUndo'), onSelect: () => undoEntries(session, collection, [entry]) } }),
      text: text('data.recordCreated', { record: title }),
    });
    onCreated(ref);
  };
  const rest = placed.rest.map(error => error.message).join('\n');
  const message =
    sent === null ? (mayBeThere ? words.unknown : '') : sent.result.state === 'refused' ? rest : sent.result.message;
  return {
    box,
    fields,
    drafts,
    setDrafts,
    values: read.variables,
    problems: [...read.problems, ...serverProblems],
    message,
    attempted,
    busy,
    upload,
    stop,
    submit,
  };
}

/** True if the screen of the collection can delete a record of this type again. */
const canUndo = (model: SchemaModel, collection: string, typeName: string): boolean =>
  deletionOf(model, typeName) !== null && collectionById(model, collection)?.rowType === typeName;

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
