/**
 * A running feed: its events as a table or as JSON, with a filter, pause, plot and export. This component decides which events are shown;
 * LiveTable draws the rows.
 */
import { type ReactNode, Suspense, useMemo } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { Customise } from '../../../parts/customise/Customise';
import { FailureState } from '../../../parts/FailureState';
import type { Feed as FeedModel } from '../../../schema/collections/feeds';
import { isLiveQuery } from '../../../schema/collections/isLiveQuery';
import { recordTitle } from '../../../schema/collections/recordTitle';
import type { Drafts } from '../../../schema/forms/formValues';
import { isList, type SchemaModel } from '../../../schema/model/schemaModel';
import { normalAddress } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import { publicVariables, queryHref } from '../../../session/navigation/queryLink';
import { wireRequestLinks } from '../../../session/wire/wireRequestLinks';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { type Crumb, ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { lazyPart } from '../../../ui/lazyPart';
import { saveFile } from '../../../ui/saveFile';
import { useReadable } from '../../../ui/useReadable';
import type { Feed } from '../createFeed';
import type { EventWindow } from '../eventRing';
import { ndjson } from '../ndjson';
import { EventDrawer } from './EventDrawer';
import { createFoundEvents, eventTest } from './eventFilter';
import { FeedFooter } from './FeedFooter';
import { FeedToolbar } from './FeedToolbar';
import { type FeedColumn, feedColumns } from './feedColumns';
import { gapWords } from './gapWords';
import type { LivePlotProps } from './LivePlot';
import { isFeedRunning, NoEvents } from './NoEvents';
import { newestRows } from './newestRows';
import { LiveTable } from './table/LiveTable';
import { useFeedTable } from './table/useFeedTable';
import { useHeldEvents } from './useHeldEvents';
import { useOpenEvent } from './useOpenEvent';
import '../live.css';

const LivePlot = lazyPart(() => import(/* webpackChunkName: "plot" */ './LivePlot'));

/** Props of `FeedView`. */
export interface FeedViewProps {
  session: Session;
  model: SchemaModel;
  definition: FeedModel;
  feed: Feed;
  crumbs: readonly Crumb[];
  /** The arguments of the feed, as text. */
  drafts: Drafts;
  /** Opens the form of arguments; null if the feed has none. */
  onArguments: (() => void) | null;
}

export function FeedView({ session, model, definition, feed, crumbs, drafts, onArguments }: FeedViewProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { query } = useReadable(session.navigation.address);
  const state = useReadable(feed.state);
  const view = query.get('-view') === 'json' ? 'json' : 'table';
  const typed = query.get('-filter') ?? '';
  const columns = feedColumns(model, definition);
  const isRows = view === 'table' && isList(definition.field.type) && isLiveQuery(model, definition);
  const plotColumns = usePlotColumns(columns, query.get('-plot'));
  const { events: whole, held, isPaused, pause, resume, onAway } = useHeldEvents(feed, view);
  const events = useMemo(() => (isRows ? newestRows(whole) : whole), [isRows, whole]);
  const { test, found } = useFoundEvents(typed, events);
  const { open, active, take, mark, close, neighbour } = useOpenEvent(events, found, pause);
  const tableColumns = useFeedTable(columns, view);

  const change = (query: Record<string, string | null>): void => session.navigation.setQuery(query, { replace: true });
  const clear = (): void => {
    const takeBack = feed.clear();
    resume();
    announce.note({ text: text('live.cleared'), action: { label: text('live.undo'), onSelect: takeBack } });
  };
  const save = (): void => {
    const { pieces, count } = ndjson(whole, test);
    const time = new Date(session.clock.now()).toISOString().slice(0, 19).replaceAll(':', '-');
    saveFile(text('live.exportName', { feed: definition.id, time }), 'application/x-ndjson', pieces);
    announce.note({ text: text('live.exported', { count }) });
  };

  return (
    <ScreenFrame
      crumbs={crumbs}
      description={definition.description}
      actions={<FeedActions session={session} model={model} definition={definition} feed={feed} />}
      toolbar={
        <FeedToolbar
          session={session}
          model={model}
          definition={definition}
          feed={feed}
          drafts={drafts}
          columns={columns}
          plotColumns={plotColumns}
          view={view}
          filter={typed}
          paused={isPaused}
          isRunning={isFeedRunning(state)}
          onArguments={onArguments}
          onPlot={ids => change({ '-plot': ids.length > 0 ? ids.join(',') : null })}
          onView={next => change({ '-view': next === 'table' ? null : next })}
          onFilter={next => change({ '-filter': next === '' ? null : next })}
          onPause={isPaused ? resume : pause}
          onClear={clear}
          onExport={save}
        />
      }
      footer={<FeedFooter session={session} feed={feed} held={held} found={isRows ? null : found} />}
      drawer={
        open ? (
          <EventDrawer
            kind={definition.label}
            title={isRows ? recordTitle(model, definition.eventType, open.value) : null}
            event={open}
            columns={columns}
            base={normalAddress(session.connection.httpEndpoint, session.pageUrl)}
            onOlder={neighbour(1)}
            onNewer={neighbour(-1)}
            onClose={close}
          />
        ) : null
      }
    >
      <FeedFailure session={session} feed={feed} />
      {plotColumns.length > 0 ? <FeedPlot columns={plotColumns} window={whole} changed={held ? null : feed.changed} /> : null}
      <div className="live-rows">
        <LiveTable
          // Another view starts at the top.
          key={view}
          label={definition.label}
          columns={tableColumns}
          window={events}
          changed={held ? null : feed.changed}
          found={found}
          gapText={gap => gapWords(gap, text, formats)}
          active={active}
          onOpen={take}
          onActive={mark}
          onAway={onAway}
          empty={<NoEvents feed={feed} state={state} isFiltered={typed !== ''} />}
        />
      </div>
    </ScreenFrame>
  );
}

/** The columns for the plot from the URL, at most four. */
function usePlotColumns(columns: readonly FeedColumn[], plotted: string | null): readonly FeedColumn[] {
  return useMemo(
    () => columns.filter(column => column.numeric && (plotted ?? '').split(',').includes(column.id)).slice(0, 4),
    [columns, plotted],
  );
}

/** The compiled filter and the events that match it; both null without a filter. */
function useFoundEvents(typed: string, events: EventWindow) {
  const test = useMemo(() => eventTest(typed), [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other events need a new search
  const found = useMemo(() => (test ? createFoundEvents(test) : null), [test, events]);
  return { test, found };
}

function FeedActions({ session, model, definition, feed }: Omit<FeedViewProps, 'crumbs' | 'drafts' | 'onArguments'>): ReactNode {
  return (
    <>
      <AsQueryButton request={() => sharedRequest(feed)} />
      <Customise
        session={session}
        model={model}
        subject={{ offer: { area: 'feeds', id: definition.id }, typeName: null }}
        name={definition.label}
      />
    </>
  );
}

/** The reason why the feed failed and the possible actions; shown above the received events. */
function FeedFailure({ session, feed }: Pick<FeedViewProps, 'session' | 'feed'>): ReactNode {
  const state = useReadable(feed.state);
  if (state.status !== 'failed') return null;
  return (
    <FailureState
      inline={feed.events.total > 0}
      failure={state.failure}
      endpoint={session.connection.httpEndpoint}
      onRetry={() => feed.start()}
      onSignIn={() => session.token.ask()}
      wireHref={wireRequestLinks.operation(state.operationKey)}
    />
  );
}

/** The plot of the chosen columns, loaded when it is first shown. */
function FeedPlot(props: Pick<LivePlotProps, 'columns' | 'window' | 'changed'>): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    <div className="live-plot-room">
      <Suspense fallback={<p className="quiet">{text('live.plotLoading')}</p>}>
        <LivePlot label={text('live.plotOf', { columns: formats.list(props.columns.map(column => column.label)) })} {...props} />
      </Suspense>
    </div>
  );
}

/** The operation of a feed for sharing, with a link that opens it in Query. */
function sharedRequest(feed: Feed) {
  const { query, variables } = feed.request;
  return { query, variables: publicVariables(query, variables, 2), href: queryHref(query, variables) };
}
