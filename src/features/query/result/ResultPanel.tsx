/**
 * The result of a run: key figures, errors with their locations, and the result itself as a tree, as a table or plot of any of its lists,
 * or as received with its headers.
 */

import { memo, type ReactNode, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { laidOutJson } from '../../../lib/text/laidOutJson';
import { FailureState } from '../../../parts/FailureState';
import { RetryCountdown } from '../../../parts/laterRetryCountdown';
import type { Session } from '../../../session/connections/session';
import { wireLinks } from '../../../session/wire/wireLogLinks';
import { EmptyState } from '../../../ui/frame/EmptyState';
import { SkeletonLines } from '../../../ui/frame/Skeleton';
import { IconButton } from '../../../ui/inputs/Button';
import { SearchInput } from '../../../ui/inputs/SearchInput';
import { Segments } from '../../../ui/inputs/Select';
import { JsonView, prepareJsonView } from '../../../ui/json/JsonView';
import { lazyPart, useRenderOnLoad } from '../../../ui/lazyPart';
import { saveFile } from '../../../ui/saveFile';
import { CopyButton } from '../../../ui/text/CopyButton';
import type { ComparedQuery } from '../compare/runElsewhere';
import { afterPaint } from '../editor/afterPaint';
import type { TextPlace } from '../editor/document/documentTools';
import type { QueryRun, RunEvent } from '../run/queryRun';
import { cutResult } from './large/cutResult';
import { receivedText } from './large/receivedText';
import { largeLists, smallLists } from './listSource';
import { RawText } from './RawText';
import { ResultErrors } from './ResultErrors';
import { ResultFigures } from './ResultFigures';
import { ResultHeaders } from './ResultHeaders';
import { ResultTable } from './ResultTable';
import { shownResult } from './shownResult';

const LargeTree = lazyPart(() => import(/* webpackChunkName: "json" */ './large/LargeTree'));
const ResultPlot = lazyPart(() => import(/* webpackChunkName: "plot" */ './ResultPlot'));

const CompareResults = lazyPart(() => import(/* webpackChunkName: "compare" */ '../compare/CompareResults'));
const AssertionList = lazyPart(
  () => import(/* webpackChunkName: "query-assertions" */ './AssertionList'),
  () => null,
);

/** The views of a result. */
export type ResultView = 'tree' | 'table' | 'plot' | 'raw' | 'response' | 'compare';

/** Props of `ResultPanel`. */
export interface ResultPanelProps {
  session: Session;
  run: QueryRun | null;
  view: ResultView;
  onView: (view: ResultView) => void;
  /** Selects a location in the document. */
  onPlace: (place: TextPlace) => void;
  onRetry: (() => void) | undefined;
  /** Sends the same query again automatically; `onStopAsking` ends this. */
  onAsk: () => void;
  onStopAsking: () => void;
  /** The tab, which can be sent to another connection. */
  compared: ComparedQuery;
}

export function ResultPanel(props: ResultPanelProps): ReactNode {
  const { session, run, onPlace } = props;
  const text = useText();
  // A view can take long to create, so the choice is painted first.
  const view = useDeferredValue(props.view);
  // Loaded ahead, so that the first result does not wait for it.
  useEffect(() => afterPaint(prepareJsonView), []);
  useRenderOnLoad(view === 'compare' ? CompareResults : view === 'plot' ? ResultPlot : undefined);
  const search = useTreeSearch();
  const shown = useMemo(() => (run && !run.large ? shownResult(run) : null), [run]);
  const section = useRef<HTMLElement>(null);
  const startedAt = run?.state === 'running' ? run.startedAt : null;
  // If the panes are stacked, the result is below the visible part of the page.
  useEffect(() => {
    const panel = section.current;
    if (startedAt === null || !panel) return;
    if (panel.getBoundingClientRect().top > window.innerHeight * 0.6) panel.scrollIntoView({ block: 'start' });
  }, [startedAt]);
  if (!run) {
    return (
      <section ref={section} className="query-result" aria-label={text('query.result')}>
        <EmptyState icon="play" title={text('query.resultEmpty')} help={text('query.resultEmptyHelp')} />
      </section>
    );
  }
  const hasResult =
    run.parts > 0 && (run.large !== null || run.data !== undefined || run.errors.length > 0 || run.events.length > 0);
  const cut = cutResult(run);
  // An incomplete response can only be shown as text.
  const isText =
    view !== 'response' &&
    view !== 'compare' &&
    !hasResult &&
    (run.cut !== null || (run.state !== 'running' && hasText(run, cut !== null)));
  const isRaw = isText || view === 'raw';
  const hasContent = hasResult || isText;
  return (
    <section ref={section} className="query-result" aria-label={text('query.result')} aria-busy={run.state === 'running'}>
      <ResultFigures run={run} />
      <div className="query-panel-bar">
        <ViewChoice view={props.view} onView={props.onView} />
        {view === 'tree' ? <TreeSearchField search={search} /> : null}
        <span className="query-gap" />
        {hasContent && !run.large && !run.cut ? (
          <CopyButton label={text('query.copyResult')} value={() => plainText(run, shown, isRaw)} />
        ) : null}
        {hasContent ? (
          <IconButton icon="download" label={text('query.saveResult')} onClick={() => saveResult(run, shown, isRaw)} />
        ) : null}
      </div>
      {run.request.document === undefined ? null : (
        <Suspense fallback={null}>
          <AssertionList session={session} run={run} document={run.request.document} />
        </Suspense>
      )}
      {run.errors.length > 0 ? <ResultErrors errors={run.errors} onPlace={onPlace} /> : null}
      <ResultProblem {...props} run={run} cut={cut} inline={hasContent} />
      <div className="query-result-body">
        {hasResult ? (
          <ResultValue
            session={session}
            run={run}
            view={view}
            shown={shown}
            search={search.search}
            match={search.match}
            onMatches={search.onMatches}
          />
        ) : null}
        {isRaw ? <RawText run={run} /> : null}
        {view === 'response' ? <ResultHeaders run={run} /> : null}
        {view === 'compare' ? (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <CompareResults session={session} compared={props.compared} />
          </Suspense>
        ) : null}
      </div>
    </section>
  );
}

function ViewChoice({ view, onView }: Pick<ResultPanelProps, 'view' | 'onView'>): ReactNode {
  const text = useText();
  return (
    <Segments
      value={view}
      label={text('query.resultView')}
      options={[
        { value: 'tree', label: text('query.tree') },
        { value: 'table', label: text('query.table') },
        { value: 'plot', label: text('query.plot') },
        { value: 'raw', label: text('query.raw') },
        { value: 'response', label: text('query.response') },
        { value: 'compare', label: text('query.compare') },
      ]}
      onChange={onView}
    />
  );
}

/** State of the search in the tree: the search text, the number of matches, and the current match. */
interface TreeSearch {
  search: string;
  setSearch: (search: string) => void;
  found: number;
  /** Index of the current match; -1 if there is none. */
  match: number;
  step: (by: 1 | -1) => void;
  onMatches: (count: number) => void;
}

function useTreeSearch(): TreeSearch {
  const [search, setSearch] = useState('');
  const [found, setFound] = useState(0);
  const [match, setMatch] = useState(-1);
  const onMatches = useCallback((count: number) => {
    setFound(count);
    setMatch(-1);
  }, []);
  const step = (by: 1 | -1): void => {
    if (found > 0) setMatch(now => (now < 0 ? (by > 0 ? 0 : found - 1) : (now + by + found) % found));
  };
  return { search, setSearch, found, match, step, onMatches };
}

function TreeSearchField({ search: { search, setSearch, found, match, step } }: { search: TreeSearch }): ReactNode {
  const text = useText();
  const formats = useFormats();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles key events that bubble from the input
    <span
      className="query-search"
      onKeyDown={event => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        step(event.shiftKey ? -1 : 1);
      }}
    >
      <SearchInput label={text('query.search')} value={search} onChange={setSearch} />
      {search === '' ? null : (
        <>
          <span className="quiet numeric" role="status">
            {text('query.matches', { at: match < 0 ? '–' : formats.number(match + 1), count: formats.number(found) })}
          </span>
          <IconButton icon="chevronUp" label={text('query.matchBack')} disabled={found === 0} onClick={() => step(-1)} />
          <IconButton icon="chevronDown" label={text('query.matchNext')} disabled={found === 0} onClick={() => step(1)} />
        </>
      )}
    </span>
  );
}

