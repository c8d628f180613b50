/** The list of all feeds (subscription fields) of the schema, with the figures of those that are running. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { type Feed as FeedModel, findFeeds } from '../../schema/collections/feeds';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { href } from '../../session/navigation/navigation';
import { EmptyState } from '../../ui/frame/EmptyState';
import { ScreenFrame } from '../../ui/frame/ScreenFrame';
import { Button } from '../../ui/inputs/Button';
import { LongText } from '../../ui/text/LongText';
import { Markdown } from '../../ui/text/markdown/Markdown';
import { StatusDot } from '../../ui/text/StatusDot';
import { useReadable } from '../../ui/useReadable';
import type { Feed } from './createFeed';
import { useFeedWords } from './feed/FeedStatus';
import { useFeedFigures } from './feed/useFeedFigures';
import { feedsOf } from './feeds';
import { runningFeed } from './RunningFeeds';
import './live.css';

/** Longer descriptions, in characters, are folded and shown as plain text. */
const LONG = 600;

export function FeedList({ session, model }: { session: Session; model: SchemaModel }): ReactNode {
  const text = useText();
  const feeds = findFeeds(model).filter(feed => !feed.field.hidden);
  const running = useReadable(feedsOf(session).list);
  return (
    <ScreenFrame crumbs={[{ label: text('live.title') }]} page>
      {feeds.length === 0 ? (
        <EmptyState icon="live" title={text('live.noFeeds')} help={text('live.noFeedsHelp')} />
      ) : (
        <ul className="feed-list">
          {feeds.map(feed => (
            <FeedEntry
              key={feed.id}
              session={session}
              model={model}
              feed={feed}
              running={running.filter(entry => entry.request.name === feed.id)}
            />
          ))}
        </ul>
      )}
    </ScreenFrame>
  );
}

function FeedEntry({
  session,
  model,
  feed,
  running,
}: {
  session: Session;
  model: SchemaModel;
  feed: FeedModel;
  running: readonly Feed[];
}): ReactNode {
  return (
    <li className="feed-entry">
      <h2>
        <a href={href(['live', feed.id])} title={feed.id} dir="auto">
          {feed.label}
        </a>
      </h2>
      {feed.description ? (
        <div className="quiet">
          {feed.description.length > LONG ? (
            <LongText lines={2}>{feed.description}</LongText>
          ) : (
            <Markdown>{feed.description}</Markdown>
          )}
        </div>
      ) : null}
      {running.length > 0 ? (
        <ul className="feed-entry-running">
          {running.map(entry => (
            <RunningEntry key={entry.id} session={session} model={model} feed={entry} />
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function RunningEntry({ session, model, feed }: { session: Session; model: SchemaModel; feed: Feed }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { tone, words } = useFeedWords(session, feed);
  const { total, perSecond } = useFeedFigures(feed, session.clock);
  const { label, summary, address } = runningFeed(model, feed);
  return (
    <li className="feed-entry-run">
      <StatusDot tone={tone} />
      <a href={address}>{summary === '' ? label : summary}</a>
      <span className="quiet">{words}</span>
      <span className="feed-tools-gap" />
      <span className="numeric">{text('live.count', { total })}</span>
      <span className="numeric quiet">{text('live.perSecond', { rate: formats.number(perSecond) })}</span>
      <Button kind="quiet" onClick={() => feedsOf(session).close(feed.id)}>
        {text('live.stop')}
      </Button>
    </li>
  );
}
