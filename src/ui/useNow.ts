/** The time, for countdowns and for what is under way. */
import { useEffect, useState } from 'react';
import type { Clock } from '../lib/clock';

/** Milliseconds since the epoch, read again every `everyMs`; null: it stands still. */
export function useNow(clock: Clock, everyMs: number | null): number {
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    if (everyMs === null) return;
    let timer: ReturnType<Clock['after']> | undefined;
    const tick = (): void => {
      setNow(clock.now());
      timer = clock.after(everyMs, tick);
    };
    tick();
    return () => clock.cancel(timer);
  }, [clock, everyMs]);
  return now;
}
