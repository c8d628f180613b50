/** The events that a feed shows: those that arrive, or, held still by the button or by scrolling away from the newest, those that were there. */
import { useCallback, useEffect, useState } from 'react';
import type { EventWindow } from '../eventRing';
import type { Feed } from '../feeds';

type Hold = { by: 'pause' | 'scroll'; events: EventWindow } | null;

/** What is shown, and the ways to hold it and let it go. */
export interface HeldEvents {
  events: EventWindow;
  /** What is held still; null while new events show. */
  held: EventWindow | null;
  isPaused: boolean;
  pause(): void;
  resume(): void;
  /** The reader scrolled away from the newest event, or back to it. */
  onAway(isAway: boolean): void;
}

/** Holds the events of a feed; `view` is what they are shown as. */
export function useHeldEvents(feed: Feed, view: string): HeldEvents {
  const [hold, setHold] = useState<Hold>(null);
  const pause = useCallback((): void => setHold(now => ({ by: 'pause', events: now?.events ?? feed.still() })), [feed]);
  const resume = useCallback((): void => setHold(null), []);
  const onAway = useCallback(
    (isAway: boolean): void =>
      setHold(now => (isAway ? (now ?? { by: 'scroll', events: feed.still() }) : now?.by === 'scroll' ? null : now)),
    [feed],
  );
  useEffect(() => {
    // Held by scrolling: another view begins at the newest event.
    if (view) setHold(now => (now?.by === 'scroll' ? null : now));
  }, [view]);
  return {
    events: hold?.events ?? feed.events,
    held: hold?.events ?? null,
    isPaused: hold?.by === 'pause',
    pause,
    resume,
    onAway,
  };
}
