/** The state of a feed in words: running, quiet, reconnecting or retrying (with the time), refused, ended. */
import { type ReactNode, useEffect, useRef } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { Session } from '../../../session/connections/session';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { Button } from '../../../ui/inputs/Button';
import { StatusDot, type Tone } from '../../../ui/text/StatusDot';
import { useNow } from '../../../ui/useNow';
import { useReadable } from '../../../ui/useReadable';
import type { Feed } from '../createFeed';
import { gapWords } from './gapWords';
import { useEndedSignIn } from './useEndedSignIn';

/** A running feed without an event for this many ms is called quiet. */
const QUIET_MS = 10_000;

/** Returns the words and the tone for the current state of a feed, and whether its connection can be retried at once. */
export function useFeedWords(session: Session, feed: Feed): { tone: Tone; words: string; canReconnect: boolean } {
  const text = useText();
  const formats = useFormats();
  const state = useReadable(feed.state);
  const socket = useReadable(session.transport.socket);
  // A feed whose first connection fails is still in the state `starting`.
  const isWaiting = socket.state === 'reconnecting' && (state.status === 'waiting' || state.status === 'starting');
  const counts = state.status === 'retrying' || isWaiting;
  const now = useNow(session.clock, counts ? 100 : state.status === 'live' ? 1000 : null);
  const until = (at: number): string =>
    formats.number(Math.max(0, at - now) / 1000, {
      style: 'unit',
      unit: 'second',
      minimumFractionDigits: 1,
      maximumFractionDigits: 1,
    });
  const waiting =
    socket.state === 'reconnecting'
      ? [text('live.reconnecting', { time: until(socket.nextAt) }), socket.reason].filter(Boolean).join(' · ')
      : null;
  const silence = now - feed.events.timeAt(feed.events.next - 1);
  const quiet = silence >= QUIET_MS ? formats.duration(Math.floor(silence / 1000) * 1000) : null;
  switch (state.status) {
    case 'starting':
      if (waiting) return { tone: 'warning', words: waiting, canReconnect: true };
      return {
        tone: 'busy',
        words: text(state.connected ? 'live.waitingForEvent' : 'live.starting'),
        canReconnect: false,
      };
    case 'live':
      return {
        tone: 'ok',
        words: quiet === null ? text('live.running') : text('live.quiet', { time: quiet }),
        canReconnect: false,
      };
    case 'waiting':
      return { tone: 'warning', words: waiting ?? text('live.reconnectingNow'), canReconnect: waiting !== null };
    case 'retrying':
      return {
        tone: 'warning',
        words: text('live.retrying', { time: until(state.at), attempt: state.attempt, of: state.of }),
        canReconnect: false,
      };
    case 'ended':
      return { tone: 'neutral', words: text('live.ended'), canReconnect: false };
    case 'failed':
      return { tone: 'danger', words: text('live.failed'), canReconnect: false };
    case 'stopped':
      return { tone: 'neutral', words: text('live.stopped'), canReconnect: false };
  }
}

/**
 * The state of the feed, with a button that reconnects at once. Announces lost connections and reconnects (with the length of the gap) to
 * screen readers.
 */
export function FeedStatus({ session, feed }: { session: Session; feed: Feed }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { tone, words, canReconnect } = useFeedWords(session, feed);
  const state = useReadable(feed.state);
  const { status } = state;
  const isSignedOut = useEndedSignIn(session, status === 'waiting' || status === 'starting' || status === 'retrying');
  const before = useRef(status);
  useEffect(() => {
    const was = before.current;
    before.current = status;
    const gap = feed.events.gaps.at(-1);
    if (was === 'waiting' && status === 'live' && gap)
      announce.say(text('live.backAnnounced', { gap: gapWords(gap, text, formats) }));
    if (was === 'live' && status === 'waiting') announce.say(text('live.lost'));
  }, [status, feed, announce, text, formats]);
  if (isSignedOut) {
    return (
      <span className="feed-status" role="alert">
        <StatusDot tone="danger" />
        <span className="feed-status-words">{text('live.signInEnded')}</span>
        <Button kind="quiet" icon="signIn" onClick={() => session.token.ask()}>
          {text('live.signIn')}
        </Button>
      </span>
    );
  }
  return (
    <span className="feed-status">
      <StatusDot tone={tone} />
      <span className="feed-status-words">{words}</span>
      {state.status === 'retrying' && state.message !== null ? (
        <span className="quiet truncate" dir="auto" title={state.message}>
          {state.message}
        </span>
      ) : null}
      {canReconnect ? (
        <Button kind="quiet" onClick={() => session.transport.reconnectNow()}>
          {text('live.now')}
        </Button>
      ) : null}
    </span>
  );
}
