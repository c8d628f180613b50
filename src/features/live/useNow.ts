/** The time, for countdowns. */
import { useEffect, useState } from 'react';
import type { Clock } from '../../lib/clock';

/** Milliseconds since the epoch, read again every `everyMs`; null: it stands still. */
export function useNow(clock: Clock, everyMs: number | null): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (everyMs === null) return;
    const look = (): void => setNow(clock.now());
    look();
    const timer = setInterval(look, everyMs);
    return () => clearInterval(timer);
  }, [clock, everyMs]);
  return now;
}
