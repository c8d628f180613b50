/**
 * The file inputs of a record's form. A file can neither be stored with the staged edits nor compared with the server's value, so files are
 * uploaded in a separate update. It is sent before the other changes, so that nothing else is sent if a file is refused. If updates replace
 * the whole record, it is sent last, because an update without the file could remove it again.
 */
import type { Client } from '@urql/core';
import { useMemo, useState } from 'react';
import { type FormField, isFileField } from '../../../../schema/forms/formModel';
import { type Drafts, type FieldProblem, toVariables } from '../../../../schema/forms/formValues';
import { placeErrors } from '../../../../schema/forms/placeErrors';
import type { SchemaModel } from '../../../../schema/model/schemaModel';
import type { Change } from '../../../../schema/mutations/changes';
import { replacesWhole } from '../../../../schema/mutations/wholeUpdates';
import type { Session } from '../../../../session/connections/session';
import type { Values } from '../../edit/fields/editableField';
import type { StagedRow } from '../../edit/sending/stagedRow';
import { readAgain } from '../../edit/sending/updateWorld';
import { type SendResult, type SentWords, sendChange } from '../sendChange';
import { type FormUpload, useFormUpload } from '../useFormUpload';

/** State of the file inputs. */
export interface RecordFiles {
  readonly fields: readonly FormField[];
  readonly drafts: Drafts;
  /** True if the files must be sent after the other changes. */
  readonly areLast: boolean;
  /** Number of fields with a selected file. */
  readonly count: number;
  readonly busy: boolean;
  readonly upload: FormUpload['upload'];
  readonly stop: FormUpload['stop'];
  readonly problems: readonly FieldProblem[];
  /** Message that belongs to no field. */
  readonly message: string;
  choose(field: string, drafts: Drafts): void;
  /** Sends the selected files; resolves to the outcome. `present`: the record's values; null: they are read first. */
  send(present: Values | null): Promise<SendResult['state']>;
}

/** The fields of an update that take files. They are never required: without a file, the record keeps its value. */
export function fileFields(change: Change | null): readonly FormField[] {
  return (change?.fields ?? []).filter(isFileField).map(field => ({ ...field, required: false, defaultValue: undefined }));
}

/** The file inputs of one form. */
export function useRecordFiles(
  session: Session,
  client: Client,
  model: SchemaModel,
  change: Change | null,
  keys: StagedRow['keys'],
  words: SentWords & { readonly gone: string },
): RecordFiles {
  const areLast = change !== null && replacesWhole(model, change);
  const fields = useMemo(() => fileFields(change), [change]);
  const [drafts, setDrafts] = useState<Drafts>({});
  const [sent, setSent] = useState<SendResult | null>(null);
  const [busy, setBusy] = useState(false);
  const { upload, follow, stop } = useFormUpload(session, setDrafts);
  const read = useMemo(() => toVariables(fields, drafts), [fields, drafts]);
  const placed = useMemo(
    () => (sent?.state === 'refused' ? placeErrors(fields, sent.errors) : { problems: [], rest: [] }),
    [fields, sent],
  );
  const isRefused = sent?.state === 'refused' && placed.problems.length > 0;
  return {
    fields,
    drafts,
    areLast,
    count: Object.keys(read.variables).length,
    busy,
    upload,
    stop,
    problems: [...read.problems, ...placed.problems],
    message: sent === null || sent.state === 'done' || isRefused ? '' : sent.message,
    choose(field, next) {
      setSent(null);
      setDrafts(now =>
        Object.fromEntries([
          ...Object.entries(now).filter(([name]) => name !== field),
          ...Object.entries(next).filter(([name, draft]) => name === field && draft !== undefined),
        ]),
      );
    },
    async send(present) {
      if (change === null) return 'notSent';
      setBusy(true);
      // The older values of the form must not overwrite values that others have changed in the meantime.
      const reading =
        areLast || present === null ? await readAgain(client, model, change, keys, [], words.gone) : { row: present };
      const result: SendResult =
        'failed' in reading
          ? { state: 'notSent', message: reading.failed, errors: [], record: null }
          : await follow(() => sendChange(client, model, change, reading.row, read.variables, words));
      setBusy(false);
      setSent(result);
      if (result.state === 'done') setDrafts({});
      return result.state;
    },
  };
}
