/** All details of one entry: a summary in words, the figures, its way through the stages, the request and the response. */
import { type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { WireLog } from '../../../session/wire/wireLog';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import { wireLinks } from '../../../session/wire/wireLogLinks';
import type { WireSummary } from '../../../session/wire/wireLogSummary';
import { traceIdOf } from '../../../transport/http/traceContext';
import { type Tab, Tabs } from '../../../ui/frame/Tabs';
import { lazyPart } from '../../../ui/lazyPart';
import { StatusDot } from '../../../ui/text/StatusDot';
import { LaneDiagram } from '../lanes/LaneDiagram';
import { laneItems } from '../lanes/laneItems';
import { plainSentences } from '../plainLine';
import { FailureDetails } from './FailureDetails';
import { FrameList } from './FrameList';
import { RequestSection, ResponseSection } from './HttpSections';
import { outcomeName, outcomeTone, outcomeWord, screenName } from './outcomeWords';
import { StepList } from './StepList';
import './EntryDetails.css';

const ServerTraces = lazyPart(() => import(/* webpackChunkName: "wire-traces" */ '../trace/ServerTraces'));

/** Parts of the details; the names are used in the address. */
export const DETAIL_PARTS = ['steps', 'request', 'response', 'frames'] as const;

export type DetailPart = (typeof DETAIL_PARTS)[number];

export interface EntryDetailsProps {
  entry: WireEntry;
  summary: WireSummary;
  part: DetailPart;
  onPart: (part: DetailPart) => void;
  /** The current time in milliseconds since the epoch, for the durations of open entries. */
  now: number;
  /** undefined for a saved log. */
  log: WireLog | undefined;
}

export function EntryDetails({ entry, summary, part, onPart, now, log }: EntryDetailsProps): ReactNode {
  const text = useText();
  const formats = useFormats();
  const words = useMemo(() => ({ text, formats }), [text, formats]);
  const [selected, setSelected] = useState<string | null>(null);
  const items = useMemo(() => laneItems(words, entry, summary, now), [words, entry, summary, now]);
  const isUpload = summary.upload !== null;
  const isHttp = entry.kind === 'query' || entry.kind === 'mutation';
  const parts: Tab<DetailPart>[] = [
    { id: 'steps', label: text('wire.steps') },
    ...(entry.kind === 'socket'
      ? []
      : [{ id: 'request' as const, label: text(isHttp ? 'wire.requestSection' : 'wire.questionSection') }]),
    ...(isHttp && summary.attempts.length > 0 ? [{ id: 'response' as const, label: text('wire.responseSection') }] : []),
    ...(isHttp
      ? []
      : [
          {
            id: 'frames' as const,
            label: text('wire.framesSection'),
            count: formats.number(entry.traffic.framesIn + entry.traffic.framesOut),
          },
        ]),
  ];
  const shown = parts.some(({ id }) => id === part) ? part : 'steps';
  // A panel can take long to create, so the selected tab is painted first.
  const panel = useDeferredValue(shown);
  const content = useMemo(() => {
    if (panel === 'steps') return <StepList entry={entry} items={items} isUpload={isUpload} selected={selected} />;
    if (panel === 'request') return <RequestSection entry={entry} summary={summary} log={log} />;
    return panel === 'response' ? (
      <ResponseSection entry={entry} summary={summary} log={log} />
    ) : (
      <FrameList entry={entry} log={log} />
    );
  }, [panel, entry, items, isUpload, selected, summary, log]);
  return (
    <div className="wire-details">
      <div className="wire-words">
        <StatusDot tone={outcomeTone(summary)} />
        <p>{plainSentences(words, entry, summary).join(' ')}</p>
      </div>
      <Facts entry={entry} summary={summary} now={now} />
      {summary.failure ? <FailureDetails failure={summary.failure} /> : null}
      <LaneDiagram
        items={items}
        summary={summary}
        isSocket={entry.kind === 'socket'}
        selected={selected}
        onSelect={id => {
          setSelected(id);
          if (shown !== 'steps') onPart('steps');
        }}
      />
      {isHttp && summary.attempts.length > 0 ? (
        <Suspense fallback={null}>
          <ServerTraces entry={entry} summary={summary} />
        </Suspense>
      ) : null}
      <Tabs tabs={parts} selected={shown} onSelect={onPart} label={text('wire.columnLine')}>
        {content}
      </Tabs>
    </div>
  );
}

function Facts({ entry, summary, now }: { entry: WireEntry; summary: WireSummary; now: number }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { status, ms, bytesUp, bytesDown } = summary;
  const traceId = traceIdOf(summary.attempts.at(-1)?.request.headers.traceparent);
  const facts: [string, ReactNode][] = [
    [
      text('wire.columnResult'),
      status === null || summary.outcome === 'running'
        ? outcomeWord(text, summary)
        : `${outcomeName(text, summary.outcome)}, ${status}`,
    ],
    [
      text(ms === null ? 'wire.tookSoFar' : 'wire.took'),
      <span key="ms" className="numeric">
        {formats.duration(ms ?? Math.max(0, now - entry.startedAt))}
      </span>,
    ],
    ...(bytesUp + bytesDown > 0
      ? ([[text('wire.sizes'), text('wire.sizesValue', { up: formats.bytes(bytesUp), down: formats.bytes(bytesDown) })]] as [
          string,
          ReactNode,
        ][])
      : []),
    [
      text('wire.startedAt'),
      <time key="at" dateTime={new Date(entry.startedAt).toISOString()} title={new Date(entry.startedAt).toISOString()}>
        {formats.time(entry.startedAt, { seconds: true })}
      </time>,
    ],
    ...(entry.elsewhere === undefined
      ? []
      : ([[text('wire.otherConnection'), entry.elsewhereName ?? entry.elsewhere]] as [string, ReactNode][])),
    ...(entry.screen ? ([[text('wire.askedBy'), screenName(text, entry.screen)]] as [string, ReactNode][]) : []),
    ...(traceId
      ? ([
          [
            text('wire.traceId'),
            <span key="trace" className="code">
              {traceId}
            </span>,
          ],
        ] as [string, ReactNode][])
      : []),
    ...(entry.connection
      ? ([
          [
            text('wire.carriedBy'),
            <a key="connection" href={wireLinks.entry(entry.connection)}>
              {text('wire.connectionOf', { id: entry.connection })}
            </a>,
          ],
        ] as [string, ReactNode][])
      : []),
  ];
  return (
    <dl className="wire-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
