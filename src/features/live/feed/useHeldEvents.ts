/**
 * The events that a feed shows: the live events, or a snapshot while it is held by the Pause button or by scrolling away from the newest
 * event.
 */
import { useCallback, useEffect, useState } from 'react';
import type { Feed } from '../createFeed';
import type { EventWindow } from '../eventRing';

type Hold = { by: 'pause' | 'scroll'; events: EventWindow } | null;

/** The events to show, with the functions that pause and resume. */
export interface HeldEvents {
  events: EventWindow;
  /** The snapshot; null while new events are shown. */
  held: EventWindow | null;
  isPaused: boolean;
  pause(): void;
  resume(): void;
  /** Called when the user scrolls away from the newest event, or back to it. */
  onAway(isAway: boolean): void;
}

/** Holds the events of a feed. A change of `view` (table or JSON) ends a hold by scrolling. */
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
    // Another view starts at the newest event.
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
