/** What a screen says when an answer takes long: since when it waits, and a button that gives the request up. */
import { type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../i18n/LanguageProvider';
import type { Clock } from '../lib/clock';
import { Button } from '../ui/inputs/Button';
import './StillWaiting.css';

/** How long a screen waits before it says so, in ms. */
const LATE_MS = 5000;
const SECOND = 1000;

/** Shows nothing for the first seconds. Give it a `key` where another question begins a new wait. */
export function StillWaiting({
  clock,
  isWaiting,
  onStop,
}: {
  clock: Clock;
  isWaiting: boolean;
  /** Aborts the request; a failure with "Try again" takes the place of the wait. */
  onStop: () => void;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    if (!isWaiting) return;
    const since = clock.now();
    const look = (): void => {
      setWaited(Math.floor((clock.now() - since) / SECOND) * SECOND);
      timer = clock.after(SECOND, look);
    };
    let timer = clock.after(LATE_MS, look);
    return () => {
      clock.cancel(timer);
      setWaited(0);
    };
  }, [clock, isWaiting]);
  if (!isWaiting || waited < LATE_MS) return null;
  return (
    <div className="still-waiting">
      {/* Read aloud once, not every second. */}
      <span role="status">{text('errors.stillWaiting')}</span>
      <span className="numeric">{formats.duration(waited)}</span>
      <Button onClick={onStop}>{text('errors.stop')}</Button>
    </div>
  );
}
