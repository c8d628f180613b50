/** The event count and the rate of a feed, updated four times a second: as often as a person can read numbers. */
import { useEffect, useState } from 'react';
import type { Clock } from '../../../lib/clock';
import type { Feed } from '../createFeed';

export interface FeedFigures {
  total: number;
  kept: number;
  dropped: number;
  perSecond: number;
  largestCut: number;
}

const EVERY_MS = 250;

/** Returns the current figures of a feed. */
export function useFeedFigures(feed: Feed, clock: Clock): FeedFigures {
  const [figures, setFigures] = useState(() => read(feed, clock));
  useEffect(() => {
    const look = (): void =>
      setFigures(before => {
        const now = read(feed, clock);
        return now.total === before.total &&
          now.dropped === before.dropped &&
          now.perSecond === before.perSecond &&
          now.largestCut === before.largestCut
          ? before
          : now;
      });
    look();
    const timer = setInterval(look, EVERY_MS);
    return () => clearInterval(timer);
  }, [feed, clock]);
  return figures;
}

function read({ events, rate, largestCut }: Feed, clock: Clock): FeedFigures {
  const { total, dropped } = events;
  return { total, dropped, kept: total - dropped, perSecond: readable(rate.perSecond(clock.now())), largestCut };
}

/** Rounds to three significant digits, and to tenths below ten. */
function readable(rate: number): number {
  if (rate >= 1000) return Math.round(rate / 10) * 10;
  return rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10;
}
