/**
 * Shows a failure: what went wrong, the server's messages, and the available actions. The texts are chosen by the failure's tag, so that they
 * exist in every language.
 */
import { type ReactNode, Suspense } from 'react';
import { errorsMore } from '../i18n/english/errorsMore';
import { useFormats, useLanguage } from '../i18n/LanguageProvider';
import type { Text } from '../i18n/language';
import type { Clock } from '../lib/clock';
import { isMixedContent } from '../lib/network/isMixedContent';
import type { Failure } from '../transport/observe/failure';
import { isNoResponseMessage } from '../transport/observe/isNoResponseMessage';
import { Button } from '../ui/inputs/Button';
import { Icon } from '../ui/text/Icon';
import { useIsHydrated } from '../ui/useIsHydrated';
import { withMessagesAndIcons } from '../ui/withMessagesAndIcons';
import './FailureState.css';
import { RetryCountdown } from './laterRetryCountdown';
import { useIsAnonymous } from './useIsAnonymous';

/** Props of `FailureState`. */
export interface FailureStateProps {
  failure: Failure;
  /** URL of the request, for the text. */
  endpoint: string;
  onRetry?: () => void;
  /** If set, `onRetry` is called automatically after the wait that the server requests. Only for requests that change no data. */
  clock?: Clock;
  /** Replaces `onRetry` for the automatic retry. `onAsk` is undefined if the user has stopped it; `onStop` is called when they do. */
  asking?: { onAsk: (() => void) | undefined; onStop: () => void } | undefined;
  onSignIn?: () => void;
  /** Link to the request in Wire. */
  wireHref?: string;
  /**
   * Show a box above existing content instead of filling an empty screen; `brief`: one line without the messages, which the content already
   * shows. Default false.
   */
  inline?: boolean | 'brief';
  /** Labels of the only fields that failed, for the title. Default: none. */
  fields?: readonly string[];
}

/** The English messages of failures; callers of `failureWords` must add them to the language first. */
export const failureTexts = { errors: errorsMore };

/** Title and explanation of a failure. The language must contain `failureTexts`. */
export function failureWords(text: Text, failure: Failure, address: string): { title: string; help: string } {
  // Some URLs contain a key in the query string.
  const redirected = failure.tag === 'parse' ? failure.redirectedTo : undefined;
  const endpoint = redirected ?? address.split('?', 1)[0] ?? '';
  switch (failure.tag) {
    case 'network':
      if (failure.broke) return { title: text('errors.broke'), help: text('errors.brokeHelp', failure.broke) };
      return { title: text('errors.network'), help: text('errors.networkHelp', { endpoint }) };
    case 'http':
      if (isGatewayStatus(failure.status))
        return { title: text('errors.network'), help: text('errors.gatewayHelp', { endpoint, status: failure.status }) };
      if (failure.status === 0) return { title: text('errors.parse'), help: text('errors.redirectHelp') };
      // A status below 300 with JSON that is not a GraphQL response: the server did not refuse the request.
      return {
        title: failure.status < 300 ? text('errors.parse') : text('errors.http', { status: failure.status }),
        help: text(STATUS_HELP.get(failure.status) ?? 'errors.httpHelp'),
      };
    case 'parse': {
      const statusHelp = STATUS_HELP.get(failure.status);
      if (isGatewayStatus(failure.status))
        return { title: text('errors.network'), help: text('errors.gatewayHelp', { endpoint, status: failure.status }) };
      if (statusHelp) return { title: text('errors.http', { status: failure.status }), help: text(statusHelp) };
      if (isHtml(failure.bodyText))
        return { title: text('errors.network'), help: text('errors.pageHelp', { endpoint, status: failure.status }) };
      return {
        title: text('errors.parse'),
        help: failure.isExplained ? text('errors.httpHelp') : text('errors.parseHelp', { endpoint, status: failure.status }),
      };
    }
    case 'graphql':
      return { title: text('errors.graphql', { count: Math.max(1, failure.errors.length) }), help: text('errors.graphqlHelp') };
    case 'auth':
      return failure.signedOut
        ? { title: text('errors.signedOut'), help: text('errors.signedOutHelp') }
        : { title: text('errors.forbidden'), help: text('errors.forbiddenHelp') };
    case 'socket':
      return {
        title: text('errors.socket'),
        help: text('errors.socketHelp', { code: failure.code, reason: failure.reason || text('errors.socketNoReason') }),
      };
    case 'refused':
      return { title: text('errors.refused'), help: text('errors.refusedHelp') };
    case 'timeout':
      return { title: text('errors.timeout'), help: text('errors.timeoutHelp') };
    case 'cancelled':
      return { title: text('errors.cancelled'), help: text('errors.cancelledHelp') };
  }
}

/** The explanation of statuses that name the problem: 405 Method Not Allowed, 413 Content Too Large. */
const STATUS_HELP = new Map<number, 'errors.methodHelp' | 'errors.tooLargeHelp'>([
  [405, 'errors.methodHelp'],
  [413, 'errors.tooLargeHelp'],
]);

/** Status codes of proxies whose upstream server does not respond. */
const isGatewayStatus = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** True for an HTML page, such as that of a proxy, a sign-in wall or a wrong address. */
const isHtml = (body: string): boolean => /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(body.slice(0, 200));

