/**
 * Passes the progress of an upload to the files of the form, and lets the user stop one of them. The progress of a single file is that of
 * the request (SendProgress.tsx).
 */
import { type ReactNode, useMemo } from 'react';
import { filesOf, type SentFiles, SentFilesContext, sentShares } from '../../../parts/form/sentFiles';
import type { Session } from '../../../session/connections/session';
import { useReadable } from '../../../ui/useReadable';
import { type ActionRun, cancelUpload } from './actionRuns';

/** Renders the form. */
export function SendingFiles({
  session,
  action,
  run,
  variables,
  children,
}: {
  session: Session;
  /** Id of the action. */
  action: string;
  run: ActionRun;
  variables: Readonly<Record<string, unknown>>;
  children: ReactNode;
}): ReactNode {
  const uploads = useReadable(session.transport.uploads);
  const upload = run.state === 'sending' && run.operationId !== null ? uploads.get(run.operationId) : undefined;
  const files = useMemo(() => (upload === undefined ? [] : filesOf(variables)), [upload, variables]);
  const sent = useMemo((): SentFiles => {
    if (upload === undefined || files.length < 2) return { shares: new Map(), stop: null };
    const { sentBytes, totalBytes, phase } = upload;
    return {
      shares: sentShares(files, sentBytes, totalBytes),
      stop: phase === 'sending' && sentBytes < totalBytes ? file => cancelUpload(session, action, upload, file) : null,
    };
  }, [session, action, files, upload]);
  return <SentFilesContext value={sent}>{children}</SentFilesContext>;
}
