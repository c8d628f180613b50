/** Shown while a response takes long: the time waited so far, and a button that aborts the request. */
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../i18n/LanguageProvider';
import type { Clock } from '../lib/clock';
import { Button } from '../ui/inputs/Button';
import './StillWaiting.css';

/** Delay before it is shown, in ms. */
const LATE_MS = 5000;
const SECOND = 1000;

/** Renders nothing for the first five seconds. Change its `key` when another request starts a new wait. */
export function StillWaiting({
  clock,
  isWaiting,
  onStop,
}: {
  clock: Clock;
  isWaiting: boolean;
  /** Aborts the request. The caller then shows a failure with "Try again". */
  onStop: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    if (!isWaiting) return;
    const since = clock.now();
    const tick = (): void => {
      setWaited(Math.floor((clock.now() - since) / SECOND) * SECOND);
      timer = clock.after(SECOND, tick);
    };
    let timer = clock.after(LATE_MS, tick);
    return () => {
      clock.cancel(timer);
      setWaited(0);
    };
  }, [clock, isWaiting]);
  if (!isWaiting || waited < LATE_MS) return null;
  return (
    <div className="still-waiting">
      {/* The status role is on this text only, so that screen readers announce it once and not every second. */}
      <span role="status">{text('errors.stillWaiting')}</span>
      <span className="numeric">{formats.duration(waited)}</span>
      <Button onClick={onStop}>{text('errors.stop')}</Button>
    </div>
  );
}
