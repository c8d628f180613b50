/** The upload of an action in flight. */
import { useCallback } from 'react';
import type { Session } from '../../../session/connections/session';
import type { UploadProgress } from '../../../transport/observe/status';
import { useReadable } from '../../../ui/useReadable';
import { type ActionRun, cancelUpload } from './actionRuns';

/** Its progress; undefined if nothing is uploaded. `stop` ends it, because of one of its files or not. */
export interface RunUpload {
  readonly upload: UploadProgress | undefined;
  readonly stop: (file?: Blob) => void;
}

/** Follows the upload. `action`: id of the action. */
export function useRunUpload(session: Session, action: string, run: ActionRun): RunUpload {
  const uploads = useReadable(session.transport.uploads);
  const upload = run.state === 'sending' && run.operationId !== null ? uploads.get(run.operationId) : undefined;
  const stop = useCallback<RunUpload['stop']>(
    file => {
      if (upload !== undefined) cancelUpload(session, action, upload, file);
    },
    [session, action, upload],
  );
  return { upload, stop };
}
