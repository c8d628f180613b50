/** The request and the response of an entry, one attempt at a time. */
import { type ReactNode, useMemo, useState } from 'react';
import { useFormats, useText } from '../../../i18n/LanguageProvider';
import type { WireLog } from '../../../session/wire/wireLog';
import { responseBodyOf, type WireAttempt } from '../../../session/wire/wireLogAttempts';
import type { StepOf, WireEntry } from '../../../session/wire/wireLogEntry';
import type { WireSummary } from '../../../session/wire/wireLogSummary';
import { Segments } from '../../../ui/inputs/Select';
import { receivingLine } from '../plainLine';
import { BodyView } from './BodyView';
import './HttpSections.css';

interface SectionProps {
  entry: WireEntry;
  summary: WireSummary;
  /** undefined for a saved log. */
  log: WireLog | undefined;
}

/** The request: address, headers and body, and the document with its variables if the body does not contain them. */
export function RequestSection({ entry, summary, log }: SectionProps): ReactNode {
  const text = useText();
  const [attempt, chooser] = useAttempt(summary);
  const question = entry.steps.find(step => step.type === 'started' || step.type === 'cached' || step.type === 'ssr');
  const holdsQuery = attempt && attempt.form !== 'hash' && attempt.form !== 'id';
  return (
    <div className="http-section">
      {chooser}
      {attempt ? (
        <>
          <p className="http-line ltr">
            <strong>{attempt.request.method}</strong> {attempt.request.url}
          </p>
          <HeaderTable headers={attempt.request.headers} />
          {attempt.multipart ? <PartTable attempt={attempt} /> : null}
          <BodyView body={attempt.request.body} title={text('wire.body')} log={log} />
        </>
      ) : null}
      {question && !holdsQuery ? (
        <>
          <BodyView body={question.query} title={text('wire.document')} log={undefined} isDocument />
          <BodyView body={question.variables} title={text('wire.variables')} log={undefined} />
        </>
      ) : null}
      {attempt && holdsQuery && question ? (
        <BodyView body={question.query} title={text('wire.document')} log={undefined} isDocument />
      ) : null}
    </div>
  );
}

/** The response: status, timing, headers, body. */
export function ResponseSection({ entry, summary, log }: SectionProps): ReactNode {
  const text = useText();
  const [attempt, chooser] = useAttempt(summary);
  const response = attempt?.response;
  const [first] = attempt?.parts ?? [];
  const count = attempt?.parts.length;
  // The same object until the response grows, so that a large body stays open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the attempt is a new object after each step of its entry
  const body = useMemo(() => attempt && responseBodyOf(entry, attempt), [entry, response, first, count]);
  return (
    <div className="http-section">
      {chooser}
      {response && attempt ? (
        <>
          <p className="http-line ltr">
            <strong>{response.status}</strong> {response.contentType}
          </p>
          <TimingTable attempt={attempt} />
          <HeaderTable headers={response.headers} />
          {body ? (
            <BodyView body={body} title={text('wire.body')} log={log} />
          ) : (
            <p className="quiet">{text('wire.bodyStreamed')}</p>
          )}
        </>
      ) : attempt?.receiving ? (
        <Arriving receiving={attempt.receiving} />
      ) : (
        <p className="quiet">{text(attempt && attempt.endedAt === null ? 'wire.waitingForResponse' : 'wire.noResponse')}</p>
      )}
    </div>
  );
}

/** The status and headers of a response that is still being received, or was interrupted. */
function Arriving({ receiving }: { receiving: StepOf<'receiving'> }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { status, contentType, headers } = receiving;
  return (
    <>
      <p className="http-line ltr">
        <strong>{status}</strong> {contentType}
      </p>
      <p className="quiet">{receivingLine({ text, formats }, receiving)}</p>
      <HeaderTable headers={headers} />
    </>
  );
}

/** Returns the attempt in view (at first the last one) and a control to choose another. */
function useAttempt({ attempts }: WireSummary): [WireAttempt | undefined, ReactNode] {
  const text = useText();
  const [chosen, setChosen] = useState<number | null>(null);
  const last = attempts.length - 1;
  const at = Math.min(chosen ?? last, last);
  const count = attempts.length;
  const chooser =
    count > 1 ? (
      <Segments
        label={text('wire.requestSection')}
        value={String(at)}
        onChange={value => setChosen(Number(value))}
        options={attempts.map(({ response }, index) => ({
          value: String(index),
          label: `${text('wire.attemptOf', { number: index + 1, count })}${response ? ` · ${response.status}` : ''}`,
        }))}
      />
    ) : null;
  return [attempts[at], chooser];
}

function HeaderTable({ headers }: { headers: Record<string, string> }): ReactNode {
  const text = useText();
  const entries = Object.entries(headers);
  return (
    <section className="http-block" aria-label={text('wire.headers')}>
      <h3>{text('wire.headers')}</h3>
      {entries.length === 0 ? (
        <p className="quiet">{text('wire.noHeaders')}</p>
      ) : (
        <dl className="http-headers">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt className="code">{name}</dt>
              <dd className="code">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

function PartTable({ attempt }: { attempt: WireAttempt }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const parts = attempt.multipart?.parts ?? [];
  return (
    <section className="http-block" aria-label={text('wire.parts')}>
      <h3>{text('wire.parts')}</h3>
      <table className="http-table">
        <thead>
          <tr>
            <th scope="col">{text('wire.columnName')}</th>
            <th scope="col">{text('wire.partFile')}</th>
            <th scope="col">{text('wire.partType')}</th>
            <th scope="col" className="http-end">
              {text('wire.columnSize')}
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(part => (
            <tr key={part.name}>
              <td className="code">{part.name}</td>
              <td dir="auto">{part.fileName}</td>
              <td className="code">{part.contentType}</td>
              <td className="http-end">{formats.bytes(part.bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** How the time of a request was spent. */
function TimingTable({ attempt }: { attempt: WireAttempt }): ReactNode {
  const text = useText();
  const formats = useFormats();
  const { request, response, sentAt, endedAt, parsed, multipart } = attempt;
  if (!response) return null;
  const firstByte = request.at + response.firstByteMs;
  const sendMs = sentAt === null ? null : sentAt - request.at;
  const rows: [string, number][] = [
    ...(sendMs === null ? [] : ([[text('wire.timingSend'), sendMs]] as [string, number][])),
    [text(sentAt === null ? 'wire.timingWait' : 'wire.timingServer'), firstByte - (sentAt ?? request.at)],
    [text('wire.timingReceive'), Math.max(0, (endedAt ?? firstByte) - firstByte)],
    ...(parsed ? ([[text('wire.timingParse'), parsed.ms]] as [string, number][]) : []),
  ];
  const longest = Math.max(1, ...rows.map(([, ms]) => ms));
  return (
    <section className="http-block" aria-label={text('wire.timing')}>
      <h3>{text('wire.timing')}</h3>
      <dl className="http-timing">
        {rows.map(([name, ms]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="http-timing-bar" style={{ inlineSize: `${Math.max(1, (ms / longest) * 100)}%` }} />
              <span className="numeric">{formats.duration(ms)}</span>
            </dd>
          </div>
        ))}
      </dl>
      {multipart && sendMs !== null && sendMs > 0 ? (
        <p className="quiet">
          {text('wire.rateOf', {
            size: formats.bytes(multipart.bytes),
            time: formats.duration(sendMs),
            rate: formats.bytes(Math.round((multipart.bytes * 1000) / sendMs)),
          })}
        </p>
      ) : null}
    </section>
  );
}
