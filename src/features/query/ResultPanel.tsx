/** What came of a run: figures, what went wrong and where, and the answer as a tree, as a table of any list in it, as received, with its headers. */
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats, useText } from '../../i18n/LanguageProvider';
import type { Session } from '../../session/session';
import { wireLinks } from '../../session/wireLogLinks';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { FailureState } from '../../ui/FailureState';
import { Icon } from '../../ui/Icon';
import { JsonView } from '../../ui/JsonView';
import { Segments } from '../../ui/Select';
import { StatusDot } from '../../ui/StatusDot';
import { SearchInput } from '../../ui/TextInput';
import type { TextPlace } from './documentTools';
import { MOST_EVENTS, type QueryRun, type RunError } from './queryRuns';
import { ResultTable } from './ResultTable';

/** How an answer is shown. */
export type ResultView = 'tree' | 'table' | 'raw' | 'answer';

/** Props of `ResultPanel`. */
export interface ResultPanelProps {
  session: Session;
  run: QueryRun | null;
  view: ResultView;
  onView: (view: ResultView) => void;
  /** Shows a place of the document. */
  onPlace: (place: TextPlace) => void;
  onRetry: (() => void) | undefined;
}

/** The panel. */
export function ResultPanel({ session, run, view, onView, onPlace, onRetry }: ResultPanelProps): ReactNode {
  const text = useText();
  const [search, setSearch] = useState('');
  const shown = useMemo(() => (run ? shownResult(run) : null), [run]);
  if (!run) {
    return (
      <section className="query-result" aria-label={text('query.result')}>
        <EmptyState icon="play" title={text('query.resultEmpty')} help={text('query.resultEmptyHelp')} />
      </section>
    );
  }
  const hasSomething = run.parts > 0 && (run.data !== undefined || run.errors.length > 0 || run.events.length > 0);
  return (
    <section className="query-result" aria-label={text('query.result')} aria-busy={run.state === 'running'}>
      <Figures run={run} />
      <div className="query-panel-bar">
        <Segments
          value={view}
          label={text('query.resultView')}
          options={[
            { value: 'tree', label: text('query.tree') },
            { value: 'table', label: text('query.table') },
            { value: 'raw', label: text('query.raw') },
            { value: 'answer', label: text('query.answer') },
          ]}
          onChange={onView}
        />
        {view === 'tree' ? <SearchInput label={text('query.search')} value={search} onChange={setSearch} /> : null}
        <span className="query-gap" />
        {hasSomething ? <CopyButton label={text('query.copyResult')} value={() => JSON.stringify(shown, null, 2)} /> : null}
      </div>
      {run.errors.length > 0 ? <Errors errors={run.errors} onPlace={onPlace} /> : null}
      {run.failure && !isToldByErrors(run) ? (
        <FailureState
          inline={hasSomething}
          failure={run.failure}
          endpoint={session.connection.httpEndpoint}
          {...(onRetry ? { onRetry } : {})}
          onSignIn={session.token.ask}
          {...(run.wireId === null ? {} : { wireHref: wireLinks.entry(run.wireId) })}
        />
      ) : null}
      <div className="query-result-body">
        {view === 'tree' && hasSomething ? (
          <JsonView value={shown} label={text('query.result')} depth={4} fill search={search} />
        ) : null}
        {view === 'table' && hasSomething ? <ResultTable session={session} value={listsOf(run)} /> : null}
        {view === 'raw' ? <Raw run={run} /> : null}
        {view === 'answer' ? <Answer run={run} /> : null}
      </div>
    </section>
  );
}

/** The errors of the answer say it all; that somebody has to sign in is said besides. */
function isToldByErrors({ failure, errors }: QueryRun): boolean {
  return errors.length > 0 && failure?.tag === 'http';
}

/** What the tree shows: the answer; of a subscription the events, the newest first. */
function shownResult(run: QueryRun): unknown {
  if (run.request.kind === 'subscription')
    return run.events.map(({ data, errors }) => ({ data, ...(errors.length > 0 ? { errors: plainErrors(errors) } : {}) }));
  return {
    ...(run.data === undefined ? {} : { data: run.data }),
    ...(run.errors.length > 0 ? { errors: plainErrors(run.errors) } : {}),
    ...(run.extensions === undefined ? {} : { extensions: run.extensions }),
  };
}

/** What tables are made of. */
function listsOf(run: QueryRun): unknown {
  return run.request.kind === 'subscription' ? run.events.map(event => event.data) : run.data;
}

function plainErrors(errors: readonly RunError[]): unknown[] {
  return errors.map(({ message, path, extensions }) => ({
    message,
    ...(path ? { path } : {}),
    ...(Object.keys(extensions).length > 0 ? { extensions } : {}),
  }));
}

