/** The current time as state, for countdowns and running times. */
import { useEffect, useState } from 'react';
import type { Clock } from '../lib/clock';

/** Returns milliseconds since the epoch, updated every `everyMs`; null stops the updates. */
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
