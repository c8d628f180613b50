/** The result of probing an endpoint, in words. */
import type { ReactNode } from 'react';
import { useLanguage } from '../../i18n/LanguageProvider';
import { failureTexts } from '../../parts/FailureState';
import { isNoResponseMessage } from '../../transport/observe/isNoResponseMessage';
import type { SubscriptionProtocol } from '../../transport/socket/learned';
import { StatusDot, type Tone } from '../../ui/text/StatusDot';
import type { EndpointReport, Finding } from './probeEndpoint';

/** Names of the protocols, which are the same in all languages. */
const PROTOCOLS: Record<SubscriptionProtocol, string> = {
  websocket: 'graphql-transport-ws',
  'legacy-websocket': 'graphql-ws (subscriptions-transport-ws)',
  'appsync-websocket': 'AWS AppSync',
  sse: 'graphql-sse',
  'sse-single': 'graphql-sse',
  multipart: 'multipart/mixed',
};

const TONES: Record<Finding['answer'], Tone> = { yes: 'ok', no: 'neutral', unknown: 'warning' };

export interface ProbeReportProps {
  report: EndpointReport;
  /** Absolute address of the probed endpoint. */
  endpoint: URL;
  pageUrl: string;
  /** False if the connection has no websocket; then none was tried. */
  hasWebsocket: boolean;
}

export function ProbeReport({ report, endpoint, pageUrl, hasWebsocket }: ProbeReportProps): ReactNode {
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text } = language;
  const { reachable, introspection, persistedQueries, uploads, websocket } = report;
  const page = new URL(pageUrl).origin;
  // A browser does not report why a request failed. For another origin, CORS is a possible reason.
  const maybeCors = reachable.failure?.tag === 'network' && endpoint.origin !== page;
  const live = ((): string | undefined => {
    if (!hasWebsocket) return text('connections.liveNone');
    if (websocket.answer !== 'yes') return undefined;
    const { protocol } = websocket;
    return protocol ? text('connections.liveBy', { protocol: PROTOCOLS[protocol] }) : undefined;
  })();
  const rows: [string, Finding, string?][] = [
    [text('connections.reachable'), reachable],
    [
      text('connections.introspection'),
      introspection,
      introspection.answer === 'no' ? text('connections.introspectionNo') : undefined,
    ],
    [text('connections.persisted'), persistedQueries],
    [text('connections.uploads'), uploads, uploads.preflight ? text('connections.uploadsPreflight') : undefined],
    [text('connections.live'), websocket, live],
  ];
  return (
    <>
      <dl className="probe-report" aria-label={text('connections.report')}>
        {rows.map(([what, finding, instead]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <StatusDot tone={TONES[finding.answer]} /> {instead ?? text(`connections.${finding.answer}`)}
              {finding.failure?.message && !isNoResponseMessage(finding.failure.message) ? (
                <span className="probe-detail" dir="auto">
                  {finding.failure.message}
                </span>
              ) : null}
            </dd>
          </div>
        ))}
      </dl>
      {maybeCors ? <p className="field-help">{text('errors.otherOrigin', { host: endpoint.host, page })}</p> : null}
    </>
  );
}
