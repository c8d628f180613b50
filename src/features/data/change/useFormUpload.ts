/** Follows the upload of a form that changes a record, and stops it. */
import { type Dispatch, type SetStateAction, useCallback, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { sentShare, withoutFile } from '../../../parts/form/upload/sentFiles';
import type { Drafts } from '../../../schema/forms/formValues';
import type { Session } from '../../../session/connections/session';
import type { UploadProgress } from '../../../transport/observe/status';
import { useReadable } from '../../../ui/useReadable';
import type { SendResult } from './sendChange';

/** The upload of one form. */
export interface FormUpload {
  /** Undefined while nothing is uploaded. */
  readonly upload: UploadProgress | undefined;
  /** Calls `send`, which sends one mutation, and follows its upload. The result of an incomplete upload is `notSent`. */
  readonly follow: (send: () => Promise<SendResult>) => Promise<SendResult>;
  /** Stops the upload. `file`: the one because of which it is stopped, which is removed from the form. */
  readonly stop: (file?: Blob) => void;
}

/** Follows the uploads of a form, one at a time. `setDrafts` changes the values of the form. */
export function useFormUpload(session: Session, setDrafts: Dispatch<SetStateAction<Drafts>>): FormUpload {
  const text = useText();
  const formats = useFormats();
  const { tap, uploads } = session.transport;
  const running = useReadable(uploads);
  /** Ids of the mutations since the form began to send. */
  const ids = useRef<ReadonlySet<number>>(new Set());
  /** The share that had been sent when the user stopped the upload. */
  const stoppedAt = useRef<number | null>(null);
  const find = useCallback(
    (among: ReadonlyMap<number, UploadProgress>): UploadProgress | undefined =>
      [...ids.current].flatMap(id => among.get(id) ?? [])[0],
    [],
  );
  const follow = useCallback<FormUpload['follow']>(
    async send => {
      stoppedAt.current = null;
      const end = tap.subscribe(({ type, operation }) => {
        if (type === 'started' && operation?.kind === 'mutation' && operation.screen === 'data')
          ids.current = new Set([...ids.current, operation.id]);
      });
      const result = await send().finally(() => {
        end();
        ids.current = new Set();
      });
      const share = stoppedAt.current;
      if (result.isStopped !== true || share === null || share >= 1) return result;
      return { ...result, state: 'notSent', message: text('ui.stoppedAt', { percent: formats.percent(share) }) };
    },
    [tap, text, formats],
  );
  const stop = useCallback(
    (file?: Blob) => {
      const upload = find(uploads.get());
      if (upload !== undefined) {
        if (upload.isPartial) stoppedAt.current = sentShare(upload);
        session.transport.cancelUpload(upload.id);
      }
      if (file !== undefined) setDrafts(now => withoutFile(now, file) as Drafts);
    },
    [session, uploads, find, setDrafts],
  );
  return { upload: find(running), follow, stop };
}
