/**
 * Passes the progress of an upload to the files of the form, and lets the user stop one of them. The progress of a single file is that of
 * the request (UploadBar.tsx).
 */
import { type ReactNode, useMemo } from 'react';
import type { UploadProgress } from '../../../transport/observe/status';
import { filesOf, type SentFiles, SentFilesContext, sentShares } from './sentFiles';

/** Renders the form. */
export function SendingFiles({
  upload,
  values,
  onStop,
  children,
}: {
  /** Undefined while nothing is sent. */
  upload: UploadProgress | undefined;
  /** The values of the form, with its files in the order in which the request has them. */
  values: unknown;
  onStop: (file: Blob) => void;
  children: ReactNode;
}): ReactNode {
  const files = useMemo(() => (upload === undefined ? [] : filesOf(values)), [upload, values]);
  const sent = useMemo((): SentFiles => {
    if (upload === undefined || files.length < 2) return { shares: new Map(), stop: null };
    const { sentBytes, totalBytes, phase } = upload;
    return {
      shares: sentShares(files, sentBytes, totalBytes),
      stop: phase === 'sending' && sentBytes < totalBytes ? onStop : null,
    };
  }, [files, upload, onStop]);
  return <SentFilesContext value={sent}>{children}</SentFilesContext>;
}
