/** The progress bar of an upload, and the button to stop it. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { UploadProgress } from '../../../transport/observe/status';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { ProgressBar } from '../../../ui/frame/ProgressBar';
import { Button } from '../../../ui/inputs/Button';
import { sentShare } from './sentFiles';
import './UploadBar.css';

/** Renders the bar. */
export function UploadBar({ upload, onStop }: { upload: UploadProgress; onStop: () => void }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { phase, sentBytes, totalBytes } = upload;
  const announced = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (phase === announced.current) return;
    announced.current = phase;
    if (phase === 'processing') announce.say(text('ui.processing'));
  }, [phase, announce, text]);
  const share = sentShare(upload);
  const words = phase === 'processing' ? text('ui.processing') : text('ui.uploading', { percent: formats.percent(share) });
  return (
    <div className="upload-bar">
      <ProgressBar share={phase === 'processing' ? null : share} label={words} />
      <span className="upload-bar-words numeric">{words}</span>
      {phase === 'sending' ? (
        <span className="quiet numeric">
          {text('ui.uploadedOf', { sent: formats.bytes(sentBytes), total: formats.bytes(totalBytes) })}
        </span>
      ) : null}
      <Button kind="quiet" icon="close" onClick={onStop}>
        {text('ui.cancelUpload')}
      </Button>
    </div>
  );
}
