/** How far the sending has got: a file on its way, then the server at work. An upload can be stopped; anything else is sent in a moment. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/connections/session';
import { useAnnounce } from '../../ui/frame/Announcer';
import { ProgressBar } from '../../ui/frame/ProgressBar';
import { Button } from '../../ui/inputs/Button';
import { useReadable } from '../../ui/text/useReadable';
import type { ActionRun } from './actionRuns';

/** The bar and its button; nothing while nothing is uploaded. */
export function SendProgress({ session, run }: { session: Session; run: Extract<ActionRun, { state: 'sending' }> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const uploads = useReadable(session.transport.uploads);
  const upload = run.operationId === null ? undefined : uploads.get(run.operationId);
  const phase = upload?.phase;
  const told = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (phase === told.current) return;
    told.current = phase;
    if (phase === 'processing') announce.say(text('actions.processing'));
  }, [phase, announce, text]);
  if (!upload) return null;
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
      <Button kind="quiet" icon="close" onClick={() => session.transport.cancelUpload(upload.id)}>
        {text('actions.cancelUpload')}
      </Button>
    </div>
  );
}
