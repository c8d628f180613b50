/**
 * The screen of one feed. The address holds its arguments, view, filter and plot. The feed belongs to the session and goes on when another
 * screen is shown. If all required arguments are set, the feed starts as soon as its address is opened: a subscription changes nothing on
 * the server.
 */
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useText } from '../../../i18n/LanguageProvider';
import { DraftForm } from '../../../parts/form/DraftForm';
import type { Feed as FeedModel } from '../../../schema/collections/feeds';
import { feedDocument } from '../../../schema/documents/callDocuments';
import { type Drafts, toVariables } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import type { Session } from '../../../session/connections/session';
import { createRecordChoices } from '../../../session/history/recordChoices';
import { formDocs } from '../../../session/navigation/docsLinks';
import { draftsFromQuery, queryOfDrafts } from '../../../session/navigation/draftAddress';
import { href } from '../../../session/navigation/navigation';
import { Dialog } from '../../../ui/frame/Dialog';
import { ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { Button } from '../../../ui/inputs/Button';
import { useReadable } from '../../../ui/useReadable';
import type { FeedRequest } from '../createFeed';
import { feedId, feedsOf } from '../feeds';
import { runningFeed } from '../RunningFeeds';
import { FeedView } from './FeedView';
import { initialDrafts } from './initialDrafts';

/** Props of `FeedScreen`. */
export interface FeedScreenProps {
  session: Session;
  model: SchemaModel;
  feed: FeedModel;
}

/** The address of a feed with arguments. The parameters of the current view in `view` (those that start with `-`) are kept. */
function feedHref(feed: FeedModel, drafts: Drafts, view: URLSearchParams): string {
  const own = [...view].filter(([name]) => name.startsWith('-'));
  return href(['live', feed.id], Object.fromEntries([...queryOfDrafts(feed.form, drafts), ...own]));
}

/** Shows the form of arguments if one is missing, otherwise the events. */
export function FeedScreen({ session, model, feed }: FeedScreenProps): ReactNode {
  const text = useText();
  const { query } = useReadable(session.navigation.address);
  const running = useReadable(feedsOf(session).list);
  // Only the arguments: typing into the filter must not start another feed.
  const argumentQuery = JSON.stringify([...query].filter(([name]) => !name.startsWith('-')));
  // An address without arguments (such as the link in the rail) leads to the running feed. A new feed is started only if none runs.
  const isBare = argumentQuery === '[]';
  const plain = useMemo(() => requestOf(model, feed, {}), [model, feed]);
  const isPlainRunning = plain !== null && running.some(entry => entry.id === feedId(plain));
  const drafts = useMemo(
    () =>
      isBare && !isPlainRunning
        ? initialDrafts(model, feed)
        : draftsFromQuery(feed.form, new URLSearchParams(JSON.parse(argumentQuery) as [string, string][])),
    [model, feed, isBare, isPlainRunning, argumentQuery],
  );
  const request = useMemo(() => requestOf(model, feed, drafts), [model, feed, drafts]);
  const id = request === null ? null : feedId(request);
  useEffect(() => {
    if (!request) return;
    const others = feedsOf(session)
      .list.get()
      .filter(entry => entry.request.name === feed.id);
    const other = isBare && !others.some(entry => entry.id === feedId(request)) ? others.at(-1) : undefined;
    const address = other && runningFeed(model, other).address;
    // The URL cannot show that an argument is null.
    if (address?.includes('?')) session.navigation.go(address, { replace: true });
    else feedsOf(session).open(request);
  }, [session, model, feed, request, isBare]);
  const [editing, setEditing] = useState(false);
  const choices = useMemo(() => createRecordChoices(model, null), [model]);
  const docs = useMemo(() => formDocs(model, model.subscriptionType?.name ?? '', [feed.field.name]), [model, feed]);
  const crumbs = [{ label: text('live.title'), href: href(['live']) }, { label: feed.label }];

  const open = (next: Drafts): void => {
    const wanted = requestOf(model, feed, next);
    if (wanted) feedsOf(session).open(wanted);
  };
  const apply = (next: Drafts, beside: boolean): void => {
    setEditing(false);
    const to = feedHref(feed, next, query);
    if (to === feedHref(feed, drafts, query) && id !== null) return;
    if (!beside && id !== null) feedsOf(session).close(id);
    if (beside) open(next);
    // Without other parameters, the URL would open another feed or the first page.
    else if (queryOfDrafts(feed.form, next).length === 0) open({});
    session.navigation.go(to);
  };

  if (id === null)
    return (
      <ScreenFrame crumbs={crumbs} description={feed.description} page>
        <ArgumentsForm
          key={argumentQuery}
          choices={choices}
          docs={docs}
          feed={feed}
          drafts={drafts}
          onApply={next => apply(next, false)}
          heading={text('live.argumentsNeeded')}
        />
      </ScreenFrame>
    );
  const shown = running.find(entry => entry.id === id);
  return (
    <>
      {shown ? (
        <FeedView
          key={id}
          session={session}
          model={model}
          definition={feed}
          feed={shown}
          crumbs={crumbs}
          drafts={drafts}
          onArguments={feed.form.length > 0 ? () => setEditing(true) : null}
        />
      ) : (
        <ScreenFrame crumbs={crumbs} description={feed.description}>
          <SkeletonLines lines={8} />
        </ScreenFrame>
      )}
      <Dialog open={editing} onClose={() => setEditing(false)} title={text('live.argumentsOf', { feed: feed.label })}>
        <ArgumentsForm
          choices={choices}
          docs={docs}
          feed={feed}
          drafts={drafts}
          onApply={next => apply(next, false)}
          onBeside={next => apply(next, true)}
          heading={null}
        />
      </Dialog>
    </>
  );
}

/** Returns the subscription for these arguments; null if one of them is missing or invalid. */
function requestOf(model: SchemaModel, feed: FeedModel, drafts: Drafts): FeedRequest | null {
  const { variables, problems } = toVariables(feed.form, drafts);
  if (problems.length > 0) return null;
  const prepared = feedDocument(model, feed, variables);
  return { name: feed.id, query: prepared.query, variables: prepared.variables, path: [feed.field.name] };
}

function ArgumentsForm({
  feed,
  drafts: initial,
  onApply,
  onBeside,
  heading,
  choices,
  docs,
}: {
  docs: ReturnType<typeof formDocs>;
  choices: ReturnType<typeof createRecordChoices>;
  feed: FeedModel;
  drafts: Drafts;
  onApply: (drafts: Drafts) => void;
  onBeside?: (drafts: Drafts) => void;
  heading: string | null;
}): ReactNode {
  const text = useText();
  const [drafts, setDrafts] = useState<Drafts>(initial);
  const [attempted, setAttempted] = useState(false);
  const { problems } = useMemo(() => toVariables(feed.form, drafts), [feed, drafts]);
  const submit = (act: (drafts: Drafts) => void): void => {
    setAttempted(true);
    if (problems.length === 0) act(drafts);
  };
  return (
    <form
      className="feed-arguments"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        submit(onApply);
      }}
    >
      {heading === null ? null : <h2>{heading}</h2>}
      <DraftForm
        label={text('live.arguments')}
        fields={feed.form}
        drafts={drafts}
        problems={problems}
        attempted={attempted}
        choices={choices}
        docs={docs}
        onChange={next => setDrafts(next as Drafts)}
      />
      <div className="feed-arguments-buttons">
        <Button kind="primary" type="submit">
          {text(onBeside ? 'live.apply' : 'live.start')}
        </Button>
        {onBeside ? <Button onClick={() => submit(onBeside)}>{text('live.startBeside')}</Button> : null}
      </div>
    </form>
  );
}
