/** A progress bar; indeterminate without a value. */
import type { ReactNode } from 'react';
import { useFormats } from '../../i18n/LanguageProvider';
import './ProgressBar.css';

/** `share`: progress from 0 to 1, null if unknown. `label`: accessible name. */
export function ProgressBar({ share, label }: { share: number | null; label: string }): ReactNode {
  const formats = useFormats();
  const percent = share === null ? null : Math.round(Math.max(0, Math.min(1, share)) * 100);
  return (
    <div
      className={percent === null ? 'progress progress-unknown' : 'progress'}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={percent === null ? undefined : formats.percent(percent / 100)}
    >
      <div className="progress-done" style={percent === null ? undefined : { inlineSize: `${percent}%` }} />
    </div>
  );
}
