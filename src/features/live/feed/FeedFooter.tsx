/**
 * The footer of a feed: how many events were received, kept and dropped, and the rate. While the list is paused, it also shows how many
 * events have arrived since.
 */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import type { Feed } from '../createFeed';
import type { EventWindow } from '../eventRing';
import type { FoundEvents } from './eventFilter';
import { useFeedFigures } from './useFeedFigures';

export function FeedFooter({
  session,
  feed,
  held,
  found,
}: {
  session: Session;
  feed: Feed;
  /** The snapshot in view; null if the list is live. */
  held: EventWindow | null;
  found: FoundEvents | null;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { total, kept, dropped, perSecond, largestCut } = useFeedFigures(feed, session.clock);
  const since = held ? feed.events.next - held.next : 0;
  return (
    <>
      <span data-total={total}>
        {found ? text('live.countFound', { found: found.count, total }) : text('live.count', { total })}
      </span>
      {dropped > 0 ? <span>{text('live.letGo', { kept, letGo: dropped })}</span> : null}
      {largestCut > 0 ? <span>{text('live.cut', { size: formats.bytes(largestCut) })}</span> : null}
      <span className="feed-tools-gap" />
      {held ? (
        <span className="feed-held">
          {text('live.pausedAt')} {since > 0 ? text('live.newEvents', { count: since }) : null}
        </span>
      ) : null}
      <span
        className="numeric"
        title={text('live.rateOverMinute', { most: formats.number(Math.max(...feed.rate.history(session.clock.now()))) })}
      >
        {text('live.perSecond', { rate: formats.number(perSecond) })}
      </span>
    </>
  );
}