/**
 * A possible reason for a network failure if page and endpoint have different origins: browsers report a CORS failure like an unreachable
 * server. Null if it does not apply.
 */
function useOriginWords(text: Text, failure: Failure, endpoint: string): string | null {
  const isHydrated = useIsHydrated();
  if (!isHydrated || failure.tag !== 'network' || failure.broke) return null;
  const page = new URL(window.location.origin);
  try {
    const url = new URL(endpoint, page);
    if (isMixedContent(url, page)) return text('errors.addressInsecure');
    return url.origin === page.origin ? null : text('errors.otherOrigin', { host: url.host, page: page.origin });
  } catch {
    return null;
  }
}

/** The server's own messages, one per line; always rendered as plain text. */
export function detailLines(failure: Failure): string[] {
  if (failure.tag === 'network' && isNoResponseMessage(failure.message)) return [];
  if (failure.tag === 'parse') return [failure.isExplained ? failure.message : '', failure.bodyText].filter(Boolean);
  if (failure.tag === 'cancelled' || failure.tag === 'socket' || ('broke' in failure && failure.broke)) return [];
  if (!('errors' in failure) || failure.errors.length === 0) return failure.message === '' ? [] : [failure.message];
  return failure.errors.map(error => [error.path?.join('.'), error.message].filter(Boolean).join(': '));
}

/** Close codes of websockets whose token is missing or was refused. */
const SIGNED_OUT_CODES = new Set([4401, 4403]);

/** The first of many labels. */
const shortened = (fields: readonly string[]): readonly string[] => (fields.length > 5 ? [...fields.slice(0, 4), '…'] : fields);

/** Shows a failure and the available actions. */
export function FailureState(props: FailureStateProps): ReactNode {
  const { failure, endpoint, onRetry, onSignIn, wireHref, inline = false, fields = [] } = props;
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text, formats } = language;
  const isAnonymous = useIsAnonymous();
  const shown = failure.tag === 'auth' && isAnonymous ? { ...failure, signedOut: true } : failure;
  const { title, help } = failureWords(text, shown, endpoint);
  const isBrief = inline === 'brief';
  const lines = isBrief ? [] : detailLines(failure);
  const origins = useOriginWords(text, failure, endpoint);
  // A request that was refused to an anonymous user may succeed after signing in.
  const isRefused = failure.tag === 'auth' && (failure.signedOut || isAnonymous);
  const wantsSignIn = (isRefused || (failure.tag === 'socket' && SIGNED_OUT_CODES.has(failure.code))) && onSignIn;
  return (
    <div
      className={`failure-state${inline ? ' failure-state-inline' : ''}${isBrief ? ' failure-state-brief' : ''}`}
      role={isBrief ? 'status' : 'alert'}
    >
      <span className="failure-state-icon">
        <Icon name={failure.tag === 'auth' ? 'key' : 'error'} size={inline ? 16 : 24} />
      </span>
      <div className="failure-state-words">
        <p className="failure-state-title">{fields.length > 0 ? `${formats.list(shortened(fields))}: ${title}` : title}</p>
        {isBrief ? null : <p className="failure-state-help">{help}</p>}
        {origins ? <p className="failure-state-help">{origins}</p> : null}
        {lines.length > 0 ? (
          <ul className="failure-state-lines" dir="auto">
            {lines.slice(0, 5).map((line, at) => (
              // The same message can occur twice, and the list never changes its order.
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <li key={at}>{line.length > 1000 ? `${line.slice(0, 1000)}…` : line}</li>
            ))}
          </ul>
        ) : null}
        {failure.traceId ? <p className="failure-state-help">{text('errors.traceId', { id: failure.traceId })}</p> : null}
        <Wait {...props} />
        <div className="failure-state-actions">
          {wantsSignIn ? (
            <Button kind="primary" icon="signIn" onClick={onSignIn}>
              {text('errors.signIn')}
            </Button>
          ) : null}
          {onRetry ? (
            <Button icon="refresh" onClick={onRetry}>
              {text('errors.retry')}
            </Button>
          ) : null}
          {wireHref ? (
            <a className="button button-quiet" href={wireHref}>
              <Icon name="wire" />
              {text('errors.seeWire')}
            </a>
          ) : null}
        </div>
      </div>
    </div>
  );
}

/** The wait that the server requests. */
function Wait({
  failure: { wait },
  clock,
  onRetry,
  asking = { onAsk: onRetry, onStop: () => {} },
}: FailureStateProps): ReactNode {
  const { text } = useLanguage();
  const formats = useFormats();
  // Not during hydration, because the server that rendered the page has its own clock.
  const isHydrated = useIsHydrated();
  if (!wait || !isHydrated) return null;
  if (!clock) return <p className="failure-state-help">{text('errors.waitAsked', { time: formats.duration(wait.ms) })}</p>;
  return (
    <Suspense fallback={null}>
      <RetryCountdown wait={wait} clock={clock} {...asking} />
    </Suspense>
  );
}

/** The chunk's export: with its icons. */
export default withMessagesAndIcons({}, FailureState);
