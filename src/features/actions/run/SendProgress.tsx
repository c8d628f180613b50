/**
 * Progress of sending: an upload on its way, then the server at work. Both can be stopped. Stopping aborts an upload; otherwise it only
 * ends the wait for the response.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { ProgressBar } from '../../../ui/frame/ProgressBar';
import { Button } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/useReadable';
import { type ActionRun, actionRunsOf, cancelUpload } from './actionRuns';

/** The progress bar of an upload, and the button to stop. */
export function SendProgress({
  session,
  action,
  run,
}: {
  session: Session;
  /** Id of the action. */
  action: string;
  run: Extract<ActionRun, { state: 'sending' }>;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const uploads = useReadable(session.transport.uploads);
  const upload = run.operationId === null ? undefined : uploads.get(run.operationId);
  const phase = upload?.phase;
  const announced = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (phase === announced.current) return;
    announced.current = phase;
    if (phase === 'processing') announce.say(text('actions.processing'));
  }, [phase, announce, text]);
  if (!upload)
    return (
      <Button kind="quiet" icon="close" onClick={() => actionRunsOf(session).stop(action)}>
        {text('actions.stop')}
      </Button>
    );
  const share = upload.totalBytes > 0 ? upload.sentBytes / upload.totalBytes : 0;
  const words =
    upload.phase === 'processing' ? text('actions.processing') : text('actions.uploading', { percent: formats.percent(share) });
  return (
    <div className="send-progress">
      <ProgressBar share={upload.phase === 'processing' ? null : share} label={words} />
      <span className="send-progress-words numeric">{words}</span>
      {upload.phase === 'sending' ? (
        <span className="quiet numeric">
          {text('actions.uploadedOf', { sent: formats.bytes(upload.sentBytes), total: formats.bytes(upload.totalBytes) })}
        </span>
      ) : null}
      <Button kind="quiet" icon="close" onClick={() => cancelUpload(session, action, upload)}>
        {text('actions.cancelUpload')}
      </Button>
    </div>
  );
}
