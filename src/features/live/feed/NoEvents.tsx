/** The empty state of a feed without events, with a button to start it again. */
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { Button } from '../../../ui/inputs/Button';
import type { Feed, FeedState } from '../createFeed';

/** True if more events can arrive. */
export const isFeedRunning = ({ status }: FeedState): boolean =>
  status !== 'stopped' && status !== 'ended' && status !== 'failed';

/** Props of `NoEvents`. */
export interface NoEventsProps {
  feed: Feed;
  state: FeedState;
  /** True if a filter is set. */
  isFiltered: boolean;
}

/** Renders nothing for a failed feed, which shows its failure instead. */
export function NoEvents({ feed, state, isFiltered }: NoEventsProps): ReactNode {
  const text = useText();
  if (isFiltered) return <EmptyState icon="search" title={text('live.nothingFound')} help={text('live.nothingFoundHelp')} />;
  if (state.status === 'failed') return null;
  if (!isFeedRunning(state))
    return (
      <EmptyState
        icon="live"
        title={text('live.nothingStopped')}
        help={text('live.nothingStoppedHelp')}
        actions={
          <Button icon="play" kind="primary" onClick={() => feed.start()}>
            {text('live.startAgain')}
          </Button>
        }
      />
    );
  const isConnected = state.status === 'starting' && state.connected;
  const help =
    state.status === 'waiting' ? 'live.nothingYetLost' : isConnected ? 'live.nothingYetHelp' : 'live.nothingYetStarting';
  return <EmptyState icon="live" title={text('live.nothingYet')} help={text(help)} />;
}
