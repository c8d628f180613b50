/** Links to the running feeds, which go on running whichever screen is shown. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import { feedById } from '../../schema/collections/feeds';
import { fromVariables } from '../../schema/forms/formValues';
import { readableName } from '../../schema/model/readableName';
import type { SchemaModel } from '../../schema/model/schemaModel';
import type { Session } from '../../session/connections/session';
import { queryOfDrafts } from '../../session/navigation/draftAddress';
import { href } from '../../session/navigation/navigation';
import { IconButton } from '../../ui/inputs/Button';
import { StatusDot } from '../../ui/text/StatusDot';
import { useReadable } from '../../ui/useReadable';
import type { Feed } from './createFeed';
import { useFeedWords } from './feed/FeedStatus';
import { useFeedFigures } from './feed/useFeedFigures';
import { feedsOf } from './feeds';

/** Returns the name, the arguments (as text) and the address of a running feed. */
export function runningFeed(model: SchemaModel, feed: Feed): { label: string; summary: string; address: string } {
  const definition = feedById(model, feed.request.name);
  const query = definition ? queryOfDrafts(definition.form, fromVariables(definition.form, feed.request.variables)) : [];
  return {
    label: definition?.label ?? feed.request.name,
    summary: query.map(([name, value]) => `${readableName(name.split('.').at(-1) ?? name)}: ${value}`).join(', '),
    address: href(['live', feed.request.name], Object.fromEntries(query)),
  };
}

/** The row of links. Renders nothing if the feed in view is the only one. */
export function RunningFeeds({
  session,
  model,
  present,
}: {
  session: Session;
  model: SchemaModel;
  /** Id of the feed in view; null if none is. */
  present: string | null;
}): ReactNode {
  const text = useText();
  const feeds = useReadable(feedsOf(session).list);
  if (feeds.every(feed => feed.id === present)) return null;
  return (
    <nav className="running-feeds" aria-label={text('live.runningFeeds')}>
      {feeds.map(feed => (
        <RunningFeedLink key={feed.id} session={session} model={model} feed={feed} isPresent={feed.id === present} />
      ))}
    </nav>
  );
}

function RunningFeedLink({
  session,
  model,
  feed,
  isPresent,
}: {
  session: Session;
  model: SchemaModel;
  feed: Feed;
  isPresent: boolean;
}): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { tone, words } = useFeedWords(session, feed);
  const { perSecond } = useFeedFigures(feed, session.clock);
  const { label, summary, address } = runningFeed(model, feed);
  const close = (): void => {
    const others = feedsOf(session)
      .list.get()
      .filter(entry => entry !== feed);
    feedsOf(session).close(feed.id);
    if (!isPresent) return;
    const next = others.at(-1);
    session.navigation.go(next ? runningFeed(model, next).address : href(['live']));
  };
  return (
    <span className={isPresent ? 'running-feed running-feed-present' : 'running-feed'}>
      <a href={address} aria-current={isPresent ? 'page' : undefined} title={words}>
        <StatusDot tone={tone} label={words} />
        <span className="truncate" dir="auto">
          {label}
        </span>
        {summary ? (
          <span className="quiet truncate" dir="auto">
            {summary}
          </span>
        ) : null}
        <span className="numeric quiet">{text('live.perSecond', { rate: formats.number(perSecond) })}</span>
      </a>
      <IconButton icon="close" label={text('live.close', { feed: summary ? `${label}, ${summary}` : label })} onClick={close} />
    </span>
  );
}
