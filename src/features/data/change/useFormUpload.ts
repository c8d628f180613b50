/** Follows the upload of a form that changes a record, and stops it. */
import { useCallback, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { sentShare } from '../../../parts/form/upload/sentFiles';
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
  readonly stop: () => void;
}

/** Follows the uploads of a form, one at a time. */
export function useFormUpload(session: Session): FormUpload {
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
  const stop = useCallback(() => {
    const upload = find(uploads.get());
    if (upload === undefined) return;
    if (upload.isPartial) stoppedAt.current = sentShare(upload);
    session.transport.cancelUpload(upload.id);
  }, [session, uploads, find]);
  return { upload: find(running), follow, stop };
}
