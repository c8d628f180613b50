/**
 * What went wrong, what the server said about it, and what can be done. The words are chosen by the failure's tag, so that every language
 * covers every case.
 */
import { type ReactNode, Suspense } from 'react';
import { errorsMore } from '../i18n/english/errorsMore';
import { useFormats, useLanguage } from '../i18n/LanguageProvider';
import type { Text } from '../i18n/language';
import type { Clock } from '../lib/clock';
import { isBlockedInClear } from '../lib/isBlockedInClear';
import type { Failure } from '../transport/observe/failure';
import { saysNoAnswer } from '../transport/observe/saysNoAnswer';
import { Button } from '../ui/inputs/Button';
import { Icon } from '../ui/text/Icon';
import { useIsTakenOver } from '../ui/useIsTakenOver';
import { withMessagesAndIcons } from '../ui/withMessagesAndIcons';
import './FailureState.css';
import { AskAgain } from './laterAskAgain';
import { useIsAnonymous } from './useIsAnonymous';

/** Props of `FailureState`. */
export interface FailureStateProps {
  failure: Failure;
  /** Address that was asked, for the sentence. */
  endpoint: string;
  onRetry?: () => void;
  /** Given, for what changes nothing: `onRetry` is called by itself once the time is over that the server asks to wait. */
  clock?: Clock;
  /** In place of `onRetry` there: undefined where it was stopped; and what is called when it is. */
  asking?: { onAsk: (() => void) | undefined; onStop: () => void } | undefined;
  onSignIn?: () => void;
  /** Where the request can be seen. */
  wireHref?: string;
  /** One line above content that is still there, instead of the middle of an empty screen. Default false. */
  inline?: boolean;
}

/** The English texts of failures, for callers of `failureWords`. */
export const failureTexts = { errors: errorsMore };

/** Title and explanation of a failure in a language that has learned `failureTexts`. */
export function failureWords(text: Text, failure: Failure, address: string): { title: string; help: string } {
  // Some addresses hold a key behind the question mark.
  const endpoint = address.split('?', 1)[0] ?? '';
  switch (failure.tag) {
    case 'network':
      if (failure.broke) return { title: text('errors.broke'), help: text('errors.brokeHelp', failure.broke) };
      return { title: text('errors.network'), help: text('errors.networkHelp', { endpoint }) };
    case 'http':
      if (isGatewayStatus(failure.status))
        return { title: text('errors.network'), help: text('errors.gatewayHelp', { endpoint, status: failure.status }) };
      if (failure.status === 0) return { title: text('errors.parse'), help: text('errors.redirectHelp') };
      // JSON that is no GraphQL response: the request was not refused.
      return {
        title: failure.status < 300 ? text('errors.parse') : text('errors.http', { status: failure.status }),
        help: text('errors.httpHelp'),
      };
    case 'parse':
      if (isGatewayStatus(failure.status))
        return { title: text('errors.network'), help: text('errors.gatewayHelp', { endpoint, status: failure.status }) };
      if (isHtml(failure.bodyText))
        return { title: text('errors.network'), help: text('errors.pageHelp', { endpoint, status: failure.status }) };
      return { title: text('errors.parse'), help: text('errors.parseHelp', { endpoint, status: failure.status }) };
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

/** What proxies answer where the server behind them does not. */
const isGatewayStatus = (status: number): boolean => status === 502 || status === 503 || status === 504;

/** A page for people: of a proxy, a sign-in wall, a wrong address. */
const isHtml = (body: string): boolean => /^\s*<(?:!doctype\s+html|html|head|body)\b/i.test(body.slice(0, 200));

/**
 * A reason why no answer may have come when page and endpoint have different origins: a browser reports CORS like a server that is down.
 * Null where that is no reason.
 */
function useOriginWords(text: Text, failure: Failure, endpoint: string): string | null {
  const isTakenOver = useIsTakenOver();
  if (!isTakenOver || failure.tag !== 'network' || failure.broke) return null;
  const page = new URL(window.location.origin);
  try {
    const url = new URL(endpoint, page);
    if (isBlockedInClear(url, page)) return text('errors.addressInsecure');
    return url.origin === page.origin ? null : text('errors.otherOrigin', { host: url.host, page: page.origin });
  } catch {
    return null;
  }
}

/** What the server itself said, one line each; it is shown as text and nothing else. */
function detailLines(failure: Failure): string[] {
  if (failure.tag === 'network' && saysNoAnswer(failure.message)) return [];
  if (failure.tag === 'parse') return failure.bodyText === '' ? [] : [failure.bodyText];
  if (failure.tag === 'cancelled' || failure.tag === 'socket' || ('broke' in failure && failure.broke)) return [];
  if (!('errors' in failure) || failure.errors.length === 0) return failure.message === '' ? [] : [failure.message];
  return failure.errors.map(error => [error.path?.join('.'), error.message].filter(Boolean).join(': '));
}

/** Shows a failure and what can be done about it. */
export function FailureState(props: FailureStateProps): ReactNode {
  const { failure, endpoint, onRetry, onSignIn, wireHref, inline = false } = props;
  const language = useLanguage();
  language.addMessages(failureTexts);
  const { text } = language;
  const isAnonymous = useIsAnonymous();
  const shown = failure.tag === 'auth' && isAnonymous ? { ...failure, signedOut: true } : failure;
  const { title, help } = failureWords(text, shown, endpoint);
  const lines = detailLines(failure);
  const origins = useOriginWords(text, failure, endpoint);
  // A request that is refused without a sign-in may succeed after it.
  const wantsSignIn = failure.tag === 'auth' && (failure.signedOut || isAnonymous) && onSignIn;
  return (
    <div className={inline ? 'failure-state failure-state-inline' : 'failure-state'} role="alert">
      <span className="failure-state-icon">
        <Icon name={failure.tag === 'auth' ? 'key' : 'error'} size={inline ? 16 : 24} />
      </span>
      <div className="failure-state-words">
        <p className="failure-state-title">{title}</p>
        <p className="failure-state-help">{help}</p>
        {origins ? <p className="failure-state-help">{origins}</p> : null}
        {lines.length > 0 ? (
          <ul className="failure-state-lines" dir="auto">
            {lines.slice(0, 5).map((line, at) => (
              // The same message may come twice; the list never changes its order.
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

/** How long the server asks to wait. */
function Wait({
  failure: { wait },
  clock,
  onRetry,
  asking = { onAsk: onRetry, onStop: () => {} },
}: FailureStateProps): ReactNode {
  const { text } = useLanguage();
  const formats = useFormats();
  // The server that rendered the page has a clock of its own.
  const isTakenOver = useIsTakenOver();
  if (!wait || !isTakenOver) return null;
  if (!clock) return <p className="failure-state-help">{text('errors.waitAsked', { time: formats.duration(wait.ms) })}</p>;
  return (
    <Suspense fallback={null}>
      <AskAgain wait={wait} clock={clock} {...asking} />
    </Suspense>
  );
}

/** The chunk's export: with the icons inside it. */
export default withMessagesAndIcons({}, FailureState);
