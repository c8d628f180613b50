/** Passes the progress of an upload to the files of the form. The progress of a single file is that of the request (SendProgress.tsx). */
import { type ReactNode, useMemo } from 'react';
import { filesOf, SentFilesContext, sentShares } from '../../../parts/form/sentFiles';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';
import type { ActionRun } from './actionRuns';

/** Renders the form. */
export function SendingFiles({
  session,
  run,
  variables,
  children,
}: {
  session: Session;
  run: ActionRun;
  variables: Readonly<Record<string, unknown>>;
  children: ReactNode;
}): ReactNode {
  const uploads = useReadable(session.transport.uploads);
  const upload = run.state === 'sending' && run.operationId !== null ? uploads.get(run.operationId) : undefined;
  const files = useMemo(() => (upload === undefined ? [] : filesOf(variables)), [upload, variables]);
  const shares = useMemo(
    () =>
      upload === undefined || files.length < 2 ? new Map<Blob, number>() : sentShares(files, upload.sentBytes, upload.totalBytes),
    [files, upload],
  );
  return <SentFilesContext value={shares}>{children}</SentFilesContext>;
}
