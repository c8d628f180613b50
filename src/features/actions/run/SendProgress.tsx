/** The progress of an action in flight, and the button to stop it. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { UploadBar } from '../../../parts/form/upload/UploadBar';
import type { Session } from '../../../session/connections/session';
import type { UploadProgress } from '../../../transport/observe/status';
import { Button } from '../../../ui/inputs/Button';
import { actionRunsOf } from './actionRuns';

/** Renders the progress of an upload, or only the button. */
export function SendProgress({
  session,
  action,
  upload,
  onStop,
}: {
  session: Session;
  /** Id of the action. */
  action: string;
  /** Undefined if the action sends no files. */
  upload: UploadProgress | undefined;
  /** Stops the upload. */
  onStop: () => void;
}): ReactNode {
  const text = useText();
  if (upload !== undefined) return <UploadBar upload={upload} onStop={() => onStop()} />;
  return (
    <Button kind="quiet" icon="close" onClick={() => actionRunsOf(session).stop(action)}>
      {text('actions.stop')}
    </Button>
  );
}