interface ResultProblemProps extends Omit<ResultPanelProps, 'run'> {
  run: QueryRun;
  cut: ReturnType<typeof cutResult>;
  /** True if something else is shown beside it. */
  inline: boolean;
}

/** Explains why there is no complete result, and when the query is sent again. */
function ResultProblem({ session, run, cut, inline, onRetry, onAsk, onStopAsking }: ResultProblemProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { failure, wireId } = run;
  const asking = { onAsk: run.asksAgain ? onAsk : undefined, onStop: onStopAsking };
  if (cut !== null) {
    return (
      <p className="query-refusal" role="alert">
        {text(cut.endsEarly ? 'query.cut' : 'query.broken', { size: formats.bytes(cut.at) })}
      </p>
    );
  }
  if (failure && !isExplainedByErrors(run)) {
    return (
      <FailureState
        inline={inline}
        failure={failure}
        endpoint={session.connection.httpEndpoint}
        {...(onRetry ? { onRetry } : {})}
        clock={session.clock}
        asking={asking}
        onSignIn={session.token.ask}
        {...(wireId === null ? {} : { wireHref: wireLinks.entry(wireId) })}
      />
    );
  }
  return failure?.wait ? (
    <Suspense fallback={null}>
      <RetryCountdown wait={failure.wait} clock={session.clock} {...asking} />
    </Suspense>
  ) : null;
}

