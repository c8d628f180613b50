/**
 * A running feed: its events as a table or as JSON, found by words, held still, plotted and exported. What is shown is decided here; how
 * the rows get onto the screen is LiveTable's.
 */
import { type ReactNode, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { FailureState } from '../../../parts/FailureState';
import type { Feed as FeedModel } from '../../../schema/collections/feeds';
import type { Drafts } from '../../../schema/forms/formValues';
import type { SchemaModel } from '../../../schema/model/schemaModel';
import { normalAddress } from '../../../session/connections/connections';
import type { Session } from '../../../session/connections/session';
import { publicVariables, queryHref } from '../../../session/navigation/queryLink';
import { wireQuestionLinks } from '../../../session/wire/wireQuestionLinks';
import { useAnnounce } from '../../../ui/frame/Announcer';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { type Crumb, ScreenFrame } from '../../../ui/frame/ScreenFrame';
import { AsQueryButton } from '../../../ui/inputs/AsQueryButton';
import { Button } from '../../../ui/inputs/Button';
import { lazyPart } from '../../../ui/lazyPart';
import { saveFile } from '../../../ui/saveFile';
import { useReadable } from '../../../ui/text/useReadable';
import type { EventWindow } from '../eventRing';
import type { Feed } from '../feeds';
import { ndjson } from '../ndjson';
import { EventDrawer, type OpenEvent } from './EventDrawer';
import { createFoundEvents, eventTest } from './eventFilter';
import { eventRows } from './eventRows';
import { FeedFooter } from './FeedFooter';
import { FeedToolbar } from './FeedToolbar';
import { columnText, feedColumns, jsonLine, secondsText } from './feedColumns';
import { gapWords } from './gapWords';
import { LiveTable, type LiveTableColumn } from './LiveTable';
import '../live.css';

const LivePlot = lazyPart(() => import(/* webpackChunkName: "plot" */ './LivePlot'));

/** Props of `FeedView`. */
export interface FeedViewProps {
  session: Session;
  model: SchemaModel;
  definition: FeedModel;
  feed: Feed;
  crumbs: readonly Crumb[];
  /** What the feed was asked with, as text. */
  drafts: Drafts;
  /** Asks for other arguments; null: it takes none. */
  onArguments: (() => void) | null;
}

/** How the events are held still: by the button, or by having been scrolled away from the newest one. */
type Hold = { by: 'pause' | 'scroll'; events: EventWindow } | null;

/** The view. */
export function FeedView({ session, model, definition, feed, crumbs, drafts, onArguments }: FeedViewProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const announce = useAnnounce();
  const { query } = useReadable(session.navigation.address);
  const state = useReadable(feed.state);
  const view = query.get('-view') === 'json' ? 'json' : 'table';
  const typed = query.get('-filter') ?? '';
  const columns = feedColumns(model, definition);
  const plotted = query.get('-plot');
  const plotColumns = useMemo(
    () => columns.filter(column => column.numeric && (plotted ?? '').split(',').includes(column.id)).slice(0, 4),
    [columns, plotted],
  );
  const [hold, setHold] = useState<Hold>(null);
  const [open, setOpen] = useState<OpenEvent | null>(null);
  const [active, setActive] = useState<number | null>(null);
  const events = hold?.events ?? feed.events;
  const test = useMemo(() => eventTest(typed), [typed]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other events are looked through anew
  const found = useMemo(() => (test ? createFoundEvents(test) : null), [test, events]);

  const received = useMemo(() => secondsText(formats), [formats]);
  const tableColumns = useMemo<readonly LiveTableColumn[]>(
    () => [
      {
        id: '-number',
        label: text('live.number'),
        numeric: true,
        width: 80,
        text: (sequence, window) => formats.number(window.numberOf(sequence)),
      },
      {
        id: '-received',
        label: text('live.received'),
        numeric: false,
        width: 104,
        text: (sequence, window) => received(window.timeAt(sequence)),
      },
      ...(view === 'json'
        ? [
            {
              id: '-json',
              label: text('live.json'),
              numeric: false,
              code: true,
              width: 480,
              text: (sequence: number, window: EventWindow) => jsonLine(window.valueAt(sequence)),
            },
          ]
        : columns.map((column, at) => ({
            id: column.id,
            first: at === 0,
            label: column.label,
            docs: column.docs,
            title: [column.id, column.description].filter(Boolean).join('\n'),
            numeric: column.numeric,
            width: column.width,
            text: columnText(column, formats, text),
          }))),
    ],
    [columns, view, text, formats, received],
  );

  const change = (query: Record<string, string | null>): void => session.navigation.setQuery(query, { replace: true });
  const pause = useCallback((): void => setHold(now => ({ by: 'pause', events: now?.events ?? feed.still() })), [feed]);
  const resume = useCallback((): void => setHold(null), []);
  const onAway = useCallback(
    (away: boolean): void =>
      setHold(now => (away ? (now ?? { by: 'scroll', events: feed.still() }) : now?.by === 'scroll' ? null : now)),
    [feed],
  );
  const take = (sequence: number): void => {
    setActive(sequence);
    setOpen({
      sequence,
      number: events.numberOf(sequence),
      at: events.timeAt(sequence),
      value: events.valueAt(sequence),
    });
  };
  /** The event beside the open one, towards older (1) or newer (-1). */
  const neighbour = (step: 1 | -1): (() => void) | null => {
    if (!open) return null;
    found?.update(events);
    const rows = eventRows(events, found);
    const row = rows.rowOf(open.sequence);
    if (row < 0) return null;
    for (let at = row + step; at >= 0 && at < rows.count; at += step) {
      const entry = rows.at(at);
      if (typeof entry === 'number')
        return () => {
          pause();
          take(entry);
        };
    }
    return null;
  };
  const request = () => {
    const { query, variables } = feed.request;
    return { query, variables: publicVariables(query, variables, 2), href: queryHref(query, variables) };
  };
  const clear = (): void => {
    const takeBack = feed.clear();
    setHold(null);
    announce.note({ text: text('live.cleared'), action: { label: text('live.undo'), onSelect: takeBack } });
  };
  const save = (): void => {
    const { pieces, count } = ndjson(events, test);
    const time = new Date(session.clock.now()).toISOString().slice(0, 19).replaceAll(':', '-');
    saveFile(text('live.exportName', { feed: definition.id, time }), 'application/x-ndjson', pieces);
    announce.note({ text: text('live.exported', { count }) });
  };

  // A filter that is typed while the list is still looks through what is held, and says so; going on is the person's.
  const isRunning = state.status !== 'stopped' && state.status !== 'ended' && state.status !== 'failed';
  const empty = typed ? (
    <EmptyState icon="search" title={text('live.nothingFound')} help={text('live.nothingFoundHelp')} />
  ) : !isRunning ? (
    state.status === 'failed' ? null : (
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
    )
  ) : (
    <EmptyState
      icon="live"
      title={text('live.nothingYet')}
      help={text(
        state.status === 'waiting'
          ? 'live.nothingYetLost'
          : state.status === 'starting' && state.connected
            ? 'live.nothingYetHelp'
            : 'live.nothingYetStarting',
      )}
    />
  );
  useEffect(() => {
    // Held by scrolling: another view begins at the newest event.
    if (view) setHold(now => (now?.by === 'scroll' ? null : now));
  }, [view]);

  return (
    <ScreenFrame
      crumbs={crumbs}
      description={definition.description}
      actions={<AsQueryButton request={request} />}
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
          paused={hold?.by === 'pause'}
          isRunning={isRunning}
          onArguments={onArguments}
          onPlot={ids => change({ '-plot': ids.length > 0 ? ids.join(',') : null })}
          onView={next => change({ '-view': next === 'table' ? null : next })}
          onFilter={next => change({ '-filter': next === '' ? null : next })}
          onPause={hold?.by === 'pause' ? resume : pause}
          onClear={clear}
          onExport={save}
        />
      }
      footer={<FeedFooter session={session} feed={feed} held={hold?.events ?? null} found={found} />}
      drawer={
        open ? (
          <EventDrawer
            kind={definition.label}
            event={open}
            columns={columns}
            base={normalAddress(session.connection.httpEndpoint, session.pageUrl)}
            onOlder={neighbour(1)}
            onNewer={neighbour(-1)}
            onClose={() => setOpen(null)}
          />
        ) : null
      }
    >
      {state.status === 'failed' ? (
        <FailureState
          inline={feed.events.total > 0}
          failure={state.failure}
          endpoint={session.connection.httpEndpoint}
          onRetry={() => feed.start()}
          onSignIn={() => session.token.ask()}
          wireHref={wireQuestionLinks.operation(state.operationKey)}
        />
      ) : null}
      {plotColumns.length > 0 ? (
        <div className="live-plot-room">
          <Suspense fallback={<p className="quiet">{text('live.plotLoading')}</p>}>
            <LivePlot
              label={text('live.plotOf', { columns: formats.list(plotColumns.map(column => column.label)) })}
              window={events}
              changed={hold ? null : feed.changed}
              columns={plotColumns}
            />
          </Suspense>
        </div>
      ) : null}
      <div className="live-rows">
        <LiveTable
          // Another view begins at its own top.
          key={view}
          label={definition.label}
          columns={tableColumns}
          window={events}
          changed={hold ? null : feed.changed}
          found={found}
          gapText={gap => gapWords(gap, text, formats)}
          active={active}
          onOpen={take}
          onActive={sequence => {
            pause();
            if (open) take(sequence);
            else setActive(sequence);
          }}
          onAway={onAway}
          empty={empty}
        />
      </div>
    </ScreenFrame>
  );
}
