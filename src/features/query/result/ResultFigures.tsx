/** A line with the key figures of a run: status, size, timings, and a link to its request in Wire. */
import type { ReactNode } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { wireLinks } from '../../../session/wire/wireLogLinks';
import { Icon } from '../../../ui/text/Icon';
import { StatusDot } from '../../../ui/text/StatusDot';
import { MOST_EVENTS, type QueryRun } from '../run/queryRun';

/** Shortens long IDs, most of which are hashes. */
const shortened = (id: string): string => (id.length > 20 ? `${id.slice(0, 8)}…` : id);

export function ResultFigures({ run }: { run: QueryRun }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { response, request, state, failure, errors } = run;
  const tone =
    state === 'running' ? 'busy' : failure ? 'danger' : errors.length > 0 ? 'warning' : state === 'stopped' ? 'neutral' : 'ok';
  const words =
    state === 'running'
      ? request.kind === 'subscription'
        ? [text(run.isConnected ? 'query.listening' : 'query.connecting'), run.isConnected ? null : run.refusal]
            .filter(Boolean)
            .join(' · ')
        : run.received > 0
          ? text('query.receiving', { size: formats.bytes(run.received) })
          : text(run.parts > 0 ? 'query.arriving' : 'query.sending')
      : state === 'stopped'
        ? text('query.stopped')
        : request.kind === 'subscription'
          ? text('query.ended')
          : response
            ? text('query.status', { status: String(response.status) })
            : text(failure?.tag === 'refused' ? 'query.notSent' : 'query.noResponse');
  const figures = [
    response && response.bytes > 0 ? formats.bytes(response.bytes) : null,
    response ? text('query.firstByte', { time: formats.duration(response.firstByteMs) }) : null,
    response ? text('query.total', { time: formats.duration(response.ms) }) : null,
    !response && run.endedAt !== null && state !== 'running'
      ? text('query.took', { time: formats.duration(run.endedAt - run.startedAt) })
      : null,
    run.sentAs ? text(run.sentAs.form === 'id' ? 'query.sentById' : 'query.sentByHash', { id: shortened(run.sentAs.id) }) : null,
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
      {request.mock ? (
        <span className="query-state">
          <StatusDot tone="warning" />
          {text('query.mocked', { fields: request.mock.fields.join(', ') })}
        </span>
      ) : null}
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