function Figures({ run }: { run: QueryRun }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { answer, request, state, failure, errors } = run;
  const tone =
    state === 'running' ? 'busy' : failure ? 'danger' : errors.length > 0 ? 'warning' : state === 'stopped' ? 'neutral' : 'ok';
  const words =
    state === 'running'
      ? request.kind === 'subscription'
        ? text('query.listening')
        : text(run.parts > 0 ? 'query.arriving' : 'query.sending')
      : state === 'stopped'
        ? text('query.stopped')
        : request.kind === 'subscription'
          ? text('query.ended')
          : answer
            ? text('query.status', { status: String(answer.status) })
            : text('query.notSent');
  const figures = [
    answer && answer.bytes > 0 ? formats.bytes(answer.bytes) : null,
    answer ? text('query.firstByte', { time: formats.duration(answer.firstByteMs) }) : null,
    answer ? text('query.total', { time: formats.duration(answer.ms) }) : null,
    !answer && run.endedAt !== null && state !== 'running'
      ? text('query.took', { time: formats.duration(run.endedAt - run.startedAt) })
      : null,
    request.kind === 'subscription' ? text('query.events', { count: run.eventCount }) : null,
    request.kind !== 'subscription' && run.parts > 1 ? text('query.parts', { count: run.parts }) : null,
    run.eventCount > MOST_EVENTS ? text('query.eventsLetGo', { shown: MOST_EVENTS, count: run.eventCount }) : null,
  ].filter(figure => figure !== null);
  return (
    <div className="query-figures">
      <span className="query-state">
        <StatusDot tone={tone} />
        {words}
      </span>
      {figures.map(figure => (
        <span key={figure} className="quiet">
          {figure}
        </span>
      ))}
      <span className="query-gap" />
      {run.wireId === null ? null : (
        <a className="query-wire" href={wireLinks.entry(run.wireId)}>
          <Icon name="wire" size={14} />
          {text('query.wire')}
        </a>
      )}
    </div>
  );
}

function Errors({ errors, onPlace }: { errors: readonly RunError[]; onPlace: (place: TextPlace) => void }): ReactNode {
  const text = useText();
  return (
    <div className="query-errors" role="alert">
      <p className="query-errors-title">
        <Icon name="error" />
        {text('query.errors', { count: errors.length })}
      </p>
      <ul>
        {errors.slice(0, 100).map((error, at) => (
          // The same error may come twice; the list never changes its order.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <li key={at}>
            <span dir="auto">{error.message.slice(0, 2000)}</span>
            {error.path ? <code className="quiet"> {error.path.join('.')}</code> : null}
            {error.place ? <PlaceLink place={error.place} onPlace={onPlace} /> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A place of the document that can be pressed. */
export function PlaceLink({ place, onPlace }: { place: TextPlace; onPlace: (place: TextPlace) => void }): ReactNode {
  const text = useText();
  return (
    <>
      {' '}
      <button
        type="button"
        className="query-place"
        aria-label={text('query.errorGoTo', { ...place })}
        onClick={() => onPlace(place)}
      >
        {text('query.errorPlace', { ...place })}
      </button>
    </>
  );
}

/** Longer texts are cut: the browser would lay out all of it. */
const LONGEST_RAW = 500_000;

function Raw({ run }: { run: QueryRun }): ReactNode {
  const text = useText();
  const isFeed = run.request.kind === 'subscription';
  const body = useMemo(() => {
    if (isFeed) return run.events.map(event => JSON.stringify(event.data)).join('\n');
    return run.answer?.body?.() ?? (run.parts > 0 && run.data !== undefined ? JSON.stringify(run.data, null, 2) : null);
  }, [isFeed, run]);
  if (body === null) return <EmptyState icon="info" title={text('query.rawNone')} />;
  return (
    <>
      <p className="query-raw-help quiet">{text(isFeed ? 'query.rawEvents' : 'query.rawHelp')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre className="query-raw" tabIndex={0}>
        {body.length > LONGEST_RAW ? `${body.slice(0, LONGEST_RAW)}…` : body}
      </pre>
    </>
  );
}

function Answer({ run }: { run: QueryRun }): ReactNode {
  const text = useText();
  return (
    <div className="query-answer">
      {run.answer ? <HeaderList title={text('query.received')} headers={run.answer.headers} /> : null}
      {run.sentHeaders ? <HeaderList title={text('query.sentHeaders')} headers={run.sentHeaders} /> : null}
      {run.answer || run.sentHeaders ? null : <EmptyState icon="info" title={text('query.rawNone')} />}
    </div>
  );
}

function HeaderList({ title, headers }: { title: string; headers: Readonly<Record<string, string>> }): ReactNode {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="query-header-list">
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
