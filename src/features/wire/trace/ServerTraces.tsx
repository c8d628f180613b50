/** The server's own trace of a response, below the lanes: bars in time if it contains times, otherwise a tree. */
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import { responseBodyOf } from '../../../session/wire/wireLogAttempts';
import type { WireEntry } from '../../../session/wire/wireLogEntry';
import type { WireSummary } from '../../../session/wire/wireLogSummary';
import { Button } from '../../../ui/inputs/Button';
import type { ServerSpan } from './serverSpan';
import { type ServerTrace, serverTraces } from './serverTraces';
import './ServerTraces.css';

/** Number of spans shown at first: the longest ones. */
const FIRST = 30;

const TITLES = {
  resolvers: 'wire.traceResolvers',
  plan: 'wire.tracePlan',
  requests: 'wire.traceRequests',
} as const satisfies Record<ServerTrace['kind'], string>;

/** Larger responses are not searched for traces. In bytes. */
const LARGE = 2_000_000;

/** Shows the traces in the last response of an entry; renders nothing if there are none. */
export default function ServerTraces({ entry, summary }: { entry: WireEntry; summary: WireSummary }): ReactNode {
  const attempt = summary.attempts.at(-1);
  const body = attempt?.response?.body && responseBodyOf(entry, attempt);
  const [read, setRead] = useState<{ of: unknown; traces: readonly ServerTrace[] } | null>(null);
  // In an effect, after the row is shown, because the response can be large.
  useEffect(() => {
    const text = body && body.bytes <= LARGE ? body.read() : null;
    setRead({ of: body, traces: text === null ? [] : serverTraces(text) });
  }, [body]);
  const traces = read?.of === body ? (read?.traces ?? []) : [];
  return traces.map((trace, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the traces of a response do not change
    <Trace key={at} trace={trace} />
  ));
}

function Trace({ trace: { kind, spans, total } }: { trace: ServerTrace }): ReactNode {
  const text = useText();
  const [most, setMost] = useState(FIRST);
  const title = text(TITLES[kind]);
  const shown = most >= spans.length ? spans : longest(spans, most);
  return (
    <section className="server-trace" aria-label={title}>
      <h3>{title}</h3>
      <ol>
        {shown.map((span, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          <Span key={at} span={span} total={total} isTree={kind === 'plan'} />
        ))}
      </ol>
      {most < spans.length ? (
        <Button kind="quiet" onClick={() => setMost(most + 200)}>
          {text('ui.showMore', { count: spans.length - most })}
        </Button>
      ) : null}
    </section>
  );
}

/** Returns the longest spans in their original order. Spans of a tree have no duration, so these are its first ones. */
function longest(spans: readonly ServerSpan[], most: number): ServerSpan[] {
  const chosen = new Set([...spans].sort((a, b) => (b.ms ?? 0) - (a.ms ?? 0)).slice(0, most));
  return spans.filter(span => chosen.has(span));
}

function Span({ span, total, isTree }: { span: ServerSpan; total: number; isTree: boolean }): ReactNode {
  const formats = useFormats();
  const { label, detail, depth, start, ms, failed } = span;
  // Resolvers often take less than a millisecond.
  const time = ms === null ? '' : ms < 10 ? `${formats.number(Math.round(ms * 100) / 100)} ms` : formats.duration(ms);
  const place: CSSProperties =
    ms === null || total === 0
      ? {}
      : { insetInlineStart: `${((start ?? 0) / total) * 100}%`, inlineSize: `max(2px, ${(ms / total) * 100}%)` };
  return (
    <li className={failed ? 'server-span server-span-failed' : 'server-span'} title={detail}>
      <span className="server-span-name ltr" style={isTree ? { paddingInlineStart: `${Math.min(depth, 12) * 12}px` } : undefined}>
        {label}
        {isTree && detail !== '' ? <code className="quiet"> {detail}</code> : null}
      </span>
      {ms === null ? null : (
        <>
          <span className="server-span-track" aria-hidden="true">
            <span className="server-span-bar" style={place} />
          </span>
          <span className="numeric">{time}</span>
        </>
      )}
    </li>
  );
}