/** Maximum size in bytes of a response whose tree is expanded initially. */
const SHOWN_WHOLE = 50_000;

interface ResultValueProps
  extends Pick<ResultPanelProps, 'session' | 'view'>,
    Pick<TreeSearch, 'search' | 'match' | 'onMatches'> {
  run: QueryRun;
  /** Null if the result is large. */
  shown: unknown;
}

/** The result as a tree, or one of its lists as a table or a plot. */
const ResultValue = memo(function ResultValue(props: ResultValueProps): ReactNode {
  const { session, run, view, shown, search, match, onMatches } = props;
  const text = useText();
  const { large, data, events, request } = run;
  const source = useMemo(() => {
    if (large) return largeLists(large);
    return smallLists(request.kind === 'subscription' ? events.map(eventRow) : data);
  }, [large, data, events, request]);
  const label = text('query.result');
  if (view === 'tree') {
    return large ? (
      <Suspense fallback={<SkeletonLines lines={6} />}>
        <LargeTree data={large} label={label} search={search} match={match} onMatches={onMatches} />
      </Suspense>
    ) : (
      <JsonView
        value={shown}
        label={label}
        depth={run.response && run.response.bytes <= SHOWN_WHOLE ? 20 : 4}
        fill
        search={search}
        match={match}
        onMatches={onMatches}
      />
    );
  }
  if (view !== 'table' && view !== 'plot') return null;
  if (source.lists.length === 0)
    return <EmptyState icon="table" title={text('query.listNone')} help={text('query.listNoneHelp')} />;
  if (view === 'table') return <ResultTable session={session} source={source} docsOf={request.docsOf} />;
  return (
    <Suspense fallback={<SkeletonLines lines={6} />}>
      <ResultPlot source={source} />
    </Suspense>
  );
});

/** Saves the current view as a file. For a large result, the worker creates the file. */
function saveResult(run: QueryRun, shown: unknown, isRaw: boolean): void {
  const { large, cut } = run;
  const name = `${run.request.name ?? 'result'}.json`;
  if (large) void large.ask('file').then(file => saveFile(name, file.type, [file]));
  else if (cut) void cut.ask('text', 0, cut.outline.bytes).then(part => saveFile(name, 'application/json', [part]));
  else saveFile(name, 'application/json', [plainText(run, shown, isRaw)]);
}

/** Returns true if the run was stopped or the response was truncated after some of it had arrived. */
function hasText(run: QueryRun, isCut: boolean): boolean {
  const brokeOff = run.failure?.tag === 'network' && run.failure.broke !== undefined;
  return (run.state === 'stopped' || isCut || brokeOff) && run.texts.some(text => text !== '');
}

/** Returns the text to copy or save: that of the current view. */
function plainText(run: QueryRun, shown: unknown, isRaw: boolean): string {
  return (isRaw ? receivedText(run) : null) ?? laidOutJson(shown);
}

/** Returns true if the GraphQL errors already explain the failure. A request to sign in is still shown in addition. */
function isExplainedByErrors({ failure, errors }: QueryRun): boolean {
  return errors.length > 0 && failure?.tag === 'http';
}

/** Returns the table row of a subscription event: the time it arrived, and its data. */
function eventRow({ at, data }: RunEvent): unknown {
  const time = new Date(at).toISOString();
  return typeof data === 'object' && data !== null && !('at' in data) ? { at: time, ...data } : data;
}
