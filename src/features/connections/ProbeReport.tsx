/** What an endpoint supports, in words. */
import type { ReactNode } from 'react';
import { useText } from '../../i18n/LanguageProvider';
import type { EndpointReport, Finding } from '../../session/probeEndpoint';
import { StatusDot, type Tone } from '../../ui/StatusDot';

const TONES: Record<Finding['answer'], Tone> = { yes: 'ok', no: 'neutral', unknown: 'warning' };

/** The findings as a list. */
export function ProbeReport({ report }: { report: EndpointReport }): ReactNode {
  const text = useText();
  const rows: [string, Finding, string?][] = [
    [text('connections.reachable'), report.reachable],
    [text('connections.introspection'), report.introspection],
    [text('connections.persisted'), report.persistedQueries],
    [text('connections.uploads'), report.uploads, report.uploads.preflight ? text('connections.uploadsPreflight') : undefined],
    [text('connections.live'), report.websocket],
  ];
  return (
    <dl className="probe-report" aria-label={text('connections.report')}>
      {rows.map(([what, finding, instead]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <StatusDot tone={TONES[finding.answer]} /> {instead ?? text(`connections.${finding.answer}`)}
            {finding.failure ? (
              <span className="probe-detail" dir="auto">
                {finding.failure.message}
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
